import "server-only";
import type { z } from "zod";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import type { StaffAct } from "@/lib/access/audit/schema";
import { requireNotOwn } from "@/lib/access/businesses/not-own";
import { findMover, type Mover, requireSecondPerson } from "@/lib/access/movers";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { clock, days } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import type { Prisma } from "@/prisma/generated/client";
import type { MoneyActKind, Outcome } from "./schema";

/** What an act would do now. It is found again at the approval, and has to be the same then. */
export type Plan = {
  /** Everyone whose money it concerns. */
  businessIds: readonly (string | null | undefined)[];
  /** What it moves; the sign does not count. */
  amountVnd: bigint;
  /** A second person decides, whatever the amount. */
  needsSecond?: boolean;
  /** What else an approver reads: ids and amounts, never a payer. */
  about: Record<string, string>;
  /** What the act is about as it is now, as pages send it back: see `perform`. The same at the approval. */
  state?: string;
};

type Approval = { userId: string; reason: string };

/** Who carries an act out and why; `approval`: the second person's. */
export type Doing = { operator: Operator; reason: string; approval?: Approval };

/** A kind of act that moves money or sets what is charged. Its input is kept as JSON while it waits. */
export type MoneyAct<Input, Result> = {
  kind: MoneyActKind;
  input: z.ZodType<Input>;
  /** Locks what it reads, so that it stays so until the act is carried out. Throws StaffError. */
  plan: (tx: Transaction, input: Input) => Promise<Plan>;
  /** Moves the money and records it. Only `perform` and `approve` call it. */
  carryOut: (tx: Transaction, input: Input, doing: Doing) => Promise<Result>;
  /** What it notes elsewhere once it waits, and once it was rejected or expired. */
  wait?: (tx: Transaction, input: Input) => Promise<void>;
  drop?: (tx: Transaction, input: Input, decided: { userId: string | null; reason: string }) => Promise<void>;
  /** The names of its approval in the staff's log, where it has its own. */
  log?: Record<"requested" | "approved" | "rejected", StaffAct>;
};

const sizeOf = (amountVnd: bigint) => (amountVnd < 0n ? -amountVnd : amountVnd);

/** What the amounts move together, whether they give or take. */
export const sumOfSizes = (amountsVnd: readonly bigint[]): bigint =>
  amountsVnd.reduce((sum, amountVnd) => sum + sizeOf(amountVnd), 0n);

/** Whether amounts that one person moves together need a second one. */
export const isAbove = (amountsVnd: readonly bigint[]): boolean =>
  sumOfSizes(amountsVnd) > env.CREDIT_APPROVAL_ABOVE_VND;

/**
 * Does what someone on the staff does with money: every such act goes through here. They have the right and give a
 * reason; it is not their own business, nor was it in the last 30 days; above CREDIT_APPROVAL_ABOVE_VND, together with
 * all that they moved alone within a day, it waits for a second person instead. `seen`: the plan's state on the page that
 * they decided by; where it is another one now, the act is rejected.
 */
export const perform = <Input, Result>(
  act: MoneyAct<Input, Result>,
  operator: Operator,
  input: Input,
  reason: string,
  seen?: string,
): Promise<Outcome<Result>> => db.$transaction((tx) => performIn(tx, act, operator, input, { reason, seen }));

/** The same in a transaction, which carries out nothing but such acts. `needsSecond`: together with others of a file. */
export async function performIn<Input, Result>(
  tx: Transaction,
  act: MoneyAct<Input, Result>,
  operator: Operator,
  input: Input,
  { reason, seen, needsSecond = false }: { reason: string; seen?: string; needsSecond?: boolean },
): Promise<Outcome<Result>> {
  const author = await lockAuthor(tx, operator);
  const { plan, needsSecond: isPlanned, state } = await planned(act, tx, input);
  if (seen !== undefined && seen !== state) throw new StaffError("operator.errors.changedMeanwhile");
  await requireNotOwn(tx, author.userId, plan.businessIds);
  const isSecondNeeded = needsSecond || isPlanned || isAbove([plan.amountVnd, await movedAlone(tx, author.userId)]);
  const isWaiting = isSecondNeeded && env.SECOND_PERSON === "on";
  if (isWaiting) await requireSecondPerson(tx, author);
  const row = {
    id: newId("moneyAct"),
    kind: act.kind,
    input: toJson(input),
    reason,
    needsSecond: isWaiting,
    ...plan,
    state,
    authorId: author.userId,
    authorGrantedAt: author.grantedAt,
    authorGrantedBy: author.grantedBy,
    createdAt: clock.now(),
  };
  const { id } = row;
  if (isWaiting) {
    await requireNoneOpen(tx, row);
    await tx.moneyAct.create({ data: { ...row, status: "open" }, select: { id: true } });
    // What cannot be done is rejected now, as if no one had to approve it.
    await tx.$executeRaw`SAVEPOINT tried`;
    await act.carryOut(tx, input, { operator, reason });
    await tx.$executeRaw`ROLLBACK TO SAVEPOINT tried`;
    await act.wait?.(tx, input);
    await recordDecision(tx, operator, { ...row, action: act.log?.requested ?? "act.requested", why: reason });
    return { status: "open", actId: id };
  }
  await tx.moneyAct.create({ data: { ...row, status: "done", decidedAt: clock.now() }, select: { id: true } });
  const result = await act.carryOut(tx, input, { operator, reason });
  if (isSecondNeeded) await recordDecision(tx, operator, { ...row, action: "act.alone", why: reason });
  return { status: "done", actId: id, result };
}

/** Locked before anything else, one act at a time for each author, so that the parts of an amount are added up. */
export async function lockAuthor(tx: Transaction, operator: Operator): Promise<Mover> {
  requireOperatorRight(operator, "money");
  const author = await findMover(tx, operator);
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`money of ${author.userId}`}, 0))::text`;
  return author;
}

/** Whether amounts that someone moves together wait for a second person. */
export async function doWait(tx: Transaction, operator: Operator, amountsVnd: readonly bigint[]): Promise<boolean> {
  const { userId } = await lockAuthor(tx, operator);
  return env.SECOND_PERSON === "on" && isAbove([...amountsVnd, await movedAlone(tx, userId)]);
}

type Planned = {
  plan: { businessIds: string[]; amountVnd: bigint; about: Record<string, string> };
  needsSecond: boolean;
  state: string | undefined;
};

/** The plan as it is kept and compared. */
export async function planned<Input>(
  act: Pick<MoneyAct<Input, unknown>, "plan">,
  tx: Transaction,
  input: Input,
): Promise<Planned> {
  const { businessIds, amountVnd, needsSecond = false, about, state } = await act.plan(tx, input);
  const ids = [...new Set(businessIds.filter((id) => typeof id === "string"))].sort();
  return { plan: { businessIds: ids, amountVnd: sizeOf(amountVnd), about }, needsSecond, state };
}

/** What they moved within a day without anyone's approval, of all kinds and for all businesses. */
async function movedAlone(tx: Transaction, authorId: string): Promise<bigint> {
  const createdAt = { gt: new Date(+clock.now() - days(1)) };
  const where = { authorId, createdAt, status: "done", needsSecond: false };
  const { _sum } = await tx.moneyAct.aggregate({ where, _sum: { amountVnd: true } });
  return _sum.amountVnd ?? 0n;
}

async function requireNoneOpen(
  tx: Transaction,
  { kind, input }: { kind: string; input: Prisma.InputJsonObject },
): Promise<void> {
  const createdAt = { gt: new Date(+clock.now() - waitsMs) };
  const where = { status: "open", kind, createdAt, input: { equals: input } };
  const same = await tx.moneyAct.findFirst({ where, select: { id: true } });
  if (same) throw new StaffError("operator.errors.actWaits", { id: same.id });
}

/** How long an act waits for a second person. */
export const waitsMs = days(7);

const toJson = (input: unknown): Prisma.InputJsonObject =>
  JSON.parse(JSON.stringify(input, (_, value) => (typeof value === "bigint" ? String(value) : value)));

type Decision = {
  id: string;
  kind: string;
  businessIds: readonly string[];
  amountVnd: bigint;
  about: unknown;
  action: StaffAct;
  why: string;
};

export async function recordDecision(
  tx: Transaction,
  operator: Parameters<typeof recordPlatformAct>[1],
  { id, kind, businessIds, amountVnd, about, action, why }: Decision,
): Promise<void> {
  const amount = { act: kind, amountMilli: String(amountVnd * 1000n) };
  await recordPlatformAct(tx, operator, {
    action,
    businessId: businessIds[0] ?? null,
    reason: why,
    subject: businessIds[0] ?? id,
    about: { actId: id, ...amount, ...(about as Record<string, string>) },
  });
}
