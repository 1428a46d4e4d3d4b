import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fail } from "./fail.mjs";

/** Finds a system program: installs the Debian package (several between spaces), or fails with instructions. */
export function ensureProgram({ command, versionFlag, name, aptPackage }) {
  const isThere = () => spawnSync(command, [versionFlag], { stdio: "ignore" }).status === 0;
  if (isThere()) return;
  process.stdout.write(`Installing ${name}…\n`);
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...aptPackage.split(" ")], {
      stdio: "ignore",
    });
  }
  if (isThere()) return;
  fail(
    `${name} is missing, and it could not be installed here. Install it ("apt-get install ${aptPackage}" on Debian).`,
  );
}
