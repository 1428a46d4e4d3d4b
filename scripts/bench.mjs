import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { readArguments, rejectArguments } from "./arguments.mjs";
import { ensureInstalled, root } from "./install.mjs";

process.chdir(root);

// `npm run bench [-- name]`; each bench then runs in a process of its own, started from here again.
const usage = "npm run bench [-- part of a name in bench/]";
const { values, positionals } = readArguments(usage, { options: { one: { type: "string" } }, most: 1 });
if (values.one) await measure(values.one);
else await runAll(positionals[0]);

async function runAll(wanted = "") {
  const all = readdirSync("bench").filter((file) => file.endsWith(".bench.ts"));
  const files = all.filter((name) => name.includes(wanted));
  if (files.length === 0) rejectArguments(usage, `No bench has "${wanted}" in its name.`);
  await ensureInstalled({ dev: true });
  const { buildBenches } = await import("./bundle.mjs");
  // Pages and a database take minutes to prepare; what measures functions alone needs neither.
  const needsProduct = (file) =>
    !/^export const needsProduct = false;$/m.test(readFileSync(join("bench", file), "utf8"));
  if (!files.some(needsProduct)) {
    await buildBenches(files.map((file) => join("bench", file)));
    return runEach(files);
  }
  const { ensureBuilt } = await import("./build.mjs");
  const { prepareEnvironment } = await import("./environment.mjs");
  await ensureBuilt();
  await buildBenches(all.map((file) => join("bench", file)));

  process.env.VANG_DATA = mkdtempSync(join(tmpdir(), "vang-bench-"));
  process.env.LOG_LEVEL = "error";
  const database = await prepareEnvironment();
  const { prepareDatabase } = await import(join(root, ".build/prepare-database.mjs"));
  await prepareDatabase({ url: process.env.DATABASE_URL, ownerUrl: database.ownerUrl });
  try {
    runEach(files);
  } finally {
    await database.release();
    rmSync(process.env.VANG_DATA, { recursive: true, force: true });
  }
}

function runEach(files) {
  for (const file of files) spawnSync(process.execPath, ["scripts/bench.mjs", "--one", file], { stdio: "inherit" });
}

async function measure(file) {
  const { default: bench } = await import(join(root, ".build/bench", `${basename(file, ".ts")}.mjs`));
  process.stdout.write(`\n${file}\n`);
  for (const { what, value, target, met } of await bench()) {
    const verdict = target ? `(${target}: ${met ? "met" : "missed"})` : "";
    process.stdout.write(`  ${what.padEnd(60)} ${value.padStart(10)}  ${verdict}\n`);
  }
  process.exit(0);
}
