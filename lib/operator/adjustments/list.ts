import "server-only";
import { requireRight, type StaffMember } from "@/lib/access/principals/staff";
import type { AdjustmentKind, AdjustmentStatus } from "@/lib/money/adjustments/schema";
import { afterCursor, cutPage } from "@/lib/platform/cursor";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { listActsAbout } from "../history";
import { findEffects } from "../transfers/suggest";
import type { AdjustmentFilter } from "./schema";

const business = { select: { id: true, slug: true, name: true } } as const;

const pageSize = 40;

/** Entries of all businesses, the newest first. Throws INVALID_REQUEST for an invalid cursor. */
export async function listAdjustments(staff: StaffMember, { state, kind, batch }: AdjustmentFilter, cursor?: string) {
  requireRight(staff, "read");
  const found = await db.creditAdjustment.findMany({
    where: { status: state, kind, batchId: batch, AND: afterCursor(cursor) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    include: { business },
    take: pageSize + 1,
  });
  const { rows: shown, next } = cutPage(found, pageSize);
  const names = await loadNames(shown.map(({ authorId }) => authorId));
  const rows = shown.map(({ kind: kindOf, status, ...row }) => ({
    ...row,
    kind: kindOf as AdjustmentKind,
    status: status as AdjustmentStatus,
    author: names.get(row.authorId) ?? null,
  }));
  return { rows, next };
}

export type AdjustmentRow = Awaited<ReturnType<typeof listAdjustments>>["rows"][number];

/** An entry with what booking it would do. Throws NOT_FOUND. */
export async function findAdjustment(staff: StaffMember, id: string) {
  requireRight(staff, "read");
  const found = await db.creditAdjustment.findUnique({ where: { id }, include: { business } });
  if (!found) throw new AppError("NOT_FOUND");
  const { kind, status, businessId, amountVnd, authorId, decidedById } = found;
  const [names, effects, history] = await Promise.all([
    loadNames([authorId, ...(decidedById ? [decidedById] : [])]),
    findEffects([businessId], amountVnd),
    listActsAbout(id, ["adjustmentId"]),
  ]);
  return {
    ...found,
    kind: kind as AdjustmentKind,
    status: status as AdjustmentStatus,
    author: names.get(authorId) ?? null,
    decidedBy: (decidedById && names.get(decidedById)) ?? null,
    isOwn: authorId === staff.userId,
    /** Of what waits: what is available before and after it is booked. */
    effect: status === "open" ? effects.get(businessId) : undefined,
    history,
  };
}

export type AdjustmentDetail = Awaited<ReturnType<typeof findAdjustment>>;

/** Of accounts that still exist. */
async function loadNames(ids: string[]): Promise<Map<string, string>> {
  const users = await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return new Map(users.map(({ id, name }) => [id, name] as const));
}
