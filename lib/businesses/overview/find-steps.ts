import "server-only";
import type { Member } from "@/lib/access/principals/member";
import { can } from "@/lib/access/principals/roles";
import { db } from "@/lib/platform/db";

export const stepNames = ["speech", "key", "call", "credit"] as const;

export type Step = { name: (typeof stepNames)[number]; isDone: boolean };

/** The first steps that the member's role can take; null once all of them are done. */
export async function findSteps(member: Member): Promise<Step[] | null> {
  const { businessId, role } = member;
  const standard = { businessId, kind: "standard" } as const;
  const paid = { businessId, transfers: { some: { status: "credited" } } };
  const byOperator = { businessId, method: "operator" };
  const [job, key, used, topUp] = await Promise.all([
    db.job.findFirst({ where: { businessId }, select: { trackingId: true } }),
    db.apiKey.findFirst({ where: standard, select: { id: true } }),
    db.apiKey.findFirst({ where: { ...standard, lastUsedAt: { not: null } }, select: { id: true } }),
    db.topUp.findFirst({ where: { OR: [paid, byOperator] }, select: { id: true } }),
  ]);
  const done = { speech: job, key, call: used, credit: topUp };
  const may = {
    speech: can(role, "speech:use"),
    key: can(role, "keys:write"),
    call: can(role, "keys:write"),
    credit: can(role, "billing:write"),
  };
  const steps = stepNames.filter((name) => may[name]).map((name) => ({ name, isDone: done[name] !== null }));
  return steps.every(({ isDone }) => isDone) ? null : steps;
}
