// @module-tag slow
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listAudit } from "@/lib/access/audit/list";
import type { Operator } from "@/lib/access/principals/operator";
import { espeakProvider } from "@/lib/engines/providers/espeak/provider";
import { issuePlaygroundKey } from "@/lib/keys/playground/create";
import { flushRejectedRequests } from "@/lib/keys/request-log/record";
import { createKey, revokeKey } from "@/lib/keys/service";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { findRejectedRequest } from "@/lib/speech/history/by-request";
import { makeKey, makeKeySettings, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";
import { startApiProcesses } from "@/testing/harness/api-processes";
import { mailsTo } from "@/testing/harness/mailbox";
import { settleCalls } from "@/testing/harness/settle-calls";
import { getBusiness, resumeBusiness, suspendBusiness } from "./operate";
import { findSuspension } from "./state";

let api: Awaited<ReturnType<typeof startApi>>;
let processes: Awaited<ReturnType<typeof startApiProcesses>>;
beforeAll(async () => {
  [api, processes] = await Promise.all([startApi(), startApiProcesses(1)]);
});
afterAll(async () => {
  await processes.stop();
  await api.close();
});

const operator = { email: "ops@vang.example", via: "terminal" } as Operator;
const hello = { text: "Xin chào Việt Nam", voiceId: "south-ngoc", modelId: "vang-espeak" };

async function makePartner() {
  const member = await makeMember({ creditMilli: 50_000_000n });
  return { ...member, key: await makeKey(member), business: await getBusiness(member.businessId) };
}

const ask = async (url: string, path: string, key: string) => {
  const response = await fetch(`${url}${path}`, { headers: { "x-api-key": key } });
  const { code } = (await response.json()) as { code?: string };
  return `${response.status} ${code ?? ""}`.trim();
};

test("a suspension and its end hold from the next request on in every process, and for that business alone", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  const askAll = (key: string) =>
    Promise.all([api.url, ...processes.urls].flatMap((url) => [1, 2, 3].map(() => ask(url, "/tts/models", key))));
  expect(new Set(await askAll(partner.key))).toEqual(new Set(["200"]));

  await suspendBusiness(operator, partner.business, "Chờ xác minh");
  expect(new Set(await askAll(partner.key))).toEqual(new Set(["403 BUSINESS_SUSPENDED"]));
  expect(new Set(await askAll(other.key))).toEqual(new Set(["200"]));

  await resumeBusiness(operator, partner.business, "Đã xác minh");
  expect(new Set(await askAll(partner.key))).toEqual(new Set(["200"]));
});

test.each([
  ["POST", "/tts"],
  ["POST", "/ai/tts"],
  ["POST", "/tts/preview"],
  ["GET", "/tts/models"],
  ["GET", "/ai/voices"],
  ["GET", "/tts/jobs?id=tts_00000000000000000000000000"],
  ["DELETE", "/tts/jobs?id=tts_00000000000000000000000000"],
  ["GET", "/pronunciations"],
  ["GET", "/ai/stt/stt_00000000000000000000000000"],
  ["POST", "/stt"],
])("%s %s is rejected while its business is suspended, and the key doctor knows why", async (method, path) => {
  const partner = await makePartner();
  await suspendBusiness(operator, partner.business, "Chờ xác minh");
  const json = method === "POST" ? hello : undefined;
  const { status, json: problem, headers } = await api.call(method, path, { key: partner.key, json });
  expect([status, problem.code]).toEqual([403, "BUSINESS_SUSPENDED"]);
  expect(JSON.stringify(problem)).not.toContain("Chờ xác minh");
  expect(headers.get("retry-after")).toBeNull();
  await flushRejectedRequests();
  const found = await findRejectedRequest(partner, headers.get("x-request-id") ?? "");
  expect(found).toMatchObject({ code: "BUSINESS_SUSPENDED" });
});

test("a suspended business over its limits gets BUSINESS_SUSPENDED, and an unlisted address IP_NOT_ALLOWED", async () => {
  const member = await makeMember({ requestsPerMinute: 1 });
  const key = await makeKey(member);
  await suspendBusiness(operator, await getBusiness(member.businessSlug), "Chờ xác minh");
  const codes = await Promise.all([1, 2, 3].map(() => ask(api.url, "/tts/models", key)));
  expect(codes).toEqual(Array(3).fill("403 BUSINESS_SUSPENDED"));
  await db.apiKey.updateMany({
    where: { businessId: member.businessId },
    data: { allowedAddresses: ["203.0.113.0/24"] },
  });
  expect(await ask(api.url, "/tts/models", key)).toBe("403 IP_NOT_ALLOWED");
});

test("a job that runs while its business is suspended ends as usual and is charged, and the next is rejected", async () => {
  const partner = await makePartner();
  const { synthesize } = espeakProvider;
  let running = 0;
  let open = (_: unknown): void => undefined;
  const opened = new Promise((resolve) => {
    open = resolve;
  });
  const spy = vi.spyOn(espeakProvider, "synthesize").mockImplementation(async (...args) => {
    running++;
    await opened;
    return (synthesize as NonNullable<typeof synthesize>)(...args);
  });
  const job = api.post("/tts", partner.key, hello);
  await expect.poll(() => running, { timeout: 20_000, interval: 5 }).toBe(1);

  await suspendBusiness(operator, partner.business, "Chờ xác minh");
  open(null);
  expect((await job).status).toBe(200);
  spy.mockRestore();
  expect((await api.post("/tts", partner.key, hello)).json.code).toBe("BUSINESS_SUSPENDED");
  await settleCalls();
  const where = { businessId: partner.businessId };
  expect(await db.job.count({ where: { ...where, status: "completed" } })).toBe(1);
  expect(await db.hold.count({ where: { ...where, status: "captured" } })).toBe(1);
  expect(await audit()).toEqual([]);
});

test("fifty requests at the moment of the suspension either run and are charged, or are rejected and cost nothing", async () => {
  const partner = await makePartner();
  const calls = Array.from({ length: 50 }, () => api.post("/tts", partner.key, hello));
  await Promise.race(calls);
  await suspendBusiness(operator, partner.business, "Chờ xác minh");
  const answers = await Promise.all(calls);
  const done = answers.filter(({ status }) => status === 200).length;
  expect(done).toBeGreaterThan(0);
  await settleCalls();
  expect(await db.job.count({ where: { businessId: partner.businessId, status: "completed" } })).toBe(done);
  expect(await db.hold.count({ where: { businessId: partner.businessId, status: "captured" } })).toBe(done);
  expect(await audit()).toEqual([]);
});

test("while suspended, no key is created, also none of the playground, and keys can still be revoked", async () => {
  const member = await makeMember();
  const business = await getBusiness(member.businessId);
  const { id } = await createKey(member, makeKeySettings());
  const { secret } = await issuePlaygroundKey(member);
  await suspendBusiness(operator, business, "Chờ xác minh");

  await expect(createKey(member, makeKeySettings())).rejects.toMatchObject({ code: "BUSINESS_SUSPENDED" });
  await expect(issuePlaygroundKey(member)).rejects.toMatchObject({ code: "BUSINESS_SUSPENDED" });
  expect((await api.post("/tts", secret, hello)).json.code).toBe("BUSINESS_SUSPENDED");
  await expect(revokeKey(member, id)).resolves.toBeUndefined();

  await resumeBusiness(operator, business, "Đã xác minh");
  expect(await createKey(member, makeKeySettings())).toMatchObject({ secret: expect.any(String) });
});

test("the members read the reason, members of another business do not", async () => {
  const [member, other] = [await makeMember(), await makeMember()];
  const viewer = await makeMember({ businessId: member.businessId, role: "viewer" });
  await suspendBusiness(operator, await getBusiness(member.businessId), "Chờ xác minh");
  expect(await findSuspension(member)).toEqual({ since: expect.any(Date), reason: "Chờ xác minh" });
  expect(await findSuspension(viewer)).toMatchObject({ reason: "Chờ xác minh" });
  expect(await findSuspension(other)).toBeNull();
});

test("the owners are emailed, the business's log names no operator, and the platform's log names who it was", async () => {
  const member = await makeMember();
  const viewer = await makeMember({ businessId: member.businessId, role: "viewer" });
  const business = await getBusiness(member.businessId);
  await suspendBusiness(operator, business, "Chờ xác minh");
  await resumeBusiness({ ...operator, email: "lead@vang.example" }, business, "Đã xác minh");

  const [owner, reader] = await Promise.all(
    [member, viewer].map(({ userId }) => db.user.findUniqueOrThrow({ where: { id: userId } })),
  );
  // The API's worker may be sending them already.
  await expect.poll(() => mailsTo(owner?.email ?? ""), { timeout: 10_000 }).toHaveLength(2);
  const mails = await mailsTo(owner?.email ?? "");
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    "Công ty Sách Nói bị tạm ngừng",
    "Công ty Sách Nói đã hoạt động trở lại",
  ]);
  expect(mails.some(({ text }) => text.includes("Lý do: Chờ xác minh"))).toBe(true);
  expect(await mailsTo(reader?.email ?? "")).toEqual([]);

  const { entries } = await listAudit(member);
  expect(entries).toMatchObject([
    { actorId: "operator", action: "business.resumed" },
    { actorId: "operator", action: "business.suspended", after: { reason: "Chờ xác minh" } },
  ]);
  const acts = await db.platformAuditEvent.findMany({ where: { businessId: business.id }, orderBy: { id: "asc" } });
  expect(acts).toMatchObject([
    {
      operator: "ops@vang.example",
      action: "business.suspended",
      details: { reason: "Chờ xác minh", via: "terminal" },
    },
    { operator: "lead@vang.example", action: "business.resumed", details: { reason: "Đã xác minh" } },
  ]);
});

test("the platform's log is written once", async () => {
  const member = await makeMember();
  await suspendBusiness(operator, await getBusiness(member.businessId), "Chờ xác minh");
  const where = { businessId: member.businessId };
  const denied = /permission denied for table platform_audit_events/;
  const data = { operator: "another@vang.example" };
  await expect(db.platformAuditEvent.updateMany({ where, data })).rejects.toThrow(denied);
  await expect(db.platformAuditEvent.deleteMany({ where })).rejects.toThrow(denied);
  await expect(db.$executeRaw`TRUNCATE platform_audit_events`).rejects.toThrow(denied);
  expect(await db.platformAuditEvent.findMany({ where })).toMatchObject([{ operator: operator.email }]);
});

test("of two operators who suspend a business at once, one gets CONFLICT", async () => {
  const business = await getBusiness((await makeMember()).businessId);
  const results = await Promise.allSettled(["a", "b"].map((reason) => suspendBusiness(operator, business, reason)));
  expect(results.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "CONFLICT" } });
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await db.platformAuditEvent.count({ where: { businessId: business.id } })).toBe(1);
  await expect(getBusiness("no-such-business")).rejects.toMatchObject({ code: "NOT_FOUND" });
});
