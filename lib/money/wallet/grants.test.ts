import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { audit } from "@/lib/money/wallet/books/differences";
import { clock, days, minutes } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeBusiness, makeMember } from "@/prisma/factories";
import { trials } from "@/testing/harness/deep";
import { expireGrants, findFreeCredit, getFreeCredit, giveCredit, netPaid, recordMissingGrant } from "./grants";
import { holdCredit, releaseHold } from "./holds";
import { lockWallet } from "./lock-wallet";
import { postTransfer } from "./post-transfer";
import { captureHolds } from "./settle";

afterEach(() => {
  clock.reset();
});

const give = (businessId: string, amountMilli: bigint, expiresAt: Date | null = null) =>
  db.$transaction((tx) =>
    giveCredit(tx, { businessId, kind: "promotion", amountMilli, expiresAt, reference: `test:${newId("grant")}` }),
  );

const pay = (businessId: string, amountMilli: bigint) =>
  postTransfer(db, {
    debit: "bank",
    credit: { businessId, kind: "available" },
    amountMilli,
    kind: "top_up",
    reference: `test:${newId("transfer")}`,
  });

/** Takes out all paid credit; returns how much. */
const refund = (businessId: string) =>
  db.$transaction(async (tx) => {
    const { available } = await lockWallet(tx, businessId, ["suspense"]);
    const paid = await netPaid(tx, businessId);
    const amountMilli = paid < available ? paid : available;
    const debit = { businessId, kind: "available" } as const;
    const reference = `test:${newId("transfer")}`;
    if (amountMilli > 0n) {
      await postTransfer(tx, { debit, credit: "suspense", amountMilli, kind: "refund", reference });
    }
    return amountMilli;
  });

const hold = async (businessId: string, amountMilli: bigint) => {
  const trackingId = newId("tts");
  await holdCredit({ businessId, trackingId, amountMilli, expiresInMs: days(90) });
  return trackingId;
};

const charge = async (businessId: string, amountMilli: bigint) => {
  const trackingId = await hold(businessId, amountMilli);
  await captureHolds(sql, [trackingId]);
  return trackingId;
};

const remainingOf = async (businessId: string) =>
  (await db.creditGrant.aggregate({ where: { businessId }, _sum: { remainingMilli: true } }))._sum.remainingMilli ?? 0n;

const balanceOf = async (where: { id: string } | { businessId: string; kind: "available" | "held" }) =>
  (await db.walletAccount.findFirstOrThrow({ where })).balanceMilli;

const promotionalRevenue = () => balanceOf({ id: "acc_promotional_revenue" });

test("free credit is spent before paid credit, the first to expire first, and each charge says how much of it", async () => {
  const member = await makeMember();
  const { businessId } = member;
  await pay(businessId, 1000n);
  await give(businessId, 30n);
  await give(businessId, 50n, new Date(clock.now().getTime() + days(2)));
  await give(businessId, 20n, new Date(clock.now().getTime() + days(1)));
  const before = await promotionalRevenue();

  const first = await charge(businessId, 60n);
  expect((await getFreeCredit(member)).grants.map(({ remainingMilli }) => remainingMilli)).toEqual([10n, 30n]);
  const second = await charge(businessId, 60n);
  const third = await charge(businessId, 60n);

  const freeOf = async (trackingId: string) =>
    (await db.transfer.findUniqueOrThrow({ where: { reference: `charge:${trackingId}` } })).freeMilli;
  expect([await freeOf(first), await freeOf(second), await freeOf(third)]).toEqual([60n, 40n, null]);
  expect((await promotionalRevenue()) - before).toBe(100n);
  expect(await db.$transaction((tx) => netPaid(tx, businessId))).toBe(920n);
  expect(await audit()).toEqual([]);
});

test("several charges settled together share the free credit of each business", async () => {
  const [one, other] = [await makeBusiness(), await makeBusiness({ creditMilli: 100n })];
  await pay(one.id, 100n);
  await give(one.id, 70n);
  const held = [await hold(one.id, 40n), await hold(other.id, 40n), await hold(one.id, 40n), await hold(one.id, 40n)];
  await captureHolds(sql, held);

  const charges = await db.transfer.findMany({ where: { trackingId: { in: held }, kind: "charge" } });
  const free = charges.map(({ trackingId, freeMilli }) => [trackingId, freeMilli ?? 0n] as const);
  const ofOne = free.filter(([id]) => id !== held[1]).map(([, milli]) => milli);
  expect(ofOne.sort((a, b) => Number(b - a))).toEqual([40n, 30n, 0n]);
  expect(new Map(free).get(held[1] ?? "")).toBe(0n);
  expect(await remainingOf(one.id)).toBe(0n);
  expect(await audit()).toEqual([]);
});

test("free credit that expires leaves with a movement of its own, once, and paid credit stays", async () => {
  const { businessId } = await makeMember();
  await pay(businessId, 100n);
  await give(businessId, 50n, new Date(clock.now().getTime() + days(1)));
  await charge(businessId, 20n);
  await expireGrants();
  expect(await remainingOf(businessId)).toBe(30n);

  clock.advance(days(1));
  await Promise.all(Array.from({ length: 5 }, () => expireGrants()));
  expect(await balanceOf({ businessId, kind: "available" })).toBe(100n);
  const expired = await db.transfer.findMany({ where: { kind: "expiry", debit: { businessId } } });
  expect(expired.map(({ amountMilli, creditAccountId }) => [amountMilli, creditAccountId])).toEqual([
    [30n, "acc_promotion"],
  ]);
  expect(await db.creditGrant.findFirstOrThrow({ where: { businessId } })).toMatchObject({
    remainingMilli: 0n,
    returnedMilli: 30n,
  });
  expect(await audit()).toEqual([]);
});

test("a job that began before free credit expired is still paid with it, and what it does not use expires afterwards", async () => {
  const { businessId } = await makeMember();
  await pay(businessId, 100n);
  await give(businessId, 50n, new Date(clock.now().getTime() + minutes(5)));
  const [charged, released] = [await hold(businessId, 30n), await hold(businessId, 10n)];
  clock.advance(minutes(6));
  const late = await hold(businessId, 40n);

  await expireGrants();
  expect(await remainingOf(businessId)).toBe(40n);
  await releaseHold(released);
  await expireGrants();
  expect(await remainingOf(businessId)).toBe(30n);
  await captureHolds(sql, [charged]);
  await captureHolds(sql, [late]);
  const { freeMilli } = await db.transfer.findUniqueOrThrow({ where: { reference: `charge:${charged}` } });
  expect(freeMilli).toBe(30n);
  expect(await remainingOf(businessId)).toBe(0n);
  expect(await balanceOf({ businessId, kind: "available" })).toBe(60n);
  expect(await audit()).toEqual([]);
});

test("free credit that expires while jobs are charged and released at the same moment is neither spent twice nor lost", async () => {
  for (let round = 0; round < trials(undefined, 4, 30); round++) {
    clock.reset();
    const { businessId } = await makeMember();
    await pay(businessId, 1000n);
    await give(businessId, 300n, new Date(clock.now().getTime() + minutes(5)));
    const held = await Promise.all(Array.from({ length: 10 }, () => hold(businessId, 50n)));
    clock.advance(minutes(6));
    await Promise.all([
      ...held.map((id, place) => (place % 2 ? captureHolds(sql, [id]) : releaseHold(id))),
      ...Array.from({ length: 4 }, () => expireGrants()),
    ]);
    await expireGrants();

    const { returnedMilli, remainingMilli } = await db.creditGrant.findFirstOrThrow({ where: { businessId } });
    const charges = await db.transfer.findMany({ where: { kind: "charge", debit: { businessId } } });
    const spentMilli = charges.reduce((sum, { freeMilli }) => sum + (freeMilli ?? 0n), 0n);
    expect({ remainingMilli, sum: returnedMilli + spentMilli }).toEqual({ remainingMilli: 0n, sum: 300n });
    expect(spentMilli).toBe(250n);
    expect(await balanceOf({ businessId, kind: "available" })).toBe(1000n);
  }
  expect(await audit()).toEqual([]);
});

test("free credit that has no row gets one, with what is left of it and the revenue from the rest", async () => {
  const { id: businessId } = await makeBusiness();
  const welcome = { debit: "promotion", credit: { businessId, kind: "available" }, kind: "welcome" } as const;
  await postTransfer(db, { ...welcome, amountMilli: 50n, reference: `welcome:${businessId}` });
  await pay(businessId, 100n);
  await charge(businessId, 20n);
  const before = await promotionalRevenue();

  const record = () => db.$transaction((tx) => recordMissingGrant(tx, businessId));
  await Promise.all([record(), record()]);
  await record();
  const grants = await db.creditGrant.findMany({ where: { businessId } });
  expect(grants).toMatchObject([{ kind: "welcome", amountMilli: 50n, remainingMilli: 30n, returnedMilli: 0n }]);
  expect((await promotionalRevenue()) - before).toBe(20n);
  expect(await audit()).toEqual([]);
});

test("one business cannot read another's free credit", async () => {
  const [owner, outsider] = [await makeMember(), await makeMember()];
  await give(owner.businessId, 50n);
  expect(await getFreeCredit(outsider)).toEqual({ freeMilli: 0n, grants: [] });
  expect((await getFreeCredit(owner)).freeMilli).toBe(50n);
});

type Step = ["give" | "pay" | "hold" | "charge" | "release" | "wait" | "refund", number];
const verbs = ["give", "pay", "hold", "hold", "charge", "charge", "release", "wait", "refund"] as const;
const steps = fc.array(fc.tuple(fc.constantFrom(...verbs), fc.integer({ min: 1, max: 100 })) as fc.Arbitrary<Step>, {
  minLength: 5,
  maxLength: 30,
});

test("after any sequence of grants, payments, holds, charges, releases, expiries and refunds, free credit was spent first, none was refunded, and the books balance", async () => {
  const property = fc.asyncProperty(steps, async (sequence) => {
    clock.reset();
    const { id: businessId } = await makeBusiness();
    const open: string[] = [];
    const totals = { given: 0n, paid: 0n, refunded: 0n };
    for (const [verb, size] of sequence) {
      clock.advance(1);
      const amountMilli = BigInt(size);
      const chosen =
        open.length > 0 && (verb === "charge" || verb === "release") ? open.splice(size % open.length, 1) : [];
      const freeBefore = await remainingOf(businessId);
      if (verb === "give") {
        await give(businessId, amountMilli, size % 3 ? new Date(clock.now().getTime() + days(size % 5)) : null);
        totals.given += amountMilli;
      }
      if (verb === "pay") {
        await pay(businessId, amountMilli);
        totals.paid += amountMilli;
      }
      if (verb === "hold")
        await hold(businessId, amountMilli).then(
          (id) => open.push(id),
          () => undefined,
        );
      if (verb === "charge" && chosen[0]) {
        await captureHolds(sql, chosen);
        const made = await db.transfer.findUniqueOrThrow({ where: { reference: `charge:${chosen[0]}` } });
        expect(made.freeMilli ?? 0n).toBe(made.amountMilli < freeBefore ? made.amountMilli : freeBefore);
      }
      if (verb === "release" && chosen[0]) await releaseHold(chosen[0]);
      if (verb === "wait") {
        clock.advance(days(size % 4));
        await expireGrants();
      }
      if (verb === "refund" && open.length === 0) totals.refunded += await refund(businessId);

      const [available, held] = [
        await balanceOf({ businessId, kind: "available" }),
        await balanceOf({ businessId, kind: "held" }),
      ];
      // What is not free was paid for: the rows and the ledger agree after every step.
      const paidLeft = await db.$transaction((tx) => netPaid(tx, businessId));
      expect(available + held - (await remainingOf(businessId))).toBe(paidLeft);
      expect((await findFreeCredit(businessId)).freeMilli).toBeLessThanOrEqual(available);
    }
    expect(totals.refunded).toBeLessThanOrEqual(totals.paid);
    const rows = await db.creditGrant.findMany({ where: { businessId } });
    const charges = await db.transfer.findMany({ where: { kind: "charge", debit: { businessId } } });
    const spent = charges.reduce((sum, { freeMilli }) => sum + (freeMilli ?? 0n), 0n);
    expect(rows.reduce((sum, row) => sum + row.remainingMilli + row.returnedMilli, spent)).toBe(totals.given);
    expect(await audit()).toEqual([]);
    const { _sum: total } = await db.walletAccount.aggregate({ _sum: { balanceMilli: true } });
    expect(total.balanceMilli).toBe(0n);
  });
  await fc.assert(property, { numRuns: trials(undefined, 15, 80) });
});
