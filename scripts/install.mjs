import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fail } from "./fail.mjs";
import { lock } from "./lock.mjs";
import { trimPackages } from "./trim-packages.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Marks an installation of production dependencies only. */
const trimmed = `${root}node_modules/.trimmed`;

/**
 * Installs the locked dependencies when they are missing or outdated: those for production, and with `dev` also those
 * for tests, benches and development. Needs only Node and npm. Safe to call from several processes at once.
 */
export async function ensureInstalled({ dev = false } = {}) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(
      `Vang needs Node 20.19 or newer and this is ${process.versions.node}. Install a newer Node, then run the command again.`,
    );
  }
  if (isCurrent(dev)) return;
  const unlock = await lockCheckout();
  // A checkout that was used for tests keeps the development dependencies.
  if (!isCurrent(dev)) install(dev || (existsSync(record) && !existsSync(trimmed)));
  unlock();
}

/**
 * Waits while another process installs or builds in this checkout, and blocks others until the returned function is
 * called.
 */
export function lockCheckout() {
  mkdirSync(`${root}.build`, { recursive: true });
  return lock(`${root}.build/lock`, () => process.stdout.write("Waiting for another start in this directory…\n"));
}

function install(dev) {
  process.stdout.write("Installing the locked dependencies…\n");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const options = [dev ? "--include=dev" : "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const run = spawnSync(npm, ["ci", ...options], { cwd: root, stdio: "inherit" });
  if (run.status !== 0)
    fail(
      "The dependencies could not be installed. npm's own words above say why; run the command again once that is mended.",
    );
  if (dev) return;
  trimPackages(root);
  writeFileSync(trimmed, "");
}

/** npm's own record of what is installed. */
const record = `${root}node_modules/.package-lock.json`;

// Every locked package must be in npm's record, except binaries of other platforms and those for tests.
function isCurrent(dev) {
  if (!existsSync(record) || (dev && existsSync(trimmed))) return false;
  const [locked, installed] = [`${root}package-lock.json`, record].map(
    (file) => JSON.parse(readFileSync(file, "utf8")).packages,
  );
  return Object.entries(locked).every(([path, { version, optional, devOptional, peer, dev: forDev }]) => {
    if (path === "") return true;
    if (installed[path]) return installed[path].version === version;
    return Boolean(optional || devOptional || peer || (forDev && !dev));
  });
}
