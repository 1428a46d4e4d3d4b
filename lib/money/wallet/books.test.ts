// @module-tag promise
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { audit } from "@/lib/money/wallet/books/differences";
import { db, sql, transaction, withOwnConnection } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeMember } from "@/prisma/factories";
import { asOwner } from "@/testing/harness/as-owner";
import { trials } from "@/testing/harness/deep";
import { plantBalance } from "@/testing/harness/plant-balance";
import { getBalance } from "./balance";
import { holdCredit, raiseHold, releaseHold } from "./holds";
import { postTransfer } from "./post-transfer";
import { captureHold, captureHolds } from "./settle";

type Model = { available: bigint; held: bigint; open: Map<string, bigint>; raised: Set<string> };
type Books = { member: Member };

/** Settles the nth open hold and returns its ID and amount. */
const take = (model: Model, place: number): [string, bigint] => {
  const chosen = [...model.open].at(place % model.open.size) as [string, bigint];
  model.open.delete(chosen[0]);
  model.held -= chosen[1];
  return chosen;
};

const unraised = ({ open, raised }: Readonly<Model>) => [...open].filter(([trackingId]) => !raised.has(trackingId));

class HoldCommand implements fc.AsyncCommand<Model, Books> {
  constructor(readonly amountMilli: bigint) {}
  check = () => true;
  async run(model: Model, { member }: Books) {
    const trackingId = newId("tts");
    const attempt = holdCredit({ businessId: member.businessId, trackingId, amountMilli: this.amountMilli });
    const outcome = await attempt.then(
      () => "held",
      (refusal) => refusal.code,
    );
    expect(outcome).toBe(this.amountMilli <= model.available ? "held" : "INSUFFICIENT_CREDIT");
    if (outcome !== "held") return;
    model.available -= this.amountMilli;
    model.held += this.amountMilli;
    model.open.set(trackingId, this.amountMilli);
  }
  toString = () => `hold(${this.amountMilli})`;
}

class SettleCommand implements fc.AsyncCommand<Model, Books> {
  constructor(
    readonly verb: "capture" | "release",
    readonly place: number,
  ) {}
  check = (model: Readonly<Model>) => model.open.size > 0;
  async run(model: Model, { member }: Books) {
    const [trackingId, amountMilli] = take(model, this.place);
    if (this.verb === "capture") expect(await captureHolds(sql, [trackingId, "tts_unknown"])).toBe(1);
    else expect(await releaseHold(trackingId)).toBe(true);
    expect(await captureHold(trackingId, amountMilli)).toBe(false);
    if (this.verb === "release") model.available += amountMilli;
    expect(await getBalance(member)).toEqual({ availableMilli: model.available, heldMilli: model.held });
  }
  toString = () => `${this.verb}(${this.place})`;
}

const undone = new Error("The process ended before it committed.");

class PartCommand implements fc.AsyncCommand<Model, Books> {
  constructor(
    readonly place: number,
    readonly partMilli: bigint,
    readonly crashes: boolean,
  ) {}
  check = (model: Readonly<Model>) => model.open.size > 0;
  async run(model: Model, { member }: Books) {
    const [trackingId, amountMilli] = [...model.open].at(this.place % model.open.size) as [string, bigint];
    const captured = transaction(async (tx) => {
      expect(await captureHold(trackingId, this.partMilli, undefined, tx)).toBe(true);
      if (this.crashes) throw undone;
    });
    await (this.crashes ? expect(captured).rejects.toBe(undone) : captured);
    if (!this.crashes) {
      take(model, this.place);
      const chargedMilli = this.partMilli < amountMilli ? this.partMilli : amountMilli;
      model.available += amountMilli - chargedMilli;
      expect(await captureHold(trackingId, this.partMilli)).toBe(false);
      expect(await releaseHold(trackingId)).toBe(false);
      const { _sum: charged } = await db.transfer.aggregate({
        _sum: { amountMilli: true },
        where: { trackingId, kind: "charge" },
      });
      expect(charged.amountMilli ?? 0n).toBe(chargedMilli);
    }
    expect(await getBalance(member)).toEqual({ availableMilli: model.available, heldMilli: model.held });
  }
  toString = () => `part(${this.place}, ${this.partMilli}${this.crashes ? ", crash" : ""})`;
}

class RaiseCommand implements fc.AsyncCommand<Model, Books> {
  constructor(
    readonly place: number,
    readonly moreMilli: bigint,
  ) {}
  // A job's price becomes known once.
  check = (model: Readonly<Model>) => unraised(model).length > 0;
  async run(model: Model, { member }: Books) {
    const places = unraised(model);
    const [trackingId, amountMilli] = places.at(this.place % places.length) as [string, bigint];
    const raised = { amountMilli: amountMilli + this.moreMilli };
    const outcome = await raiseHold(trackingId, raised, 45_000).then(
      () => undefined,
      (refusal) => refusal.code,
    );
    expect(outcome).toBe(this.moreMilli <= model.available ? undefined : "INSUFFICIENT_CREDIT");
    if (outcome === undefined) {
      model.available -= this.moreMilli;
      model.held += this.moreMilli;
      model.open.set(trackingId, raised.amountMilli);
      model.raised.add(trackingId);
    }
    expect(await getBalance(member)).toEqual({ availableMilli: model.available, heldMilli: model.held });
  }
  toString = () => `raise(${this.place}, ${this.moreMilli})`;
}

class TransferCommand implements fc.AsyncCommand<Model, Books> {
  constructor(
    readonly kind: "top_up" | "refund",
    readonly amountMilli: bigint,
  ) {}
  check = () => true;
  async run(model: Model, { member }: Books) {
    const available = { businessId: member.businessId, kind: "available" } as const;
    const [debit, credit] = this.kind === "top_up" ? (["bank", available] as const) : ([available, "bank"] as const);
    const transfer = { ...this, debit, credit, reference: newId("transfer") };
    const outcome = await postTransfer(db, transfer).catch((refusal) => refusal.code);
    const isRefused = this.kind === "refund" && this.amountMilli > model.available;
    expect(outcome).toBe(isRefused ? "INSUFFICIENT_CREDIT" : true);
    if (isRefused) return;
    expect(await postTransfer(db, transfer)).toBe(false);
    model.available += this.kind === "top_up" ? this.amountMilli : -this.amountMilli;
    expect(await getBalance(member)).toEqual({ availableMilli: model.available, heldMilli: model.held });
  }
  toString = () => `${this.kind}(${this.amountMilli})`;
}

const amount = fc.bigInt({ min: 0n, max: 400n });
const transfers = fc.tuple(fc.constantFrom("top_up" as const, "refund" as const), fc.bigInt({ min: 1n, max: 900n }));
const settlements = fc.tuple(fc.constantFrom("capture" as const, "release" as const), fc.nat(20));
const commands = fc.commands(
  [
    amount.map((milli) => new HoldCommand(milli)),
    settlements.map((settlement) => new SettleCommand(...settlement)),
    fc.tuple(fc.nat(20), amount, fc.boolean()).map((part) => new PartCommand(...part)),
    fc.tuple(fc.nat(20), amount).map((raise) => new RaiseCommand(...raise)),
    transfers.map((transfer) => new TransferCommand(...transfer)),
  ],
  { maxCommands: 40 },
);

test("after any sequence of holds, raises, captures in whole and in part, crashes, releases, top-ups and refunds the balances equal a model's and the books balance", {
  timeout: 600_000,
}, async () => {
  const property = fc.asyncProperty(commands, async (sequence) => {
    const member = await makeMember({ creditMilli: 1000n });
    const setup = () => ({
      model: { available: 1000n, held: 0n, open: new Map<string, bigint>(), raised: new Set<string>() },
      real: { member },
    });
    await fc.asyncModelRun(setup, sequence);
    const open = await db.hold.findMany({ where: { businessId: member.businessId, status: "open" } });
    for (const { trackingId } of open) await captureHold(trackingId, 7n);
    expect(await db.hold.count({ where: { businessId: member.businessId, status: "open" } })).toBe(0);
    expect((await getBalance(member)).heldMilli).toBe(0n);
    expect(await audit()).toEqual([]);
    const { _sum: total } = await db.walletAccount.aggregate({ _sum: { balanceMilli: true } });
    expect(total.balanceMilli).toBe(0n);
  });
  await fc.assert(property, { numRuns: trials(process.env.VANG_SEQUENCES, 12, 2000) });
});

test("2,000 concurrent movements of 5 businesses, settled in overlapping batches, never deadlock and balance", async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => makeMember({ creditMilli: 100_000n })));
  const call = async (index: number) => {
    const trackingId = newId("tts");
    const { businessId } = members[index % members.length] as Member;
    await holdCredit({ businessId, trackingId, amountMilli: BigInt(index % 90) });
    return trackingId;
  };
  const first = await Promise.all(Array.from({ length: 500 }, (_, index) => call(index)));
  const batch = (start: number) => [...first.slice(start, start + 60)].sort(() => (start % 3) - 1);
  const movements = first.flatMap((trackingId, index) => [
    call(index),
    index % 2 ? releaseHold(trackingId) : captureHolds(sql, [trackingId]),
    ...(index % 10 ? [] : [captureHolds(sql, batch(index))]),
  ]);
  await Promise.all(movements);

  expect(await db.hold.count({ where: { trackingId: { in: first }, status: "open" } })).toBe(0);
  expect(await audit()).toEqual([]);
  const { _sum: total } = await db.walletAccount.aggregate({ _sum: { balanceMilli: true } });
  expect(total.balanceMilli).toBe(0n);
});

test("a transfer can be neither changed nor deleted", async () => {
  await makeMember({ creditMilli: 5n });
  const { id } = await db.transfer.findFirstOrThrow();

  for (const change of [
    `UPDATE transfers SET amount_milli = 6 WHERE id = '${id}'`,
    `DELETE FROM transfers WHERE id = '${id}'`,
    "TRUNCATE transfers",
  ]) {
    await expect(withOwnConnection((client) => client.query(change))).rejects.toThrow("permission denied");
    await expect(asOwner((client) => client.query(change))).rejects.toThrow("transfers is written once");
  }
});

test("the audit finds a balance without a transfer, and a hold without its credit", async () => {
  const { businessId } = await makeMember({ creditMilli: 100n });
  await holdCredit({ businessId, trackingId: newId("tts"), amountMilli: 40n });
  const change = (milli: bigint) => plantBalance("kind = 'held' AND business_id = $2", businessId, milli);

  await change(1n);
  const found = { balanceMilli: 41n, derivedMilli: 40n };
  expect(await audit()).toEqual([
    { accountId: expect.any(String), witness: "holds", ...found },
    { accountId: expect.any(String), witness: "transfers", ...found },
    { accountId: "all accounts", witness: "sum", balanceMilli: 1n, derivedMilli: 0n },
  ]);
  await change(-1n);
  expect(await audit()).toEqual([]);
});
