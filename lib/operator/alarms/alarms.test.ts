import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { staffChain } from "@/lib/access/audit/platform-acts";
import { createClaim } from "@/lib/money/claims/service";
import { watchBooks } from "@/lib/money/wallet/books/audit-books";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { makeMember } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { plantBalance } from "@/testing/harness/plant-balance";
import { closeAlarm, readAlarms, watchAlarms } from "./alarms";
import type { AlarmName } from "./schema";

beforeEach(async () => {
  await db.bankClaim.deleteMany();
  await db.alarmClosing.deleteMany();
});
afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
});

async function makeOverdueClaim() {
  const claim = { amountVnd: 1000, transferredAt: clock.now(), reference: "", note: "" };
  const id = await createClaim(await makeMember(), claim);
  clock.advance(hours(env.DESK_DUE_HOURS) + 1000);
  return id;
}

const find = async (name: AlarmName) =>
  (await readAlarms(await makeStaff("support"))).find(({ alarm }) => alarm === name);

test("a closed alarm names who closed it why, and is raised again by what came later alone", async () => {
  const finance = await makeStaff("finance");
  const [first, second] = [await makeOverdueClaim(), await makeOverdueClaim()];
  expect(await find("claims")).toMatchObject({ count: 2, closing: null });
  await closeAlarm(finance, { alarm: "claims", reason: "Đang hỏi ngân hàng" });
  const closing = { reason: "Đang hỏi ngân hàng", operator: finance.email };
  expect(await find("claims")).toMatchObject({ count: 2, closing });
  await db.bankClaim.update({ where: { id: first }, data: { status: "rejected" } });
  expect(await find("claims")).toMatchObject({ count: 1, closing });

  const third = await makeOverdueClaim();
  expect(await find("claims")).toMatchObject({ count: 1, closing: null });
  await db.bankClaim.update({ where: { id: third }, data: { status: "rejected" } });
  expect(await find("claims")).toMatchObject({ count: 1, closing });
  await db.bankClaim.update({ where: { id: second }, data: { status: "rejected" } });
  expect(await find("claims")).toBeUndefined();
});

test("an alarm that was over is raised again by the same thing", async () => {
  const finance = await makeStaff("finance");
  const id = await makeOverdueClaim();
  await closeAlarm(finance, { alarm: "claims", reason: "x" });
  await watchAlarms();
  expect(await find("claims")).toMatchObject({ closing: { reason: "x" } });
  await db.bankClaim.update({ where: { id }, data: { status: "rejected" } });
  await watchAlarms();
  await db.bankClaim.update({ where: { id }, data: { status: "open" } });
  expect(await find("claims")).toMatchObject({ closing: null });
});

test("a closed alarm about the books stays closed while the same accounts differ by the same amounts", async () => {
  const finance = await makeStaff("finance");
  const differ = async (kind: string, increment: bigint) => {
    await plantBalance(`kind = '${kind}'`, null, increment);
    await watchBooks();
  };
  await differ("revenue", 1000n);
  await closeAlarm(finance, { alarm: "books", reason: "Sự cố 14" });
  await watchBooks();
  expect(await find("books")).toMatchObject({ closing: { reason: "Sự cố 14" } });
  await differ("revenue", 1n);
  expect(await find("books")).toMatchObject({ closing: null });
  await differ("revenue", -1001n);
  expect(await find("books")).toBeUndefined();
});

test("only finance closes alarms: one that is raised, and as it was read", async () => {
  const finance = await makeStaff("finance");
  const reason = "x";
  await expect(closeAlarm(finance, { alarm: "claims", reason })).rejects.toThrow("over already");
  await makeOverdueClaim();
  const seen = (await find("claims"))?.state;
  await makeOverdueClaim();
  await expect(closeAlarm(finance, { alarm: "claims", reason, seen })).rejects.toThrow("something else by now");
  for (const role of ["support", "engineer", "admin"] as const)
    await expect(closeAlarm(await makeStaff(role), { alarm: "claims", reason })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });

  await closeAlarm(finance, { alarm: "claims", reason: "Đã gọi" });
  expect(await find("claims")).toMatchObject({ count: 2, closing: { reason: "Đã gọi" } });
  const [act] = await db.auditEvent.findMany({
    where: { businessId: staffChain, action: "alarm.closed" },
    orderBy: { sequence: "desc" },
    take: 1,
  });
  expect(act?.after).toMatchObject({ alarm: "claims", count: "2", reason: "Đã gọi" });
});
