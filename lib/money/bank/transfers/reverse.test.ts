// @module-tag promise
import { expect, test } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeBusiness } from "@/prisma/factories";
import { makeReport, makeTopUp, recordReport as record, spend, walletOf } from "@/testing/harness/bank-books";
import { reverseCredited } from "./reverse";

test("of 200,000 reversed with 30,000 left, 170,000 are owed; the business is suspended until it has paid them", async () => {
  const business = await makeBusiness();
  const { code } = await makeTopUp(business.id);
  const paid = makeReport({ memo: code });
  const { transferId } = await record(paid);
  await spend(business.id, 170_000n);

  const reversal = makeReport({ direction: "out", reference: paid.reference });
  expect((await record(reversal)).status).toBe("reversal");
  expect(await walletOf(business.id)).toEqual({ available: 0n, receivable: -170_000_000n });
  expect(await db.business.findUnique({ where: { id: business.id } })).toMatchObject({ suspendedFor: "receivable" });
  await expect(db.$transaction((tx) => reverseCredited(tx, transferId))).rejects.toMatchObject({ code: "CONFLICT" });

  const again = await makeTopUp(business.id);
  await record(makeReport({ memo: again.code, amountVnd: 100_000n }));
  expect(await walletOf(business.id)).toEqual({ available: 0n, receivable: -70_000_000n });
  expect((await db.business.findUniqueOrThrow({ where: { id: business.id } })).suspendedAt).not.toBeNull();
  await record(makeReport({ memo: again.code, amountVnd: 100_000n }));
  expect(await walletOf(business.id)).toEqual({ available: 30_000_000n, receivable: 0n });
  expect((await db.business.findUniqueOrThrow({ where: { id: business.id } })).suspendedAt).toBeNull();
});

test("a reversal by an operator is completed by the bank's outgoing transfer, and takes nothing twice", async () => {
  const business = await makeBusiness();
  const paid = makeReport({ memo: (await makeTopUp(business.id)).code });
  const { transferId } = await record(paid);
  await db.$transaction((tx) => reverseCredited(tx, transferId));
  const outgoing = await record(makeReport({ direction: "out", reference: paid.reference }));
  expect(outgoing.status).toBe("reversal");
  expect(await walletOf(business.id)).toEqual({ available: 0n, receivable: 0n });
  expect((await record(makeReport({ direction: "out", reference: paid.reference }))).status).toBe("unmatched");
  expect(await walletOf(business.id)).toEqual({ available: 0n, receivable: 0n });
});

test("paying what it owes does not end a suspension by an operator", async () => {
  const business = await makeBusiness();
  await db.business.update({
    where: { id: business.id },
    data: { suspendedAt: clock.now(), suspendedReason: "abuse" },
  });
  const paid = makeReport({ memo: (await makeTopUp(business.id)).code });
  await record(paid);
  await spend(business.id, 200_000n);
  await record(makeReport({ direction: "out", reference: paid.reference }));
  await record(makeReport({ memo: (await makeTopUp(business.id)).code }));
  expect(await walletOf(business.id)).toEqual({ available: 0n, receivable: 0n });
  expect((await db.business.findUniqueOrThrow({ where: { id: business.id } })).suspendedReason).toBe("abuse");
});

test("a reversal that is reported before its payment takes it back, and credits nothing", async () => {
  const business = await makeBusiness();
  const paid = makeReport({ memo: (await makeTopUp(business.id)).code });
  await record(makeReport({ direction: "out", reference: paid.reference }));
  expect((await record(paid)).status).toBe("reversed");
  expect(await walletOf(business.id)).toEqual({ available: 0n, receivable: 0n });
});
