import "server-only";
import type { Member } from "@/lib/access/principals/member";
import type { KeyMode } from "@/lib/access/principals/mode";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

/** The limits of a business's keys together; a key's own limits are not above these. */
export type KeyBounds = { requestsPerMinute: number; concurrentCalls: number };

/** The same of a business's test keys, which count apart; a business with lower limits of its own keeps those. */
export const testBounds: KeyBounds = { requestsPerMinute: 20, concurrentCalls: 2 };

export async function getBounds({ businessId }: Member, mode: KeyMode = "live"): Promise<KeyBounds> {
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
export async function checkBounds(member: Member, wanted: Wanted, mode: KeyMode = "live"): Promise<void> {
  const bounds = await getBounds(member, mode);
  for (const param of ["requestsPerMinute", "concurrentCalls"] as const) checkBound(bounds, param)(wanted[param]);
}

/** The same for one of them. */
export const checkBound = (bounds: KeyBounds, param: keyof KeyBounds) => (wanted: number | null) => {
  if ((wanted ?? 0) <= bounds[param]) return;
  throw new AppError("INVALID_REQUEST", { param, message: "keys.countAboveBusiness", values: { max: bounds[param] } });
};
