import "server-only";
import { constants, setPriority } from "node:os";
import { env } from "./env";

/** How much less of a busy processor something gets that no client waits for, in the system's steps of 0 to 19. */
export const lowPriority = constants.priority.PRIORITY_BELOW_NORMAL;

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
