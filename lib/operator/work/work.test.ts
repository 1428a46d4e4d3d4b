import { afterEach, expect, test, vi } from "vitest";
import { staffChain } from "@/lib/access/audit/platform-acts";
import { operateFromTerminal } from "@/lib/operator/cli/cli";
import { outboxKinds } from "@/lib/operator/work/outbox-kinds";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { makeMember } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { makeEndpoint } from "@/prisma/webhook-factories";
import { readWork } from "./overview";
import {
  actOnMessages,
  listBankDays,
  listFailingEndpoints,
  listOutbox,
  listSetAside,
  replayResults,
  retryInvoice,
} from "./work";

afterEach(() => vi.restoreAllMocks());

async function setAside(reason = "the database was away") {
  const key = newId("tts");
  const data = { topic: "speech.finished", key, payload: {}, attempts: 5, failedAt: clock.now(), lastError: reason };
  await db.streamMessage.create({ data });
  return key;
}

async function makeMessage(kind: string, state: "waiting" | "dead") {
  const [id, at] = [newId("outbox"), clock.now()];
  const finishedAt = state === "dead" ? at : null;
  await db.outboxMessage.create({
    data: { id, kind, state, target: "x", payload: "{}", dueAt: at, createdAt: at, finishedAt, attempts: 3 },
  });
  return id;
}

const lastAct = () => db.auditEvent.findFirst({ where: { businessId: staffChain }, orderBy: { sequence: "desc" } });
const stateOf = async (id: string) => (await db.outboxMessage.findUnique({ where: { id } }))?.state;

test("results set aside are recorded again one, several or all, by engineers alone, with an entry in the log", async () => {
  const engineer = await makeStaff("engineer");
  const [one, two, three] = [await setAside(), await setAside("a column is missing"), await setAside()];
  const { rows } = await listSetAside(await makeStaff("support"), { q: "COLUMN is" });
  expect(rows.map(({ key }) => key)).toEqual([two]);
  for (const role of ["support", "finance", "admin"] as const)
    await expect(replayResults(await makeStaff(role), null, "x")).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await replayResults(engineer, [one, "unknown"], "Thử lại")).toEqual([one]);
  expect(await lastAct()).toMatchObject({
    action: "results.replayed",
    after: { reason: "Thử lại", count: "1", keys: one },
  });
  expect((await replayResults(engineer, null, "x")).sort()).toEqual([two, three].sort());
  expect((await listSetAside(engineer, {})).rows).toEqual([]);
});

test("the list of results set aside is paged", async () => {
  const staff = await makeStaff("support");
  const keys: string[] = [];
  for (let count = 0; count < 42; count++) keys.push(await setAside());
  const first = await listSetAside(staff, {});
  expect(first.rows.map(({ key }) => key)).toEqual(keys.slice(2).reverse());
  const second = await listSetAside(staff, {}, first.next ?? "");
  expect([second.rows.map(({ key }) => key), second.next]).toEqual([keys.slice(0, 2).reverse(), null]);
  await db.streamMessage.deleteMany();
});

test("messages are sent again or deleted by engineers; all that are dead leave waiting ones and webhooks alone", async () => {
  const engineer = await makeStaff("engineer");
  const [dead, waiting, webhook] = [
    await makeMessage("email", "dead"),
    await makeMessage("email", "waiting"),
    await makeMessage("webhooks VN", "dead"),
  ];
  const { rows } = await listOutbox(engineer, {}, undefined, outboxKinds);
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([dead, waiting]));
  expect(rows.map(({ id }) => id)).not.toContain(webhook);
  await expect(actOnMessages(await makeStaff("admin"), "drop", { ids: [dead] }, "x")).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  expect(await actOnMessages(engineer, "retry", { isDead: true }, "Máy chủ thư đã chạy")).toBe(1);
  expect([await stateOf(dead), await stateOf(webhook)]).toEqual(["waiting", "dead"]);
  expect(await lastAct()).toMatchObject({ action: "messages.retried", after: { count: "1" } });
  expect(await actOnMessages(engineer, "drop", { ids: [waiting] }, "x")).toBe(1);
  expect(await stateOf(waiting)).toBeUndefined();
});

test("endpoints that fail are listed by business, with the host of their URL and no more of it", async () => {
  const member = await makeMember();
  const id = await makeEndpoint(member, { url: "https://hook.example.com/canary-secret-path?token=canary" });
  const endpointId = typeof id === "string" ? id : (id as { id: string }).id;
  const failing = { failures: 7, failingSince: clock.now(), lastFailedAt: clock.now() };
  await db.webhookEndpoint.update({ where: { id: endpointId }, data: failing });
  const staff = await makeStaff("support");
  const { rows } = await listFailingEndpoints(staff, { state: "failing" });
  expect(rows.find((row) => row.id === endpointId)).toMatchObject({ host: "hook.example.com", failures: 7 });
  expect(JSON.stringify(rows, (_, value) => String(value))).not.toContain("canary");
  expect((await listFailingEndpoints(staff, { state: "disabled" })).rows.map((row) => row.id)).not.toContain(
    endpointId,
  );
});

test("days of the bank's list are filtered by account and difference, and paged by day", async () => {
  const staff = await makeStaff("finance");
  const day = (text: string) => new Date(`${text}T00:00:00Z`);
  for (let number = 10; number < 31; number++)
    for (const accountNumber of ["A1", "B2"])
      await db.bankDay.create({
        data: {
          ...{ accountNumber, day: day(`2026-10-${number}`), checkedAt: clock.now(), listedVnd: 100n },
          recordedVnd: number === 20 && accountNumber === "B2" ? 90n : 100n,
        },
      });
  const first = await listBankDays(staff, {});
  expect(first.rows).toHaveLength(40);
  const second = await listBankDays(staff, {}, first.next ?? "");
  expect(second.rows.map((row) => `${row.day} ${row.accountNumber}`)).toEqual(["2026-10-10 B2", "2026-10-10 A1"]);
  const differing = await listBankDays(staff, { account: "B2", state: "differs" });
  expect(differing.rows).toMatchObject([{ day: "2026-10-20", listedVnd: 100n, recordedVnd: 90n }]);
});

test("the overview counts what waits and failed, and an unknown invoice is not requested again", async () => {
  const engineer = await makeStaff("engineer");
  await setAside();
  const work = await readWork(engineer);
  expect(work.stream.dead).toBeGreaterThan(0);
  expect(work.storage.databaseBytes).toBeGreaterThan(0n);
  expect(work.storage.freeBytes).toBeGreaterThan(0);
  await expect(retryInvoice(engineer, newId("invoice"), "x")).rejects.toThrow("does not wait");
});

test("the overview and the terminal name a long job that fails again and again, with its step and error", async () => {
  const { businessId, businessSlug } = await makeMember();
  const [id, at] = [newId("stt"), clock.now()];
  const step = { dueAt: at, lastError: "PROVIDER_FAILED" };
  await db.longJob.create({
    data: {
      id,
      businessId,
      region: env.VANG_REGION,
      service: "stt",
      mode: "live",
      keyId: "key_x",
      keyHint: "x",
      retentionDays: 1,
      modelId: "x",
      priceId: "x",
      state: "running",
      sizeBytes: 1,
      fingerprint: "",
      createdAt: at,
      steps: {
        create: [
          { ...step, number: 0, kind: "prepare", isDone: true, attempts: 1 },
          { ...step, number: 1, kind: "chunk", attempts: 6 },
        ],
      },
    },
  });
  const { longJobs } = await readWork(await makeStaff("support"));
  expect(longJobs).toMatchObject({ running: 1, stuck: 1 });
  const expected = { step: "chunk", number: 1, attempts: 6, stepsDone: 1, steps: 2, lastError: "PROVIDER_FAILED" };
  expect(longJobs.open).toMatchObject([{ id, business: businessSlug, kind: "stt", state: "running", ...expected }]);

  const written = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  expect(await operateFromTerminal(["work"], async () => "")).toBe(0);
  expect(await operateFromTerminal(["work", "steps", id], async () => "")).toBe(0);
  expect(written.mock.calls.join("")).toMatch(new RegExp(`${id} .*6 attempts.*PROVIDER_FAILED`));
  expect(written.mock.calls.join("")).toContain("chunk 1");
});

test("the terminal does the same by the same functions, and records who", async () => {
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, "write").mockImplementation(() => true);
  const key = await setAside();
  expect(await operateFromTerminal(["events", "retry", key, "--as", "ops@vang.example"], async () => "")).toBe(0);
  expect(await lastAct()).toMatchObject({ action: "results.replayed", actorId: "operator" });
});
