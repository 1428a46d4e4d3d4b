// @module-tag promise
// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { admitContract } from "@/testing/contracts/admit";
import { limitsContract } from "@/testing/contracts/rate-limit";
import { startRedis, startRedisCluster } from "@/testing/harness/redis";
import { openLocalLimits, withFallback } from "./fallback";
import { closeLimits } from "./open";
import { openRedisLimits } from "./redis";

const redis = await startRedis();
// Settings are read on first use.
process.env.REDIS_URL = redis.url;
afterAll(async () => {
  await closeLimits();
  await redis.stop();
});

limitsContract("limits in Redis", () => openRedisLimits(redis.url));

describe("Redis Cluster", () => {
  let cluster: Awaited<ReturnType<typeof startRedisCluster>>;
  beforeAll(async () => {
    cluster = await startRedisCluster();
  });
  afterAll(() => cluster.close());

  limitsContract("limits in Redis Cluster", () => openRedisLimits(cluster.url));

  test("while one of three nodes is away no request is rejected for it", async () => {
    const limits = withFallback(openRedisLimits(cluster.url), openLocalLimits());
    const ask = (owner: number) => ({ owner: `owner ${owner}`, buckets: [{ name: "all", limit: 1 }] });
    await limits.take(ask(0));
    await cluster.nodes[2]?.stop();
    for (let owner = 1; owner <= 300; owner++) expect((await limits.take(ask(owner))).exceeded).toBeNull();
    await limits.close();
  });
});
admitContract("limits in Redis");

test("while Redis is unavailable each process applies the limits by itself, without delay; then they are shared again", async () => {
  const own = await startRedis();
  const open = () => withFallback(openRedisLimits(own.url), openLocalLimits());
  const [one, other] = [open(), open()];
  const ask = { owner: "somebody", buckets: [{ name: "all", limit: 2 }], pools: [{ name: "at once", limit: 1 }] };
  const { lease } = await one.take(ask);
  await own.stop();

  if (lease) await one.release(lease);
  const start = performance.now();
  const verdicts = [await one.take(ask), await one.take(ask), await one.take(ask), await other.take(ask)];
  expect(verdicts.map(({ exceeded: refused }) => refused?.kind ?? "let in")).toEqual([
    "let in",
    "let in",
    "bucket",
    "let in",
  ]);
  expect(performance.now() - start).toBeLessThan(1500);

  const back = await startRedis(own.port);
  const fresh = { ...ask, owner: "somebody else", pools: [] };
  await expect.poll(async () => (await one.take(fresh)).buckets[0]?.left, { timeout: 5000 }).toBe(1);
  await expect.poll(async () => (await other.take(fresh)).buckets[0]?.left, { timeout: 5000 }).toBe(0);
  await Promise.all([one.close(), other.close()]);
  await back.stop();
});

test("a Redis that hangs delays one request a second, and no other", async () => {
  const own = await startRedis();
  const limits = withFallback(openRedisLimits(own.url), openLocalLimits());
  const ask = { owner: "somebody", buckets: [{ name: "all", limit: 1000 }] };
  await limits.take(ask);
  own.pause();
  await limits.take(ask);

  const start = performance.now();
  for (let call = 0; call < 100; call++) expect((await limits.take(ask)).exceeded).toBeNull();
  expect(performance.now() - start).toBeLessThan(400);
  await limits.close();
  await own.stop();
});
