import "server-only";
import { setPriority } from "node:os";
import { env } from "./env";

/**
 * The priority of what no client waits for, in the system's steps of 0 to 19: on a busy processor it gets a third of what
 * others do. With much less, the time for a part of a job would run out.
 */
export const lowPriority = 5;

/** Whether the engines of this process work for long jobs alone. Only Linux has a priority for each thread. */
export const isBackground = (): boolean => env.VANG_ROLE === "worker" && process.platform === "linux";

/** Has a process give way to those that a client waits for. */
export function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, lowPriority);
  } catch {
    // It has ended, or the system does not allow it.
  }
}
