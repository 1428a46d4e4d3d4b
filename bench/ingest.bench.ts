import { setTimeout as sleep } from "node:timers/promises";
import { type Figure, ms, percentile, throughput } from "@/bench/support/measure";
import { speechFinished } from "@/lib/access/events/finished-job";
import type { Caller } from "@/lib/access/principals/caller";
import { holdCredit } from "@/lib/money/wallet/holds";
import { openStream } from "@/lib/platform/stream/open";
import type { Stream } from "@/lib/platform/stream/stream";
import { startIngest } from "@/lib/server/worker/finished-calls";
import { findJob } from "@/lib/speech/history/lookup";
import { makeCaller } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";

const backlog = 6000;
const rate = 200;
const seconds = 10;

/** From publishing a call until it is recorded and charged. */
export default async function bench(): Promise<Figure[]> {
  const stream = openStream();
  const caller = await makeCaller({ creditMilli: 10_000_000_000n });
  const publish = async () => {
    const finished = makeFinished(caller);
    const amountMilli = BigInt(finished.amountMilli);
    await holdCredit({ businessId: caller.businessId, trackingId: finished.trackingId, amountMilli });
    await stream.publish(speechFinished, { key: finished.trackingId, payload: finished });
    return finished.trackingId;
  };
  const publishRate = await throughput(backlog, 16, publish);
  const ingestRate = await drain(stream);
  const delays = await steady(stream, caller, publish);
  await stream.close();

  const p99 = percentile(delays, 0.99);
  return [
    { what: "holds and events published a second", value: publishRate.toFixed(0) },
    {
      what: "calls ingested and charged a second",
      value: ingestRate.toFixed(0),
      target: "≥ 3000",
      met: ingestRate >= 3000,
    },
    { what: `p50 from published to found, at ${rate} a second`, value: ms(percentile(delays, 0.5)) },
    { what: `p99 from published to found, at ${rate} a second`, value: ms(p99), target: "≤ 2 s", met: p99 <= 2000 },
  ];
}

async function drain(stream: Stream): Promise<number> {
  const start = performance.now();
  const consumer = startIngest(stream);
  while ((await stream.lag(speechFinished)) > 0) await sleep(20);
  const rate = backlog / ((performance.now() - start) / 1000);
  await consumer.stop();
  return rate;
}

/** Publishes at a fixed rate, whatever the responses, and measures until each lookup finds its call. */
async function steady(stream: Stream, caller: Caller, publish: () => Promise<string>): Promise<number[]> {
  const consumer = startIngest(stream);
  const start = performance.now();
  const calls = Array.from({ length: rate * seconds }, async (_, index) => {
    await sleep(start + (index * 1000) / rate - performance.now());
    const trackingId = await publish();
    const published = performance.now();
    while (!(await findJob(caller, "tts", trackingId).catch(() => null))) await sleep(5);
    return performance.now() - published;
  });
  const delays = await Promise.all(calls);
  await consumer.stop();
  return delays;
}
