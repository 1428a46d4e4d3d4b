// @module-tag promise
// @module-tag slow
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { monthFailpoints } from "@/lib/platform/failpoint";
import { nextMonth, vietnamMonth } from "@/lib/platform/vietnam-time";
import { makeMember } from "@/prisma/factories";
import { buildChild } from "@/scripts/bundle.mjs";
import { chargeJob } from "@/testing/harness/charge-job";
import { goTo } from "@/testing/harness/go-to";
import { closeMonths, hashStatement } from "./close";
import { getStatement, walkStatement } from "./read";
import type { StatementLine } from "./schema";

beforeAll(async () => {
  await buildChild("close-child");
});
afterEach(() => {
  clock.reset();
});

/** Runs a worker that closes months, to its end or to this point, where it is killed. */
async function runWorker(point?: string): Promise<NodeJS.Signals | null> {
  const env = { ...process.env, ...(point && { VANG_FAIL: point }) };
  const child = spawn(process.execPath, [".build/close-child.mjs"], { env, stdio: ["ignore", "ignore", "inherit"] });
  return (await once(child, "close"))[1];
}

/** A business with three months of charges, the first of which ended long ago. */
async function makePartner(): Promise<Member> {
  goTo("2025-09-05T03:00:00Z");
  const member = await makeMember({ creditMilli: 50_000_000n });
  for (const month of ["2025-09", "2025-10", "2025-11"]) {
    goTo(`${month}-20T03:00:00Z`);
    for (const amountMilli of [7_201n, 5_100n]) await chargeJob(member.businessId, amountMilli);
  }
  clock.reset();
  return member;
}

/** The closed months of a business. Checks that each is whole: its number, its sums, and the hash over its lines. */
async function findWhole(member: Member): Promise<string[]> {
  const { businessId } = member;
  const rows = await db.statement.findMany({ where: { businessId }, orderBy: { month: "asc" } });
  let balanceMilli = 0n;
  for (const { month } of rows) {
    const statement = await getStatement(member, month);
    const { openingMilli, closingMilli, parties, closed } = statement;
    const { number = "", hash, lines } = closed ?? {};
    expect(number.startsWith(month)).toBe(true);
    expect(openingMilli).toBe(balanceMilli);
    const listed: StatementLine[] = [];
    for await (const batch of walkStatement(statement)) listed.push(...batch);
    expect(listed).toHaveLength(lines ?? -1);
    expect(openingMilli + listed.reduce((sum, { milli }) => sum + milli, 0n)).toBe(closingMilli);
    async function* inOneBatch() {
      yield listed;
    }
    expect(await hashStatement({ number, month, businessId, openingMilli, closingMilli, parties }, inOneBatch())).toBe(
      hash,
    );
    balanceMilli = closingMilli;
  }
  return rows.map(({ month }) => month);
}

/** Every month from the first one of the business to the last one that has ended. */
function listEnded(): string[] {
  const current = vietnamMonth(new Date(clock.now().getTime() - 3_600_000));
  const months: string[] = [];
  for (let month = "2025-09"; month < current; month = nextMonth(month)) months.push(month);
  return months;
}

test.each(monthFailpoints)(
  "a worker killed at the point %s leaves each month whole or open, and the next one closes the rest",
  async (point) => {
    const member = await makePartner();
    expect(await runWorker(point)).toBe("SIGKILL");
    expect(await findWhole(member)).toEqual(point === "month-closed" ? [] : ["2025-09"]);
    const before = await db.statement.findMany({ where: { businessId: member.businessId } });
    await closeMonths();
    const months = await findWhole(member);
    expect(months.slice(0, 3)).toEqual(["2025-09", "2025-10", "2025-11"]);
    expect(months).toEqual(listEnded());
    for (const { id, number, hash } of before)
      expect(await db.statement.findUnique({ where: { id } })).toMatchObject({ number, hash });
  },
);

test("of workers that close the same months at once, those killed stop none of the others", async () => {
  const member = await makePartner();
  const { userId } = member;
  await db.noticePreference.create({ data: { userId, kind: "statementClosed", email: true } });
  const signals = await Promise.all([...monthFailpoints, undefined].map((point) => runWorker(point)));
  expect(signals.at(-1)).toBeNull();
  expect(await findWhole(member)).toEqual(listEnded());
  expect(await db.notice.count({ where: { userId, kind: "statementClosed" } })).toBe(1);
  const ofPerson = { startsWith: "statement:", endsWith: `:${userId}` };
  expect(await db.outboxMessage.count({ where: { dedupeKey: ofPerson } })).toBe(1);
});
