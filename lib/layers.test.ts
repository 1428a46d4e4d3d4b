import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

/** Each source file obeys the first row it matches: it may import what `may` matches, and nothing else of ours. */
const rows: { files: RegExp; may: RegExp; why: string }[] = [
  {
    files: /\.(test|bench)\.tsx?$|^e2e\/|^lib\/(testing|bench)\/|^prisma\/((speech-)?factories|seed|prisma\.config)/,
    may: /./,
    why: "tests, benches and factories may use anything",
  },
  {
    files: /^(server|instrumentation(-client)?|proxy)\.ts$|^lib\/start\//,
    may: /./,
    why: "the start-up composes everything",
  },
  {
    files: /^components\/ui\//,
    may: /^components\/ui\/|^lib\/(form|clock|i18n\/)|^messages\//,
    why: "the kit could ship in another product: it knows no feature",
  },
  {
    files: /^components\//,
    may: /^components\/|^lib\/(form|clock)$|^lib\/i18n\/|^lib\/[\w-]+\/(schema|actions|queries|roles|scopes|prices|amounts|text)$/,
    why: "the browser may know words, never the server",
  },
  {
    files: /^app\//,
    may: /^(app|components|lib)\/|^messages\//,
    why: "a page composes components, doors and features, never Prisma",
  },
  { files: /^lib\/[\w-]+\/actions\.ts$/, may: /^lib\//, why: "an action is where a door meets its feature" },
  { files: /^lib\/(auth|api)\//, may: /^lib\//, why: "a door may open on every feature" },
  { files: /^lib\/db\.ts$/, may: /^lib\/[\w-]+$|^prisma\/generated\//, why: "one file knows Prisma" },
  { files: /^lib\/[\w-]+\.ts$/, may: /^lib\/[\w-]+$/, why: "a tool knows no feature" },
  { files: /^lib\/i18n\//, may: /^lib\/i18n\/|^lib\/[\w-]+$|^messages\//, why: "words know no feature" },
  {
    files: /^lib\//,
    may: /^lib\/(?!(auth|api)\/)|^prisma\/generated\//,
    why: "a feature is behind the doors and never opens one",
  },
];

const listFiles = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes("generated") && !file.endsWith(".d.ts"));

const files = [
  ...["app", "components", "lib", "prisma", "e2e"].flatMap(listFiles),
  "server.ts",
  "proxy.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
];

const atRunTime = /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^"';]*?from\s+)?"([^"]+)"|import\("([^"]+)"\)/g;
const ofTypesToo = /(?:^|\n)\s*(?:import|export)\s+(?:[^"';]*?from\s+)?"([^"]+)"|import\("([^"]+)"\)/g;

/** The project's own modules a file imports, from the root and without ending. */
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

/** Speech gives samples and finished calls their form: what encodes and what remembers them must name it. */
const named = new Set(["audio → speech", "idempotency → speech"]);

test.each([
  { what: "at run time", which: atRunTime, leave: new Set() },
  { what: "by their types", which: ofTypesToo, leave: named },
])("no two features import each other in a circle, $what", ({ which, leave }) => {
  const feature = (path: string) => /^lib\/([\w-]+)\//.exec(path)?.[1];
  const edges = new Map<string, Set<string>>();
  for (const file of files.filter((path) => !/\.(test|bench)\.ts$/.test(path) && !/\/actions\.ts$/.test(path))) {
    const from = feature(file);
    if (!from || ["start", "testing", "bench"].includes(from)) continue;
    const targets = listImports(file, which)
      .map(feature)
      .filter((to) => to && to !== from && !leave.has(`${from} → ${to}`)) as string[];
    edges.set(from, new Set([...(edges.get(from) ?? []), ...targets]));
  }
  const walk = (path: string[]): string[] => {
    const last = path.at(-1) ?? "";
    return [...(edges.get(last) ?? [])].flatMap((next) => {
      if (next === path[0]) return [[...path, next].join(" → ")];
      return path.includes(next) ? [] : walk([...path, next]);
    });
  };
  expect([...edges.keys()].flatMap((start) => walk([start]))).toEqual([]);
});
