import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, root } from "./install.mjs";

const usage = "npm test [-- types | lint | unit | e2e | deep [arguments for its runner]]";

await ensureInstalled({ dev: true });
process.chdir(root);
process.env.NEXT_TELEMETRY_DISABLED = "1";
const { ensureBuilt } = await import("./build.mjs");
const reports = join(root, ".build/reports");
const totals = { passed: 0, failed: 0 };

/** Each stage returns how many checks passed and failed. */
const stages = {
  types: () => check("node_modules/typescript/bin/tsc", ["--noEmit"]),
  lint: () => check("node_modules/@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]),
  unit: (...extra) => vitest("unit", "testing/vitest.config.ts", extra),
  e2e: async (...extra) => {
    const { ensureBrowser } = await import("./browser.mjs");
    await ensureBrowser();
    const report = join(reports, "e2e.json");
    process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
    node("node_modules/@playwright/test/cli.js", [
      "test",
      "--config",
      "e2e/playwright.config.ts",
      "--reporter=list,json",
      ...extra,
    ]);
    return read(report, ({ stats, errors }) => [stats.expected + stats.flaky, stats.unexpected + errors.length]);
  },
  /** Only on request, since it takes minutes. */
  deep: (...extra) => vitest("deep", "testing/deep.vitest.config.ts", extra),
};

async function vitest(name, config, extra) {
  const { ensureProgram } = await import("./program.mjs");
  ensureProgram({ command: "ffmpeg", versionFlag: "-version", name: "FFmpeg", aptPackage: "ffmpeg" });
  ensureProgram({ command: "redis-server", versionFlag: "--version", name: "Redis", aptPackage: "redis-server" });
  const report = join(reports, `${name}.json`);
  node("node_modules/vitest/vitest.mjs", [
    "run",
    "--config",
    config,
    "--reporter=default",
    "--reporter=json",
    `--outputFile=${report}`,
    ...extra,
  ]);
  return read(report, ({ numPassedTests, numFailedTests, success, testResults }) => {
    for (const { fullName, status, failureMessages } of testResults.flatMap((file) => file.assertionResults))
      if (status === "passed" && failureMessages.length > 0)
        process.stdout.write(`passed on a second try: ${fullName}\n${failureMessages[0]}\n`);
    return [numPassedTests, numFailedTests || Number(!success)];
  });
}

function node(program, args) {
  return spawnSync(process.execPath, [program, ...args], { cwd: root, stdio: "inherit" }).status;
}

const check = (program, args) => (node(program, args) === 0 ? [1, 0] : [0, 1]);

// A runner that died before its report counts as one failure.
function read(report, count) {
  try {
    return count(JSON.parse(readFileSync(report, "utf8")));
  } catch {
    return [0, 1];
  }
}

const [only, ...extra] = process.argv.slice(2);
if (only && !stages[only]) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
await ensureBuilt();
for (const [name, stage] of Object.entries(stages)) {
  if (only ? only !== name : name === "deep") continue;
  process.stdout.write(`\n${name}\n`);
  const [passed, failed] = await stage(...extra);
  totals.passed += passed;
  totals.failed += failed;
}
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
