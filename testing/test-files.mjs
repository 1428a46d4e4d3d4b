import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Modules that connect to the database, or start a server that does. */
const databaseModules = ["lib/platform/db.ts", "scripts/database.mjs", "testing/harness/as-owner.ts"];
const consoleModule = "testing/harness/shared-console.ts";
/** Modules that read the built pages or run them. */
const pageModules = ["console-walk", "own-server", "clone"].map((name) => `testing/harness/${name}.ts`);
/** What `own-database.ts` cannot undo after a file: ids made at a later date stay the newest of their process. */
const changesForGood = /\bvi\.(mock|doMock)\((?!"next)|process\.(chdir|umask|on\()|toFake: \[[^\]]*"Date"/;
const changesProcess =
  /\bvi\.(mock|doMock|stub|spyOn|useFakeTimers|setSystemTime|resetModules)|process\.(env\b|chdir|umask|on\()|globalThis\b|\bclock\.(advance|set)/;

/** Begin first, since they take longest: otherwise the run ends with one worker waiting for another. */
export const slowFiles = [
  "lib/access/auth/action-authorization.test.ts",
  "lib/access/auth/page-authorization.test.ts",
  "lib/access/auth/foreign-origin.test.ts",
  "lib/server/supervised.test.ts",
  "lib/server/behind-proxy.test.ts",
  "lib/server/rolling.test.ts",
  "lib/access/auth/security-headers.test.ts",
  "lib/speech/killed.test.ts",
  "lib/server/crash.test.ts",
  "lib/server/regions.test.ts",
  "lib/server/worker/crash.test.ts",
];

/** @returns {string[]} every test file, deep ones too */
export const listTestFiles = () =>
  ["lib", "components", "app", "packages", "prisma", "scripts", "testing"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
    )
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.test\.tsx?$/.test(path));

/** @type {Map<string, string[]>} */
const imports = new Map();
/** @type {Map<string, Set<string>>} */
const reached = new Map();

/** @param {string} from @param {string} name */
function resolveImport(from, name) {
  if (!/^(@\/|\.)/.test(name)) return undefined;
  const path = name.startsWith("@/") ? join(root, name.slice(2)) : join(dirname(from), name);
  return ["", ".ts", ".tsx", "/index.ts"]
    .map((end) => path + end)
    .find((file) => existsSync(file) && statSync(file).isFile());
}

/** The files that a file imports when it runs. @param {string} file */
export function importsOf(file) {
  const known = imports.get(file);
  if (known) return known;
  const statement =
    /^(?:import|export)\s+(?!type\b)([^;"]*?)\s*from\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm;
  const found = [...readFileSync(file, "utf8").matchAll(statement)]
    .filter(([, clause = ""]) => !/^\{(\s*type [^,}]+,?)+\s*\}$/.test(clause))
    .flatMap(([, , from, bare, dynamic]) => resolveImport(file, from ?? bare ?? dynamic ?? "") ?? [])
    .filter((path) => /\.(tsx?|mjs)$/.test(path));
  imports.set(file, found);
  return found;
}

/** Everything that a file imports, directly or not. @param {string} file */
function reachedFrom(file) {
  const known = reached.get(file);
  if (known) return known;
  const seen = new Set([join(root, file)]);
  for (const one of seen) for (const imported of importsOf(one)) seen.add(imported);
  const found = new Set([...seen].map((path) => relative(root, path).replaceAll("\\", "/")));
  reached.set(file, found);
  return found;
}

/**
 * What a test file needs, found from what it imports, so that no list can become outdated:
 * - `console`: the whole server with its pages, started once for all of these files;
 * - `database`: a database of its own, in a process shared with other such files;
 * - `servers`: the same, and it starts whole servers or takes long;
 * - `own-process`: a database and a process of its own, because it changes the process;
 * - `process`: a process of its own, for the same reason;
 * - `plain`: nothing.
 * @param {string} file
 * @returns {"console" | "own-process" | "servers" | "database" | "process" | "plain"}
 */
export function kindOf(file) {
  const found = reachedFrom(file);
  if (found.has(consoleModule)) return "console";
  const text = readFileSync(join(root, file), "utf8");
  if (databaseModules.some((module) => found.has(module)))
    return changesForGood.test(text)
      ? "own-process"
      : slowFiles.includes(file) || needsPages(file)
        ? "servers"
        : "database";
  return changesProcess.test(text) ? "process" : "plain";
}

/** Whether it needs the built pages. @param {string} file */
export const needsPages = (file) => pageModules.some((module) => reachedFrom(file).has(module));

/** Whether it takes so long that `npm test` runs it only when it is named. @param {string} file */
export const isSlow = (file) => readFileSync(join(root, file), "utf8").includes("// @module-tag slow\n");

/** Whether `npm run test:deep` runs more of it than `npm test`. @param {string} file */
export const isDeep = (file) =>
  /\.deep\.test\.ts$/.test(file) ||
  isSlow(file) ||
  /harness\/deep"|tags: "deep"|\["deep"\]/.test(readFileSync(join(root, file), "utf8"));

const timeWords = /\bDate\b|\bclock\.|vietnam(Time|Da)|\b[mM]onth|\b20\d\d-[01]\d/;
const dayWords = /vietnam(Time|Da)|\b[mM]onth|\b20\d\d-[01]\d|[mM]idnight|\bdays?\b/;

/**
 * The files whose result could depend on the time, or on the day: a month and a day end in the evening. Whole servers run
 * at the first of the other times alone.
 * @param {"all" | "time" | "day"} scope
 */
export function filesAbout(scope) {
  if (scope === "all") return [];
  const words = scope === "time" ? timeWords : dayWords;
  const isChosen = (/** @type {string} */ file) =>
    !file.includes(".deep.") &&
    words.test(readFileSync(join(root, file), "utf8")) &&
    !["console", "servers"].includes(kindOf(file));
  return listTestFiles().filter(isChosen);
}

/** Read the disk, the stream's table, the statements or the limits' rows of the embedded parts themselves. */
export const ofEmbeddedParts = [
  "api/dead-keys",
  "api/disk-full",
  "api/far-database",
  "api/other-disk",
  "api/statements",
  "speech/retention/stubborn-disk",
  "server/worker/stream-kills",
].map((name) => `lib/${name}.test.ts`);

/** The folders of what stores objects, publishes events or counts calls: the API, jobs, money and erasure. */
export const remoteFolders = ["api", "people/data-requests", "speech", "money/wallet", "server/worker"].map(
  (name) => `lib/${name}/`,
);

/** The test files of those folders that run with S3, NATS and Redis as well. */
export const filesOfParts = () =>
  listTestFiles().filter(
    (file) =>
      remoteFolders.some((folder) => file.startsWith(folder)) &&
      !/^lib\/api\/(docs|openapi)\//.test(file) &&
      ["database", "own-process", "servers"].includes(kindOf(file)) &&
      !/\.deep\.test/.test(file) &&
      !ofEmbeddedParts.includes(file),
  );

const daySeconds = 86_400;

/**
 * The next time after now that is this month (1 to 12), day and UTC time.
 * @param {number} now @param {number} month @param {number} day @param {string} time `23:30`
 */
function nextTime(now, month, day, time) {
  for (let year = new Date(now).getUTCFullYear(); ; year++) {
    const date = `${year}-${String(month).padStart(2, "0")}-${day}`;
    const at = Date.parse(`${date}T${time}:00Z`);
    if (at > now && new Date(at).toISOString().startsWith(date)) return at;
  }
}

/**
 * The times at which tests are repeated, in seconds from now, and which tests: soon, later, the last evening of a year
 * and the next leap day, each shortly before midnight in Vietnam and in UTC.
 * @param {number} now milliseconds since 1970
 * @returns {{ name: string, offsetSeconds: number, scope: "all" | "time" | "day" }[]}
 */
export function otherTimes(now) {
  const evening = (/** @type {string} */ name, /** @type {number} */ at) => ({
    name,
    offsetSeconds: Math.round((at - now) / 1000),
    scope: /** @type {const} */ ("day"),
  });
  return [
    { name: "in 60 days", offsetSeconds: 60 * daySeconds, scope: "all" },
    { name: "in 400 days", offsetSeconds: 400 * daySeconds, scope: "time" },
    evening("December 31, 23:30 in Vietnam", nextTime(now, 12, 31, "16:30")),
    evening("December 31, 23:30 in UTC", nextTime(now, 12, 31, "23:30")),
    evening("February 29, 23:30 in Vietnam", nextTime(now, 2, 29, "16:30")),
    evening("February 29, 23:30 in UTC", nextTime(now, 2, 29, "23:30")),
  ];
}
