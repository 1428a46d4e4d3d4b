import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { FinishedJob } from "@/lib/access/events/finished-job";
import { listUsage } from "@/lib/keys/usage";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { ingest } from "@/lib/speech/history/ingest";
import { eraseResult } from "@/lib/speech/retention/erase";
import { eraseDueContent } from "@/lib/speech/retention/sweep";
import { makeCaller, makeKey, makeMember } from "@/prisma/factories";
import { makeFinished, makeSpoken } from "@/prisma/speech-factories";
import { startApi } from "@/testing/harness/api";
import { trials } from "@/testing/harness/deep";
import { usageOf, usageOfJobs } from "@/testing/harness/usage";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
});

const events = (calls: FinishedJob[]) => calls.map((payload, index) => ({ key: String(index), payload, attempts: 0 }));

const options = fc.record({
  key: fc.nat(1),
  service: fc.constantFrom("tts" as const, "stt" as const),
  status: fc.constantFrom("completed" as const, "completed" as const, "failed" as const),
  voiceId: fc.constantFrom("north-linh", "south-ngoc", null),
  modelId: fc.constantFrom("vang-espeak", "vang-demo-stt"),
  region: fc.constantFrom("VN", "SG"),
  characters: fc.option(fc.nat(5000)),
  units: fc.option(fc.nat(5000)),
  amountMilli: fc.nat(2_000_000).map(String),
  audioDuration: fc.nat(180_000).map((hundredths) => hundredths / 100),
  processingTimeMs: fc.oneof(fc.nat(400), fc.nat(600_000)).map(String),
  // Five days, so that some are split by midnight in Vietnam and not in UTC.
  createdAt: fc.nat(days(5)).map((ms) => new Date(Date.now() - ms).toISOString()),
});

test("usage equals the sum over all jobs, whatever the jobs, their batches and their repetition", async () => {
  // No credit is held here, so ingesting logs an error for each charge.
  vi.spyOn(log, "error").mockImplementation(() => undefined);
  await fc.assert(
    fc.asyncProperty(
      fc.array(options, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      async (jobs, size) => {
        const first = await makeCaller();
        const callers = [first, await makeCaller({ businessId: first.businessId })];
        const calls = jobs.map(({ key, ...job }) => makeFinished(callers[key] ?? first, job));
        const batches = Array.from({ length: Math.ceil(calls.length / size) }, (_, index) =>
          calls.slice(index * size, (index + 2) * size),
        );
        await Promise.all([...batches, ...batches.toReversed()].map((batch) => ingest(events(batch))));

        const { businessId } = first;
        expect(await db.job.count({ where: { businessId } })).toBe(calls.length);
        expect(await usageOf(businessId)).toEqual(await usageOfJobs(businessId));
        for (const { keyId } of callers) {
          const { total } = await listUsage({ businessId, keyId });
          const theirs = calls.filter((call) => call.keyId === keyId);
          expect(total).toEqual({
            calls: theirs.length,
            errors: theirs.filter(({ status }) => status === "failed").length,
            amountMilli: theirs.reduce((sum, { amountMilli }) => sum + BigInt(amountMilli), 0n),
          });
        }
      },
    ),
    { numRuns: trials(undefined, 4, 12) },
  );
}, 60_000);

test("a real job is counted with its voice, price units, audio and latency, and a rejected request is not", async () => {
  const [member, poor] = [await makeMember({ creditMilli: 50_000_000n }), await makeMember()];
  const [key, poorKey] = [await makeKey(member), await makeKey(poor)];
  const hello = { text: "Xin chào Việt Nam", voiceId: "south-ngoc", modelId: "vang-espeak" };
  expect((await api.post("/tts", key, hello)).status).toBe(200);
  expect((await api.post("/tts", key, { ...hello, voiceId: "unknown" })).status).toBe(400);
  expect((await api.post("/tts", poorKey, hello)).status).toBe(402);

  const { businessId } = member;
  await expect.poll(() => usageOf(businessId), { timeout: 10_000 }).toHaveLength(1);
  const [row] = await usageOf(businessId);
  expect(row).toMatchObject({
    service: "tts",
    voiceId: "south-ngoc",
    region: "VN",
    successes: 1,
    failures: 0,
    units: 17n,
  });
  expect([row]).toEqual(await usageOfJobs(businessId));
  expect(row?.latency.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await usageOf(poor.businessId)).toEqual([]);
});

test("neither erasing a job's content nor its expiry changes usage", async () => {
  vi.spyOn(log, "error").mockImplementation(() => undefined);
  const caller = await makeCaller();
  const calls = [await makeSpoken(caller, "Xin chào"), await makeSpoken(caller, "Tạm biệt")];
  await ingest(events(calls));
  const before = await usageOf(caller.businessId);
  expect(before).toMatchObject([{ successes: 2, units: 16n }]);

  await eraseResult(caller, calls[0]?.trackingId ?? "");
  clock.advance(days(31));
  await eraseDueContent();
  const jobs = await db.job.findMany({ where: { businessId: caller.businessId } });
  expect(jobs.map(({ erasedAt }) => erasedAt !== null)).toEqual([true, true]);
  clock.reset();
  expect(await usageOf(caller.businessId)).toEqual(before);
});

test("a key's usage is not found under another business", async () => {
  vi.spyOn(log, "error").mockImplementation(() => undefined);
  const [caller, other] = [await makeCaller(), await makeCaller()];
  await ingest(events([makeFinished(caller)]));
  expect((await listUsage(caller)).total.calls).toBe(1);
  expect((await listUsage({ businessId: other.businessId, keyId: caller.keyId })).total.calls).toBe(0);
});
