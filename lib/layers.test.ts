import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

/** The areas from top to bottom: each imports only itself and what is below it, its actions and types included. */
const areas = {
  lib: [
    ...["server", "api", "operator", "people", "businesses", "webhooks"],
    ...["keys", "speech", "engines", "money", "access", "platform"],
  ],
  components: [
    ...["site", "operator", "businesses", "webhooks", "keys", "money"],
    ...["speech", "access", "people", "shell", "api", "ui"],
  ],
};

/**
 * What the areas do not say. The first row that matches a source file applies: the file may import what `may` matches,
 * and none of our other files.
 */
const rows: { files: RegExp; may: RegExp; why: string }[] = [
  {
    files:
      /\.test\.tsx?$|^(e2e|testing|bench|scripts)\/|^prisma\/((speech-|webhook-|staff-)?factories|seed|prisma\.config)/,
    may: /./,
    why: "tests, benches, scripts and factories may import anything",
  },
  {
    files: /^(server|instrumentation(-client)?|proxy)\.ts$/,
    may: /^(?!testing\/|bench\/)/,
    why: "a program composes everything but what tests it",
  },
  ...["demo-recognizer", "sdk-typescript", "vietnamese-text"].map((name) => ({
    files: new RegExp(`^packages/${name}/`),
    may: new RegExp(`^packages/${name}/`),
    why: "a package is published alone",
  })),
  {
    files: /^packages\/cli\//,
    may: /^packages\/cli\/|^messages\/|^lib\/api\/mcp\//,
    why: "the CLI knows the API by its client alone, has its texts beside all others, and shares the tools of assistants",
  },
  {
    files: /^components\/ui\//,
    may: /^components\/ui\/|^lib\/platform\/(form$|clock$|with-query$|images\/schema$|i18n\/)|^messages\//,
    why: "the kit could ship in another product: it knows no feature",
  },
  {
    files: /^components\//,
    may: /^components\/|^lib\/platform\/(form|clock|text|latency|amounts|with-query|vietnam-time|mail\/support)$|^lib\/(platform\/i18n|api\/code|api\/client)\/|^lib\/([\w-]+\/)+(schema|choices|actions|queries|roles|scopes|quote|amounts|length|text|spoken-words|path|retry-schedule)$/,
    why: "the browser may import schemas and actions, never the server",
  },
  {
    files: /^app\//,
    may: /^(app|components|lib)\/|^messages\//,
    why: "a page composes components and features, never Prisma",
  },
  {
    files: /^lib\/server\//,
    may: /^lib\/|^scripts\/|^package\.json$/,
    why: "the server imports every feature, the scripts that start it, and the version",
  },
  {
    files: /^lib\/api\//,
    may: /^lib\/|^package\.json$|^packages\/cli\/src\/commands$/,
    why: "the API imports every feature and the version, and its docs list the commands of the CLI",
  },
  {
    files: /^lib\/access\/auth\/|^lib\/people\/sign-in\/|\/actions\.ts$/,
    may: /^lib\/|^prisma\/generated\//,
    why: "an action joins a session and a feature",
  },
  {
    files: /^lib\/platform\/db\.ts$/,
    may: /^lib\/platform\/((net|env)\/)?[\w-]+$|^prisma\/generated\//,
    why: "one file knows Prisma",
  },
  {
    files: /^lib\/platform\/((net|env)\/)?[\w-]+\.ts$/,
    may: /^lib\/platform\/((net|env)\/)?[\w-]+$/,
    why: "a tool of one file imports only others",
  },
  {
    files: /^lib\/platform\/i18n\//,
    may: /^lib\/platform\/(i18n\/|[\w-]+$)|^messages\//,
    why: "messages know no feature",
  },
  {
    files: /^lib\/operator\/(backup\/|cli\/areas\/backup)/,
    may: /^lib\/|^scripts\/(database|postgres-binaries|restoring)$/,
    why: "a backup starts and stops the embedded database",
  },
  {
    files: /^lib\//,
    may: /^lib\/(?!access\/auth\/)|^prisma\/generated\/|^scripts\/lock$/,
    why: "a feature is given the member or the viewer, and never reads a session",
  },
];

const listFiles = (directory: string, ending = /\.tsx?$/): string[] =>
  readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes("generated") && !file.includes("node_modules") && !file.endsWith(".d.ts"));

const files = [
  ...["app", "components", "lib", "packages", "prisma", "e2e", "testing", "bench", "scripts"].flatMap((tree) =>
    listFiles(tree),
  ),
  "server.ts",
  "proxy.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
];
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

const statements = /(?:^|\n)\s*(?:import|export)\s+(type\b)?(?:[^"';]*?from\s+)?"([^"]+)"|import\("([^"]+)"\)/g;

/** The project's own modules that a file imports, from the root and without extension. */
function listImports(file: string, { types }: { types: boolean }): string[] {
  return [...readFileSync(file, "utf8").matchAll(statements)]
    .filter(([, type]) => types || !type)
    .map(([, , statement, call]) => statement ?? call ?? "")
    .filter((path) => path.startsWith("@/") || path.startsWith("."))
    .map((path) =>
      (path.startsWith("@/") ? path.slice(2) : normalize(join(dirname(file), path))).replace(/\.(tsx?|mjs)$/, ""),
    );
}

test("every import goes down the layers", () => {
  const broken = files.flatMap((file) => {
    const row = rows.find(({ files: pattern }) => pattern.test(file));
    if (!row) return [`${file} is in no room of the layout`];
    return listImports(file, { types: false })
      .filter((path) => !row.may.test(path))
      .map((path) => `${file} imports ${path}: ${row.why}`);
  });
  expect(broken).toEqual([]);
});

test.each(Object.entries(areas))("every import in %s goes to the same area or to one below it", (tree, order) => {
  const areaOf = (path: string) => new RegExp(`^${tree}/([\\w-]+)/`).exec(path)?.[1];
  const own = files.filter((file) => file.startsWith(`${tree}/`) && !isTest(file));
  const upward = own.flatMap((file) => {
    const from = areaOf(file);
    if (!from || !order.includes(from)) return [`${file} is in no area`];
    return listImports(file, { types: true })
      .filter((path) => path.startsWith(`${tree}/`) && order.indexOf(areaOf(path) ?? "") < order.indexOf(from))
      .map((path) => `${file} imports ${path}`);
  });
  expect(own.length).toBeGreaterThan(300);
  expect(upward).toEqual([]);
});

test("no files import each other in a circle when they run", () => {
  const sources = files.filter((file) => /^(app|components|lib)\//.test(file) && !isTest(file));
  const known = new Map(sources.map((file) => [file.replace(/\.tsx?$/, ""), file]));
  const edges = new Map(
    sources.map((file) => [file, listImports(file, { types: false }).flatMap((path) => known.get(path) ?? [])]),
  );
  // A file that imports nothing which could still be in a circle is in none itself.
  let left = new Set(sources);
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    left = new Set([...left].filter((file) => edges.get(file)?.some((to) => left.has(to))));
    left = new Set([...left].filter((file) => [...left].some((from) => edges.get(from)?.includes(file))));
  }
  expect([...left]).toEqual([]);
});

test("docs/architecture.md names every area and every folder of lib", () => {
  const page = readFileSync("docs/architecture.md", "utf8");
  const folders = areas.lib.flatMap((area) => [
    area,
    ...readdirSync(`lib/${area}`, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : [])),
  ]);
  expect(folders.length).toBeGreaterThan(60);
  expect(folders.filter((name) => !new RegExp(`[\x60/]${name}/`).test(page))).toEqual([]);
});

// Tables of access and proofs know an action by its name alone, so that it can move.
test("no two server actions have the same name", () => {
  const names = files
    .filter((file) => file.endsWith("/actions.ts"))
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/export (?:const|async function) (\w+)/g)])
    .map(([, name]) => name);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

/** Paths in strings, comments and documents that name no file on purpose. */
const madeUp = /^prisma\/(i|config|build|generated)\b/;

test("every path of ours that a text names exists, so that a move leaves none behind", () => {
  const texts = [
    ...files,
    ...listFiles("docs", /\.(md|sh|ya?ml)$/),
    ...["scripts", "testing", "packages"].flatMap((tree) => listFiles(tree, /\.mjs$/)),
    ...listFiles("prisma", /\.prisma$/),
    ...["CONTRIBUTING.md", "README.md", "README.vi.md", "SECURITY.md", "biome.json", "next.config.mjs"],
  ];
  const named = /(?<![\w/@.-])(?:\.\/)?((?:lib|components|testing|packages|prisma)\/[\w[\]().-]+(?:\/[\w[\]().-]+)*)/g;
  const missing = texts.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(named)]
      .map(([, path = ""]) => path.replace(/[.):]+$/, ""))
      .filter((path) => !madeUp.test(path) && !path.includes("["))
      .filter((path) => !["", ".ts", ".tsx", ".test.ts"].some((ending) => existsSync(path + ending)))
      .map((path) => `${file} names ${path}`),
  );
  expect([...new Set(missing)]).toEqual([]);
});

// On one connection PostgreSQL knows one statement by each name.
test("no two files give a prepared statement the same name", () => {
  const uses = new Map<string, Set<string>>();
  for (const file of files.filter((path) => path.startsWith("lib/") && !isTest(path))) {
    const calls = readFileSync(file, "utf8").matchAll(/(?<![.\w])(?:sql|on|run)(?:<[^>]*>)?\(\s*"([a-z][\w-]*)",/g);
    for (const [, name = ""] of calls) uses.set(name, (uses.get(name) ?? new Set()).add(file));
  }
  expect(uses.size).toBeGreaterThan(100);
  expect([...uses].filter(([, named]) => named.size > 1)).toEqual([]);
});
