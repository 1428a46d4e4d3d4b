import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fail } from "./fail.mjs";

const isThere = () => spawnSync("ffmpeg", ["-version"], { stdio: "ignore" }).status === 0;

/** Makes sure the tests have FFmpeg, which makes and decodes their sounds: installed, or said how. */
export function ensureDecoder() {
  if (isThere()) return;
  process.stdout.write("Installing FFmpeg for the tests…\n");
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "ffmpeg"], { stdio: "ignore" });
  }
  if (!isThere()) {
    fail('The tests need FFmpeg, and it could not be installed here. Install it ("apt-get install ffmpeg" on Debian).');
  }
}
