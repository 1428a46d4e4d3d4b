import type { KeyMode } from "@/lib/access/principals/mode";
import type { KeyStatus } from "@/lib/keys/status";

/** `hint`: of a request's key, the last characters of the secret that was sent; null if they are unknown. */
export type NamedKey = { id: string; name: string; mode: KeyMode; hint: string | null; status: KeyStatus };

/** What can be done about an error, in one step from where it is shown. */
export type Fix = "allow-address" | "edit-key" | "another-key" | "none";

export type RejectedCall = {
  kind: "refused";
  requestId: string;
  at: Date;
  method: string;
  path: string;
  code: string;
  /** Why a key does not work: revoked, expired or archived. */
  reason: string | null;
  /** Since when the rule is as it was then; null if unknown. */
  since: Date | null;
  /** What the request was checked against: its address, the scope it needed, the limit. */
  values: Record<string, string | number>;
  key: NamedKey;
  /** Whether the same request would pass this rule now; null where that changes by the minute. */
  isFixed: boolean | null;
  fix: Fix;
};

/** A secret of the business: a key's current one, or a rotated one. */
export type FoundKey = NamedKey & {
  /** Until when the old secret works, or worked; null for the current one. */
  oldUntil: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastRejection: { requestId: string; code: string; createdAt: Date } | null;
};

export type Diagnosis =
  | RejectedCall
  | { kind: "worked" | "failed"; trackingId: string; code: string | null; at: Date; key: NamedKey | null }
  | { kind: "keys"; keys: FoundKey[] }
  | { kind: "mistyped" }
  | { kind: "unknown" };
