import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments } from "./arguments.mjs";
import { fail } from "./fail.mjs";
import { ensureInstalled, lockCheckout, root } from "./install.mjs";

const sources = ["app", "components", "lib", "messages", "packages", "prisma", "public", "scripts"];
const rootFiles = /\.(ts|mjs)$|^(package|package-lock|tsconfig)\.json$/;
/** Files that a build makes, and those that take no part in it. */
const ignored = new Set(["generated", "next-env.d.ts", "test.mjs", "cluster.mjs"]);

/**
 * Builds what is missing or older than its sources: database client, server, pages (not with `dev`, where Next builds
 * them). Safe to call from several processes at once.
 */
export async function ensureBuilt({ dev = false } = {}) {
  const stamp = join(root, ".build", dev ? "stamp-dev" : "stamp");
  const current = fingerprintSources();
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, "utf8") === current;
  if (isBuilt()) return;
  const unlock = await lockCheckout();
  if (!isBuilt()) {
    await build({ dev });
    writeFileSync(stamp, current);
  }
  unlock();
}

async function build({ dev }) {
  process.stdout.write("Building…\n");
  run("prisma/build/index.js", ["generate", "--config", "prisma/prisma.config.ts"]);
  const { buildServer, buildWorker } = await import("./bundle.mjs");
  const { buildSdks } = await import("./sdks.mjs");
  await Promise.all([buildServer(), buildWorker(), buildSdks()]);
  if (!dev) run("next/dist/bin/next", ["build"]);
}

/** Runs a package's command, printing its output only when it fails. */
export function run(program, args, options = {}) {
  const env = {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: "1",
    CHECKPOINT_DISABLE: "1",
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
  };
  const child = spawnSync(process.execPath, [join(root, "node_modules", program), ...args], {
    cwd: root,
    encoding: "utf8",
    env,
    ...options,
  });
  if (child.status !== 0) {
    process.stderr.write(`${child.stdout ?? ""}${child.stderr ?? ""}`);
    fail(`"${program.split("/")[0]} ${args[0]}" failed; its output is above.`);
  }
}

function fingerprintSources() {
  const hash = createHash("sha256");
  const add = (path) => {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  };
  const walk = (directory) => {
    for (const entry of readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (ignored.has(entry.name)) continue;
      const path = join(directory, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (!/\.test\.tsx?$/.test(entry.name)) add(path);
    }
  };
  for (const name of sources) if (existsSync(join(root, name))) walk(join(root, name));
  for (const name of readdirSync(root)) if (rootFiles.test(name) && !ignored.has(name)) add(join(root, name));
  return hash.digest("hex");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  readArguments("npm run build");
  await ensureInstalled();
  await ensureBuilt();
  // Afterwards a start needs to write nothing here. Where npm has no PostgreSQL, a start says so.
  await (await import("./postgres-binaries.mjs")).findBinaries().catch(() => undefined);
}
