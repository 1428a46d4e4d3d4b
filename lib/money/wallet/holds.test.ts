// @module-tag promise
import { expect, test } from "vitest";
import { audit } from "@/lib/money/wallet/books/differences";
import { clock, minutes } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeBusiness, makeMember } from "@/prisma/factories";
import { promised } from "@/testing/promises";
import { getBalance } from "./balance";
import { holdCredit, holdCreditIf, raiseHold, releaseHold } from "./holds";
import { captureHolds, releaseExpiredHolds } from "./settle";

const hold = async (businessId: string, amountMilli = 100n) => {
  const trackingId = newId("tts");
  await holdCredit({ businessId, trackingId, amountMilli });
  return trackingId;
};

test("1,000 concurrent holds of a tenth of the balance: exactly 10 succeed, 990 are rejected with insufficient credit", async () => {
  const { id } = await makeBusiness({ creditMilli: 1000n });
  const tries = await Promise.allSettled(Array.from({ length: 1000 }, () => hold(id)));

  const refused = tries.flatMap((attempt) => (attempt.status === "rejected" ? [attempt.reason.code] : []));
  expect(refused).toEqual(Array.from({ length: 1000 - promised("M1") }, () => "INSUFFICIENT_CREDIT"));
  expect(await audit()).toEqual([]);
});

test("a hold moves credit from available to held, and a release moves it back", async () => {
  const member = await makeMember({ creditMilli: 250n });
  const trackingId = await hold(member.businessId);
  expect(await getBalance(member)).toEqual({ availableMilli: 150n, heldMilli: 100n });

  expect(await releaseHold(trackingId)).toBe(true);
  expect(await getBalance(member)).toEqual({ availableMilli: 250n, heldMilli: 0n });
});

test("a capture charges the held credit once", async () => {
  const member = await makeMember({ creditMilli: 250n });
  const trackingId = await hold(member.businessId);

  expect(await captureHolds(sql, [trackingId])).toBe(1);
  expect(await captureHolds(sql, [trackingId])).toBe(0);
  expect(await getBalance(member)).toEqual({ availableMilli: 150n, heldMilli: 0n });
  const charge = await db.transfer.findUniqueOrThrow({ where: { reference: `charge:${trackingId}` } });
  expect(charge).toMatchObject({ creditAccountId: "acc_revenue", amountMilli: 100n, trackingId });
});

test("captured and released concurrently, a hold settles once", async () => {
  const { id } = await makeBusiness({ creditMilli: 3000n });
  const trackingIds = await Promise.all(Array.from({ length: 30 }, () => hold(id)));
  const settled = await Promise.all(
    trackingIds.map(async (trackingId) => {
      const [captured, released] = await Promise.all([captureHolds(sql, [trackingId]), releaseHold(trackingId)]);
      return captured + Number(released);
    }),
  );

  expect(settled).toEqual(trackingIds.map(() => 1));
  expect(await audit()).toEqual([]);
});

test("a tracking ID can hold only once, and a second attempt costs nothing", async () => {
  const member = await makeMember({ creditMilli: 250n });
  const trackingId = await hold(member.businessId);

  const again = { businessId: member.businessId, trackingId, amountMilli: 100n };
  await expect(holdCredit(again)).rejects.toThrow(/holds_pkey/);
  expect(await getBalance(member)).toEqual({ availableMilli: 150n, heldMilli: 100n });
});

test("only the hold itself commits without waiting for the disk, not what its connection does next", async () => {
  const { id } = await makeBusiness({ creditMilli: 5000n });
  await Promise.all(Array.from({ length: 50 }, () => hold(id)));
  const ask = () => sql("setting", "SELECT current_setting('synchronous_commit') AS setting", []);

  const settings = await Promise.all(Array.from({ length: 50 }, ask));
  expect(settings).toEqual(Array.from({ length: 50 }, () => [{ setting: "on" }]));
});

test("a free job is held and captured without moving money", async () => {
  const { id } = await makeBusiness();
  const trackingId = await hold(id, 0n);

  expect(await captureHolds(sql, [trackingId])).toBe(1);
  expect(await db.transfer.count({ where: { trackingId } })).toBe(0);
});

test("a hold is raised to its job's price from the available credit, or left unchanged", async () => {
  const member = await makeMember({ creditMilli: 250n });
  const trackingId = await hold(member.businessId);
  await raiseHold(trackingId, { amountMilli: 250n }, minutes(5));
  expect(await getBalance(member)).toEqual({ availableMilli: 0n, heldMilli: 250n });
  await expect(raiseHold(trackingId, { amountMilli: 251n }, minutes(5))).rejects.toMatchObject({
    code: "INSUFFICIENT_CREDIT",
    details: { values: { cost: 0.251, balance: 0.25 } },
  });
  const { expiresAt, amountMilli } = await db.hold.findUniqueOrThrow({ where: { trackingId } });
  expect(amountMilli).toBe(250n);
  expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + minutes(4));

  expect(await releaseHold(trackingId)).toBe(true);
  await expect(raiseHold(trackingId, { amountMilli: 251n }, minutes(5))).rejects.toThrow("INSUFFICIENT_CREDIT");
  expect(await getBalance(member)).toEqual({ availableMilli: 250n, heldMilli: 0n });
  expect(await audit()).toEqual([]);
});

test("20 holds raised concurrently by half of the rest: exactly 2 succeed", async () => {
  const { id } = await makeBusiness({ creditMilli: 2000n + 199n });
  const held = await Promise.all(Array.from({ length: 20 }, () => hold(id)));
  const raised = await Promise.allSettled(
    held.map((trackingId) => raiseHold(trackingId, { amountMilli: 199n }, minutes(1))),
  );
  expect(raised.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await audit()).toEqual([]);
});

test("a hold cannot have a negative amount", async () => {
  const { id } = await makeBusiness({ creditMilli: 250n });
  await expect(hold(id, -100n)).rejects.toThrow(/violates check constraint/);
});

test("only open holds past their time are released", async () => {
  const member = await makeMember({ creditMilli: 1000n });
  const [captured, expired] = [await hold(member.businessId), await hold(member.businessId)];
  await captureHolds(sql, [captured]);
  const expiresInMs = minutes(9);
  await holdCredit({ businessId: member.businessId, trackingId: newId("tts"), amountMilli: 1n, expiresInMs });

  await releaseExpiredHolds(clock.now(), async () => 0);
  expect((await db.hold.findUniqueOrThrow({ where: { trackingId: expired } })).status).toBe("open");
  await releaseExpiredHolds(new Date(clock.now().getTime() + minutes(3)), async () => 0);
  expect((await db.hold.findUniqueOrThrow({ where: { trackingId: expired } })).status).toBe("released");
  expect(await getBalance(member)).toEqual({ availableMilli: 899n, heldMilli: 1n });
});

test("one business cannot read another's balance", async () => {
  const [owner, outsider] = [await makeMember({ creditMilli: 250n }), await makeMember()];
  expect(await getBalance(outsider)).toEqual({ availableMilli: 0n, heldMilli: 0n });
  expect((await getBalance(owner)).availableMilli).toBe(250n);
});

test("a repeat that holds nothing never counts as rejected by the monthly cap; a rejected request does", async () => {
  const { id: businessId } = await makeBusiness({ creditMilli: 1000n });
  await db.creditAlert.create({ data: { businessId, monthlyCapMilli: 50n } });
  const isRejected = async () => (await db.creditAlert.findUniqueOrThrow({ where: { businessId } })).capRejectedMonth;
  const text = "UPDATE businesses SET name = name WHERE id = $10";
  const tryWhere = (id: string) =>
    holdCreditIf(
      { name: "condition", text, values: [id] },
      { businessId, trackingId: newId("tts"), amountMilli: 100n },
    );
  expect((await tryWhere("no business")).isMet).toBe(false);
  expect(await isRejected()).toBeNull();
  expect(await tryWhere(businessId)).toMatchObject({ isMet: true, rejection: { code: "SPEND_CAP_REACHED" } });
  expect(await isRejected()).not.toBeNull();
});
