import { spawnSync } from "node:child_process";
import { generateSync } from "otplib";
import { expect } from "./fixtures";

/** Waits until the current code stays valid for at least six seconds. */
export const calmMoment = () => expect.poll(() => Date.now() % 30_000, { timeout: 15_000 }).toBeLessThan(24_000);

/**
 * The code that a phone shows for this secret, or showed so many steps ago: by `oathtool`, which shares no code with
 * ours, or where it is not installed by otplib.
 */
export function codeOf(secret: string, stepsAgo = 0): string {
  const at = Math.floor(Date.now() / 1000) - stepsAgo * 30;
  const { status, stdout } = spawnSync("oathtool", ["--totp", "--base32", `--now=@${at}`, secret], {
    encoding: "utf8",
  });
  return status === 0 ? stdout.trim() : generateSync({ secret, epoch: at });
}
