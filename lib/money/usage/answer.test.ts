// @module-tag promise
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createPlaygroundKey, sweepPlaygroundKeys } from "@/lib/keys/playground/create";
import { flushRejectedRequests } from "@/lib/keys/request-log/record";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { startApi } from "@/testing/harness/api";
import { makeUsagePartner, noon, range, recordJobs } from "@/testing/harness/recorded-usage";
import { getUsage } from "./read";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
afterEach(clock.reset);

const query = (values: Record<string, string>) => `/usage?${new URLSearchParams({ ...range, ...values })}`;

type Row = Record<string, unknown> & { requests: number };

const rowsOf = async (secret: string, values: Record<string, string>) =>
  (await api.get(query(values), secret)).json.rows as Row[];

test("days end at midnight in Vietnam", async () => {
  const { businessId, keyId, secret } = await makeUsagePartner();
  const at = (createdAt: string) => makeFinished({ businessId, keyId }, { createdAt });
  await recordJobs([at("2026-11-20T16:59:59.999Z"), at("2026-11-20T17:00:00.000Z"), at("2026-11-22T16:59:59.999Z")]);
  await recordJobs([at("2026-11-19T16:59:59.999Z"), at("2026-11-22T17:00:00.000Z")]);
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
  const [partner, other] = [await makeUsagePartner(), await makeUsagePartner()];
  await recordJobs([makeFinished(partner, { createdAt: noon })]);
  expect(await rowsOf(partner.secret, { by: "key" })).toMatchObject([
    { keyId: partner.keyId, keyName: "Tổng đài", requests: 1, jobs: 1, errors: {}, characters: 17, chargeVnd: 5.1 },
  ]);
  expect(await rowsOf(other.secret, { by: "key" })).toEqual([]);
  expect(await rowsOf(other.secret, { by: "key", key: partner.keyId })).toEqual([]);
  expect((await getUsage(other.member, { ...range, by: [] })).rows).toEqual([]);
});

test("a key without usage:read is rejected, and so are unknown parameters and impossible ranges", async () => {
  const { member, secret } = await makeUsagePartner();
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
  const { businessId, keyId, secret } = await makeUsagePartner();
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
  await recordJobs(jobs);
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
  const { member, businessId, keyId, secret } = await makeUsagePartner();
  await createPlaygroundKey(member);
  await createPlaygroundKey(member);
  const keys = await db.apiKey.findMany({ where: { businessId, kind: "playground", replacedById: { not: null } } });
  await recordJobs(keys.map(({ id }) => makeFinished({ businessId, keyId: id }, { createdAt: noon })));
  await recordJobs([makeFinished({ businessId, keyId }, { createdAt: noon })]);
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
