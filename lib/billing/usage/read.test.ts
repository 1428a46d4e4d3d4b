// @module-tag promise
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { clock } from "@/lib/clock";
import { db, sql } from "@/lib/db";
import type { FinishedJob } from "@/lib/events/finished-job";
import { ingest } from "@/lib/history/ingest";
import { createPlaygroundKey, sweepPlaygroundKeys } from "@/lib/keys/playground-key";
import { createKey } from "@/lib/keys/service";
import { fineBucketOf, fineQuantile } from "@/lib/latency";
import { log } from "@/lib/log";
import { flushRejectedRequests } from "@/lib/request-log/record";
import { makeCaller, makeKey, makeKeySettings, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { startApi } from "@/testing/harness/api";
import { trials } from "@/testing/harness/deep";
import { exportUsage } from "./export";
import { getUsage, usageStatement } from "./read";
import { readReport } from "./read-report";
import { usageDimensions } from "./schema";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
// No credit is held here, so ingesting logs an error for each charge.
beforeEach(() => {
  vi.spyOn(log, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
});

const record = (jobs: FinishedJob[]) =>
  ingest(jobs.map((payload, index) => ({ key: String(index), payload, attempts: 0 })));

const range = { from: "2026-11-20", to: "2026-11-22" };
const noon = "2026-11-21T05:00:00.000Z";

/** A business with a key that may read usage, and jobs of that key. */
async function makePartner() {
  const member = await makeMember();
  const { businessId } = member;
  const { id: keyId } = await createKey(member, makeKeySettings({ name: "Tổng đài" }));
  const secret = await makeKey(member, ["usage:read"]);
  return { member, businessId, keyId, secret };
}

const query = (values: Record<string, string>) => `/usage?${new URLSearchParams({ ...range, ...values })}`;

type Row = Record<string, unknown> & { requests: number };

const rowsOf = async (secret: string, values: Record<string, string>) =>
  (await api.get(query(values), secret)).json.rows as Row[];

test("every quantile is at most 5 % from the exact one", () => {
  const times = fc.array(fc.integer({ min: 1, max: 600_000 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(times, fc.constantFrom(0.5, 0.95, 0.99), (values, quantile) => {
      const counts = new Map<number, number>();
      for (const value of values) counts.set(fineBucketOf(value), (counts.get(fineBucketOf(value)) ?? 0) + 1);
      const sorted = values.toSorted((a, b) => a - b);
      const exact = sorted[Math.ceil(sorted.length * quantile) - 1] ?? 0;
      const found =
        fineQuantile(
          [...counts].sort(([a], [b]) => a - b),
          quantile,
        ) ?? 0;
      // Shown in whole milliseconds.
      expect(Math.abs(found - exact)).toBeLessThanOrEqual(0.05 * exact + 0.5);
    }),
  );
  expect(fineQuantile([], 0.5)).toBeNull();
});

test("usage by any dimension equals the sums over the jobs, and all of them together equal the total", async () => {
  const { member, businessId, keyId } = await makePartner();
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
  await Promise.all([...batches, ...batches, jobs].map(record));

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
  await record([makeFinished({ businessId: member.businessId, keyId }, { createdAt: noon })]);
  let text = "";
  for await (const piece of exportUsage(member, range, "vi")) text += piece;
  expect(text).toContain(",'=cmd(),");
});

test("a range that ends today is compared up to the same hour, and one that has ended as a whole", async () => {
  const { member, businessId, keyId } = await makePartner();
  clock.advance(Date.parse("2026-11-22T03:20:00Z") - Date.now());
  const at = (hour: string) =>
    makeFinished({ businessId, keyId }, { createdAt: new Date(`${hour}:30:00+07:00`).toISOString() });
  await record(["2026-11-22T09", "2026-11-21T09", "2026-11-21T10", "2026-11-21T11", "2026-11-20T23"].map(at));
  const today = await readReport(member, { range: "today", split: "service" });
  expect([today.total.now.jobs, today.total.before.jobs, today.groups[0]?.before.jobs]).toEqual([1, 2, 2]);
  expect(today.points.map(({ before }) => before.jobs)).toEqual(
    Array.from({ length: 24 }, (_, hour) => (hour >= 9 && hour <= 11 ? 1 : 0)),
  );
  const yesterday = await readReport(member, { range: "yesterday" });
  expect([yesterday.total.now.jobs, yesterday.total.before.jobs]).toEqual([3, 1]);
});

test("days end at midnight in Vietnam", async () => {
  const { businessId, keyId, secret } = await makePartner();
  const at = (createdAt: string) => makeFinished({ businessId, keyId }, { createdAt });
  await record([at("2026-11-20T16:59:59.999Z"), at("2026-11-20T17:00:00.000Z"), at("2026-11-22T16:59:59.999Z")]);
  await record([at("2026-11-19T16:59:59.999Z"), at("2026-11-22T17:00:00.000Z")]);
  const rows = await rowsOf(secret, { by: "day" });
  expect(rows.map(({ day, jobs }) => [day, jobs])).toEqual([
    ["2026-11-20", 1],
    ["2026-11-21", 1],
    ["2026-11-22", 1],
  ]);
  const hours = await rowsOf(secret, { by: "hour" });
  expect(hours.map(({ hour }) => hour)).toEqual([
    "2026-11-20T23:00:00+07:00",
    "2026-11-21T00:00:00+07:00",
    "2026-11-22T23:00:00+07:00",
  ]);
});

test("a key reads the usage of its own business only", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  await record([makeFinished(partner, { createdAt: noon })]);
  expect(await rowsOf(partner.secret, { by: "key" })).toMatchObject([
    { keyId: partner.keyId, keyName: "Tổng đài", requests: 1, jobs: 1, errors: {}, characters: 17, chargeVnd: 5.1 },
  ]);
  expect(await rowsOf(other.secret, { by: "key" })).toEqual([]);
  expect(await rowsOf(other.secret, { by: "key", key: partner.keyId })).toEqual([]);
  expect((await getUsage(other.member, { ...range, by: [] })).rows).toEqual([]);
});

test("a key without usage:read is rejected, and so are unknown parameters and impossible ranges", async () => {
  const { member, secret } = await makePartner();
  const weak = await makeKey(member, ["tts:execute", "balance:read"]);
  for (const path of [query({}), "/history"])
    expect((await api.get(path, weak)).json).toMatchObject({ code: "SCOPE_MISSING" });
  const bad = [
    [query({ group: "day" }), "group"],
    [query({ by: "day,color" }), "by"],
    [query({ from: "2026-11-23" }), "to"],
    [query({ from: "2025-01-01" }), "to"],
    [query({ from: "2026-10-01", by: "hour" }), "to"],
    [query({ from: "2026-02-30" }), "from"],
    [query({ limit: "1001" }), "limit"],
    [query({ cursor: "bm90aGluZw" }), "cursor"],
    ["/usage?from=2026-11-01", "to"],
    ["/history?page=2", "page"],
    ["/history?limit=0", "limit"],
    ["/history?status=lost", "status"],
    ["/history?metadata=orderId", "metadata"],
  ];
  for (const [path = "", param] of bad)
    expect((await api.get(path, secret)).json, path).toMatchObject({ status: 400, code: "INVALID_REQUEST", param });
});

test("pages of any size have every row once, in order", async () => {
  const { businessId, keyId, secret } = await makePartner();
  const voices = ["north-linh", "Ánh", "zeta", null];
  const jobs = Array.from({ length: 40 }, (_, index) =>
    makeFinished(
      { businessId, keyId },
      {
        voiceId: voices[index % 4],
        createdAt: new Date(Date.parse("2026-11-19T17:00:00Z") + index * 5_400_000).toISOString(),
      },
    ),
  );
  await record(jobs);
  const whole = await rowsOf(secret, { by: "hour,voice", limit: "1000" });
  expect(whole).toHaveLength(40);
  for (const limit of ["1", "7", "40"]) {
    const paged: Row[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await api.get(query({ by: "hour,voice", limit, ...(cursor && { cursor }) }), secret);
      paged.push(...(page.json.rows as Row[]));
      cursor = page.json.next as string | null;
    }
    expect(paged).toEqual(whole);
  }
}, 30_000);

test("rejected requests count as requests and errors, a failed job once, and lookups not at all", async () => {
  const member = await makeMember({ creditMilli: 50_000_000n });
  const [key, reader] = [await makeKey(member), await makeKey(member, ["usage:read"])];
  const hello = { text: "Xin chào Việt Nam", voiceId: "south-ngoc", modelId: "vang-espeak" };
  expect((await api.post("/tts", key, hello)).status).toBe(200);
  expect((await api.post("/tts", key, { ...hello, voiceId: "unknown" })).status).toBe(400);
  expect((await api.post("/tts", key, { ...hello, config: { speed: "fast" } })).status).toBeGreaterThanOrEqual(400);
  expect((await api.get("/tts/jobs?id=tts_unknown", key)).status).toBe(404);
  await flushRejectedRequests();
  const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
  const find = async () => (await rowsOf(reader, { from: today, to: today, by: "service" }))[0];
  await expect.poll(async () => (await find())?.jobs, { timeout: 10_000 }).toBeGreaterThan(0);
  await expect.poll(async () => (await find())?.requests, { timeout: 10_000 }).toBe(3);
  const row = await find();
  expect(row?.errors).toMatchObject({ VOICE_UNKNOWN: 1 });
  expect(Object.values(row?.errors as Record<string, number>).reduce((sum, count) => sum + count, 0)).toBe(2);
}, 20_000);

test("charges of the playground are shown together, also after its keys are deleted", async () => {
  const { member, businessId, keyId, secret } = await makePartner();
  await createPlaygroundKey(member);
  await createPlaygroundKey(member);
  const keys = await db.apiKey.findMany({ where: { businessId, kind: "playground", replacedById: { not: null } } });
  await record(keys.map(({ id }) => makeFinished({ businessId, keyId: id }, { createdAt: noon })));
  await record([makeFinished({ businessId, keyId }, { createdAt: noon })]);
  clock.advance(3 * 86_400_000);
  while ((await sweepPlaygroundKeys()) > 0);
  clock.reset();
  const rows = await rowsOf(secret, { by: "key" });
  expect(rows).toMatchObject([
    { keyId, jobs: 1 },
    { keyId: "playground", keyName: null, jobs: 2, chargeVnd: 10.2 },
  ]);
  const { json } = await api.get("/history?key=playground", secret);
  expect(json.jobs).toHaveLength(2);
});

test("history has each job of the business once, with its price, units and charge, newest first", async () => {
  const [{ member, businessId, keyId, secret }, other] = [await makePartner(), await makePartner()];
  const price = await db.price
    .findFirstOrThrow({ where: { modelId: "vang-espeak", businessId: null } })
    .catch(() => null);
  const priceId = price?.id ?? null;
  const jobs = Array.from({ length: 25 }, (_, index) =>
    makeFinished(
      { businessId, keyId },
      {
        priceId,
        units: 17,
        status: index % 5 ? "completed" : "failed",
        resultCode: index % 5 ? null : "PROVIDER_FAILED",
        createdAt: new Date(Date.parse(noon) + index).toISOString(),
      },
    ),
  );
  await record(jobs);
  const found: { trackingId: string }[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page = await api.get(
      `/history?limit=10&from=2026-11-21&to=2026-11-21${cursor && `&cursor=${cursor}`}`,
      secret,
    );
    found.push(...(page.json.jobs as typeof found));
    cursor = page.json.next as string | null;
  }
  expect(found.map(({ trackingId }) => trackingId)).toEqual(jobs.map(({ trackingId }) => trackingId).toReversed());
  expect(found[0]).toMatchObject({
    keyName: "Tổng đài",
    units: 17,
    chargeVnd: 5.1,
    price: price && { priceId, priceVnd: price.priceVnd, unit: "1000_characters" },
  });
  expect((await api.get("/history?status=failed", secret)).json.jobs).toHaveLength(5);
  expect((await api.get(`/history?trackingId=${jobs[3]?.trackingId}`, secret)).json.jobs).toHaveLength(1);
  expect((await api.get(`/history?trackingId=${jobs[3]?.trackingId}`, other.secret)).json.jobs).toEqual([]);
  expect((await api.get("/history", other.secret)).json.jobs).toEqual([]);
  expect(member.businessId).toBe(businessId);
});

test("history finds the jobs with a key and value of their metadata, and none of another business", async () => {
  const [{ businessId, keyId, secret }, other] = [await makePartner(), await makePartner()];
  const of = (metadata: Record<string, string> | null) => makeFinished({ businessId, keyId }, { metadata });
  const jobs = [of({ orderId: "1024", "a.b": "x:1" }), of({ orderId: "10245" }), of({ note: "1024" }), of(null)];
  await record(jobs);
  const find = async (metadata: string, of = secret) => {
    const { json } = await api.get(`/history?metadata=${encodeURIComponent(metadata)}`, of);
    return (json.jobs as { trackingId: string }[]).map(({ trackingId }) => trackingId);
  };
  expect(await find("orderId:1024")).toEqual([jobs[0]?.trackingId]);
  expect(await find("a.b:x:1")).toEqual([jobs[0]?.trackingId]);
  for (const unknown of ["orderId:", "orderId:102", "a:x", "%:1024"]) expect(await find(unknown), unknown).toEqual([]);
  expect(await find("orderId:1024", other.secret)).toEqual([]);
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
    const values = [caller.businessId, range.from, range.to, ...Array(6).fill(null), null, 101, 24];
    const plan = await sql<{ "QUERY PLAN": string }>(undefined, `EXPLAIN ${usageStatement(by)}`, values);
    const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
    expect(text).toContain("usage_hourly_pkey");
    expect(text).not.toMatch(/Seq Scan on usage_hourly|\bjobs\b.*Scan|Scan.* on (jobs|transfers)\b/);
  }
});
