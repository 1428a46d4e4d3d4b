// npm run structure [-- FILE…]: what the code's shape is, counted from its own imports; with files, what each of them imports.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { root } from "./install.mjs";

process.chdir(root);
const trees = /^(app|components|lib)\//;
const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
  maxBuffer: 1 << 26,
});
const files = listed
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && trees.test(file) && !/\.(test|spec)\.tsx?$|\.d\.ts$/.test(file));
const known = new Set(files);
const endings = ["", ".ts", ".tsx"];

const pattern = /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^"';]*?from\s+)?"([^"]+)"|import\("([^"]+)"\)/g;
const sources = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
/** Each file's imports of our own files: `{ to, isType }`. */
const imports = new Map(
  files.map((file) => [
    file,
    [...sources.get(file).matchAll(pattern)].flatMap(([, , type, statement, call]) => {
      const path = statement ?? call;
      if (!path.startsWith("@/") && !path.startsWith(".")) return [];
      const base = path.startsWith("@/") ? path.slice(2) : normalize(join(dirname(file), path));
      const to = endings.map((ending) => base + ending).find((name) => known.has(name));
      return to ? [{ to, isType: Boolean(type) }] : [];
    }),
  ]),
);

/** The lines of a file without comments and blank lines. */
const countLines = (text) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .split("\n")
    .filter((line) => line.trim() && !line.trim().startsWith("//")).length;
const lines = new Map(files.map((file) => [file, countLines(sources.get(file))]));
const sum = (values) => [...values].reduce((total, value) => total + value, 0);
const areaOf = (file) =>
  file
    .split("/")
    .slice(0, file.split("/").length > 2 ? 2 : 1)
    .join("/");

const importers = new Map(files.map((file) => [file, new Set()]));
for (const [file, list] of imports) for (const { to } of list) importers.get(to).add(file);

const functions =
  /^(?:export )?(?:default )?(?:async )?function\b|^(?:export )?const \w+(?:: [^=]+)? = (?:async )?(?:<[^>]*>)?(?:\(|\w+ =>)/gm;
const inLib = files.filter((file) => file.startsWith("lib/"));
const functionCount = sum(inLib.map((file) => sources.get(file).match(functions)?.length ?? 0));
const libLines = sum(inLib.map((file) => lines.get(file)));
const crumbs = files.filter((file) => {
  const [importer, ...more] = importers.get(file);
  return importer && more.length === 0 && lines.get(file) < 30 && !/^\s*"use (client|server)"/.test(sources.get(file));
});
const sorted = [...lines.values()].sort((a, b) => a - b);

const edges = new Map();
for (const [file, list] of imports) {
  for (const { to, isType } of list) {
    const [from, target] = [areaOf(file), areaOf(to)];
    if (from === target || isType) continue;
    const name = `${from} → ${target}`;
    edges.set(name, [...(edges.get(name) ?? []), `${file} → ${to}`]);
  }
}

const named = process.argv.slice(2);
if (named[0] === "--edges") {
  const wanted = new RegExp(named[1] ?? ".");
  for (const [name, list] of [...edges].sort(([a], [b]) => a.localeCompare(b))) {
    if (!wanted.test(name)) continue;
    console.log(`${name}  ${list.length}`);
    if (named[1]) for (const line of list) console.log(`    ${line}`);
  }
} else if (named[0] === "--crumbs")
  console.log(crumbs.map((file) => `${lines.get(file)} ${file} ← ${[...importers.get(file)]}`).join("\n"));
else {
  const rooms = (tree) =>
    new Set(
      files
        .filter((file) => file.startsWith(`${tree}/`) && file.split("/").length > 2)
        .map((file) => file.split("/")[1]),
    ).size;
  const importLines = sum(
    files.map((file) =>
      [...sources.get(file).matchAll(/(?:^|\n)import[^;]*;/g)].reduce(
        (total, [text]) => total + text.trim().split("\n").length,
        0,
      ),
    ),
  );
  console.log(`files ${files.length}, code lines ${sum(lines.values())}, median ${sorted[sorted.length >> 1]}`);
  console.log(`functions at the top level of lib per 1,000 lines ${((functionCount / libLines) * 1000).toFixed(1)}`);
  console.log(`lines of imports ${((importLines / sum(lines.values())) * 100).toFixed(1)} %`);
  console.log(`folders of the first rank: lib ${rooms("lib")}, components ${rooms("components")}`);
  console.log(`files below 30 lines with one importer ${crumbs.length}`);
  console.log(`area pairs ${edges.size}`);
}
