import { readFileSync } from "node:fs";
import { load } from "./load.mjs";

// `node packages/vietnamese-text/fit.mjs`: fits the weights of evidence on the cases and on the first author's sentences, and
// measures them on the second author's.
const { fitWeights } = await load("src/fit.ts");
const { expectedOf } = await load("src/score.ts");
const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const cases = ["in-context", "abbreviations", "texts"].flatMap((name) =>
  read(`cases/${name}.tsv`)
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((row) => row.split("\t"))
    .filter(([, , , settings]) => !settings)
    .map(([sentence, spoken]) => ({ field: name, sentence, parts: [[spoken]] })),
);
const [own, other] = ["first", "second"].map((author) => expectedOf(read(`held-out/${author}-author.tsv`)));
process.stdout.write(`${JSON.stringify(fitWeights([...cases, ...own], other), null, 1)}\n`);
