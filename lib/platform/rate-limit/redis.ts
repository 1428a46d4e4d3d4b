import "server-only";
import { once } from "node:events";
import { Cluster, Redis, type RedisOptions } from "ioredis";
import { limitResultOf, newLease } from "./limit-result";
import { defaultWindowMs, type Limit, type Limits, leaseMs } from "./limits";
import { renewScript, takeScript } from "./redis-scripts";

type Result = [bucket: number, pool: number, waitMs: number, lefts: number[], resetMs: number[], pools: number[]];

type Scripts = Record<"takeLimits" | "renewLease", Script>;

type Script = (keyCount: number, ...values: (string | number)[]) => Promise<unknown>;

// A store that does not respond at once is treated as unavailable, because requests wait for it.
const options: RedisOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  commandTimeout: 500,
  connectTimeout: 1000,
};

// The braces keep one owner's keys on one node of a cluster. The previous release has lists at `bucket:`.
const keysOf = (owner: string, kind: "tat" | "pool", names: readonly string[]) =>
  names.map((name) => `vang:limits:{${owner}}:${kind}:${name}`);
const namesOf = (limits: readonly Limit[]) => limits.map(({ name }) => name);

function prepare<Client extends Redis | Cluster>(client: Client): Client & Scripts {
  // Each script is sent once for each connection, and called by its digest afterwards.
  client.defineCommand("takeLimits", { lua: takeScript });
  client.defineCommand("renewLease", { lua: renewScript });
  // Rejected commands reject the promises of their callers.
  client.on("error", () => undefined);
  return client as Client & Scripts;
}

/** Limits counted in Redis, or in Redis Cluster, of which `url` names any node. Rejects while it is unavailable. */
export function openRedisLimits(url: string): Limits {
  const first = prepare(new Redis(url, options));
  let redis: (Redis | Cluster) & Scripts = first;
  first.on("ready", () => {
    opened = followCluster().catch(() => undefined);
  });
  let opened: Promise<unknown> = once(first, "ready")
    .then(() => opened)
    .catch(() => undefined);

  async function followCluster() {
    if (!(await first.info("cluster")).includes("cluster_enabled:1")) return;
    const { host, port, username, password, tls } = first.options;
    const redisOptions = { ...options, username, password, tls };
    const cluster = prepare(new Cluster([{ host, port }], { enableOfflineQueue: false, redisOptions }));
    redis = cluster;
    first.disconnect();
    await once(cluster, "ready");
  }

  return {
    async take(ask, atMs) {
      const { owner, buckets, pools = [], windowMs = defaultWindowMs } = ask;
      const lease = newLease(ask);
      const keys = [...keysOf(owner, "tat", namesOf(buckets)), ...keysOf(owner, "pool", namesOf(pools))];
      const mosts = [...buckets, ...pools].map(({ limit }) => limit);
      const values = [buckets.length, windowMs, leaseMs, lease?.id ?? "", atMs ?? "", ...mosts];
      await opened;
      const result = (await redis.takeLimits(keys.length, ...keys, ...values)) as Result;
      const [bucket, pool, waitMs, lefts, resetMs, poolLefts] = result;
      return limitResultOf({ bucket, pool, waitMs, lefts, resetMs, poolLefts }, lease);
    },
    async forget({ owner, buckets }) {
      await opened;
      await redis.del(...keysOf(owner, "tat", namesOf(buckets)));
    },
    async release({ id, owner, pools }) {
      await opened;
      await Promise.all(keysOf(owner, "pool", pools).map((pool) => redis.zrem(pool, id)));
    },
    releasing: () => [],
    async renew(leases, atMs) {
      await opened;
      for (const { id, owner, pools } of leases)
        await redis.renewLease(pools.length, ...keysOf(owner, "pool", pools), id, leaseMs, atMs ?? "");
    },
    async close() {
      redis.disconnect();
    },
  };
}
