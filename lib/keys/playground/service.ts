import "server-only";
import type { Member } from "@/lib/access/principals/member";
import { createPlaygroundKey } from "@/lib/keys/playground/create";
import { hours } from "@/lib/platform/clock";
import { openAttempts } from "@/lib/platform/rate-limit/attempts";

const made = openAttempts("playground keys", 240, hours(1));

/** On average 240 per person and hour. Throws TOO_MANY_ATTEMPTS, and what `createPlaygroundKey` throws. */
export async function issuePlaygroundKey(member: Member): Promise<{ secret: string; expiresAt: Date }> {
  await made.count(member.userId);
  return createPlaygroundKey(member);
}
