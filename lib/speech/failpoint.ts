import { env } from "@/lib/env";

/** Where tests let the process die, in the order a call passes them. */
export const failpoints = ["held", "spoken", "stored", "published", "kept"] as const;

/** Ends the process at once, as a power cut would, when a test named this point in `VANG_FAIL`. */
export function failpoint(name: (typeof failpoints)[number]): void {
  if (env.VANG_FAIL === name) process.kill(process.pid, "SIGKILL");
}
