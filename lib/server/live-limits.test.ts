// @module-tag promise
// @module-tag slow
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { recognizeInPool, warmPool } from "@/lib/engines/pool";
import { freeSilentSeconds } from "@/lib/money/wallet/allowances";
import { getBalance } from "@/lib/money/wallet/balance";
import { audit } from "@/lib/money/wallet/books/differences";
import { compareJobs } from "@/lib/money/wallet/books/uncharged";
import { db, withOwnConnection } from "@/lib/platform/db";
import { sessionLimits } from "@/lib/speech/live/contract";
import { Recording } from "@/lib/speech/live/recording";
import { makeKey } from "@/prisma/factories";
import { LiveClient, pcmOf, sayNorthern, silence } from "@/testing/harness/live";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

let server: Awaited<ReturnType<typeof serveHere>>;
let hello: Float32Array;
const limits = { ...sessionLimits };
beforeAll(async () => {
  server = await serveHere();
  await warmPool();
  hello = await sayNorthern("xin chào các bạn");
  // The recognizer is loaded by its first use.
  await recognizeInPool({ samples: hello, sampleRate: 16_000 }, new AbortController().signal);
}, 180_000);
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

test("a long session is charged for what was delivered while it goes on, by holds that stay young, and is one job", async () => {
  Object.assign(sessionLimits, { burstSeconds: 1000, partMs: 500 });
  const { key, ...member } = await makePartner();
  const client = open(key);
  await client.opened;
  const [ready] = client.of("ready");
  const trackingId = String(ready?.trackingId);
  const charges = () => db.transfer.findMany({ where: { trackingId, kind: "charge" }, orderBy: { id: "asc" } });
  const say = async (finals: number) => {
    await client.send(pcmOf(silence(45), hello, silence(1)), { pauseMs: 1, bytes: 32_000 });
    await vi.waitUntil(() => client.of("final").length === finals, { timeout: 10_000 });
    await vi.waitUntil(async () => (await charges()).length === finals, { timeout: 5000 });
  };
  // The fourth is in the fourth minute, for which the hold was raised several times.
  for (const finals of [1, 2, 3, 4]) await say(finals);
  const hold = await db.hold.findUniqueOrThrow({ where: { trackingId } });
  expect(Date.now() - hold.createdAt.getTime()).toBeLessThan(5000);
  expect(await db.hold.count({ where: { businessId: member.businessId, status: "open" } })).toBe(1);
  const compared = await withOwnConnection(({ sql }) => compareJobs(sql));
  expect(compared.differences).toEqual([]);

  client.say({ type: "close" });
  await client.closed;
  const [done] = client.of("done");
  const job = await jobOf(trackingId);
  const seconds = Math.ceil(4 * (46 + hello.length / 16_000) - 0.2);
  expect([job.units, job.audioDuration, Number(job.amountMilli) / 1000]).toEqual([seconds, seconds, done?.chargeVnd]);
  const parts = await charges();
  expect(parts.length).toBe(5);
  expect(parts.reduce((sum, { amountMilli }) => sum + amountMilli, 0n)).toBe(job.amountMilli);
  expect(parts.reduce((sum, { units }) => sum + Number(units), 0)).toBe(seconds);
  expect(await db.event.count({ where: { objectId: trackingId } })).toBeLessThanOrEqual(1);
  expect(await getBalance(member)).toEqual({ availableMilli: 50_000_000n - job.amountMilli, heldMilli: 0n });
  expect((await withOwnConnection(({ sql }) => compareJobs(sql))).differences).toEqual([]);
  expect(await audit()).toEqual([]);
});

test("a session that fails when it is stored costs what was charged in its parts, and nothing more", async () => {
  Object.assign(sessionLimits, { partMs: 500 });
  const { key, ...member } = await makePartner();
  const client = open(key);
  await client.opened;
  const trackingId = String(client.of("ready")[0]?.trackingId);
  await client.send(pcmOf(hello, silence(1)));
  const charged = () => db.transfer.findFirst({ where: { trackingId, kind: "charge" } });
  await vi.waitUntil(charged, { timeout: 10_000 });
  await client.send(pcmOf(hello, silence(1)));
  const store = vi.spyOn(Recording.prototype, "finish").mockRejectedValue(new Error("disk full"));
  client.say({ type: "close" });
  expect(await client.closed).toEqual({ code: 1011, reason: "INTERNAL" });
  store.mockRestore();
  const job = await jobOf(trackingId);
  const parts = await db.transfer.findMany({ where: { trackingId, kind: "charge" } });
  expect(job).toMatchObject({ status: "failed", resultCode: "INTERNAL" });
  expect(parts.reduce((sum, { amountMilli }) => sum + amountMilli, 0n)).toBe(job.amountMilli);
  expect(await getBalance(member)).toEqual({ availableMilli: 50_000_000n - job.amountMilli, heldMilli: 0n });
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

test("an hour of silence ends with its 60th minute, costs what silence costs, and its memory does not grow", async () => {
  // As fast as it can be sent: only the time is shorter, not the sound.
  Object.assign(sessionLimits, { burstSeconds: 4000 });
  const { key, ...member } = await makePartner();
  const client = open(key);
  await client.opened;
  const minute = pcmOf(silence(60));
  const bytesAfter: number[] = [];
  for (let minutes = 1; minutes <= 61 && client.socket.readyState === client.socket.OPEN; minutes++) {
    await client.send(minute, { pauseMs: 0, bytes: 64_000 });
    const received = () => client.socket.bufferedAmount === 0 || client.socket.readyState !== client.socket.OPEN;
    await vi.waitUntil(received, { timeout: 20_000 });
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    bytesAfter.push(heapUsed + arrayBuffers);
    // What is left is checked once a second.
    if (minutes === 59) await vi.waitUntil(() => client.of("warning").length > 0, { timeout: 5000 });
  }
  expect(await client.closed).toEqual({ code: 4008, reason: "AUDIO_TOO_LONG" });
  expect(client.of("warning")).toMatchObject([{ code: "SESSION_ENDS" }]);
  const [done] = client.of("done");
  expect(done?.transcript).toBe("");
  expect(Number(done?.audioSeconds)).toBeGreaterThanOrEqual(3600);
  const [early = 0, late = Number.POSITIVE_INFINITY] = [bytesAfter[9], bytesAfter[57]];
  expect(late - early).toBeLessThan(8_000_000);

  const job = await jobOf(done?.trackingId);
  expect([job.resultCode, Number(job.amountMilli) / 1000]).toEqual(["AUDIO_TOO_LONG", done?.chargeVnd]);
  expect(job.units).toBe(Number(done?.audioSeconds) - freeSilentSeconds);
  expect(await getBalance(member)).toEqual({ availableMilli: 50_000_000n - job.amountMilli, heldMilli: 0n });
  expect(await audit()).toEqual([]);
});

test("no more sessions of a key are open than requests are allowed at once, and each end makes room", async () => {
  // No session may end meanwhile and make room, however slow the machine is.
  Object.assign(sessionLimits, { idleMs: 600_000 });
  const { key, ...member } = await makePartner();
  await db.business.update({ where: { id: member.businessId }, data: { concurrentCalls: 3 } });
  const other = await makeKey(await makePartner());
  const clients = Array.from({ length: 300 }, () => open(key));
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
