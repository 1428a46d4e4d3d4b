// @module-tag slow
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { days } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { ingest, recordCalls } from "@/lib/speech/history/ingest";
import { makeCaller } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { buildChild } from "@/scripts/bundle.mjs";
import { hoursOf, hoursOfJobs, usageOf, usageOfJobs } from "@/testing/harness/usage";
import { countOldJobs } from "./backfill";

const program = ".build/backfill-child.mjs";

afterEach(() => vi.restoreAllMocks());

type Caller = Awaited<ReturnType<typeof makeCaller>>;

const makeJobs = (caller: Caller, count: number) =>
  Array.from({ length: count }, (_, index) =>
    makeFinished(caller, {
      createdAt: new Date(Date.now() - (index % 40) * days(1)).toISOString(),
      status: index % 7 ? "completed" : "failed",
      voiceId: index % 3 ? "north-linh" : null,
      units: index % 2 ? index : null,
    }),
  );

/** Records jobs as the previous release does: without their usage and unmarked. */
const recordAsBefore = (caller: Caller, count: number) =>
  transaction(async (sql) => {
    const trackingIds = await recordCalls(sql, makeJobs(caller, count));
    await sql(undefined, "UPDATE jobs SET usage_counted = NULL, hours_counted = NULL WHERE tracking_id = ANY($1)", [
      trackingIds,
    ]);
  });

const uncounted = () => db.job.count({ where: { OR: [{ usageCounted: null }, { hoursCounted: null }] } });

test("jobs of a previous release are counted once, by several workers at the same time and again", async () => {
  const caller = await makeCaller();
  await recordAsBefore(caller, 2000);
  const counts = await Promise.all([countOldJobs(), countOldJobs(), countOldJobs()]);
  counts.push(await countOldJobs());
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2000);
  expect(await usageOf(caller.businessId)).toEqual(await usageOfJobs(caller.businessId));
  expect(await hoursOf(caller.businessId)).toEqual(await hoursOfJobs(caller.businessId));
  expect(await countOldJobs()).toBe(0);
});

test("jobs whose days the previous release counted are added to their hours, and to no day again", async () => {
  const caller = await makeCaller();
  await recordAsBefore(caller, 300);
  await countOldJobs();
  const before = await usageOf(caller.businessId);
  await db.usageHour.deleteMany({ where: { businessId: caller.businessId } });
  await db.job.updateMany({ where: { businessId: caller.businessId }, data: { hoursCounted: null } });
  expect(await countOldJobs()).toBe(300);
  expect(await usageOf(caller.businessId)).toEqual(before);
  expect(await hoursOf(caller.businessId)).toEqual(await hoursOfJobs(caller.businessId));
});

test("a task that is killed repeatedly, while both releases record new jobs, counts each job once", async () => {
  vi.spyOn(log, "error").mockImplementation(() => undefined);
  await buildChild("backfill-child");
  const caller = await makeCaller();
  for (let round = 0; round < 4; round++) await recordAsBefore(caller, 5000);

  const { trackingId: lte } = await db.job.findFirstOrThrow({ orderBy: { trackingId: "desc" } });
  const oldLeft = () => db.job.count({ where: { usageCounted: null, trackingId: { lte } } });
  let isOver = false;
  const ingesting = (async () => {
    while (!isOver) {
      const payloads = makeJobs(caller, 50);
      await ingest(payloads.map((payload, index) => ({ key: String(index), payload, attempts: 0 })));
      await recordAsBefore(caller, 20);
      await sleep(20);
    }
  })();
  const left = [await oldLeft()];
  for (let kill = 0; kill < 2; kill++) {
    const child = spawn(process.execPath, [program], { stdio: "inherit" });
    await expect.poll(oldLeft, { timeout: 20_000, interval: 5 }).toBeLessThan(left.at(-1) ?? 0);
    await sleep(Math.random() * 50);
    child.kill("SIGKILL");
    await once(child, "close");
    left.push(await oldLeft());
  }
  // Each kill came in the middle: something was counted, and something was left.
  expect(left.at(-1)).toBeGreaterThan(0);
  isOver = true;
  await ingesting;
  while ((await countOldJobs()) > 0);
  expect(await uncounted()).toBe(0);
  expect(await usageOf(caller.businessId)).toEqual(await usageOfJobs(caller.businessId));
  expect(await hoursOf(caller.businessId)).toEqual(await hoursOfJobs(caller.businessId));
}, 90_000);
