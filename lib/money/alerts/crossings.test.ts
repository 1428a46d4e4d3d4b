// @module-tag promise
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { setAlert } from "@/lib/money/alerts/service";
import { creditPayment, operatorMethod } from "@/lib/money/top-ups/credit";
import { holdCredit, raiseHold, releaseHold } from "@/lib/money/wallet/holds";
import { chargePart } from "@/lib/money/wallet/parts";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { minutes } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { openStream } from "@/lib/platform/stream/open";
import { startWorker } from "@/lib/server/worker/start";
import { makeCaller, makeKey, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";
import { promised } from "@/testing/promises";
import { warnOfCrossings } from "./crossings";

const boundMs = promised("M6") * 1000;

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

const hello = { text: "Xin chào Việt Nam", voiceId: "south-ngoc", modelId: "vang-espeak" };

const countLow = (businessId: string) => db.event.count({ where: { businessId, type: "credit.low" } });

/** How long after `since` the event was there. */
async function waitedFor(businessId: string, since: number): Promise<number> {
  while (performance.now() - since <= boundMs && (await countLow(businessId)) === 0) await sleep(20);
  return performance.now() - since;
}

test("credit.low is written within its time after the response of the job that crosses the level, once", async () => {
  const api = await startApi();
  const other = startWorker(openStream());
  stops.push(api.close, () => other.stop());
  const member = await makeMember({ creditMilli: 20_010_000n });
  const key = await makeKey(member);
  expect((await api.post("/tts", key, hello)).status).toBe(200);
  expect(await countLow(member.businessId)).toBe(0);
  // 5.1 đồng each: the second of these crosses it, and all of them race.
  const crossed = await Promise.all(Array.from({ length: 8 }, () => api.post("/tts", key, hello)));
  const since = performance.now();
  expect(crossed.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await waitedFor(member.businessId, since)).toBeLessThanOrEqual(boundMs);
  await warnOfCrossings();
  expect(await countLow(member.businessId)).toBe(1);
  const foreign = await makeMember({ creditMilli: 20_010_000n });
  expect(await countLow(foreign.businessId)).toBe(0);
});

test("what crossed while no worker ran is announced within its time after one starts", async () => {
  const { businessId } = await makeCaller({ creditMilli: 20_000_000n });
  await holdCredit({ businessId, trackingId: newId("tts"), amountMilli: 1n });
  const since = performance.now();
  const stream = openStream();
  const worker = startWorker(stream);
  stops.push(
    () => stream.close(),
    () => worker.stop(),
  );
  expect(await waitedFor(businessId, since)).toBeLessThanOrEqual(boundMs);
});

type Move = (of: { businessId: string; keyId: string }, heldId: string) => Promise<unknown>;

const refund: Move = ({ businessId }) =>
  postTransfer(db, {
    debit: { businessId, kind: "available" },
    credit: "bank",
    amountMilli: 20_000n,
    kind: "refund",
    reference: newId("transfer"),
  });
const nextPart: Move = ({ businessId }, trackingId) =>
  transaction((on) =>
    chargePart(on, { businessId, trackingId, amountMilli: 20_000n }, 1, { amountMilli: 1000n, units: 1 }),
  );

test.each<[string, Move]>([
  ["a job", ({ businessId }) => holdCredit({ businessId, trackingId: newId("tts"), amountMilli: 20_000n })],
  [
    "a part of a long job",
    ({ businessId }) => holdCredit({ businessId, trackingId: `${newId("stt")}.1.1`, amountMilli: 20_000n }),
  ],
  ["a longer file", (_, heldId) => raiseHold(heldId, { amountMilli: 20_000n }, minutes(1))],
  ["what comes next of a live transcription", nextPart],
  ["a refund or another transfer", refund],
])("%s that crosses the level is announced once, and again only after a payment above it", async (_, move) => {
  const caller = await makeCaller({ creditMilli: 20_011_000n });
  const { businessId } = caller;
  const heldId = newId("stt");
  await holdCredit({ businessId, trackingId: heldId, amountMilli: 1000n });
  await warnOfCrossings();
  expect(await countLow(businessId)).toBe(0);
  await move(caller, heldId);
  await Promise.all([warnOfCrossings(), warnOfCrossings()]);
  expect(await countLow(businessId)).toBe(1);
  await holdCredit({ businessId, trackingId: newId("tts"), amountMilli: 1000n });
  await warnOfCrossings();
  expect(await countLow(businessId)).toBe(1);

  const id = newId("topUp");
  await db.$transaction((tx) => creditPayment(tx, operatorMethod, { id, businessId, topUpId: null, amountVnd: 100n }));
  await holdCredit({ businessId, trackingId: newId("tts"), amountMilli: 110_000n });
  await warnOfCrossings();
  expect(await countLow(businessId)).toBe(2);
});

test("a hold that was released before a worker looked crossed nothing, and the next one that crosses does", async () => {
  const { businessId } = await makeCaller({ creditMilli: 20_000_000n });
  const trackingId = newId("tts");
  await holdCredit({ businessId, trackingId, amountMilli: 5000n });
  await releaseHold(trackingId);
  await warnOfCrossings();
  expect(await countLow(businessId)).toBe(0);
  expect(await db.lowCredit.count({ where: { businessId } })).toBe(0);
  await holdCredit({ businessId, trackingId: newId("tts"), amountMilli: 5000n });
  await warnOfCrossings();
  expect(await countLow(businessId)).toBe(1);
});

test("a crossing that happens while a worker looks is looked at again", async () => {
  const { businessId } = await makeCaller({ creditMilli: 20_000_000n });
  await holdCredit({ businessId, trackingId: newId("tts"), amountMilli: 1000n });
  await transaction(async (on) => {
    await holdCredit({ businessId, trackingId: newId("tts"), amountMilli: 1000n }, on);
    void warnOfCrossings();
    await expect.poll(() => countLow(businessId)).toBe(1);
  });
  await expect.poll(() => db.lowCredit.count({ where: { businessId } })).toBe(1);
});

test("a business without warnings of an amount has none, and one warning when its credit is used up", async () => {
  const member = await makeMember({ creditMilli: 5_000_000n });
  const { businessId } = member;
  await setAlert(member, { monthlyCapVnd: null, belowVnd: null, belowDays: null });
  await holdCredit({ businessId, trackingId: newId("tts"), amountMilli: 1000n });
  expect(await db.lowCredit.count({ where: { businessId } })).toBe(0);
  await holdCredit({ businessId, trackingId: newId("tts"), amountMilli: 4_500_000n });
  await warnOfCrossings();
  expect(await countLow(businessId)).toBe(1);
});
