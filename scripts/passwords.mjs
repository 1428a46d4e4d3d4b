import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./install.mjs";

// `npm run passwords -- <list> …` builds the filter of rejected passwords from lists with one password per line.

const shortest = 8;
const lists = process.argv.slice(2);
if (lists.length === 0) throw new Error("name one or more files with a password on each line");

const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ["lib/account/password-filter.ts"],
  format: "esm",
  write: false,
});
const { foldPassword, isInFilter, makeFilter } = await import(
  `data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`
);

const lines = lists.flatMap((list) => readFileSync(list, "utf8").split(/\r?\n/));
const folded = lines.map(foldPassword);
const entries = new Set(folded.filter((password) => password.length >= shortest));
const filter = makeFilter(entries);
writeFileSync(join(root, "lib/account/common-passwords.bloom"), filter);

const unknownPasswords = 1_000_000;
let wrong = 0;
for (let count = 0; count < unknownPasswords; count++) if (isInFilter(filter, `nobody's password ${count}`)) wrong++;
console.log(`${lines.filter(Boolean).length} lines, ${entries.size} passwords of ${shortest} characters or more`);
console.log(`${filter.length} bytes, ${wrong} wrong answers in ${unknownPasswords}`);
