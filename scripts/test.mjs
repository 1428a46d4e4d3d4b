import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, constants, setPriority } from "node:os";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { readArguments, rejectArguments } from "./arguments.mjs";
import { ensureInstalled, root } from "./install.mjs";

const usage =
  "npm test [-- types | lint | unit | e2e | deep | dates | remote | promises | look | watch [arguments for its runner]]\n" +
  "       npm run test:deep [-- report | a part of that report | paths of tests]";

const [only, ...extra] = process.argv.slice(2);
// Also behind a stage: its runner's own options are in the runner's documentation.
if ([only, ...extra].some((one) => one === "--help" || one === "-h")) readArguments(usage, { args: ["--help"] });

await ensureInstalled({ dev: true });
process.chdir(root);
process.env.NEXT_TELEMETRY_DISABLED = "1";
const { ensureBuilt } = await import("./build.mjs");
const reports = join(root, ".build/reports");

/** The results of all stages: how many passed, and lines about each test that did not simply pass. */
const result = { passed: 0, failed: [], skipped: [], secondTry: [], onlyDeep: 0, slowFiles: 0, times: [] };

const stages = {
  types: async () => {
    // Without a build, the types of the routes may be missing or old.
    if (only) await node("node_modules/next/dist/bin/next", "typegen");
    // Each checker works out again what it shares with the others; with the compiler's own number, four, and its habit
    // of collecting garbage often, two cores need twice the time.
    const checkers = only ? Math.min(4, availableParallelism()) : 1;
    const env = { ...process.env, GOGC: "400" };
    await check("types", ["node_modules/typescript/bin/tsc", "--noEmit", "--checkers", String(checkers)], { env });
  },
  lint: () => check("lint", ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"]),
  unit: async (...extra) => {
    const { isSlow, listTestFiles } = await import("../testing/test-files.mjs");
    if (extra.length > 0) process.env.VANG_SLOW_TESTS = "1";
    else result.slowFiles = listTestFiles().filter(isSlow).length;
    await vitest("unit", "testing/vitest.config.ts", extra);
  },
  e2e: playwright,
  /**
   * Only on request, since it takes hours: the parts that have not passed since the code last changed, or those named;
   * or tests whose path contains one of the arguments.
   */
  deep: async (...extra) => {
    const { deepReport, filesOfPart, parts, partsLeft, recordRun } = await import("../testing/deep-parts.mjs");
    const names = extra.length > 0 ? extra.filter((name) => parts.some((part) => part.name === name)) : partsLeft();
    if (names.length < extra.length) return vitest("deep", "testing/deep.vitest.config.ts", extra);
    for (const { name, stage, times } of parts.filter((part) => names.includes(part.name))) {
      process.stdout.write(`\npart ${name}\n`);
      const start = performance.now();
      const before = { passed: result.passed, failed: result.failed.length };
      if (stage === "dates") await atOtherTimes((time) => times.includes(time));
      else if (stage === "remote") await stages.remote();
      else if (stage === "e2e") {
        process.env.VANG_DEEP = "1";
        await playwright();
        delete process.env.VANG_DEEP;
      } else await vitest(name, "testing/deep.vitest.config.ts", filesOfPart(name));
      const seconds = (performance.now() - start) / 1000;
      recordRun(name, { seconds, passed: result.passed - before.passed, failed: result.failed.length - before.failed });
    }
    printList("parts", deepReport());
  },
  /** Only on request, and in the deep run: the unit tests at other times; all of them, or those that mention time or days. */
  dates: (...extra) => atOtherTimes(() => true, extra),
  /** Only on request, and in the deep run: the API, money and erasure with S3, NATS and Redis instead of the embedded parts. */
  remote: async (...extra) => {
    const { filesOfParts } = await import("../testing/test-files.mjs");
    process.env.VANG_TEST_PARTS = "remote";
    process.env.VANG_SLOW_TESTS = "1";
    await vitest("remote", "testing/vitest.config.ts", extra.length > 0 ? extra : filesOfParts());
    for (const name of ["VANG_TEST_PARTS", "VANG_SLOW_TESTS"]) delete process.env[name];
  },
  /** Only on request: lists the tests of what Vang promises. */
  promises: async () => {
    const named = ["list", "--config", "testing/vitest.config.ts", "--tags-filter=promise", "--static-parse"];
    await node("node_modules/vitest/vitest.mjs", ...named);
    process.exit();
  },
  /** Only on request: takes every page, or those whose path matches `VANG_LOOK`, into contact sheets, `.build/look`. */
  look: (...extra) => {
    process.env.VANG_LOOK ??= "1";
    return playwright("--project=look", ...extra);
  },
  /** Only on request: runs the tests of what has changed since the last commit, or those named, after each change. */
  watch: async (...extra) => {
    const named = extra.length > 0 ? extra : ["--changed"];
    await node("node_modules/vitest/vitest.mjs", "watch", "--config", "testing/vitest.config.ts", ...named);
    process.exit();
  },
};

/** Runs the named files, or those that the date can concern, at each of the other times whose name is chosen. */
async function atOtherTimes(isChosen, named = []) {
  const { filesAbout, otherTimes } = await import("../testing/test-files.mjs");
  process.env.VANG_SLOW_TESTS = "1";
  for (const { name, offsetSeconds, scope } of otherTimes(Date.now()).filter(({ name }) => isChosen(name))) {
    process.stdout.write(`\n${name}\n`);
    await vitest(name, "testing/vitest.config.ts", named.length > 0 ? named : filesAbout(scope), offsetSeconds);
  }
  delete process.env.VANG_SLOW_TESTS;
}

async function vitest(name, config, extra, offsetSeconds = 0) {
  const { ensureProgram } = await import("./program.mjs");
  ensureProgram({ command: "ffmpeg", versionFlag: "-version", name: "FFmpeg", aptPackage: "ffmpeg" });
  ensureProgram({ command: "redis-server", versionFlag: "--version", name: "Redis", aptPackage: "redis-server" });
  const report = join(reports, `${name.replace(/\W+/g, "-")}.json`);
  const reporting = ["--reporter=default", "--reporter=json", `--outputFile=${report}`];
  const args = ["node_modules/vitest/vitest.mjs", "run", "--config", config, ...reporting, ...extra];
  if (offsetSeconds === 0) await node(...args);
  else {
    const version = { command: "faketime", versionFlag: "--version", name: "faketime", aptPackage: "faketime" };
    ensureProgram(version);
    // Durations stay true; only the date and the time of day are others.
    const env = { ...process.env, DONT_FAKE_MONOTONIC: "1" };
    spawnSync("faketime", ["-f", `+${offsetSeconds}s`, process.execPath, ...args], {
      cwd: root,
      stdio: "inherit",
      env,
    });
  }
  read(name, report, ({ success, testResults }) => {
    const failedBefore = result.failed.length;
    for (const file of testResults) {
      const path = relative(root, file.name);
      for (const test of file.assertionResults) addVitest(path, test);
      const isCounted = file.assertionResults.some(({ status }) => status === "failed");
      if (file.status === "failed" && !isCounted) addFailure(path, file.message);
    }
    if (!success && result.failed.length === failedBefore) addFailure(`${name}: an error outside the tests, see above`);
  });
}

function addVitest(path, { ancestorTitles, title, status, failureMessages, tags = [], meta = {} }) {
  const name = [path, ...ancestorTitles, title].join(" > ");
  if (status === "failed") addFailure(name, failureMessages[0]);
  else if (status !== "passed" && tags.includes("deep")) result.onlyDeep += 1;
  else if (status !== "passed") result.skipped.push(meta.needs ? `${name}: needs ${meta.needs}` : name);
  else {
    result.passed += 1;
    if (failureMessages.length > 0) result.secondTry.push(describeTest(name, failureMessages[0]));
  }
}

async function playwright(...extra) {
  const { ensureBrowser } = await import("./browser.mjs");
  await ensureBrowser();
  const report = join(reports, "e2e.json");
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
  const config = ["--config", "e2e/playwright.config.ts", "--reporter=list,json"];
  await node("node_modules/@playwright/test/cli.js", "test", ...config, ...extra);
  read("e2e", report, ({ suites, errors }) => {
    for (const suite of suites) addPlaywright(suite, [`e2e/${suite.file}`]);
    for (const { message } of errors) addFailure("e2e", message);
  });
}

function addPlaywright({ suites = [], specs = [] }, titles) {
  for (const suite of suites) addPlaywright(suite, [...titles, suite.title]);
  for (const { title, tests } of specs) {
    for (const { projectName, status, annotations, results } of tests) {
      const name = [...titles, `${title} (${projectName})`].join(" > ");
      const message = results[0]?.error?.message;
      if (status === "unexpected") addFailure(name, message);
      else if (status === "skipped") {
        const reason = annotations.find(({ description }) => description)?.description;
        result.skipped.push(reason ? `${name}: ${reason}` : name);
      } else {
        result.passed += 1;
        if (status === "flaky") result.secondTry.push(describeTest(name, message));
      }
    }
  }
}

/** A stage that is one check. Beside another stage it gets only the processor time that this one leaves. */
async function check(name, args, { env = process.env } = {}) {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  if (!only) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  process.stdout.write(`\n${name}\n${stdout}${stderr}`);
  if (status === 0) result.passed += 1;
  else addFailure(name, stdout || stderr);
}

async function node(...args) {
  await once(spawn(process.execPath, args, { cwd: root, stdio: "inherit" }), "close");
}

// A runner that died before its report counts as one failure.
function read(name, report, add) {
  let parsed;
  try {
    parsed = JSON.parse(readFileSync(report, "utf8"));
  } catch {
    addFailure(`${name}: its runner ended without a report`);
    return;
  }
  add(parsed);
}

const addFailure = (name, message) => result.failed.push(describeTest(name, message));

/** The name with the first lines of the error. */
function describeTest(name, message = "") {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colors
  const lines = message.replace(/\u001b\[[\d;]*m/g, "").split("\n");
  const first = lines.filter((line) => line.trim() && !line.includes("node_modules")).slice(0, 4);
  return [name, ...first.map((line) => `    ${line.trim().slice(0, 300)}`)].join("\n");
}

async function time(name, work) {
  const start = performance.now();
  const place = result.times.push([name, 0]) - 1;
  await work();
  result.times[place] = [name, (performance.now() - start) / 1000];
}

function printList(title, lines) {
  if (lines.length > 0) process.stdout.write(`\n${title}\n${lines.map((line) => `  ${line}\n`).join("")}`);
}

/** Whether the stages need the built pages: a unit test of a function does not. */
async function needPages() {
  if (only === "types" || only === "lint" || only === "promises") return false;
  const names = extra.filter((argument) => !argument.startsWith("-"));
  if (only !== "watch" && !((only === "unit" || only === "dates" || only === "remote") && names.length > 0))
    return true;
  const { listTestFiles, needsPages } = await import("../testing/test-files.mjs");
  const named = listTestFiles().filter((file) => names.some((name) => file.includes(name)));
  return named.some(needsPages);
}

const onRequest = ["deep", "dates", "remote", "promises", "look", "watch"];
if (only && !stages[only]) rejectArguments(usage, `There is no stage "${only}".`);
if (only === "deep" && extra[0] === "report") {
  const { deepReport } = await import("../testing/deep-parts.mjs");
  process.stdout.write(`${deepReport().join("\n")}\n`);
  process.exit();
}
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const startedAt = performance.now();
await time("build", async () => ensureBuilt({ dev: !(await needPages()) }));
/** Run beside the stages after them, which often wait: for a server, a browser, or the last of their tests. */
const checks = ["types", "lint"];
const running = [];
for (const [name, stage] of Object.entries(stages)) {
  if (only ? only !== name : onRequest.includes(name)) continue;
  if (!checks.includes(name)) process.stdout.write(`\n${name}\n`);
  const run = time(name, () => stage(...extra));
  if (checks.includes(name)) running.push(run);
  else await run;
}
await Promise.all(running);

const inWords = ([name, seconds]) => `${name} ${Math.round(seconds)} s`;
const inAll = ["in all", (performance.now() - startedAt) / 1000];
printList("times", [`${result.times.map(inWords).join(", ")}; ${inWords(inAll)}`]);
const onlyDeep = `${result.onlyDeep} tests, and those of ${result.slowFiles} files`;
printList("only in npm run test:deep", result.onlyDeep > 0 ? [onlyDeep] : []);
printList("skipped", result.skipped);
printList("passed on a second try", result.secondTry);
printList("FAILED", result.failed);
process.stdout.write(`\n${result.passed} passed, ${result.failed.length} failed\n`);
process.exit(result.failed.length === 0 && result.passed > 0 ? 0 : 1);
