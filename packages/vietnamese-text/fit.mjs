import { readFileSync } from "node:fs";
import { load } from "./load.mjs";

// `node packages/vietnamese-text/fit.mjs`: fits weights of words on `training.tsv` and compares them with the tables, on
// parts left out and on the second author's sentences. The README states what it found; the tables stay as they are.
const { compareFitted, examplesOf, trainingOf } = await load("src/fit.ts");
const { expectedOf } = await load("src/score.ts");
const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const rows = read("training.tsv")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((row) => row.split("\t"));
const other = examplesOf(expectedOf(read("held-out/second-author.tsv")));
process.stdout.write(`${JSON.stringify(compareFitted(trainingOf(rows), other), null, 1)}\n`);
