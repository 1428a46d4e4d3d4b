// @module-tag promise
// @module-tag slow
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { recognizeInPool, warmPool } from "@/lib/engines/pool";
import { getBalance } from "@/lib/money/wallet/balance";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { sessionLimits } from "@/lib/speech/live/contract";
import { makeKey } from "@/prisma/factories";
import { LiveClient, pcmOf, sayNorthern, silence } from "@/testing/harness/live";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";

let server: Awaited<ReturnType<typeof serveHere>>;
let hello: Float32Array;
const limits = { ...sessionLimits };
beforeAll(async () => {
  server = await serveHere();
  await warmPool();
  hello = await sayNorthern("xin chào các bạn");
  // The recognizer is loaded by its first use.
  await recognizeInPool({ samples: hello, sampleRate: 16_000 }, new AbortController().signal);
});
afterEach(() => Object.assign(sessionLimits, limits));
afterAll(() => server.close());

const open = (key: string, query = "") =>
  new LiveClient(`${server.url}/stt/live${query}`, [], { headers: { "x-api-key": key } });

const jobOf = async (trackingId: unknown) => {
  await vi.waitUntil(() => db.job.count({ where: { trackingId: String(trackingId) } }), { timeout: 10_000 });
  return db.job.findUniqueOrThrow({ where: { trackingId: String(trackingId) } });
};

test("when the credit ends, the client is warned a minute before, gets the last words, and pays for what was held", async () => {
  Object.assign(sessionLimits, { burstSeconds: 1000 });
  const first = await makePartner();
  const probe = open(first.key);
  await probe.opened;
  const { amountMilli: minute } = await db.hold.findFirstOrThrow({ where: { businessId: first.businessId } });
  probe.socket.close();

  const { key, ...member } = await makePartner({ creditMilli: (minute * 3n) / 2n });
  const client = open(key);
  await client.opened;
  await client.send(pcmOf(silence(58), hello, silence(8)), { pauseMs: 1, bytes: 32_000 });
  expect(await client.closed).toEqual({ code: 4002, reason: "INSUFFICIENT_CREDIT" });
  expect(client.messages.map(({ type }) => type).filter((type) => type !== "partial")).toEqual([
    "ready",
    "warning",
    "speechStarted",
    "final",
    "utteranceEnd",
    "error",
    "done",
  ]);
  expect(client.of("warning")).toMatchObject([{ code: "CREDIT_ENDS" }]);
  const [done] = client.of("done");
  expect(done).toMatchObject({ audioSeconds: 60 });
  const job = await jobOf(done?.trackingId);
  expect([job.amountMilli, job.units, job.resultCode]).toEqual([minute, 60, "INSUFFICIENT_CREDIT"]);
  expect(await getBalance(member)).toEqual({ availableMilli: minute / 2n, heldMilli: 0n });
  expect(await audit()).toEqual([]);
});

test("sound that is faster than speech is slowed down, and nothing of it is lost", async () => {
  Object.assign(sessionLimits, { burstSeconds: 1, pace: 4 });
  const { key } = await makePartner();
  const client = open(key);
  await client.opened;
  const startedAt = performance.now();
  await client.send(pcmOf(silence(9)), { pauseMs: 0 });
  client.say({ type: "close" });
  await client.closed;
  expect(performance.now() - startedAt).toBeGreaterThan(1900);
  expect(client.of("done")).toMatchObject([{ audioSeconds: 9 }]);
});

test("a session without sound is warned and ends, and keepAlive keeps it", async () => {
  Object.assign(sessionLimits, { idleWarningMs: 1000, idleMs: 2500 });
  const { key } = await makePartner();
  const [quiet, kept] = [open(key), open(key)];
  await Promise.all([quiet.opened, kept.opened]);
  const timer = setInterval(() => kept.say({ type: "keepAlive" }), 300);
  expect(await quiet.closed).toEqual({ code: 4408, reason: "CLIENT_CLOSED" });
  clearInterval(timer);
  expect(quiet.of("warning")).toMatchObject([{ code: "IDLE" }]);
  expect(kept.messages.map(({ type }) => type)).toEqual(["ready"]);
  kept.say({ type: "close" });
  expect((await kept.closed).code).toBe(1000);
});

test("a session ends when its longest time is over", async () => {
  Object.assign(sessionLimits, { longestMs: 1500 });
  const { key } = await makePartner();
  const client = open(key);
  await client.opened;
  await client.send(pcmOf(hello));
  expect(await client.closed).toEqual({ code: 4008, reason: "AUDIO_TOO_LONG" });
  expect(client.of("done")[0]?.chargeVnd).toBeGreaterThan(0);
});

test("no more sessions of a key are open than requests are allowed at once, and each end makes room", async () => {
  const { key, ...member } = await makePartner();
  await db.business.update({ where: { id: member.businessId }, data: { concurrentCalls: 3 } });
  const other = await makeKey(await makePartner());
  const clients = Array.from({ length: 30 }, () => open(key));
  const outcomes = await Promise.all(
    clients.map((client) => Promise.race([client.opened.then(() => "opened"), client.rejected])),
  );
  expect(outcomes.filter((outcome) => outcome === "opened")).toHaveLength(3);
  const rejected = outcomes.find((outcome) => outcome !== "opened");
  expect(rejected).toMatchObject({ status: 429, body: { code: "CONCURRENCY_LIMITED_BUSINESS" } });
  const unaffected = open(other);
  await unaffected.opened;
  for (const client of [...clients, unaffected]) client.socket.close();
  await vi.waitUntil(async () => (await db.liveSession.count()) === 0, { timeout: 10_000 });
  const next = open(key);
  await next.opened;
  next.socket.close();
  expect((await getBalance(member)).heldMilli).toBeLessThan(50_000_000n);
});

test("a client that vanishes without a close leaves a job with what was said", async () => {
  const { key, ...member } = await makePartner();
  const client = open(key);
  await client.opened;
  await client.send(pcmOf(hello));
  client.socket.terminate();
  const [row] = await db.liveSession.findMany({ where: { businessId: member.businessId } });
  const job = await jobOf(row?.trackingId);
  expect(job).toMatchObject({ status: "completed", audioDuration: Math.ceil(hello.length / 16_000 - 0.2) });
  await vi.waitUntil(async () => (await getBalance(member)).heldMilli === 0n, { timeout: 10_000 });
});
