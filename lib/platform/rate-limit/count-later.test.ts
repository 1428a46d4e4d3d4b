// @module-tag promise
// @module-tag slow
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { admit } from "@/lib/keys/allow";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { startApiProcesses } from "@/testing/harness/api-processes";
import { settleAfterMs, settleCounted } from "./count-later";

// What the database said of a limit is relied on for a quarter of a second, which a busy machine may need for one request.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const lookUp = async (secret: string) => (await admit(secret, { address: null, runs: false })).live?.allowed;

const makeBusiness = async (requestsPerMinute: number) => {
  const member = await makeMember({ requestsPerMinute });
  return { businessId: member.businessId, secret: await makeKey(member) };
};

/** The statements of requests, by name. */
const namesOf = (query: { mock: { calls: unknown[][] } }) =>
  query.mock.calls
    .map(([statement]) => (statement as { name?: string }).name)
    .filter((name) => name?.startsWith("find-key"));

const bucketOf = (businessId: string) => ({ bucket: `${businessId} business` });

/** Uses a third of a business's limit, so that no time passes unused while its requests are counted. */
async function useThird(businessId: string): Promise<void> {
  const tatUs = BigInt(Date.now() + 20_000) * 1000n;
  await db.rateLimit.upsert({
    where: bucketOf(businessId),
    create: { ...bucketOf(businessId), tatUs },
    update: { tatUs },
  });
}

/** How many requests of such a business the database has counted since `before`. */
async function countedSince(before: bigint, { businessId, limit }: { businessId: string; limit: number }) {
  return Number((await tatOf(businessId)) - before) / Math.floor(60_000_000 / limit);
}

const tatOf = async (businessId: string) =>
  (await db.rateLimit.findUniqueOrThrow({ where: bucketOf(businessId) })).tatUs;

test("lookups are answered while another transaction holds the row of their limit, and are counted after it", async () => {
  const limit = 6400;
  const { businessId, secret } = await makeBusiness(limit);
  await useThird(businessId);
  const before = await tatOf(businessId);
  await lookUp(secret);
  const holder = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM rate_limits WHERE bucket = $1 FOR UPDATE", [`${businessId} business`]);

  const query = vi.spyOn(pg.Client.prototype, "query");
  const lefts: (number | undefined)[] = [];
  for (let call = 0; call < 9; call++) lefts.push((await lookUp(secret))?.allowances[0]?.left);
  expect(namesOf(query)).toEqual(Array(9).fill("find-key"));
  expect(lefts).toEqual(lefts.map((_, index) => (lefts[0] ?? 0) - index));

  await holder.query("COMMIT");
  await holder.end();
  await expect
    .poll(() => countedSince(before, { businessId, limit }), { timeout: 10_000, interval: settleAfterMs })
    .toBe(10);
});

test("twenty requests at most are counted in the process alone, and none once half of the limit is used", async () => {
  const { businessId, secret } = await makeBusiness(640);
  await useThird(businessId);
  const before = await tatOf(businessId);
  const behind: number[] = [];
  for (let call = 1; call <= 60; call++) {
    await lookUp(secret);
    behind.push(call - (await countedSince(before, { businessId, limit: 640 })));
  }
  expect(Math.max(...behind)).toBeLessThanOrEqual(20);
  expect(Math.max(...behind)).toBeGreaterThan(1);
  await settleCounted();
  expect(await countedSince(before, { businessId, limit: 640 })).toBe(60);

  await db.rateLimit.update({
    where: bucketOf(businessId),
    data: { tatUs: BigInt(Date.now() + 40_000) * 1000n },
  });
  vi.advanceTimersByTime(300);
  await lookUp(secret);
  const query = vi.spyOn(pg.Client.prototype, "query");
  for (let call = 0; call < 5; call++) await lookUp(secret);
  expect(namesOf(query)).toEqual(Array(5).fill("find-key-and-take"));
});

test("four processes together admit the limit at once and then its rate, however fast lookups come", async () => {
  vi.useRealTimers();
  const limit = 320;
  const { secret } = await makeBusiness(limit);
  const { urls, stop } = await startApiProcesses(4);
  const start = performance.now();
  let [admitted, rejected] = [0, 0];
  const ask = async (url: string) => {
    while (rejected < 100) {
      const { status } = await fetch(`${url}/pronunciations`, { headers: { "x-api-key": secret } });
      if (status === 200) admitted++;
      else if (status === 429) rejected++;
      else throw new Error(`an answer with ${status}`);
    }
  };
  await Promise.all(urls.flatMap((url) => Array.from({ length: 4 }, () => ask(url))));
  const elapsedMs = performance.now() - start;
  await stop();
  expect(admitted).toBeGreaterThanOrEqual(limit);
  expect(admitted).toBeLessThanOrEqual(limit + Math.ceil((limit * elapsedMs) / 60_000));
}, 180_000);
