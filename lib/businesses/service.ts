import "server-only";
import type { Role } from "@/lib/access/principals/roles";
import type { Viewer } from "@/lib/access/principals/viewer";
import { clock } from "@/lib/platform/clock";
import { randomText } from "@/lib/platform/crypto";
import { db, type Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { formattings } from "@/lib/speech/transcripts/choices";

/** Creates a business, its owner's membership and its settings for transcripts. It has no wallet yet. */
export async function createBusiness(
  tx: Transaction,
  { ownerId, name }: { ownerId: string; name: string },
): Promise<{ id: string; slug: string }> {
  const id = newId("business");
  const owner = await tx.user.findUniqueOrThrow({ where: { id: ownerId }, select: { mailbox: true } });
  const openedBy = owner.mailbox ?? ownerId;
  const wanted = slugOf(name);
  let slug = wanted;
  // Inserts first and checks afterwards: two at once can want the same slug, and a failed insert ends a transaction.
  for (let isInserted = false; !isInserted; ) {
    const row = { id, slug, name, openedBy, createdAt: clock.now() };
    isInserted = (await tx.business.createMany({ data: [row], skipDuplicates: true })).count === 1;
    if (!isInserted) slug = `${wanted}-${randomText(5, "abcdefghjkmnpqrstuvwxyz23456789")}`;
  }
  await tx.membership.create({
    data: { userId: ownerId, businessId: id, role: "owner", createdAt: clock.now() },
    select: { businessId: true },
  });
  await tx.transcriptSettings.create({
    data: { businessId: id, formatting: [...formattings] },
    select: { businessId: true },
  });
  return { id, slug };
}

export type BusinessSummary = { slug: string; name: string; pictureId: string | null; role: Role };

export async function listBusinesses(viewer: Viewer): Promise<BusinessSummary[]> {
  const memberships = await db.membership.findMany({
    where: { userId: viewer.userId, business: { archivedAt: null } },
    orderBy: [{ createdAt: "asc" }, { businessId: "asc" }],
    select: { role: true, business: { select: { slug: true, name: true, pictureId: true } } },
  });
  return memberships.map(({ role, business }) => ({ ...business, role }));
}

/** The oldest business that requires nothing they lack, or else the oldest; null if they belong to none. */
export async function findHome({ userId, hasSecondFactor }: Viewer): Promise<string | null> {
  const openFirst = hasSecondFactor ? [] : [{ business: { requiresTwoFactor: "asc" } } as const];
  const home = await db.membership.findFirst({
    where: { userId, business: { archivedAt: null } },
    orderBy: [...openFirst, { createdAt: "asc" }, { businessId: "asc" }],
    select: { business: { select: { slug: true } } },
  });
  return home?.business.slug ?? null;
}

/** Words reserved for the console's own URLs. */
const reserved = new Set(
  "account admin api app archived businesses console dev docs help legal mail new none null operator settings sign-in sign-up status support undefined vang verify www".split(
    " ",
  ),
);

/** Vietnamese letters lose their marks, all else becomes one hyphen. Never empty, reserved, or longer than 40. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    // The only Vietnamese letter that is not a base letter and marks; `ð` is often typed in its place.
    .replace(/[đð]/g, "d")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, 40)
    .replace(/-+$/, "");
  if (slug === "") return "business";
  return reserved.has(slug) ? `${slug}-business` : slug;
}
