// @module-tag promise
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdCredit, releaseHold } from "@/lib/money/wallet/holds";
import { type NewTransfer, postTransfer } from "@/lib/money/wallet/post-transfer";
import { captureHolds } from "@/lib/money/wallet/settle";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { db, sql, withOwnConnection } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { ingest } from "@/lib/speech/history/ingest";
import { makeBusiness, makeCaller } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { asOwner } from "@/testing/harness/as-owner";
import { trials } from "@/testing/harness/deep";
import { plantBalance } from "@/testing/harness/plant-balance";
import { bookStatus, inOneSnapshot, watchBooks } from "./audit-books";
import { findCheckpoint, takeCheckpoint } from "./checkpoint";

beforeEach(async () => {
  vi.spyOn(log, "error").mockImplementation(() => undefined);
  await db.bookAudit.deleteMany();
  expect(await watchBooks()).toEqual({ isFull: true, differences: [], uncharged: [] });
});
afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
});

const balanced = { isFull: false, differences: [], uncharged: [] };

const takeNow = () => withOwnConnection((client) => inOneSnapshot(client, takeCheckpoint));

const topUp = (businessId: string): NewTransfer => ({
  ...{ debit: "bank", credit: { businessId, kind: "available" }, amountMilli: 5_000n, kind: "top_up" },
  reference: newId("transfer"),
});

const call = async (businessId: string, amountMilli = 100n) => {
  const trackingId = newId("tts");
  await holdCredit({ businessId, trackingId, amountMilli });
  return trackingId;
};

/** Changes the balance of one account by so many thousandths without a transfer, and returns the account's id. */
async function plant(businessId: string | null, kind: "available" | "held" | "revenue", milli: bigint) {
  const where = { businessId, kind };
  const { id } = await db.walletAccount.findFirstOrThrow({ where });
  await plantBalance("id = $2", id, milli);
  return id;
}

/** As the owner of the tables, who can do what the program cannot. */
const forge = (statement: string, values: unknown[]) =>
  asOwner(async (client) => {
    await client.query("SET session_replication_role = replica");
    expect((await client.query(statement, values)).rowCount).toBe(1);
  });

test("an audit sums only what came after the checkpoint, and the books balance", async () => {
  const { id } = await makeBusiness({ creditMilli: 1000n });
  const [charged, released] = [await call(id), await call(id)];
  await captureHolds(sql, [charged]);
  await takeNow();
  await releaseHold(released);
  await postTransfer(db, topUp(id));
  expect(await watchBooks()).toEqual(balanced);
  expect(await bookStatus()).toBe("balanced");
  expect(log.error).not.toHaveBeenCalled();
});

test.each([
  ["available", false],
  ["held", false],
  ["revenue", true],
] as const)(
  "1 ₫ too much on an account of kind %s is found, logged and in the status until it is gone",
  async (kind, isPlatform) => {
    const { id } = await makeBusiness({ creditMilli: 1000n });
    await call(id);
    const accountId = await plant(isPlatform ? null : id, kind, 1000n);
    const audit = await watchBooks();
    expect(audit?.differences).toContainEqual({
      ...{ accountId, witness: "transfers" },
      ...expectedOff(audit, accountId),
    });
    expect(audit?.differences).toContainEqual(expect.objectContaining({ witness: "sum", balanceMilli: 1000n }));
    if (kind === "held")
      expect(audit?.differences).toContainEqual(expect.objectContaining({ accountId, witness: "holds" }));
    expect(log.error).toHaveBeenCalledWith(
      expect.objectContaining({ accountId, difference: "1" }),
      "the books do not balance",
    );
    expect(await bookStatus()).toBe("difference");

    await plant(isPlatform ? null : id, kind, -1000n);
    expect((await watchBooks())?.differences).toEqual([]);
    expect(await bookStatus()).toBe("balanced");
  },
);

const expectedOff = (audit: Awaited<ReturnType<typeof watchBooks>>, accountId: string) => {
  const found = audit?.differences.find((difference) => difference.accountId === accountId);
  const { balanceMilli = 0n, derivedMilli = 0n } = found ?? {};
  expect(balanceMilli - derivedMilli).toBe(1000n);
  return { balanceMilli, derivedMilli };
};

test("a transfer that changed no balance is found", async () => {
  const { id } = await makeBusiness({ creditMilli: 1000n });
  const { id: credit } = await db.walletAccount.findFirstOrThrow({ where: { businessId: id, kind: "available" } });
  const transfer = { amountMilli: 7n, kind: "top_up" as const, reference: newId("transfer") };
  const { id: planted } = await db.transfer.create({
    data: { ...transfer, id: newId("transfer"), debitAccountId: "acc_bank", creditAccountId: credit },
    select: { id: true },
  });
  const audit = await watchBooks();
  expect(audit?.differences.map(({ accountId }) => accountId).sort()).toEqual([credit, "acc_bank"].sort());
  await forge("DELETE FROM transfers WHERE id = $1", [planted]);
  expect((await watchBooks())?.differences).toEqual([]);
});

test("transfers not yet committed at the checkpoint are counted after it, and once", async () => {
  const { id } = await makeBusiness({ creditMilli: 1000n });
  const begun = async (finish: (client: { query(text: string): Promise<unknown> }) => Promise<unknown>) =>
    withOwnConnection(async (client) => {
      await client.query("BEGIN");
      await client.query(
        `WITH entry AS (
           INSERT INTO transfers (id, debit_account_id, credit_account_id, amount_milli, kind, reference)
           SELECT $1, 'acc_expense', id, 3, 'adjustment', $1 FROM wallet_accounts WHERE business_id = $2 AND kind = 'available'
           RETURNING debit_account_id, credit_account_id)
         UPDATE wallet_accounts a SET balance_milli = balance_milli + CASE a.id WHEN entry.credit_account_id THEN 3 ELSE -3 END
         FROM entry WHERE a.id IN (entry.debit_account_id, entry.credit_account_id)`,
        [newId("transfer"), id],
      );
      await finish(client);
    });

  await begun(async (client) => {
    // Later ones are committed before it.
    const other = await makeBusiness({ creditMilli: 5n });
    await call(other.id, 5n);
    await takeNow();
    expect(await watchBooks()).toEqual(balanced);
    await client.query("COMMIT");
  });
  expect(await watchBooks()).toEqual(balanced);
  await begun(async (client) => {
    await takeNow();
    await client.query("ROLLBACK");
  });
  expect(await watchBooks()).toEqual(balanced);
});

const rounds = trials(undefined, 4, 25);

test("audits and checkpoints during movements of many businesses never find a difference", async () => {
  const businesses = await Promise.all(Array.from({ length: 5 }, () => makeBusiness({ creditMilli: 1_000_000n })));
  let isMoving = true;
  const move = async (businessId: string) => {
    while (isMoving) {
      const trackingId = await call(businessId);
      await Promise.all([captureHolds(sql, [trackingId]), postTransfer(db, topUp(businessId))]);
      await releaseHold(await call(businessId));
    }
  };
  const moving = businesses.map(({ id }) => move(id));
  const audits = [];
  for (let round = 0; round < rounds; round++) {
    await takeNow();
    audits.push(await watchBooks());
  }
  isMoving = false;
  await Promise.all(moving);
  expect(audits).toEqual(audits.map(() => balanced));
  expect(await watchBooks()).toEqual(balanced);
});

test("the next audit finds a changed checkpoint and takes a new one", async () => {
  const { id } = await makeBusiness({ creditMilli: 1000n });
  await takeNow();
  const { id: accountId } = await db.walletAccount.findFirstOrThrow({ where: { businessId: id, kind: "available" } });
  await db.bookBalance.updateMany({ where: { accountId }, data: { balanceMilli: 999n } });
  const difference = { accountId, witness: "checkpoint", balanceMilli: 999n, derivedMilli: 1000n };
  expect(await watchBooks()).toEqual({ isFull: true, differences: [difference], uncharged: [] });
  expect(log.error).toHaveBeenCalledWith(
    expect.objectContaining({ accountId, difference: "-0.001" }),
    "the checkpoint of the books is wrong",
  );
  expect(await watchBooks()).toEqual(balanced);
});

test.each([
  ["a balance changed together with its checkpoint", "witness"],
  ["a transfer changed after the checkpoint", "transfer"],
] as const)("%s is found once a day, by the audit from the beginning", async (_, what) => {
  const { id } = await makeBusiness({ creditMilli: 1000n });
  await takeNow();
  const account = await db.walletAccount.findFirstOrThrow({ where: { businessId: id, kind: "available" } });
  const change = async (milli: bigint) => {
    if (what === "transfer")
      return forge("UPDATE transfers SET amount_milli = $1 WHERE credit_account_id = $2", [milli, account.id]);
    await plantBalance("id = $2", account.id, milli === 2000n ? 1000n : -1000n);
    await db.bookBalance.updateMany({ where: { accountId: account.id }, data: { balanceMilli: milli } });
  };
  await change(2000n);
  const seen = (await watchBooks())?.differences.filter(({ witness }) => witness !== "sum");
  expect(seen).toEqual([]);

  clock.advance(hours(24));
  const audit = await watchBooks();
  expect(audit?.isFull).toBe(true);
  const found = audit?.differences.filter(({ accountId }) => accountId === account.id);
  expect(found?.map(({ witness }) => witness)).toEqual(["checkpoint", "transfers"]);
  await change(1000n);
  await watchBooks();
});

test("a job that was recorded after its hold was released is reported as uncharged, once", async () => {
  const caller = await makeCaller({ creditMilli: 100_000n });
  const jobs = [makeFinished(caller), makeFinished(caller)];
  for (const { trackingId, amountMilli } of jobs)
    await holdCredit({ businessId: caller.businessId, trackingId, amountMilli: BigInt(amountMilli) });
  const [late] = jobs;
  await releaseHold(late?.trackingId ?? "");
  await ingest(jobs.map((payload) => ({ key: payload.trackingId, payload, attempts: 0 })));
  vi.mocked(log.error).mockClear();

  const uncharged = [{ trackingId: late?.trackingId, amountMilli: BigInt(late?.amountMilli ?? 0), chargedMilli: 0n }];
  expect(await watchBooks()).toEqual({ ...balanced, uncharged });
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ count: 1 }, "jobs are recorded without their charge");
  expect(await bookStatus()).toBe("balanced");
  await takeNow();
  expect(await watchBooks()).toEqual(balanced);
  clock.advance(hours(24));
  expect(await watchBooks()).toEqual({ ...balanced, isFull: true });
});

test("a checkpoint of another cluster is not used", async () => {
  await db.bookCheckpoint.updateMany({ data: { snapshot: "900000000000:900000000000:" } });
  expect(await watchBooks()).toEqual({ ...balanced, isFull: true });
  expect(await watchBooks()).toEqual(balanced);
});

test("no checkpoint is taken while rows carry transaction IDs that are still in the future", async () => {
  const { id } = await makeBusiness({ creditMilli: 1000n });
  const [row] = await sql<{ id: string }>(
    undefined,
    `SELECT t.id FROM transfers t JOIN wallet_accounts a ON a.id = credit_account_id WHERE a.business_id = $1`,
    [id],
  );
  const [was] = await sql<{ xid: string }>(undefined, "SELECT xid::text FROM transfers WHERE id = $1", [row?.id]);
  await forge("UPDATE transfers SET xid = '900000000000' WHERE id = $1", [row?.id]);
  await db.bookAudit.deleteMany();
  for (let time = 0; time < 2; time++) expect(await watchBooks()).toEqual({ ...balanced, isFull: true });
  expect(await findCheckpoint(sql)).toBeNull();
  await forge("UPDATE transfers SET xid = $2::xid8 WHERE id = $1", [row?.id, was?.xid]);
});

test("a new checkpoint is taken after an hour, and not before", async () => {
  const before = await findCheckpoint(sql);
  clock.advance(minutes(59));
  await watchBooks();
  expect(await findCheckpoint(sql)).toEqual(before);
  clock.advance(minutes(1));
  await watchBooks();
  expect((await findCheckpoint(sql))?.id).not.toBe(before?.id);
});

test("only one process audits at a time", async () => {
  await withOwnConnection(async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtext('books'))");
    expect(await watchBooks()).toBeNull();
  });
  expect(await watchBooks()).toEqual(balanced);
});

test("without an audit in the last five minutes the status is unknown", async () => {
  clock.advance(minutes(6));
  expect(await bookStatus()).toBe("unknown");
  await watchBooks();
  expect(await bookStatus()).toBe("balanced");
});
