// @module-tag slow
import { spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeBusiness } from "@/prisma/factories";
import { buildChild } from "@/scripts/bundle.mjs";
import { priceBackfill } from "./backfill";
import { registerLines } from "./register";

const program = ".build/price-backfill-child.mjs";
let businessId: string;

beforeAll(async () => {
  businessId = (await makeBusiness()).id;
  await registerLines([
    { modelId: "reader", unit: "1000_characters", priceVnd: 300, from: "2026-01-01T00:00:00Z", source: "engines" },
    { modelId: "reader", unit: "1000_characters", priceVnd: 400, from: "2026-06-01T00:00:00Z", source: "engines" },
    { modelId: "listener", unit: "second", priceVnd: 10, from: "2026-01-01T00:00:00Z", source: "engines" },
  ]);
  const own = {
    id: "prc_own",
    businessId,
    modelId: "reader",
    unit: "1000_characters",
    priceVnd: 9,
    source: "operator",
  };
  await db.price.create({ data: { ...own, from: new Date("2026-01-01"), createdAt: new Date() } });
});

afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
});

/** Resets the backfill to its start. */
const startAgain = () => db.$executeRaw`UPDATE price_backfills SET "cursor" = service::text || '_'`;

type Old = {
  trackingId?: string;
  service?: "tts" | "stt";
  characters?: number | null;
  audioDuration?: number;
  amountMilli: bigint;
  heldMilli?: bigint;
  createdAt?: string;
  heldAt?: string;
  status?: "open" | "captured" | "released";
};

/** A job and its hold as the previous release wrote them, with an old id. */
async function makeOld({ service = "tts", amountMilli, heldMilli = amountMilli, status = "captured", ...old }: Old) {
  const createdAt = new Date(old.createdAt ?? "2026-07-01");
  const trackingId = old.trackingId ?? newId(service).replace(/_../, "_00");
  const job = { trackingId, businessId, service, amountMilli, createdAt, expiresAt: createdAt, region: "VN" };
  const rest = { keyId: "key_1", fileSizeBytes: 1n, processingTimeMs: 1n };
  const of = { characters: old.characters ?? null, audioDuration: old.audioDuration ?? 1 };
  const modelId = service === "tts" ? "reader" : "listener";
  const heldAt = new Date(old.heldAt ?? createdAt);
  await db.job.create({ data: { ...job, ...rest, ...of, modelId } });
  await db.hold.create({
    data: { trackingId, businessId, amountMilli: heldMilli, status, createdAt: heldAt, expiresAt: heldAt },
  });
  return trackingId;
}

/** Price and units of the job and of its hold. */
async function foundFor(trackingId: string) {
  const [job, hold] = await Promise.all([
    db.job.findUniqueOrThrow({ where: { trackingId } }),
    db.hold.findUniqueOrThrow({ where: { trackingId } }),
  ]);
  const prices = await db.price.findMany({ where: { id: { in: [job.priceId ?? "", hold.priceId ?? ""] } } });
  const priceOf = (id: string | null) => prices.find((price) => price.id === id)?.priceVnd ?? null;
  return [priceOf(job.priceId), job.units, priceOf(hold.priceId), hold.units];
}

test.each<[string, Old, (number | null)[]]>([
  ["a text at the price of its day", { characters: 17, amountMilli: 6800n }, [400, 17, 400, 17]],
  ["an earlier one", { characters: 17, amountMilli: 5100n, createdAt: "2026-03-01" }, [300, 17, 300, 17]],
  [
    "one that was held before the price changed and ended after it",
    { characters: 17, amountMilli: 5100n, createdAt: "2026-06-01T00:00:01Z", heldAt: "2026-05-31T23:59:59Z" },
    [300, 17, 300, 17],
  ],
  ["a recording", { service: "stt", audioDuration: 2.4, amountMilli: 30_000n }, [10, 3, 10, 3]],
  ["an amount that the price does not make", { characters: 17, amountMilli: 5101n }, [null, null, null, null]],
  ["a time without a price", { characters: 17, amountMilli: 5100n, createdAt: "2025-12-31" }, [null, null, null, null]],
  [
    "a failed text, whose hold was released",
    { characters: 17, amountMilli: 0n, heldMilli: 6800n, status: "released" },
    [null, null, 400, 17],
  ],
  ["a hold that is still open", { characters: 17, amountMilli: 6800n, status: "open" }, [400, 17, null, null]],
])("%s: price and units are found where they give exactly the amount", async (_, old, found) => {
  const trackingId = await makeOld(old);
  await startAgain();
  await priceBackfill()();
  expect(await foundFor(trackingId)).toEqual(found);
});

test("a job's existing price stays, and a settled hold gets no second one", async () => {
  const trackingId = await makeOld({ characters: 17, amountMilli: 6800n });
  await db.job.update({ where: { trackingId }, data: { priceId: "prc_own", units: 17 } });
  await db.hold.update({ where: { trackingId }, data: { priceId: "prc_own", units: 17 } });
  await startAgain();
  await priceBackfill()();
  expect(await foundFor(trackingId)).toEqual([9, 17, 9, 17]);
  const settled = /is already settled/;
  const again = db.$executeRaw`UPDATE holds SET price_id = 'prc_other' WHERE tracking_id = ${trackingId}`;
  await expect(again).rejects.toThrow(settled);
  const other = db.$executeRaw`UPDATE holds SET amount_milli = 1 WHERE tracking_id = ${trackingId}`;
  await expect(other).rejects.toThrow(settled);
});

test("when killed it resumes where it was, next to another process, and finds every price", async () => {
  await buildChild("price-backfill-child");
  await startAgain();
  await db.$executeRaw`
    INSERT INTO jobs (tracking_id, business_id, key_id, service, region, model_id, characters, amount_milli, audio_duration,
      file_size_bytes, processing_time_ms, created_at, expires_at)
    SELECT 'tts_0' || lpad(n::text, 25, '0'), ${businessId}, 'key_1', 'tts', 'VN', 'reader', 10, 4000, 1, 1, 1,
      '2026-07-01', '2026-07-01' FROM generate_series(1, 10000) n`;
  await db.$executeRaw`
    INSERT INTO holds (tracking_id, business_id, amount_milli, status, created_at, expires_at)
    SELECT tracking_id, business_id, amount_milli, 'captured', created_at, created_at FROM jobs
    WHERE tracking_id LIKE 'tts_0000000000000%' ON CONFLICT DO NOTHING`;
  const left = () => db.job.count({ where: { characters: 10, priceId: null } });

  for (const least of [8500, 5000]) {
    const child = spawn(process.execPath, [program], { stdio: "inherit" });
    await vi.waitFor(async () => expect(await left()).toBeLessThan(least), { timeout: 30_000, interval: 5 });
    child.kill("SIGKILL");
    await once(child, "close");
    expect(await left()).toBeGreaterThan(0);
  }
  const others = [0, 1].map(() => spawn(process.execPath, [program], { stdio: "inherit" }));
  await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 30_000 });
  for (const child of others) child.kill("SIGKILL");
  expect(await db.hold.count({ where: { amountMilli: 4000n, priceId: null } })).toBe(0);
  expect(await db.job.groupBy({ by: ["priceId", "units"], where: { characters: 10 }, _count: true })).toHaveLength(1);
});

test("jobs that the previous release creates within a day of the upgrade get their price an hour later", async () => {
  const trackingId = newId("tts");
  await makeOld({ trackingId, characters: 17, amountMilli: 6800n });
  const task = priceBackfill();
  await task();
  expect(await foundFor(trackingId)).toEqual([null, null, null, null]);
  clock.advance(hours(2));
  await priceBackfill()();
  expect(await foundFor(trackingId)).toEqual([400, 17, 400, 17]);

  clock.advance(hours(24));
  const reads = vi.spyOn(pg.Client.prototype, "query");
  const last = priceBackfill();
  await last();
  expect(reads).toHaveBeenCalled();
  reads.mockClear();
  await last();
  expect(reads).not.toHaveBeenCalled();
});
