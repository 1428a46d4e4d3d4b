// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { audit } from "@/lib/money/wallet/books/differences";
import { clock, minutes } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeCaller } from "@/prisma/factories";
import { holdCredit, raiseHold, releaseHold } from "./holds";
import { captureHold, captureHolds, releaseExpiredHolds } from "./settle";

afterEach(() => clock.reset());

/** A key with a monthly cap, of a business with ample credit. */
async function makeCapped(monthlyCapMilli: bigint | null, creditMilli = 1_000_000n) {
  const caller = await makeCaller({ creditMilli });
  await db.apiKey.update({ where: { id: caller.keyId }, data: { monthlyCapMilli } });
  return caller;
}

type Capped = Awaited<ReturnType<typeof makeCapped>>;

const hold = async ({ businessId, keyId }: Capped, amountMilli: bigint) => {
  const trackingId = newId("tts");
  await holdCredit({ businessId, keyId, trackingId, amountMilli });
  return trackingId;
};

const spentOf = async ({ keyId }: Capped) =>
  (await db.keySpend.findMany({ where: { keyId }, orderBy: { month: "asc" } })).map(({ amountMilli }) => amountMilli);

/** Moves the clock forward to this time. */
const goTo = (moment: string) => clock.advance(new Date(moment).getTime() - clock.now().getTime());

test("100 concurrent jobs never exceed a key's cap, and those within it succeed", async () => {
  const caller = await makeCapped(1050n);
  const tries = await Promise.allSettled(Array.from({ length: 100 }, () => hold(caller, 100n)));

  const refused = tries.flatMap((attempt) => (attempt.status === "rejected" ? [attempt.reason.code] : []));
  expect(refused).toEqual(Array.from({ length: 90 }, () => "SPEND_CAP_REACHED"));
  expect(await spentOf(caller)).toEqual([1000n]);
  expect(await audit()).toEqual([]);
});

test("a rejected job costs neither the business nor the key anything", async () => {
  const caller = await makeCapped(100n);
  await expect(hold(caller, 101n)).rejects.toMatchObject({
    code: "SPEND_CAP_REACHED",
    details: { values: { cap: 0.1 } },
  });
  expect(await spentOf(caller)).toEqual([]);

  const poor = await makeCapped(1000n, 50n);
  await expect(hold(poor, 100n)).rejects.toMatchObject({
    code: "INSUFFICIENT_CREDIT",
    details: { values: { cost: 0.1, balance: 0.05 } },
  });
  expect(await spentOf(poor)).toEqual([]);
  await hold(poor, 50n);
  expect(await spentOf(poor)).toEqual([50n]);
});

test("a hold is raised only within its key's cap", async () => {
  const caller = await makeCapped(150n);
  const trackingId = await hold(caller, 100n);
  await raiseHold(trackingId, { amountMilli: 150n }, minutes(1));
  await expect(raiseHold(trackingId, { amountMilli: 151n }, minutes(1))).rejects.toMatchObject({
    code: "SPEND_CAP_REACHED",
    details: { values: { cap: 0.15 } },
  });
  expect(await spentOf(caller)).toEqual([150n]);
  await releaseHold(trackingId);
  expect(await spentOf(caller)).toEqual([0n]);
  expect(await audit()).toEqual([]);
});

test("a released job makes room under the cap; a charged one does not", async () => {
  const caller = await makeCapped(100n);
  const failed = await hold(caller, 100n);
  await expect(hold(caller, 1n)).rejects.toMatchObject({ code: "SPEND_CAP_REACHED" });
  await Promise.all([releaseHold(failed), releaseHold(failed)]);
  expect(await spentOf(caller)).toEqual([0n]);

  const charged = await hold(caller, 100n);
  await captureHolds(sql, [charged]);
  expect(await releaseHold(charged)).toBe(false);
  expect(await spentOf(caller)).toEqual([100n]);
  await expect(hold(caller, 1n)).rejects.toMatchObject({ code: "SPEND_CAP_REACHED" });
});

test("a hold captured in part leaves the rest under the cap, and its price where it is a whole number of units", async () => {
  const caller = await makeCapped(100n);
  const priced = await hold(caller, 90n);
  await db.hold.update({ where: { trackingId: priced }, data: { priceId: "price_1", units: 9 } });
  expect(await captureHold(priced, 40n, 4)).toBe(true);
  expect(await spentOf(caller)).toEqual([40n]);
  const charge = await db.transfer.findUniqueOrThrow({ where: { reference: `charge:${priced}` } });
  expect(charge).toMatchObject({ amountMilli: 40n, priceId: "price_1", units: 4 });

  const unpriced = await hold(caller, 60n);
  await captureHold(unpriced, 35n);
  expect(await spentOf(caller)).toEqual([75n]);
  const odd = await db.transfer.findUniqueOrThrow({ where: { reference: `charge:${unpriced}` } });
  expect(odd).toMatchObject({ amountMilli: 35n, priceId: null, units: null });
});

test("the reaper returns a dead process's holds to the cap", async () => {
  const caller = await makeCapped(100n);
  await hold(caller, 100n);
  clock.advance(minutes(2));
  await releaseExpiredHolds(clock.now(), async () => 0);
  expect(await spentOf(caller)).toEqual([0n]);
});

test("the month changes at midnight in Vietnam, and a release counts for the month of its hold", async () => {
  const caller = await makeCapped(100n);
  goTo("2031-01-31T16:59:59.000Z");
  const lastOfJanuary = await hold(caller, 100n);
  await expect(hold(caller, 1n)).rejects.toMatchObject({ code: "SPEND_CAP_REACHED" });

  goTo("2031-01-31T17:00:00.000Z");
  await hold(caller, 40n);
  await releaseHold(lastOfJanuary);
  expect(await db.keySpend.findMany({ where: { keyId: caller.keyId }, orderBy: { month: "asc" } })).toEqual([
    { keyId: caller.keyId, month: "2031-01", amountMilli: 0n },
    { keyId: caller.keyId, month: "2031-02", amountMilli: 40n },
  ]);
});

test("a key without a cap is counted too, so that a cap set in mid-month applies at once", async () => {
  const caller = await makeCapped(null);
  await hold(caller, 500n);
  await db.apiKey.update({ where: { id: caller.keyId }, data: { monthlyCapMilli: 600n } });
  await expect(hold(caller, 101n)).rejects.toMatchObject({ code: "SPEND_CAP_REACHED" });
  await hold(caller, 100n);
  expect(await spentOf(caller)).toEqual([600n]);
});

test("one key's cap does not limit the business's other keys", async () => {
  const caller = await makeCapped(100n);
  const other = await makeCaller({ businessId: caller.businessId });
  await hold(caller, 100n);
  await expect(hold(other, 100n)).resolves.toBeDefined();
});

test("concurrent holds and releases of many keys and businesses never deadlock", async () => {
  const callers = await Promise.all(Array.from({ length: 4 }, () => makeCapped(null)));
  const rounds = Array.from({ length: 120 }, async (_, index) => {
    const caller = callers[index % callers.length] as Capped;
    const trackingId = await hold(caller, 10n);
    await (index % 3 ? releaseHold(trackingId) : captureHolds(sql, [trackingId]));
  });
  await Promise.all(rounds);
  expect(await Promise.all(callers.map(spentOf))).toEqual(callers.map(() => [100n]));
  expect(await audit()).toEqual([]);
});

test("all keys of a business together stay within its monthly cap, also where a job's price is known late", async () => {
  const [caller, other] = [await makeCapped(null), await makeCapped(null)];
  const { businessId } = caller;
  await db.creditAlert.create({ data: { businessId, monthlyCapMilli: 1000n } });
  await hold(caller, 600n);
  const second = { ...caller, keyId: (await makeCaller({ businessId })).keyId };
  const reached = { code: "SPEND_CAP_REACHED", details: { message: "api.budgetReached", values: { cap: 1 } } };
  await expect(hold(second, 401n)).rejects.toMatchObject(reached);
  const trackingId = await hold(second, 300n);
  await expect(raiseHold(trackingId, { amountMilli: 401n }, minutes(1))).rejects.toMatchObject(reached);
  await raiseHold(trackingId, { amountMilli: 400n }, minutes(1));
  await expect(hold(caller, 1n)).rejects.toMatchObject(reached);
  await hold(other, 5000n);
  await releaseHold(trackingId);
  await hold(caller, 400n);
  expect(await audit()).toEqual([]);
});
