import "server-only";
import { findSuspension } from "@/lib/access/businesses/suspension/state";
import type { Member } from "@/lib/access/principals/member";
import { can } from "@/lib/access/principals/roles";
import { listKeys } from "@/lib/keys/service";
import { listTopUps } from "@/lib/money/top-ups/list";
import { findDaysLeft } from "@/lib/money/usage/days-left";
import { getUsage } from "@/lib/money/usage/read";
import { type Balance, getBalance, getOwed } from "@/lib/money/wallet/balance";
import { getFreeCredit } from "@/lib/money/wallet/grants";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { vietnamDate } from "@/lib/platform/vietnam-time";
import { type Said, saidOf } from "@/lib/speech/history/by-request";
import { listEndpoints } from "@/lib/webhooks/endpoints/endpoint";

/** What needs someone of the business, without the errors of its requests. */
export type Task =
  | { kind: "suspended"; since: Date; owes: boolean }
  | { kind: "owed"; owedMilli: bigint }
  | { kind: "lowBalance"; daysLeft: number }
  | { kind: "noBalance" }
  | {
      kind: "key";
      reason: "expiring" | "expired" | "exposed" | "holderLeft";
      id: string;
      name: string;
      at: Date | null;
    }
  | { kind: "endpoint"; status: "failing" | "disabled"; id: string; host: string }
  | { kind: "topUp"; id: string; amountVnd: bigint; createdAt: Date };

/** `freeMilli`: what of the available credit is free. `spentMilli`: since the first of the month, in Vietnam. */
export type Credit = Balance & { freeMilli: bigint; spentMilli: bigint; daysLeft: number | null };

/** Credit that lasts fewer days than this is low. */
const lowDays = 7;

/** What the member's role sees; null without the permission to see the balance. */
export async function findCredit(member: Member): Promise<Credit | null> {
  if (!can(member.role, "balance:read")) return null;
  const today = vietnamDate(clock.now());
  const [balance, { freeMilli }, { rows }] = await Promise.all([
    getBalance(member),
    getFreeCredit(member),
    getUsage(member, { from: `${today.slice(0, 8)}01`, to: today, by: [] }),
  ]);
  const { businessId } = member;
  return {
    ...balance,
    freeMilli,
    spentMilli: rows[0]?.amountMilli ?? 0n,
    daysLeft: (await findDaysLeft([{ businessId, ...balance }])).get(businessId) ?? null,
  };
}

/** The most urgent first. */
export async function findTasks(member: Member, credit: Credit | null): Promise<Task[]> {
  const may = (permission: Parameters<typeof can>[1]) => can(member.role, permission);
  const [suspension, money, keys, endpoints, { topUps }] = await Promise.all([
    findSuspension(member),
    may("billing:read") ? getOwed(member) : 0n,
    may("keys:read") ? findKeyTasks(member) : [],
    may("webhooks:read") ? listEndpoints(member) : [],
    may("billing:read") ? listTopUps(member, { limit: 5 }) : { topUps: [] },
  ]);
  const tasks: Task[] = [];
  if (suspension) tasks.push({ kind: "suspended", since: suspension.since, owes: suspension.reason === null });
  if (money > 0n) tasks.push({ kind: "owed", owedMilli: money });
  if (credit && credit.availableMilli <= 0n) tasks.push({ kind: "noBalance" });
  else if (credit && credit.daysLeft !== null && credit.daysLeft < lowDays)
    tasks.push({ kind: "lowBalance", daysLeft: credit.daysLeft });
  for (const { id, url, status } of endpoints)
    if (status === "failing" || status === "disabled")
      tasks.push({ kind: "endpoint", status, id, host: new URL(url).host });
  tasks.push(...keys);
  for (const { id, amountVnd, createdAt, status } of topUps)
    if (status === "waiting") tasks.push({ kind: "topUp", id, amountVnd, createdAt });
  return tasks;
}

async function findKeyTasks(member: Member): Promise<Task[]> {
  const keys = await listKeys(member);
  return keys.flatMap(({ id, name, status, flags, expiresAt }): Task[] => [
    ...flags.map((reason) => ({ kind: "key" as const, reason, id, name, at: null })),
    ...(status === "expiring" || status === "expired"
      ? [{ kind: "key" as const, reason: status, id, name, at: expiresAt }]
      : []),
  ]);
}

/** What the last response with each of the codes said to a live key since `since`; empty for who cannot see keys. */
export async function findLastSaid(
  { businessId, role }: Member,
  codes: readonly string[],
  since: Date,
): Promise<Map<string, Said>> {
  if (!can(role, "keys:read")) return new Map();
  const rows = await Promise.all(
    codes.map((code) =>
      db.refusedRequest.findFirst({
        where: { businessId, code, mode: "live", createdAt: { gte: since } },
        orderBy: { createdAt: "desc" },
        select: { code: true, detail: true },
      }),
    ),
  );
  return new Map(rows.flatMap((row) => (row ? [[row.code, saidOf(row.code, row.detail)]] : [])));
}
