import "server-only";
import { requireRight, type StaffMember } from "@/lib/access/principals/staff";
import { isOver } from "@/lib/money/acts/decide";
import { waitsMs } from "@/lib/money/acts/perform";
import type { MoneyActKind, MoneyActStatus } from "@/lib/money/acts/schema";
import { afterCursor, cutPage } from "@/lib/platform/cursor";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import type { MoneyAct } from "@/prisma/generated/client";
import { listActsAbout } from "../history";
import type { MoneyActFilter } from "./schema";

const pageSize = 40;

/** Acts that waited for a second person, and with `all` those of one person, the newest first. */
export async function listMoneyActs(staff: StaffMember, { state, all }: MoneyActFilter, cursor?: string) {
  requireRight(staff, "read");
  const found = await db.moneyAct.findMany({
    where: { status: state, ...(!all && { needsSecond: true }), AND: afterCursor(cursor) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: pageSize + 1,
  });
  const { rows, next } = cutPage(found, pageSize);
  return { rows: await describeActs(rows), next };
}

export type MoneyActRow = Awaited<ReturnType<typeof describeActs>>[number];

/** Throws NOT_FOUND. */
export async function findMoneyAct(staff: StaffMember, id: string) {
  requireRight(staff, "read");
  const found = await db.moneyAct.findUnique({ where: { id } });
  if (!found) throw new AppError("NOT_FOUND");
  const [[act], history] = await Promise.all([describeActs([found]), listActsAbout(id, ["actId"])]);
  if (!act) throw new AppError("NOT_FOUND");
  return { ...act, isOwn: found.authorId === staff.userId, history };
}

export type MoneyActDetail = Awaited<ReturnType<typeof findMoneyAct>>;

/** What waits for a second person, the oldest first. */
export async function listOpenActs() {
  const orderBy = [{ createdAt: "asc" }, { id: "asc" }] as const;
  const found = await db.moneyAct.findMany({ where: { status: "open" }, orderBy: [...orderBy], take: 500 });
  return (await describeActs(found)).filter(({ status }) => status === "open");
}

/** The same of one transfer, claim, refund or business. */
export async function listOpenActsOn(staff: StaffMember, id: string) {
  requireRight(staff, "read");
  return (await listOpenActs()).filter(
    ({ about, businesses }) => Object.values(about).includes(id) || businesses.some((business) => business.id === id),
  );
}

async function describeActs(acts: readonly MoneyAct[]) {
  const named = { select: { id: true, name: true } } as const;
  const ids = acts.flatMap(({ authorId, decidedById }) => [authorId, decidedById ?? ""]);
  const [people, businesses] = await Promise.all([
    db.user.findMany({ ...named, where: { id: { in: ids } } }),
    db.business.findMany({
      where: { id: { in: acts.flatMap(({ businessIds }) => businessIds) } },
      select: { id: true, slug: true, name: true },
    }),
  ]);
  const nameOf = (id: string | null) => people.find((person) => person.id === id)?.name ?? null;
  return acts.map(({ kind, status, about, authorId, decidedById, businessIds, ...act }) => ({
    ...act,
    kind: kind as MoneyActKind,
    status: (status === "open" && isOver(act) ? "expired" : status) as MoneyActStatus,
    about: about as Record<string, string>,
    author: nameOf(authorId),
    decidedBy: nameOf(decidedById),
    businesses: businesses.filter(({ id }) => businessIds.includes(id)),
    expiresAt: new Date(+act.createdAt + waitsMs),
  }));
}
