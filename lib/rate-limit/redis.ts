import "server-only";
import { once } from "node:events";
import { Redis, type RedisOptions } from "ioredis";
import { limitResultOf, newLease } from "./limit-result";
import { defaultWindowMs, type Limit, type Limits, leaseMs } from "./limits";
import { renewScript, takeScript } from "./redis-scripts";

type Result = [bucket: number, pool: number, waitMs: number, lefts: number[], resetMs: number[], pools: number[]];

type Script = (keyCount: number, ...values: (string | number)[]) => Promise<unknown>;

// A store that does not respond at once is treated as unavailable, because requests wait for it.
const options: RedisOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  commandTimeout: 500,
  connectTimeout: 1000,
};

// The braces keep one owner's keys on one node of a cluster. The previous release has lists at `bucket:`.
const bucketKey = (owner: string) => (name: string) => `vang:limits:{${owner}}:tat:${name}`;
const poolKey = (owner: string) => (name: string) => `vang:limits:{${owner}}:pool:${name}`;

/** Limits counted in Redis. Rejects while it is unavailable. */
export function openRedisLimits(url: string): Limits {
  const redis = new Redis(url, options) as Redis & Record<"takeLimits" | "renewLease", Script>;
  // Each script is sent once for each connection, and called by its digest afterwards.
  redis.defineCommand("takeLimits", { lua: takeScript });
  redis.defineCommand("renewLease", { lua: renewScript });
  // Rejected commands reject the promises of their callers.
  redis.on("error", () => undefined);
  const opened = once(redis, "ready").catch(() => undefined);
  return {
    async take(ask, atMs) {
      const { owner, buckets, pools = [], windowMs = defaultWindowMs } = ask;
      const lease = newLease(ask);
      const names = (bounds: readonly Limit[]) => bounds.map(({ name }) => name);
      const keys = [...names(buckets).map(bucketKey(owner)), ...names(pools).map(poolKey(owner))];
      const mosts = [...buckets, ...pools].map(({ limit }) => limit);
      const values = [buckets.length, windowMs, leaseMs, lease?.id ?? "", atMs ?? "", ...mosts];
      await opened;
      const result = (await redis.takeLimits(keys.length, ...keys, ...values)) as Result;
      const [bucket, pool, waitMs, lefts, resetMs, poolLefts] = result;
      return limitResultOf({ bucket, pool, waitMs, lefts, resetMs, poolLefts }, lease);
    },
    async forget({ owner, buckets }) {
      await opened;
      await redis.del(...buckets.map(({ name }) => bucketKey(owner)(name)));
    },
    async release({ id, owner, pools }) {
      await opened;
      await Promise.all(pools.map(poolKey(owner)).map((pool) => redis.zrem(pool, id)));
    },
    releasing: () => [],
    async renew(leases, atMs) {
      await opened;
      for (const { id, owner, pools } of leases)
        await redis.renewLease(pools.length, ...pools.map(poolKey(owner)), id, leaseMs, atMs ?? "");
    },
    async close() {
      redis.disconnect();
    },
  };
}
