import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { readArguments } from "./arguments.mjs";
import { root } from "./install.mjs";

// What shape the code has, counted from its own imports; tests are left out.

const usage = `npm run structure [-- --edges [PATTERN] | --crumbs | --literals]
  --edges     the imports at run time between areas; with a pattern the files too
  --crumbs    files below 30 lines that one file imports
  --literals  lines that spread a literal`;
const { values, positionals } = readArguments(usage, {
  options: { edges: { type: "boolean" }, crumbs: { type: "boolean" }, literals: { type: "boolean" } },
  most: 1,
});
process.chdir(root);

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
  maxBuffer: 1 << 26,
});
const files = listed
  .split("\n")
  .filter((file) => /^(app|components|lib)\/.*\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$|\.d\.ts$/.test(file));
const sources = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
const lines = new Map([...sources].map(([file, text]) => [file, countLines(text)]));
const imports = new Map(files.map((file) => [file, listImports(file)]));
const importers = new Map(files.map((file) => [file, new Set()]));
for (const [file, list] of imports) for (const { to } of list) importers.get(to).add(file);
const crumbs = files.filter(
  (file) =>
    importers.get(file).size === 1 && lines.get(file) < 30 && !/^\s*"use (client|server)"/.test(sources.get(file)),
);
const literals = [...sources].flatMap(([file, text]) =>
  text.split("\n").flatMap((line, index) => (/\.\.\.\(?\{ /.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
);

if (values.edges) printEdges(positionals[0]);
else if (values.crumbs) print(crumbs.map((file) => `${lines.get(file)} ${file} ← ${[...importers.get(file)]}`));
else if (values.literals) print(literals);
else printSummary();

/** Without comments and blank lines. */
function countLines(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").split("\n");
  return code.filter((line) => line.trim() && !line.trim().startsWith("//")).length;
}

/** The files of ours that a file imports. */
function listImports(file) {
  const pattern = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?from\s+)?"([^"]+)"|import\("([^"]+)"\)/g;
  return [...sources.get(file).matchAll(pattern)].flatMap(([, type, statement, call]) => {
    const path = statement ?? call;
    if (!path.startsWith("@/") && !path.startsWith(".")) return [];
    const base = path.startsWith("@/") ? path.slice(2) : normalize(join(dirname(file), path));
    const to = ["", ".ts", ".tsx"].map((ending) => base + ending).find((name) => sources.has(name));
    return to ? [{ to, isType: Boolean(type) }] : [];
  });
}

function printEdges(pattern) {
  const areaOf = (file) => file.split("/").slice(0, -1).slice(0, 2).join("/");
  const edges = new Map();
  for (const [file, list] of imports) {
    for (const { to, isType } of list) {
      const [from, target] = [areaOf(file), areaOf(to)];
      if (from === target || isType) continue;
      const name = `${from} → ${target}`;
      edges.set(name, [...(edges.get(name) ?? []), `    ${file} → ${to}`]);
    }
  }
  const wanted = [...edges].filter(([name]) => new RegExp(pattern ?? "").test(name)).sort();
  print(wanted.flatMap(([name, list]) => [`${name}  ${list.length}`, ...(pattern ? list : [])]));
}

function printSummary() {
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const inLib = files.filter((file) => file.startsWith("lib/"));
  const declared =
    /^(?:export )?(?:default )?(?:async )?function\b|^(?:export )?const \w+(?:: [^=]+)? = (?:async )?(?:<[^>]*>)?(?:\(|\w+ =>)/gm;
  const functions = sum(inLib.map((file) => sources.get(file).match(declared)?.length ?? 0));
  const libLines = sum(inLib.map((file) => lines.get(file)));
  const all = sum([...lines.values()]);
  const ofImports = sum(
    files.flatMap((file) =>
      [...sources.get(file).matchAll(/(?:^|\n)import[^;]*;/g)].map(([text]) => text.trim().split("\n").length),
    ),
  );
  const folders = (tree) =>
    new Set(
      files
        .filter((file) => file.startsWith(`${tree}/`) && file.split("/").length > 2)
        .map((file) => file.split("/")[1]),
    ).size;
  const median = [...lines.values()].sort((a, b) => a - b)[lines.size >> 1];
  print([
    `files ${files.length}, code lines ${all}, median of a file ${median}`,
    `functions at the top level of lib per 1,000 lines ${((functions / libLines) * 1000).toFixed(1)}`,
    `lines of imports ${((ofImports / all) * 100).toFixed(1)} %`,
    `folders of the first rank: lib ${folders("lib")}, components ${folders("components")}`,
    `files below 30 lines that one file imports ${crumbs.length}`,
    `lines that spread a literal ${literals.length}`,
  ]);
}

function print(texts) {
  process.stdout.write(texts.map((text) => `${text}\n`).join(""));
}
