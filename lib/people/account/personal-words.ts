import "server-only";
import { db } from "@/lib/platform/db";
import { localPart } from "@/lib/platform/mail/email-schema";

/** What an attacker would guess first for this person: their names, their email, the businesses they work for. */
export async function listPersonalWords(userId: string): Promise<string[]> {
  const { name, email, memberships } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { name: true, email: true, memberships: { select: { business: { select: { name: true } } } } },
  });
  return [name, localPart(email), ...memberships.map(({ business }) => business.name)];
}
