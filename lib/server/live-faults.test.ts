// @module-tag promise
// @module-tag slow
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { recognizeInPool, warmPool } from "@/lib/engines/pool";
import { ProviderError } from "@/lib/engines/provider";
import { demoProvider } from "@/lib/engines/providers/demo/provider";
import { getBalance } from "@/lib/money/wallet/balance";
import { db } from "@/lib/platform/db";
import { readWords } from "@/lib/speech/content";
import { sessionLimits } from "@/lib/speech/live/contract";
import { LiveClient, pcmOf, sayNorthern, silence } from "@/testing/harness/live";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";
import { pings } from "./live-edge";

let server: Awaited<ReturnType<typeof serveHere>>;
let hello: Float32Array;
beforeAll(async () => {
  server = await serveHere();
  await warmPool();
  hello = await sayNorthern("xin chào các bạn");
  // The recognizer is loaded by its first use.
  await recognizeInPool({ samples: hello, sampleRate: 16_000 }, new AbortController().signal);
});
const [limits, usualPings] = [{ ...sessionLimits }, { ...pings }];
afterEach(() => {
  Object.assign(sessionLimits, limits);
  Object.assign(pings, usualPings);
});
afterAll(() => server.close());

/** A frame of a client (RFC 6455 section 5.2), masked with zeros. */
function frame(opcode: number, payload: Buffer): Buffer {
  const head = Buffer.from([0x80 | opcode, 0x80 | 126, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([head, payload]);
}

const handshake = (key: string) =>
  `GET /stt/live HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;

const open = (key: string, query = "") =>
  new LiveClient(`${server.url}/stt/live${query}`, [], { headers: { "x-api-key": key } });

const jobOf = async (trackingId: unknown) => {
  await vi.waitUntil(() => db.job.count({ where: { trackingId: String(trackingId) } }), { timeout: 10_000 });
  return db.job.findUniqueOrThrow({ where: { trackingId: String(trackingId) } });
};

test.each([
  ["a message over 64 KiB", (client: LiveClient) => client.socket.send(Buffer.alloc(65_537)), 1009, "BODY_TOO_LARGE"],
  ["text that is no message", (client: LiveClient) => client.socket.send("hello"), 1003, "INVALID_REQUEST"],
  [
    "text that is not UTF-8",
    (client: LiveClient) => client.socket.send(Buffer.from([0xff, 0xfe]), { binary: false }),
    1007,
    "INVALID_REQUEST",
  ],
])("%s ends the session with an error before the close", async (_, send, code, reason) => {
  const { key, ...member } = await makePartner();
  const client = open(key);
  await client.opened;
  send(client);
  expect(await client.closed).toEqual({ code, reason });
  expect(client.of("error")).toMatchObject([{ problem: { code: reason } }]);
  expect((await getBalance(member)).availableMilli).toBe(50_000_000n);
});

test("a message beyond what is buffered is rejected with its code alone, and the session is recorded", async () => {
  const { key } = await makePartner();
  const client = open(key);
  await client.opened;
  client.socket.send(Buffer.alloc(1_000_000));
  expect((await client.closed).code).toBe(1009);
  const [ready] = client.of("ready");
  expect(await jobOf(ready?.trackingId)).toMatchObject({ amountMilli: 0n });
});

test("sound that is sent before the connection is accepted is part of the session", async () => {
  const { key } = await makePartner();
  const sound = frame(2, Buffer.alloc(16_000));
  const socket = connect(server.port, "127.0.0.1");
  socket.write(Buffer.concat([Buffer.from(handshake(key)), sound, sound, frame(1, Buffer.from('{"type":"close"}'))]));
  const received = String(Buffer.concat(await socket.toArray()));
  expect(received).toContain('"audioSeconds":1,');
});

test("pieces of an odd number of bytes are put together to the same words", async () => {
  const { key } = await makePartner();
  const client = open(key);
  await client.opened;
  await client.send(pcmOf(hello, silence(0.6)), { pauseMs: 1, bytes: 777 });
  client.say({ type: "close" });
  await client.closed;
  expect(client.of("done")).toMatchObject([{ transcript: "xin chào các bạn" }]);
});

test("music without words is divided like long speech, and its session ends well", async () => {
  Object.assign(sessionLimits, { burstSeconds: 1000 });
  const { key } = await makePartner();
  const client = open(key);
  await client.opened;
  const chord = (at: number) =>
    [220, 277, 330].reduce((sum, hz) => sum + Math.sin((at * hz * 2 * Math.PI) / 16_000), 0);
  const music = Float32Array.from({ length: 30 * 16_000 }, (_, at) => 0.2 * chord(at));
  await client.send(pcmOf(music), { pauseMs: 1, bytes: 32_000 });
  client.say({ type: "close" });
  expect(await client.closed).toEqual({ code: 1000, reason: "" });
  expect(client.of("done")).toMatchObject([{ audioSeconds: 30 }]);
});

test("stereo of 48 kHz that is declared as one channel of 8 kHz is slowed down, and its client is warned", async () => {
  Object.assign(sessionLimits, { burstSeconds: 1, slowedMs: 500, pace: 4 });
  const { key } = await makePartner();
  const client = open(key, "?sampleRate=8000");
  await client.opened;
  // A second of what was recorded is twelve of what was declared.
  await client.send(Buffer.alloc(48_000 * 2 * 2), { pauseMs: 5 });
  client.say({ type: "close" });
  await client.closed;
  expect(client.of("warning")).toMatchObject([{ code: "TOO_FAST", message: expect.stringContaining("sampleRate") }]);
  expect(client.of("done")).toMatchObject([{ audioSeconds: 12 }]);
});

test("a client that stops reading and sending is cut off, and its session is recorded", async () => {
  Object.assign(sessionLimits, { idleMs: 1500, idleWarningMs: 1000 });
  const { key, ...member } = await makePartner();
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(Buffer.concat([Buffer.from(handshake(key)), frame(2, Buffer.alloc(16_000))]));
  await once(socket, "readable");
  // From here on it answers nothing, not even the close frame.
  await vi.waitUntil(() => db.job.count({ where: { businessId: member.businessId } }), { timeout: 10_000 });
  expect(await db.job.findFirst({ where: { businessId: member.businessId } })).toMatchObject({
    resultCode: "CLIENT_CLOSED",
    audioDuration: 1,
  });
  const closed = once(socket, "close");
  socket.resume();
  await closed;
});

test("a half-open connection, which responds to no ping, ends before its session would, and what it sent is charged", async () => {
  Object.assign(pings, { everyMs: 500 });
  const { key, ...member } = await makePartner();
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(Buffer.concat([Buffer.from(handshake(key)), frame(2, pcmOf(hello).subarray(0, 32_000))]));
  await once(socket, "readable");
  const kept = open(key);
  await kept.opened;
  const silentSince = performance.now();
  await vi.waitUntil(() => db.job.count({ where: { businessId: member.businessId } }), { timeout: 10_000 });
  expect(performance.now() - silentSince).toBeLessThan(8000);
  expect(await db.job.findFirst({ where: { businessId: member.businessId } })).toMatchObject({
    status: "completed",
    audioDuration: 1,
    units: 1,
  });
  expect(await db.hold.count({ where: { businessId: member.businessId, status: "open" } })).toBe(1);
  const closed = once(socket, "close");
  socket.resume();
  await closed;
  // A client that reads responds by itself.
  expect(kept.socket.readyState).toBe(kept.socket.OPEN);
  kept.say({ type: "close" });
  expect((await kept.closed).code).toBe(1000);
});

test("an engine that dies ends the session, and what it delivered before is charged and kept", async () => {
  const { key } = await makePartner();
  const client = open(key);
  await client.opened;
  await client.send(pcmOf(hello, silence(0.6)));
  await vi.waitUntil(() => client.of("final").length === 1, { timeout: 10_000 });
  const death = new ProviderError("broken", "The engine process ended.");
  const dead = vi.spyOn(demoProvider, "transcribe").mockRejectedValue(death);
  await client.send(pcmOf(hello, silence(0.6)));
  expect(await client.closed).toEqual({ code: 1011, reason: "PROVIDER_FAILED" });
  dead.mockRestore();
  expect(client.messages.slice(-2)).toMatchObject([
    { type: "error", problem: { code: "PROVIDER_FAILED" } },
    { type: "done", transcript: "xin chào các bạn" },
  ]);
  const job = await jobOf(client.of("done")[0]?.trackingId);
  const delivered = Math.ceil(Number(client.of("final")[0]?.end));
  expect([job.units, job.resultCode, await readWords(job)]).toEqual([delivered, "PROVIDER_FAILED", "xin chào các bạn"]);
});

test("a token of another region, and a used one, are rejected", async () => {
  const { key } = await makePartner();
  const ask = async () => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const response = await fetch(`${server.url}/stt/live/tokens`, { method: "POST", headers, body: "{}" });
    return ((await response.json()) as { token: string }).token;
  };
  const openBy = (token: string) => new LiveClient(`${server.url}/stt/live`, ["vang.live.v1", `vang.token.${token}`]);
  const token = await ask();
  await db.liveToken.updateMany({ data: { region: "elsewhere" } });
  const elsewhere = openBy(token);
  expect((await elsewhere.closed).reason).toBe("REGION_NOT_ALLOWED");
  expect(elsewhere.messages).toMatchObject([{ type: "error", problem: { code: "REGION_NOT_ALLOWED" } }]);
  expect(await openBy(token).closed).toEqual({ code: 4001, reason: "KEY_INVALID" });
});

test("a proxy that holds sound back and sends it in bursts changes nothing", async () => {
  const proxy = createServer((client) => {
    const upstream = connect(server.port, "127.0.0.1");
    upstream.pipe(client);
    const held: Buffer[] = [];
    client.on("data", (bytes) => held.push(bytes));
    const timer = setInterval(() => held.length > 0 && upstream.write(Buffer.concat(held.splice(0))), 700);
    client.on("close", () => clearInterval(timer)).on("error", () => undefined);
    upstream.on("close", () => client.destroy()).on("error", () => undefined);
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const { port } = proxy.address() as AddressInfo;
  const { key } = await makePartner();
  const client = new LiveClient(`http://127.0.0.1:${port}/stt/live`, [], { headers: { "x-api-key": key } });
  await client.opened;
  await client.send(pcmOf(silence(0.3), hello, silence(0.6)));
  client.say({ type: "close" });
  expect((await client.closed).code).toBe(1000);
  proxy.close();
  expect(client.of("done")).toMatchObject([{ transcript: "xin chào các bạn" }]);
});

test("odd pieces of two channels in G.711 are transcribed apart and charged for each", async () => {
  const { key } = await makePartner();
  const client = open(key, "?encoding=mulaw&sampleRate=8000&channels=2");
  await client.opened;
  await client.send(Buffer.alloc(8000 * 2 * 2, 0xff), { pauseMs: 0, bytes: 777 });
  client.say({ type: "close" });
  await client.closed;
  const [done] = client.of("done");
  expect(done).toMatchObject({ audioSeconds: 2, transcript: "", chargeVnd: 0 });
  expect(await jobOf(done?.trackingId)).toMatchObject({ resultCode: "NO_SPEECH_FOUND" });
});

test("a key that is revoked ends its sessions within five seconds, and what was said is charged", async () => {
  const { key, ...member } = await makePartner();
  const client = open(key);
  await client.opened;
  await client.send(pcmOf(hello));
  const { keyId } = await db.liveSession.findFirstOrThrow({ where: { businessId: member.businessId } });
  await db.apiKey.update({ where: { id: keyId }, data: { revokedAt: new Date() } });
  const revokedAt = performance.now();
  expect(await client.closed).toEqual({ code: 4001, reason: "KEY_INVALID" });
  expect(performance.now() - revokedAt).toBeLessThan(5000);
  expect(client.of("final")).toHaveLength(1);
  expect(client.of("done")[0]?.chargeVnd).toBeGreaterThan(0);
});
