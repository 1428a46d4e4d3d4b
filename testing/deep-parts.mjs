import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeep, listTestFiles } from "./test-files.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const reportFile = fileURLToPath(new URL("deep-runs.tsv", import.meta.url));
const reportHeader = "part\tcommit\ttime\tminutes\tpassed\tfailed";

/**
 * The parts of `npm run test:deep`, each meant to take at most 40 minutes on two quiet cores. A part has the deep test
 * files whose path begins with one of its prefixes, or is a stage of `scripts/test.mjs`. A file belongs to the first part
 * that has a prefix of it.
 * @type {{ name: string, prefixes?: string[], stage?: "dates" | "remote" | "e2e", times?: string[] }[]}
 */
export const parts = [
  { name: "clones", prefixes: ["scripts/fresh-clone.deep", "scripts/deployment.deep"] },
  { name: "releases", prefixes: ["scripts/rollback.deep", "scripts/restore.deep", "scripts/own-postgresql.deep"] },
  { name: "cluster", prefixes: ["scripts/cluster.deep"] },
  { name: "alerts", prefixes: ["lib/platform/telemetry/alerts.deep"] },
  { name: "machines", prefixes: ["lib/server/"] },
  { name: "webhooks", prefixes: ["lib/webhooks/"] },
  { name: "bank", prefixes: ["lib/money/bank/"] },
  { name: "money", prefixes: ["lib/money/"] },
  { name: "speech", prefixes: ["lib/engines/", "lib/speech/", "components/speech/", "packages/"] },
  { name: "api", prefixes: ["lib/api/"] },
  { name: "people", prefixes: ["lib/access/", "lib/people/"] },
  { name: "rest", prefixes: ["components/", "lib/", "prisma/", "scripts/", "testing/"] },
  { name: "remote", stage: "remote" },
  { name: "soon", stage: "dates", times: ["in 60 days"] },
  { name: "later", stage: "dates", times: ["in 400 days"] },
  { name: "december", stage: "dates", times: ["December 31, 23:30 in Vietnam", "December 31, 23:30 in UTC"] },
  { name: "february", stage: "dates", times: ["February 29, 23:30 in Vietnam", "February 29, 23:30 in UTC"] },
  { name: "browser", stage: "e2e" },
];

/** The deep test files of a part; none for a part that is a stage. @param {string} name */
export function filesOfPart(name) {
  const partOf = (/** @type {string} */ file) =>
    parts.find(({ prefixes = [] }) => prefixes.some((prefix) => file.startsWith(prefix)))?.name;
  return listTestFiles().filter((file) => isDeep(file) && partOf(file) === name);
}

/** @param {...string} args */
const git = (...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" });

/** @returns {{ part: string, commit: string, time: string, minutes: number, passed: number, failed: number }[]} */
function lastRuns() {
  const [, ...lines] = readFileSync(reportFile, "utf8").trim().split("\n");
  return lines.map((line) => {
    const [part = "", commit = "", time = "", minutes, passed, failed] = line.split("\t");
    return { part, commit, time, minutes: Number(minutes), passed: Number(passed), failed: Number(failed) };
  });
}

/** The parts whose last run failed, or that have not run since the code changed: texts do not count. */
export function partsLeft() {
  const runs = lastRuns();
  const isSame = (/** @type {string} */ commit) =>
    git("diff", "--quiet", commit, "--", ".", ":!*.md", ":!docs", ":!testing/deep-runs.tsv").status === 0;
  return parts
    .map(({ name }) => name)
    .filter((name) => {
      const run = runs.find(({ part }) => part === name);
      return !run || run.failed > 0 || !isSame(run.commit);
    });
}

/**
 * Replaces the part's line in `testing/deep-runs.tsv`. A commit with `+` had changes that were not committed.
 * @param {string} part @param {{ seconds: number, passed: number, failed: number }} result
 */
export function recordRun(part, { seconds, passed, failed }) {
  const head = git("rev-parse", "--short=10", "HEAD").stdout.trim();
  const isChanged = git("status", "--porcelain", "--", ".", ":!testing/deep-runs.tsv").stdout !== "";
  const time = new Date().toISOString().slice(0, 16);
  const line = [part, isChanged ? `${head}+` : head, `${time}Z`, Math.ceil(seconds / 60), passed, failed].join("\t");
  const others = new Map(
    readFileSync(reportFile, "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((one) => [one.split("\t")[0], one]),
  );
  others.set(part, line);
  const lines = parts.flatMap(({ name }) => others.get(name) ?? []);
  writeFileSync(reportFile, `${[reportHeader, ...lines].join("\n")}\n`);
}

/** For each part when, on which commit and with what result it last ran. */
export function deepReport() {
  const runs = lastRuns();
  const left = partsLeft();
  return parts.map(({ name }) => {
    const run = runs.find(({ part }) => part === name);
    const state = left.includes(name) ? "left" : "done";
    if (!run) return `${name.padEnd(10)} ${state}  never run`;
    const { commit, time, minutes, passed, failed } = run;
    return `${name.padEnd(10)} ${state}  ${time} on ${commit}: ${passed} passed, ${failed} failed, ${minutes} min`;
  });
}
