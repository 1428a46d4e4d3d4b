import { type Figure, ms, percentile, throughput, timeMs } from "@/bench/support/measure";
import { audit } from "@/lib/money/wallet/books/differences";
import { holdCredit } from "@/lib/money/wallet/holds";
import { captureHolds } from "@/lib/money/wallet/settle";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeBusiness } from "@/prisma/factories";

const calls = 3000;
const concurrency = 16;
const batchSize = 50;

/** Holds of one business, whose calls all update the same two rows, while charges arrive in the worker's batches. */
export default async function bench(): Promise<Figure[]> {
  const { id: businessId } = await makeBusiness({ creditMilli: 1_000_000_000n });
  const held: string[] = [];
  const times: number[] = [];
  const hold = async () => {
    const trackingId = newId("tts");
    times.push(await timeMs(() => holdCredit({ businessId, trackingId, amountMilli: 60_000n })));
    held.push(trackingId);
  };
  const pair = async () => {
    await hold();
    if (held.length >= batchSize) await captureHolds(sql, held.splice(0, batchSize));
  };

  await throughput(300, concurrency, pair);
  times.length = 0;
  const holdRate = await throughput(calls, concurrency, hold);
  const p99 = percentile(times.splice(0), 0.99);
  const pairRate = await throughput(calls, concurrency, pair);
  const wrong = (await audit()).length;
  return [
    { what: "holds a second, one business", value: holdRate.toFixed(0) },
    { what: "p99 of a hold", value: ms(p99), target: "≤ 150 ms", met: p99 <= 150 },
    { what: "holds with their charge a second", value: pairRate.toFixed(0), target: "≥ 300", met: pairRate >= 300 },
    { what: "balances that differ in the audit", value: String(wrong), target: "0", met: wrong === 0 },
  ];
}
