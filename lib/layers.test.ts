import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

/**
 * The first row that matches a source file applies: the file may import what `may` matches, and none of our other
 * files.
 */
const rows: { files: RegExp; may: RegExp; why: string }[] = [
  {
    files:
      /\.test\.tsx?$|^(e2e|testing|bench|scripts)\/|^prisma\/((speech-|webhook-|staff-)?factories|seed|prisma\.config)/,
    may: /./,
    why: "tests, benches, scripts and factories may import anything",
  },
  {
    files: /^(server|instrumentation(-client)?|proxy)\.ts$|^lib\/operator\/(cli|areas\/[\w-]+)\.ts$|\/cli\.ts$/,
    may: /^(?!testing\/|bench\/)/,
    why: "a program composes everything but what tests it",
  },
  {
    files: /^packages\/vietnamese-text\//,
    may: /^packages\/vietnamese-text\//,
    why: "a package could be published alone",
  },
  {
    files: /^components\/ui\//,
    may: /^components\/ui\/|^lib\/(form|clock|i18n\/)|^messages\//,
    why: "the kit could ship in another product: it knows no feature",
  },
  {
    files: /^components\//,
    may: /^components\/|^lib\/(form|clock|text|latency|mail\/support)$|^lib\/(i18n|code)\/|^lib\/api-client\/(speech|transcription|own-run)$|^lib\/([\w-]+\/)+(schema|choices|actions|queries|roles|scopes|quote|amounts|length|text)$/,
    why: "the browser may import schemas and actions, never the server",
  },
  {
    files: /^app\//,
    may: /^(app|components|lib)\/|^messages\//,
    why: "a page composes components and features, never Prisma",
  },
  { files: /^lib\/([\w-]+\/)+actions\.ts$/, may: /^lib\//, why: "an action joins sign-in and a feature" },
  {
    files: /^lib\/(auth|api|server)\//,
    may: /^lib\/|^scripts\/|^package\.json$/,
    why: "sign-in, API and server may import every feature, and the version",
  },
  { files: /^lib\/db\.ts$/, may: /^lib\/((net|env)\/)?[\w-]+$|^prisma\/generated\//, why: "one file knows Prisma" },
  { files: /^lib\/((net|env)\/)?[\w-]+\.ts$/, may: /^lib\/((net|env)\/)?[\w-]+$/, why: "a tool imports no feature" },
  { files: /^lib\/i18n\//, may: /^lib\/i18n\/|^lib\/[\w-]+$|^messages\//, why: "messages know no feature" },
  {
    files: /^lib\/operator\/backup\//,
    may: /^lib\/|^scripts\/(database|postgres-binaries|restoring)$/,
    why: "a backup starts and stops the embedded database",
  },
  {
    files: /^lib\//,
    may: /^lib\/(?!(auth|api|server)\/)|^prisma\/generated\/|^scripts\/lock$/,
    why: "a feature never imports sign-in, API or server",
  },
];

const listFiles = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes("generated") && !file.endsWith(".d.ts"));

const files = [
  ...["app", "components", "lib", "packages", "prisma", "e2e", "testing", "bench", "scripts"].flatMap(listFiles),
  "server.ts",
  "proxy.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
];

const atRunTime = /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^"';]*?from\s+)?"([^"]+)"|import\("([^"]+)"\)/g;
const ofTypesToo = /(?:^|\n)\s*(?:import|export)\s+(?:[^"';]*?from\s+)?"([^"]+)"|import\("([^"]+)"\)/g;

/** The project's own modules that a file imports, from the root and without extension. */
function listImports(file: string, which = atRunTime): string[] {
  const found = readFileSync(file, "utf8").matchAll(which);
  return [...found]
    .map(([, statement, call]) => statement ?? call ?? "")
    .filter((path) => path.startsWith("@/") || path.startsWith("."))
    .map((path) =>
      (path.startsWith("@/") ? path.slice(2) : normalize(join(dirname(file), path))).replace(/\.(tsx?|mjs)$/, ""),
    );
}

test("every import goes down the layers", () => {
  const broken = files.flatMap((file) => {
    const row = rows.find(({ files: pattern }) => pattern.test(file));
    if (!row) return [`${file} is in no room of the layout`];
    return listImports(file)
      .filter((path) => !row.may.test(path))
      .map((path) => `${file} imports ${path}: ${row.why}`);
  });
  expect(broken).toEqual([]);
});

/** `lib/speech/history/list` and `lib/speech/history/content/read` belong to the feature `history`. */
const featureOf = (path: string) => /^lib\/([\w-]+)\//.exec(path)?.[1];

test.each([
  { what: "at run time", which: atRunTime },
  { what: "by their types", which: ofTypesToo },
])("no two features import each other in a circle, $what", ({ which }) => {
  const edges = new Map<string, Set<string>>();
  // Actions and programs stand above the features: an action imports sign-in, a program composes everything.
  for (const file of files.filter((path) => !/\.test\.ts$|\/(actions|cli)\.ts$|^lib\/operator\/areas/.test(path))) {
    const from = featureOf(file);
    if (!from) continue;
    const targets = listImports(file, which).map(featureOf);
    const others = targets.filter((to): to is string => to !== undefined && to !== from);
    edges.set(from, new Set([...(edges.get(from) ?? []), ...others]));
  }
  const walk = (path: string[]): string[] =>
    [...(edges.get(path.at(-1) ?? "") ?? [])].flatMap((next) => {
      if (next === path[0]) return [[...path, next].join(" → ")];
      return path.includes(next) || path.length > 6 ? [] : walk([...path, next]);
    });
  expect(edges.size).toBeGreaterThan(30);
  expect([...edges.keys()].flatMap((start) => walk([start]))).toEqual([]);
});

test("the table of folders names every folder of lib", () => {
  const table = readFileSync("docs/architecture.md", "utf8");
  const folders = readdirSync("lib", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.length).toBeGreaterThan(40);
  expect(folders.map(({ name }) => name).filter((name) => !new RegExp(`[\x60/]${name}/`).test(table))).toEqual([]);
});

// On one connection PostgreSQL knows one statement by each name.
test("no two files give a prepared statement the same name", () => {
  const uses = new Map<string, Set<string>>();
  for (const file of files.filter((path) => /^lib\/(?!.*\.test\.ts$)/.test(path))) {
    const calls = readFileSync(file, "utf8").matchAll(/(?<![.\w])(?:sql|on|run)(?:<[^>]*>)?\(\s*"([a-z][\w-]*)",/g);
    for (const [, name = ""] of calls) uses.set(name, (uses.get(name) ?? new Set()).add(file));
  }
  expect(uses.size).toBeGreaterThan(100);
  expect([...uses].filter(([, named]) => named.size > 1)).toEqual([]);
});
