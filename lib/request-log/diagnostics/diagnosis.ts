import type { KeyStatus } from "@/lib/keys/status";

export type NamedKey = { id: string; name: string; hint: string; status: KeyStatus };

/** What can be done about a refusal, in one step from where it is told. */
export type Fix = "allow-address" | "edit-key" | "another-key" | "none";

/** A call that a rule refused. */
export type RefusedCall = {
  kind: "refused";
  requestId: string;
  at: Date;
  method: string;
  path: string;
  code: string;
  /** Why a key opens nothing: revoked, expired or archived. */
  reason: string | null;
  /** Since when the rule is as it was then; null where nothing says so. */
  since: Date | null;
  /** What the call was held against: its address, the scope it wanted, the limit. */
  values: Record<string, string | number>;
  key: NamedKey;
  /** Whether the same call would pass this rule now; null where that changes by the minute. */
  isFixed: boolean | null;
  fix: Fix;
};

/** A secret of the business: of a key, or of one that was rotated out. */
export type FoundKey = NamedKey & {
  /** Until when the old secret opens, or opened, its key; null for the present one. */
  oldUntil: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastRefusal: { requestId: string; code: string; createdAt: Date } | null;
};

export type Diagnosis =
  | RefusedCall
  | { kind: "worked" | "failed"; trackingId: string; code: string | null; at: Date; key: NamedKey | null }
  | { kind: "keys"; keys: FoundKey[] }
  | { kind: "mistyped" }
  | { kind: "unknown" };
