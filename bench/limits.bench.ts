import { setTimeout as sleep } from "node:timers/promises";
import { type Figure, median, percent, text200, timeMs } from "@/bench/support/measure";
import { startServer } from "@/bench/support/server";
import { admit } from "@/lib/keys/allow";
import { closeLimits } from "@/lib/platform/rate-limit/open";
import { openRedisLimits } from "@/lib/platform/rate-limit/redis";
import { findLiveKey } from "@/testing/harness/find-live-key";
import { startRedis } from "@/testing/harness/redis";

const count = 300;

const body = JSON.stringify({ text: text200, voiceId: "north-linh", modelId: "vang-espeak" });

/** What rate limits add to a call that runs and to a lookup, sequentially, p50: the rest of the call is 100 %. */
export default async function bench(): Promise<Figure[]> {
  const { port, key, close } = await startServer();
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const url = `http://127.0.0.1:${port}/tts`;
  const speak = async () => (await fetch(url, { method: "POST", headers, body })).json();
  const { trackingId } = (await speak()) as { trackingId: string };
  const lookup = async () => (await fetch(`${url}/jobs?id=${trackingId}`, { headers })).arrayBuffer();
  await sleep(1000);
  const found = () => findLiveKey(key);
  const admitted = (runs: boolean) => async () => {
    const { live } = await admit(key, { address: null, runs });
    await live?.place.release();
  };
  try {
    const [spoken, looked] = [await p50(speak), await p50(lookup)];
    const alone = await p50(found);
    const database = { run: (await p50(admitted(true))) - alone, look: (await p50(admitted(false))) - alone };
    return [
      ...describeTiming("POST /tts", spoken, database.run),
      ...describeTiming("GET /tts/jobs", looked, database.look),
      ...(await measureRedis()),
    ];
  } finally {
    await close();
  }
}

async function p50(work: () => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < 50; warm++) await work();
  const times: number[] = [];
  for (let time = 0; time < count; time++) times.push(await timeMs(work));
  return median(times);
}

function describeTiming(what: string, wholeMs: number, limitsMs: number): Figure[] {
  const added = limitsMs / (wholeMs - limitsMs);
  return [
    { what, value: `${wholeMs.toFixed(2)} ms` },
    { what: `${what}: its limits`, value: `${limitsMs.toFixed(2)} ms` },
    { what: `${what}: added by its limits`, value: percent(added), target: "≤ 30 %", met: added <= 0.3 },
  ];
}

async function measureRedis(): Promise<Figure[]> {
  await closeLimits();
  const redis = await startRedis();
  const limits = openRedisLimits(redis.url);
  const bounds = [{ name: "business", limit: 1_000_000 }];
  const run = async () => {
    const { lease } = await limits.take({ owner: "bench", buckets: bounds, pools: bounds });
    if (lease) await limits.release(lease);
  };
  const value = `${(await p50(run)).toFixed(2)} ms`;
  await limits.close();
  await redis.stop();
  return [{ what: "the same in Redis", value }];
}
