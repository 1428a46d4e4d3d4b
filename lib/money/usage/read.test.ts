// @module-tag promise
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { createKey } from "@/lib/keys/service";
import { clock } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { makeCaller, makeKeySettings, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { trials } from "@/testing/harness/deep";
import { makeUsagePartner, noon, range, recordJobs } from "@/testing/harness/recorded-usage";
import { exportUsage } from "./export";
import { getUsage, usageStatement } from "./read";
import { readReport } from "./read-report";
import { usageDimensions } from "./schema";

afterEach(clock.reset);

test("usage by any dimension equals the sums over the jobs, and all of them together equal the total", async () => {
  const { member, businessId, keyId } = await makeUsagePartner();
  const job = fc.record({
    service: fc.constantFrom("tts" as const, "stt" as const),
    modelId: fc.constantFrom("vang-espeak", "other"),
    voiceId: fc.constantFrom("north-linh", null),
    region: fc.constantFrom("VN", "SG"),
    failure: fc.constantFrom(null, "PROVIDER_FAILED", "CLIENT_CLOSED"),
    characters: fc.nat(5000),
    amountMilli: fc.nat(2_000_000).map(String),
    audioDuration: fc.nat(180_000).map((hundredths) => hundredths / 100),
    processingTimeMs: fc.nat(600_000).map(String),
    createdAt: fc.nat(71).map((hour) => new Date(Date.parse("2026-11-19T17:00:00Z") + hour * 3_600_000).toISOString()),
  });
  const [options] = fc.sample(fc.array(job, { minLength: 120, maxLength: 200 }), 1);
  const jobs = (options ?? []).map(({ failure, ...one }) =>
    makeFinished({ businessId, keyId }, { ...one, status: failure ? "failed" : "completed", resultCode: failure }),
  );
  // Delivered twice, in overlapping batches.
  const batches = Array.from({ length: 8 }, (_, index) => jobs.slice(index * 25, index * 25 + 40));
  await Promise.all([...batches, ...batches, jobs].map(recordJobs));

  for (const by of [
    [],
    ...usageDimensions.map((dimension) => [dimension]),
    ["day", "result"],
    ["hour", "voice"],
  ] as const) {
    const { rows } = await getUsage(member, { ...range, by });
    const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + pick(row), 0);
    const failed = jobs.filter(({ status }) => status === "failed");
    expect(sum(({ jobs: count }) => count)).toBe(jobs.length);
    expect(sum(({ requests }) => requests)).toBe(jobs.length);
    expect(sum(({ errors }) => errors.PROVIDER_FAILED ?? 0)).toBe(
      failed.filter(({ resultCode }) => resultCode === "PROVIDER_FAILED").length,
    );
    expect(rows.reduce((total, { amountMilli }) => total + amountMilli, 0n)).toBe(
      jobs.reduce((total, { amountMilli }) => total + BigInt(amountMilli), 0n),
    );
    const done = jobs.filter(({ status }) => status === "completed");
    expect(sum(({ characters }) => characters)).toBe(
      done.reduce((total, { characters }) => total + (characters ?? 0), 0),
    );
    expect(sum(({ audioMs }) => audioMs)).toBe(
      done.reduce((total, { audioDuration }) => total + Math.round(audioDuration * 1000), 0),
    );
  }
  const { rows } = await getUsage(member, { ...range, by: ["day"], filter: { service: "stt", result: "failed" } });
  expect(rows.reduce((total, row) => total + row.jobs, 0)).toBe(
    jobs.filter(({ service, status }) => service === "stt" && status === "failed").length,
  );
}, 60_000);

test("the name of a key is no formula in the CSV", async () => {
  const member = await makeMember();
  const { id: keyId } = await createKey(member, makeKeySettings({ name: "=cmd()" }));
  await recordJobs([makeFinished({ businessId: member.businessId, keyId }, { createdAt: noon })]);
  let text = "";
  for await (const piece of exportUsage(member, range, "vi")) text += piece;
  expect(text).toContain(",'=cmd(),");
});

test("a range that ends today is compared up to the same hour, and one that has ended as a whole", async () => {
  const { member, businessId, keyId } = await makeUsagePartner();
  clock.advance(Date.parse("2026-11-22T03:20:00Z") - Date.now());
  const at = (hour: string) =>
    makeFinished({ businessId, keyId }, { createdAt: new Date(`${hour}:30:00+07:00`).toISOString() });
  await recordJobs(["2026-11-22T09", "2026-11-21T09", "2026-11-21T10", "2026-11-21T11", "2026-11-20T23"].map(at));
  const today = await readReport(member, { range: "today", split: "service" });
  expect([today.total.now.jobs, today.total.before.jobs, today.groups[0]?.before.jobs]).toEqual([1, 2, 2]);
  expect(today.points.map(({ before }) => before.jobs)).toEqual(
    Array.from({ length: 24 }, (_, hour) => (hour >= 9 && hour <= 11 ? 1 : 0)),
  );
  const yesterday = await readReport(member, { range: "yesterday" });
  expect([yesterday.total.now.jobs, yesterday.total.before.jobs]).toEqual([3, 1]);
});

test("a role that cannot see keys gets no usage by key", async () => {
  const billing = await makeMember({ role: "billing" });
  await expect(getUsage(billing, { ...range, by: ["key"] })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(getUsage(billing, { ...range, by: [], filter: { key: "key_x" } })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  expect((await getUsage(billing, { ...range, by: ["day"] })).rows).toEqual([]);
});

test("the statement reads the hours of its range by their primary key, and no job", async () => {
  const caller = await makeCaller();
  const hours = trials(undefined, 2_000, 20_000);
  await sql(
    undefined,
    `INSERT INTO usage_hourly (business_id, hour, key_id, service, model_id, voice_id, region, result, requests, jobs,
       characters, audio_ms, amount_milli, buckets, counts)
     SELECT CASE n % 20 WHEN 0 THEN $1 ELSE 'biz_other' || n % 20 END, '2026-01-01'::timestamptz + n * interval '1 hour', 'key', 'tts', 'model', 'voice',
       'VN', 'completed', 1, 1, 1, 1, 1, '{48}', '{1}' FROM generate_series(1, $2::int) n`,
    [caller.businessId, hours],
  );
  await sql(undefined, "ANALYZE usage_hourly", []).catch(() => undefined);
  for (const by of [[], ["day"], ["hour", "key", "result"]] as const) {
    const values = [caller.businessId, range.from, range.to, ...Array(6).fill(null), null, 101, 24, null];
    const plan = await sql<{ "QUERY PLAN": string }>(undefined, `EXPLAIN ${usageStatement(by)}`, values);
    const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
    expect(text).toContain("usage_hourly_pkey");
    expect(text).not.toMatch(/Seq Scan on usage_hourly|\bjobs\b.*Scan|Scan.* on (jobs|transfers)\b/);
  }
});
