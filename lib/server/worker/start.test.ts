import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { speechFinished } from "@/lib/access/events/finished-job";
import { holdCredit } from "@/lib/money/wallet/holds";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { openPostgresStream } from "@/lib/platform/stream/postgres";
import type { Stream } from "@/lib/platform/stream/stream";
import { makeCaller } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { reapHolds } from "./finished-calls";
import { startWorker } from "./start";
import { inTurn } from "./sweep";

let stream: Stream;

beforeEach(() => {
  stream = openPostgresStream();
});

afterEach(async () => {
  await stream.close();
  clock.reset();
});

const call = async () => {
  const caller = await makeCaller({ creditMilli: 10_000n });
  const finished = makeFinished(caller);
  await holdCredit({ businessId: caller.businessId, trackingId: finished.trackingId, amountMilli: 5100n });
  return finished;
};

const status = async (trackingId: string) => (await db.hold.findUniqueOrThrow({ where: { trackingId } })).status;

test("a published job is soon recorded and charged", async () => {
  const worker = startWorker(stream);
  const finished = await call();
  await stream.publish(speechFinished, { key: finished.trackingId, payload: finished });

  await vi.waitFor(async () => expect(await status(finished.trackingId)).toBe("captured"), 5000);
  expect(await db.job.count({ where: { trackingId: finished.trackingId } })).toBe(1);
  await worker.stop();
});

test("a dead job's hold is released after its time, and not before", async () => {
  const { trackingId } = await call();
  expect(await reapHolds(stream)).toBe(0);
  clock.advance(minutes(10));

  expect(await reapHolds(stream)).toBe(1);
  expect(await status(trackingId)).toBe("released");
});

test("a hold whose job is still on the stream outlives its time, and is then charged", async () => {
  const finished = await call();
  await stream.publish(speechFinished, { key: finished.trackingId, payload: finished });
  clock.advance(minutes(10));
  expect(await reapHolds(stream)).toBe(0);

  const worker = startWorker(stream);
  await vi.waitFor(async () => expect(await status(finished.trackingId)).toBe("captured"), 5000);
  await worker.stop();
});

test("one waiting job does not delay the release of much older holds", async () => {
  const dead = await call();
  clock.advance(minutes(10));
  const waiting = await call();
  await stream.publish(speechFinished, { key: waiting.trackingId, payload: waiting });

  expect(await reapHolds(stream)).toBe(1);
  expect(await status(dead.trackingId)).toBe("released");
  expect(await status(waiting.trackingId)).toBe("open");
});

test("of several sweeps one that fails keeps none from its turn, and is reported", async () => {
  const ran: string[] = [];
  const sweepOf = (name: string) => async () => void ran.push(name);
  const fails = () => Promise.reject(new Error("the disk"));
  await expect(inTurn([sweepOf("one"), fails, sweepOf("two")])).rejects.toThrow("the disk");
  expect(ran).toEqual(["one", "two"]);
});
