import "server-only";
import { db } from "@/lib/db";
import { AppError } from "@/lib/errors";
import type { Member } from "@/lib/principals/member";

/** The limits of a business's keys together; a key's own limits are not above these. */
export type KeyBounds = { requestsPerMinute: number; concurrentCalls: number };

export function getBounds({ businessId }: Member): Promise<KeyBounds> {
  const select = { requestsPerMinute: true, concurrentCalls: true } as const;
  return db.business.findUniqueOrThrow({ where: { id: businessId }, select });
}

type Wanted = { requestsPerMinute: number | null; concurrentCalls: number | null };

/** Throws INVALID_REQUEST for a limit that could never be reached because the business's applies first. */
export async function checkBounds(member: Member, wanted: Wanted): Promise<void> {
  const bounds = await getBounds(member);
  for (const param of ["requestsPerMinute", "concurrentCalls"] as const) checkBound(bounds, param)(wanted[param]);
}

/** The same for one of them. */
export const checkBound = (bounds: KeyBounds, param: keyof KeyBounds) => (wanted: number | null) => {
  if ((wanted ?? 0) <= bounds[param]) return;
  throw new AppError("INVALID_REQUEST", { param, message: "keys.countAboveBusiness", values: { max: bounds[param] } });
};
