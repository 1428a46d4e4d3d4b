// @module-tag promise
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { flushRejectedRequests } from "@/lib/keys/request-log/record";
import { minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { findRejectedRequest, findTrackingId } from "@/lib/speech/history/by-request";
import { makeKey, makeMember } from "@/prisma/factories";
import type { Prisma } from "@/prisma/generated/client";
import { startApi } from "@/testing/harness/api";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Options = Pick<Prisma.BusinessUpdateInput, "requestsPerMinute" | "concurrentCalls" | "pinnedRegion">;

async function makePartner(key: Prisma.ApiKeyUpdateInput = {}, business: Options = {}) {
  const member = await makeMember({ creditMilli: 50_000_000n });
  const secret = await makeKey(member);
  await db.apiKey.updateMany({
    where: { businessId: member.businessId },
    data: key as Prisma.ApiKeyUpdateManyMutationInput,
  });
  await db.business.update({ where: { id: member.businessId }, data: business });
  return { member, secret };
}

const hello = { text: "Xin chào Việt Nam", voiceId: "south-ngoc", modelId: "vang-espeak" };
const code = ({ status, json }: { status: number; json: Record<string, unknown> }) => `${status} ${json.code ?? ""}`;

const refusals: [string, Prisma.ApiKeyUpdateInput, Options, number, string][] = [
  ["over its own limit", { requestsPerMinute: 2 }, { requestsPerMinute: 9 }, 2, "429 RATE_LIMITED_KEY"],
  ["over its business's limit", {}, { requestsPerMinute: 3 }, 3, "429 RATE_LIMITED_BUSINESS"],
  ["from an address not on its list", { allowedAddresses: ["203.0.113.0/24", "::1"] }, {}, 0, "403 IP_NOT_ALLOWED"],
  ["for a service it may not use", { scopes: ["stt:execute"] }, {}, 0, "403 SCOPE_MISSING"],
  ["in another region than its business's", {}, { pinnedRegion: "SG" }, 0, "403 REGION_NOT_ALLOWED"],
];

test.each(refusals)(
  "a key %s is rejected with its own code and message, and the error is recorded",
  async (_, key, business, good, wanted) => {
    const { member, secret } = await makePartner(key, business);
    for (let call = 0; call < good; call++) expect((await api.get("/tts/jobs?id=tts_x", secret)).status).toBe(404);
    const answer = await api.get("/tts/jobs?id=tts_x", secret);
    await flushRejectedRequests();

    expect(code(answer)).toBe(wanted);
    expect(await findRejectedRequest(member, String(answer.json.requestId))).toMatchObject({
      code: answer.json.code,
      method: "GET",
      path: "/tts/jobs",
      detail: { address: "127.0.0.1" },
    });
  },
);

test("an address list accepts the addresses on it, in any notation", async () => {
  for (const allowed of ["127.0.0.1", "127.0.0.0/8", "0.0.0.0/0"]) {
    const { secret } = await makePartner({ allowedAddresses: ["203.0.113.9", allowed] });
    expect((await api.get("/tts/models", secret)).status).toBe(200);
  }
});

test("no client gets on an address list by claiming an address", async () => {
  const { secret } = await makePartner({ allowedAddresses: ["203.0.113.9"] });
  const headers = { "x-forwarded-for": "203.0.113.9", "x-real-ip": "203.0.113.9", forwarded: "for=203.0.113.9" };
  expect(code(await api.get("/tts/models", secret, headers))).toBe("403 IP_NOT_ALLOWED");
});

test("running requests are counted, and the place of one that ended is free when its response arrives", async () => {
  const { secret } = await makePartner({ concurrentCalls: 2 }, { concurrentCalls: 3 });
  const answers = await Promise.all(Array.from({ length: 10 }, () => api.post("/tts", secret, hello)));
  const codes = answers.map(code);
  expect(codes.filter((found) => found === "200 ").length).toBeGreaterThanOrEqual(2);
  expect(new Set(codes)).toEqual(new Set(["200 ", "429 CONCURRENCY_LIMITED_KEY"]));

  for (let call = 0; call < 10; call++) {
    expect(code(await api.post("/tts", secret, { ...hello, text: call % 2 ? "" : "Xin chào" }))).toMatch(/^200|^400/);
  }
  expect(await db.limitLease.count()).toBe(0);
});

test("lookups go on while all the places for jobs are taken", async () => {
  const { secret } = await makePartner({}, { concurrentCalls: 1 });
  const [spoken, found] = await Promise.all([api.post("/tts", secret, hello), api.get("/tts/models", secret)]);
  expect([spoken.status, found.status]).toEqual([200, 200]);
});

test("lowering a limit applies to the next request", async () => {
  const { member, secret } = await makePartner({}, { requestsPerMinute: 2 });
  expect((await api.get("/tts/models", secret)).status).toBe(200);
  await db.business.update({ where: { id: member.businessId }, data: { requestsPerMinute: 1 } });
  expect(code(await api.get("/tts/models", secret))).toBe("429 RATE_LIMITED_BUSINESS");
});

test("the errors of revoked and expired keys are recorded for their business, and not shown to the client", async () => {
  for (const [reason, data] of [
    ["revoked", { revokedAt: new Date() }],
    ["expired", { expiresAt: new Date(Date.now() - minutes(1)) }],
  ] as const) {
    const { member, secret } = await makePartner(data);
    const answer = await api.get("/tts/models", secret);
    await flushRejectedRequests();
    expect(code(answer)).toBe("401 KEY_INVALID");
    const { message } = (await api.get("/tts/models", "vang_live_unknown")).json;
    expect(answer.json.message, "the same as for a key that never existed").toBe(message);
    expect(JSON.stringify(answer.json)).not.toMatch(/revoked_at|expires_at|key_|biz_/);
    expect(await findRejectedRequest(member, String(answer.json.requestId))).toMatchObject({ detail: { reason } });
    const buckets = { bucket: { startsWith: member.businessId } };
    expect(await db.rateLimit.count({ where: buckets }), "a dead key uses none of its business's limits").toBe(0);
  }
});

test("another business's errors stay hidden", async () => {
  const { member, secret } = await makePartner({ requestsPerMinute: 0 });
  const { json } = await api.get("/tts/models", secret);
  await flushRejectedRequests();
  const requestId = String(json.requestId);
  expect(await findRejectedRequest(member, ` ${requestId}\n`)).toMatchObject({ requestId });

  const outsider = await makeMember();
  for (const text of [requestId, "req_never", "", "req_\0", "tts_x"])
    expect(await findRejectedRequest(outsider, text)).toBeNull();
  await expect(findRejectedRequest(await makeMember({ role: "billing" }), requestId)).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});

test("while the database is unavailable no request is accepted, and the response says that it is our fault", async () => {
  const { secret } = await makePartner();
  const admin = new pg.Client(inject("adminUrl"));
  await admin.connect();
  const name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  await admin.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`);
  await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
  expect(code(await api.get("/tts/models", secret))).toBe("503 OVERLOADED");

  await admin.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`);
  await admin.end();
  await expect.poll(async () => (await api.get("/tts/models", secret)).status).toBe(200);
});

test("a successful request is found by its request id, by its own business alone", async () => {
  const { member, secret } = await makePartner();
  const { json, headers } = await api.post("/tts", secret, hello);
  const requestId = headers.get("x-request-id") ?? "";
  await expect.poll(() => findTrackingId(member, requestId), { timeout: 10_000 }).toBe(json.trackingId);
  expect(await findTrackingId(await makeMember(), requestId)).toBeNull();
  expect(await findTrackingId(member, "req_\0")).toBeNull();
});

test("an error whose path or field holds NUL or half a character is recorded, with those of others beside it", async () => {
  const [{ secret }, other] = [await makePartner(), await makePartner()];
  await flushRejectedRequests();
  const { json } = await api.get("/tts/jobs?id=tts_x", other.secret);
  for (const path of ["/ai/tts/%00", `/ai/tts/${encodeURIComponent("😀".repeat(100))}`]) await api.get(path, secret);
  const reading = { "\0": "x", "\ud800": "x" };
  expect((await api.post("/tts", secret, { ...hello, reading })).status).toBe(400);
  await flushRejectedRequests();
  expect(await findRejectedRequest(other.member, String(json.requestId))).toMatchObject({ code: "RESULT_NOT_FOUND" });
});
