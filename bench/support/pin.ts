import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

/**
 * Puts this process on the machine's last core and all others of ours, database and engine included, on the rest: a
 * client that takes the processor from what it measures measures itself. False where that cannot be done.
 */
export function pinApart(): boolean {
  const last = availableParallelism() - 1;
  const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: "utf8" });
  const others = run("pgrep", "-f", "postgres|scripts/start.mjs|bench/upstream").stdout?.match(/\d+/g) ?? [];
  if (last < 1 || others.length === 0) return false;
  for (const pid of others) run("taskset", "-acp", `0-${last - 1}`, pid);
  return run("taskset", "-acp", String(last), String(process.pid)).status === 0;
}
