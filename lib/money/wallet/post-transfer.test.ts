// @module-tag promise
import pLimit from "p-limit";
import { expect, test } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { audit } from "@/lib/money/wallet/books/differences";
import { db, sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeBusiness, makeMember } from "@/prisma/factories";
import { trials } from "@/testing/harness/deep";
import { getBalance } from "./balance";
import { holdCredit, lowerHold, raiseHold, releaseHold } from "./holds";
import type { Account } from "./lock-wallet";
import { lockWallet } from "./lock-wallet";
import { type NewTransfer, postTransfer, TransferConflict } from "./post-transfer";
import { captureHolds } from "./settle";

const available = (businessId: string): Account => ({ businessId, kind: "available" });
const receivable = (businessId: string): Account => ({ businessId, kind: "receivable" });

const topUp = (businessId: string, options: Partial<NewTransfer> = {}): NewTransfer => ({
  debit: "bank",
  credit: available(businessId),
  amountMilli: 200n,
  kind: "top_up",
  reference: `top-up:${newId("transfer")}`,
  ...options,
});

const refund = (businessId: string, amountMilli: bigint) =>
  topUp(businessId, { debit: available(businessId), credit: "bank", kind: "refund", amountMilli });

const balanceOf = async (account: Account) => {
  const where = typeof account === "string" ? { kind: account, businessId: null } : account;
  return (await db.walletAccount.findFirst({ where }))?.balanceMilli ?? null;
};

test("a transfer changes both balances and stores its fields", async () => {
  const { id } = await makeBusiness({ creditMilli: 5n });
  const bank = (await balanceOf("bank")) ?? 0n;
  const transfer = topUp(id, { trackingId: "tts_any" });
  expect(await postTransfer(db, transfer)).toBe(true);

  expect(await balanceOf(available(id))).toBe(205n);
  expect(await balanceOf("bank")).toBe(bank - 200n);
  const { reference, amountMilli, kind, trackingId } = transfer;
  const row = await db.transfer.findUnique({ where: { reference }, include: { credit: true, debit: true } });
  expect(row).toMatchObject({ amountMilli, kind, trackingId, debit: { kind: "bank" }, credit: { businessId: id } });
});

test("a transfer of one business leaves the balance of another unchanged", async () => {
  const [owner, outsider] = [await makeMember(), await makeMember({ creditMilli: 7n })];
  await postTransfer(db, topUp(owner.businessId));
  await expect(postTransfer(db, refund(outsider.businessId, 8n))).rejects.toMatchObject({
    code: "INSUFFICIENT_CREDIT",
  });

  expect(await getBalance(owner)).toEqual({ availableMilli: 200n, heldMilli: 0n });
  expect(await getBalance(outsider)).toEqual({ availableMilli: 7n, heldMilli: 0n });
});

test("the same transfer made 100 times concurrently is made once", async () => {
  const { id } = await makeBusiness();
  const transfer = topUp(id);
  const made = await Promise.all(Array.from({ length: 100 }, () => postTransfer(db, transfer)));

  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await balanceOf(available(id))).toBe(200n);
});

test("a repeated refund of the whole balance is recognized", async () => {
  const { id } = await makeBusiness({ creditMilli: 50n });
  const transfer = refund(id, 50n);
  const made = await Promise.all(Array.from({ length: 20 }, () => postTransfer(db, transfer)));
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await balanceOf(available(id))).toBe(0n);
});

test("a known reference with other content is an error, and moves nothing", async () => {
  const [first, second] = [await makeBusiness({ creditMilli: 10n }), await makeBusiness({ creditMilli: 10n })];
  const transfer = topUp(first.id);
  await postTransfer(db, transfer);

  const others: Partial<NewTransfer>[] = [
    { amountMilli: 201n },
    { kind: "claim" },
    { credit: available(second.id) },
    { credit: receivable(first.id) },
    { credit: available("biz_unknown") },
    { debit: "suspense" },
    { debit: available(second.id) },
    { trackingId: "tts_other" },
  ];
  for (const other of others)
    await expect(postTransfer(db, { ...transfer, ...other })).rejects.toThrow(TransferConflict);
  expect(await balanceOf(available(first.id))).toBe(210n);
  expect(await balanceOf(available(second.id))).toBe(10n);
});

const refunds = trials(undefined, 200, 1000);

test(`of ${refunds} concurrent refunds of a tenth of the balance exactly 10 are made`, async () => {
  const { id } = await makeBusiness({ creditMilli: 1000n });
  const tries = await Promise.allSettled(Array.from({ length: refunds }, () => postTransfer(db, refund(id, 100n))));

  const refused = tries.flatMap((attempt) => (attempt.status === "rejected" ? [attempt.reason.code] : []));
  expect(refused).toEqual(Array.from({ length: refunds - 10 }, () => "INSUFFICIENT_CREDIT"));
  expect(await balanceOf(available(id))).toBe(0n);
});

test.each([0n, -1n])("an amount of %s is not transferred", async (amountMilli) => {
  const { id } = await makeBusiness({ creditMilli: 10n });
  await expect(postTransfer(db, topUp(id, { amountMilli }))).rejects.toThrow(RangeError);
});

test("transfers to an unknown business and from an account to itself fail", async () => {
  await expect(postTransfer(db, topUp("biz_unknown"))).rejects.toThrow("does not exist");
  await expect(postTransfer(db, topUp("biz_unknown", { credit: "bank" }))).rejects.toThrow("two_sides");
});

test("a receivable is below zero, created when first needed, and can be paid back up to zero", async () => {
  const { id } = await makeBusiness();
  expect(await balanceOf(receivable(id))).toBeNull();
  const owe = topUp(id, { debit: receivable(id), credit: "bank", amountMilli: 170n, kind: "reversal" });
  await Promise.all([owe, owe, { ...owe, reference: "owe:2" }].map((transfer) => postTransfer(db, transfer)));
  expect(await balanceOf(receivable(id))).toBe(-340n);

  await expect(postTransfer(db, topUp(id, { credit: receivable(id), amountMilli: 341n }))).rejects.toThrow(/never_neg/);
  await postTransfer(db, topUp(id, { credit: receivable(id), amountMilli: 340n }));
  expect(await balanceOf(receivable(id))).toBe(0n);
  expect(await audit()).toEqual([]);
});

test("a transfer is part of its transaction", async () => {
  const { id } = await makeBusiness();
  const undone = db.$transaction(async (tx) => {
    await postTransfer(tx, topUp(id));
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  expect(await balanceOf(available(id))).toBe(0n);
});

test("concurrent reversals, top-ups, holds and charges of the same businesses never deadlock", async () => {
  const members = await Promise.all(Array.from({ length: 4 }, () => makeMember({ creditMilli: 100_000n })));
  const reverse = (businessId: string) =>
    db.$transaction(async (tx) => {
      await lockWallet(tx, businessId, [receivable(businessId), "bank"]);
      await postTransfer(tx, topUp(businessId, { debit: receivable(businessId), credit: "bank", kind: "reversal" }));
      await postTransfer(tx, refund(businessId, 3n));
    });
  const call = async (businessId: string, index: number) => {
    const trackingId = newId("tts");
    await holdCredit({ businessId, trackingId, amountMilli: 20n });
    if (index % 2) await raiseHold(trackingId, { amountMilli: 30n }, 60_000);
    else await lowerHold(trackingId, 10n);
    await (index % 3 ? captureHolds(sql, [trackingId]) : releaseHold(trackingId));
  };
  const move = async (index: number) => {
    const { businessId } = members[index % members.length] as Member;
    const { businessId: next } = members[(index * 7 + 3) % members.length] as Member;
    if (index % 5 === 0) return reverse(businessId);
    if (index % 5 === 1) return postTransfer(db, topUp(businessId));
    if (index % 5 === 2 && next !== businessId)
      return postTransfer(db, topUp(next, { debit: available(businessId), kind: "adjustment" }));
    return call(businessId, index);
  };
  // Limited to the connections of the pool, so that none waits for one.
  const atOnce = pLimit(12);
  await Promise.all(Array.from({ length: trials(undefined, 300, 800) }, (_, index) => atOnce(() => move(index))));

  expect(await audit()).toEqual([]);
  const { _sum: total } = await db.walletAccount.aggregate({ _sum: { balanceMilli: true } });
  expect(total.balanceMilli).toBe(0n);
});
