import "server-only";
import { recordPlatformAct } from "@/lib/access/audit/platform-acts";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { notifyDecision } from "@/lib/money/notify";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";

const mostMessages = 50;

/** Writes to the staff about an open claim. Throws NOT_FOUND for another business's claim, and CONFLICT once it is decided. */
export async function writeAsMember(member: Member, id: string, text: string): Promise<void> {
  requirePermission(member, "billing:write");
  const { businessId, userId } = member;
  await db.$transaction((tx) => write(tx, { id, businessId }, { authorId: userId, fromStaff: false, text }));
}

/** Writes to a claim's business, whose members are notified. Throws NOT_FOUND, and CONFLICT once it is decided. */
export async function writeAsStaff(operator: Operator, id: string, text: string): Promise<void> {
  requireOperatorRight(operator, "read");
  await db.$transaction(async (tx) => {
    const authorId = operator.via === "desk" ? operator.userId : null;
    const { businessId, amountVnd } = await write(tx, { id }, { authorId, fromStaff: true, text });
    const amountMilli = amountVnd * 1000n;
    await notifyDecision(tx, businessId, { kind: "claimMessage", amountMilli, reason: text });
    await recordPlatformAct(tx, operator, { action: "claim.answered", businessId, reason: "", about: { claimId: id } });
  });
}

type Written = { authorId: string | null; fromStaff: boolean; text: string };

async function write(tx: Transaction, where: { id: string; businessId?: string }, written: Written) {
  await tx.$queryRaw`SELECT id FROM bank_claims WHERE id = ${where.id} FOR UPDATE`;
  const select = { businessId: true, amountVnd: true, status: true, _count: { select: { messages: true } } } as const;
  const claim = await tx.bankClaim.findFirst({ where, select });
  if (!claim) throw new AppError("NOT_FOUND");
  if (claim.status !== "open") throw new AppError("CONFLICT", { message: "claims.decided" });
  if (claim._count.messages >= mostMessages)
    throw new AppError("CONFLICT", { message: "claims.tooManyMessages", values: { most: mostMessages } });
  const data = { id: newId("claimMessage"), claimId: where.id, ...written, createdAt: clock.now() };
  await tx.claimMessage.create({ data, select: { id: true } });
  return claim;
}
