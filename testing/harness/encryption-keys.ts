import { randomBytes } from "node:crypto";
import { env } from "@/lib/platform/env";

/** A key in the format of VANG_ENCRYPTION_KEYS. */
export const newKey = () => randomBytes(32);

/** Switches this process to these versions of the encryption key, as after a restart with another setting. */
export function restartWithKeys(keys: Record<number, Buffer>): void {
  const current = env.VANG_ENCRYPTION_KEYS as Map<number, Buffer>;
  current.clear();
  for (const [version, key] of Object.entries(keys)) current.set(Number(version), key);
}
