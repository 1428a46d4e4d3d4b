import { writeFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeEngines } from "@/lib/engines/providers/registry";
import { audit } from "@/lib/money/wallet/books/differences";
import { holdCredit } from "@/lib/money/wallet/holds";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { openStream } from "@/lib/platform/stream/open";
import { makeKey, makeMember } from "@/prisma/factories";
import { answering } from "@/testing/corpora/speech-failures";
import { writeEngine } from "@/testing/fakes/remote-engine";
import { type SpeechServer, startSpeechServer, well } from "@/testing/fakes/speech-server";
import { settleCalls } from "@/testing/harness/settle-calls";
import { createApi } from "./app";

vi.hoisted(() => {
  process.env.VANG_DATABASE_REGION = "SG";
});

const api = createApi();
const query = vi.spyOn(pg.Client.prototype, "query");
const text = "Xin chào Việt Nam";
/** Of the text, as one job was charged. */
let costMilli: bigint;
let engine: SpeechServer;

beforeAll(async () => {
  engine = await startSpeechServer();
  writeFileSync(env.VANG_ENGINES, writeEngine([engine]));
  const { key, businessId } = await makePartner(10_000_000n);
  expect((await speak(key)).status).toBe(200);
  await settleCalls();
  costMilli = (await db.transfer.findFirstOrThrow({ where: { kind: "charge", debit: { businessId } } })).amountMilli;
});
afterAll(async () => {
  vi.restoreAllMocks();
  delete process.env.VANG_DATABASE_REGION;
  await openStream().close();
  await closeEngines();
  await engine.close();
});

async function makePartner(creditMilli: bigint) {
  const member = await makeMember({ creditMilli });
  const key = await makeKey(member);
  const { id: keyId } = await db.apiKey.findFirstOrThrow({ where: { businessId: member.businessId } });
  return { key, keyId, businessId: member.businessId };
}

const speak = (key: string, headers: Record<string, string> = {}) =>
  api.request("/tts", {
    method: "POST",
    headers: { ...headers, "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ text, voiceId: "ngoc", modelId: "reader" }),
  });

/** The names of the statements that a request sends, its status and its code. */
async function statementsOf(key: string, headers?: Record<string, string>) {
  query.mockClear();
  const response = await speak(key, headers);
  const { code } = (await response.json()) as { code?: string };
  const sent = query.mock.calls.map(([statement]) => statement as unknown as string | { name?: string; text: string });
  const names = sent.map((one) => (typeof one === "string" ? one : (one.name ?? one.text)));
  const periodic = /^(read-prices|note-key-uses|renew-leases|SET statement_timeout.*|BEGIN|COMMIT)$/;
  // Of several events at once only the first notifies.
  const own = names.filter((name) => !periodic.test(name)).map((name) => name.replace(/quiet$/, "notify"));
  return { names: own, status: response.status, code };
}

/** After all jobs are recorded and what was held by others has expired. */
const stateOf = async (businessId: string) => {
  await settleCalls();
  const accounts = await db.walletAccount.findMany({ where: { businessId }, orderBy: { kind: "asc" } });
  const jobs = await db.job.findMany({ where: { businessId } });
  const balances = Object.fromEntries(accounts.map(({ kind, balanceMilli }) => [kind, balanceMilli]));
  const countOf = (status: string) => jobs.filter((job) => job.status === status).length;
  return { available: balances.available, held: balances.held, done: countOf("completed"), failed: countOf("failed") };
};

/** What another job of the business does while the engine works. */
const meanwhile = (act: () => Promise<unknown>) =>
  engine.behave(async (seen, response) => {
    engine.behave(well);
    await act();
    return well(seen, response);
  });

test("where the database is far, a text takes two statements and is charged; with an Idempotency-Key it takes three", async () => {
  const { key, businessId } = await makePartner(costMilli * 2n);
  const published = "publish-event+release-lease+notify";
  expect(await statementsOf(key)).toMatchObject({ names: ["find-key-and-take", `hold+${published}`], status: 200 });
  const kept = "hold-is-open+publish-event+keep-answer+release-lease+notify";
  expect(await statementsOf(key, { "idempotency-key": "order-1" })).toMatchObject({
    names: ["find-key-and-take", "claim-and-hold", kept],
    status: 200,
  });
  expect(await stateOf(businessId)).toEqual({ available: 0n, held: 0n, done: 2, failed: 0 });
});

test("without enough credit, or past a cap, the engine is not asked", async () => {
  const poor = await makePartner(costMilli - 1n);
  const capped = await makePartner(costMilli * 10n);
  await db.apiKey.update({ where: { id: capped.keyId }, data: { monthlyCapMilli: costMilli - 1n } });
  const limited = await makePartner(costMilli * 10n);
  await db.creditAlert.create({ data: { businessId: limited.businessId, monthlyCapMilli: costMilli - 1n } });
  const seen = engine.seen.length;
  expect(await statementsOf(poor.key)).toMatchObject({ status: 402, code: "INSUFFICIENT_CREDIT" });
  expect(await statementsOf(capped.key)).toMatchObject({ status: 402, code: "SPEND_CAP_REACHED" });
  expect(await statementsOf(limited.key)).toMatchObject({ status: 402, code: "SPEND_CAP_REACHED" });
  expect(engine.seen).toHaveLength(seen);
});

test("if another job takes the credit or the cap's rest meanwhile, the text fails and costs nothing", async () => {
  const poor = await makePartner(costMilli);
  const take = (partner: { businessId: string; keyId: string }) => {
    const { businessId, keyId } = partner;
    return holdCredit({ businessId, keyId, trackingId: newId("tts"), amountMilli: costMilli });
  };
  meanwhile(() => take(poor));
  expect(await statementsOf(poor.key)).toMatchObject({ status: 402, code: "INSUFFICIENT_CREDIT" });
  expect(await stateOf(poor.businessId)).toEqual({ available: costMilli, held: 0n, done: 0, failed: 1 });

  const capped = await makePartner(costMilli * 2n);
  await db.apiKey.update({ where: { id: capped.keyId }, data: { monthlyCapMilli: costMilli } });
  meanwhile(() => take(capped));
  expect(await statementsOf(capped.key)).toMatchObject({ status: 402, code: "SPEND_CAP_REACHED" });
  expect(await stateOf(capped.businessId)).toEqual({ available: costMilli * 2n, held: 0n, done: 0, failed: 1 });
});

test("of 20 texts at once exactly those are charged that the credit pays for", async () => {
  engine.behave(well);
  const { key, businessId } = await makePartner(costMilli * 5n);
  await db.business.update({ where: { id: businessId }, data: { concurrentCalls: 50 } });
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => speak(key)))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => status === 402)).toHaveLength(15);
  expect(await stateOf(businessId)).toMatchObject({ available: 0n, held: 0n, done: 5 });
  expect(await audit()).toEqual([]);
});

test("a failure of the engine holds and costs nothing", async () => {
  engine.behave(answering(500, {}));
  const { key, businessId } = await makePartner(costMilli);
  expect((await speak(key)).status).toBe(502);
  expect(await stateOf(businessId)).toEqual({ available: costMilli, held: 0n, done: 0, failed: 1 });
});
