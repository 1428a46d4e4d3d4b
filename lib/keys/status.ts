import { days } from "@/lib/platform/clock";
import { notices } from "./expiry";

export const keyStatuses = ["active", "expiring", "rotating", "expired", "revoked", "leaked"] as const;

export type KeyStatus = (typeof keyStatuses)[number];

type Fate = { expiresAt: Date | null; revokedAt: Date | null; leakedAt: Date | null };

/** A key's status now; `isRotating`: its old secret still works too. */
export function statusOf({ expiresAt, revokedAt, leakedAt }: Fate, isRotating: boolean, now: Date): KeyStatus {
  if (leakedAt) return "leaked";
  if (revokedAt) return "revoked";
  if (expiresAt && expiresAt <= now) return "expired";
  if (isRotating) return "rotating";
  return expiresAt && expiresAt.getTime() <= now.getTime() + days(notices[0]) ? "expiring" : "active";
}

/** Whether a key of this status works. */
export const isOpen = (status: KeyStatus): boolean => ["active", "expiring", "rotating"].includes(status);
