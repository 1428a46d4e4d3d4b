import { env } from "./env";

/** Where tests make the process exit, in the order a request passes them; the last three are for one that fails. */
export const failpoints = [
  "held",
  "raised",
  "spoken",
  "put",
  "stored",
  "published",
  "kept",
  "failed",
  "released",
  "noted",
] as const;

/** The same for a bank notification: stored, recorded but not committed, and committed. */
export const bankFailpoints = ["journaled", "reported", "settled"] as const;

/** The same for the close of a month: written but not committed, and committed. */
export const monthFailpoints = ["month-closed", "month-committed"] as const;

/** The same for a worker on a long job, in the order it passes them. */
export const longJobFailpoints = ["chunk-cut", "chunk-held", "chunk-stored", "chunk-charged", "job-recorded"] as const;

export type Failpoint =
  | (typeof failpoints)[number]
  | (typeof bankFailpoints)[number]
  | (typeof monthFailpoints)[number]
  | (typeof longJobFailpoints)[number];

/** Ends the process at once, like a power cut, when a test named this point in `VANG_FAIL`. */
export function failpoint(name: Failpoint): void {
  if (env.VANG_FAIL === name) process.kill(process.pid, "SIGKILL");
}
