import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fail } from "./fail.mjs";
import { lock } from "./lock.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Installs the locked dependencies when they are missing or not the locked ones. Needs only Node and npm. Several
 * processes may ask at once.
 */
export async function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(
      `Vang needs Node 20.19 or newer and this is ${process.versions.node}. Install a newer Node, then run the command again.`,
    );
  }
  if (isCurrent()) return;
  const unlock = await lockCheckout();
  if (!isCurrent()) install();
  unlock();
}

/** Waits while another process installs or builds in this checkout, and keeps others from it until called back. */
export function lockCheckout() {
  mkdirSync(`${root}.build`, { recursive: true });
  return lock(`${root}.build/lock`, () => process.stdout.write("Waiting for another start in this directory…\n"));
}

function install() {
  process.stdout.write("Installing the locked dependencies…\n");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const run = spawnSync(npm, ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: root, stdio: "inherit" });
  if (run.status !== 0)
    fail(
      "The dependencies could not be installed. npm's own words above say why; run the command again once that is mended.",
    );
}

// npm keeps a record of what it installed; every locked package must be in it, but for other platforms' binaries.
function isCurrent() {
  const record = `${root}node_modules/.package-lock.json`;
  if (!existsSync(record)) return false;
  const [locked, installed] = [`${root}package-lock.json`, record].map(
    (file) => JSON.parse(readFileSync(file, "utf8")).packages,
  );
  return Object.entries(locked).every(([path, { version, optional, devOptional, peer }]) => {
    if (path === "") return true;
    return installed[path] ? installed[path].version === version : Boolean(optional || devOptional || peer);
  });
}
