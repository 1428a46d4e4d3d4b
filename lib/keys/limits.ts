import "server-only";
import type { InBusiness } from "@/lib/access/principals/member";
import type { KeyMode } from "@/lib/access/principals/mode";
import { clock, days } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

/** The limits of a business's keys together; a key's own limits are not above these. */
export type KeyBounds = { requestsPerMinute: number; concurrentCalls: number };

/** The same of a business's test keys, which count apart; a business with lower limits of its own keeps those. */
export const testBounds: KeyBounds = { requestsPerMinute: 20, concurrentCalls: 2 };

type Owner = Pick<InBusiness, "businessId">;

export async function getBounds({ businessId }: Owner, mode: KeyMode = "live"): Promise<KeyBounds> {
  const select = { requestsPerMinute: true, concurrentCalls: true } as const;
  const { requestsPerMinute, concurrentCalls } = await db.business.findUniqueOrThrow({
    where: { id: businessId },
    select,
  });
  if (mode === "live") return { requestsPerMinute, concurrentCalls };
  return {
    requestsPerMinute: Math.min(requestsPerMinute, testBounds.requestsPerMinute),
    concurrentCalls: Math.min(concurrentCalls, testBounds.concurrentCalls),
  };
}

type Wanted = { requestsPerMinute: number | null; concurrentCalls: number | null };

/** Throws INVALID_REQUEST for a limit that could never be reached because the business's applies first. */
export async function checkBounds(owner: Owner, wanted: Wanted, mode: KeyMode = "live"): Promise<void> {
  const bounds = await getBounds(owner, mode);
  for (const param of ["requestsPerMinute", "concurrentCalls"] as const) checkBound(bounds, param)(wanted[param]);
}

/** The same for one of them. */
export const checkBound = (bounds: KeyBounds, param: keyof KeyBounds) => (wanted: number | null) => {
  if ((wanted ?? 0) <= bounds[param]) return;
  throw new AppError("INVALID_REQUEST", { param, message: "keys.countAboveBusiness", values: { max: bounds[param] } });
};

/** Keys of a business that work at the same time. */
export const liveKeysPerBusiness = 50;

/** Keys that a business's keys can create in a day: an expired key is no live one, but its row stays. */
export const mostMadeByKeysADay = 500;

/** Throws KEY_LIMIT_REACHED if no further key may work. The caller has locked the business, so this is exact. */
export async function requireRoom(tx: Transaction, businessId: string, isByKey: boolean): Promise<void> {
  const now = clock.now();
  const standard = { businessId, kind: "standard" } as const;
  const live = { ...standard, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  if ((await tx.apiKey.count({ where: live })) >= liveKeysPerBusiness) {
    throw new AppError("KEY_LIMIT_REACHED", { message: "keys.tooMany", values: { max: liveKeysPerBusiness } });
  }
  if (!isByKey) return;
  const today = { createdById: { startsWith: "key_" }, createdAt: { gt: new Date(+now - days(1)) } };
  if ((await tx.apiKey.count({ where: { ...standard, ...today } })) >= mostMadeByKeysADay) {
    throw new AppError("KEY_LIMIT_REACHED", { message: "keys.tooManyToday", values: { max: mostMadeByKeysADay } });
  }
}
