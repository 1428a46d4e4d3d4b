// @module-tag promise
// @module-tag slow
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { warmPool } from "@/lib/engines/pool";
import { ProviderError } from "@/lib/engines/provider";
import { espeakProvider } from "@/lib/engines/providers/espeak/provider";
import { getBalance } from "@/lib/money/wallet/balance";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { keyInside } from "@/lib/server/live-edge";
import { readWords } from "@/lib/speech/content";
import { spokenLimits } from "@/lib/speech/spoken/contract";
import { makeKey } from "@/prisma/factories";
import { trials } from "@/testing/harness/deep";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";
import { SpokenClient } from "@/testing/harness/spoken";

let server: Awaited<ReturnType<typeof serveHere>>;
const limits = { ...spokenLimits };
beforeAll(async () => {
  server = await serveHere();
  await warmPool();
}, 180_000);
afterEach(() => Object.assign(spokenLimits, limits));
afterAll(() => server.close());

const sentence = "Hà Nội là thủ đô của nước Cộng hòa Xã hội chủ nghĩa Việt Nam. ";

const deepgram = (key: string) =>
  new SpokenClient(`${server.url}/v1/speak?model=north-linh&encoding=linear16`, {
    headers: { authorization: `Token ${key}` },
  });

const elevenLabs = (key: string, query = "", path = "stream-input") =>
  new SpokenClient(`${server.url}/v1/text-to-speech/north-linh/${path}?output_format=pcm_24000${query}`, {
    headers: { "xi-api-key": key },
  });

const hasAudio = (client: SpokenClient) =>
  vi.waitUntil(() => client.audio.length > 0 || client.inside().length > 0, { timeout: 10_000 });

/** The jobs of a business, once there are so many, and nothing is held. */
async function jobsOf(member: Member, count = 1) {
  const { businessId } = member;
  await vi.waitUntil(async () => (await db.job.count({ where: { businessId } })) === count, { timeout: 30_000 });
  const jobs = await db.job.findMany({ where: { businessId }, orderBy: { createdAt: "asc" } });
  const charged = jobs.reduce((sum, { amountMilli }) => sum + amountMilli, 0n);
  await vi.waitUntil(async () => (await getBalance(member)).heldMilli === 0n, { timeout: 30_000 });
  return { jobs, charged };
}

test("a connection without a text ends by itself, pays for what was spoken, and nothing stays held", async () => {
  const { key, ...member } = await makePartner();
  const client = elevenLabs(key, "&inactivity_timeout=2");
  await client.opened;
  client.say({ text: `${sentence}Chưa hết` });
  await hasAudio(client);
  expect(await client.closed).toEqual({ code: 1008, reason: "CLIENT_CLOSED" });
  expect(client.messages.at(-1)).toMatchObject({ error: "input_timeout_exceeded" });
  const { jobs, charged } = await jobsOf(member);
  expect(jobs).toMatchObject([{ units: sentence.trim().length, resultCode: "CLIENT_CLOSED", status: "completed" }]);
  expect(await Promise.all(jobs.map(readWords))).toEqual([sentence.trim()]);
  expect(await getBalance(member)).toEqual({ availableMilli: 50_000_000n - charged, heldMilli: 0n });
  expect(await db.liveSession.count()).toBe(0);
  expect(await audit()).toEqual([]);
});

test("a client that vanishes in the middle pays for what was spoken", async () => {
  const { key, ...member } = await makePartner();
  const client = deepgram(key);
  await client.opened;
  client.say({ type: "Speak", text: sentence.repeat(60) });
  await hasAudio(client);
  client.socket.terminate();
  const { jobs } = await jobsOf(member);
  expect(jobs[0]).toMatchObject({ status: "completed", resultCode: "CLIENT_CLOSED" });
  expect(jobs[0]?.units).toBeGreaterThan(0);
  expect(jobs[0]?.units).toBeLessThan(sentence.length * 40);
  expect(await audit()).toEqual([]);
});

test("a client that stops reading ends the connection, and no more is spoken than a few sentences", async () => {
  Object.assign(spokenLimits, { unreadMs: 1500 });
  const { key, ...member } = await makePartner();
  const handshake = [
    "GET /v1/speak?model=north-linh&encoding=linear16&sample_rate=48000 HTTP/1.1",
    `Host: a\r\nAuthorization: Token ${key}`,
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  ].join("\r\n");
  const text = JSON.stringify({ type: "Speak", text: sentence.repeat(70) });
  const body = Buffer.from(text);
  const head = Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255, 0, 0, 0, 0]);
  const socket = connect({ port: server.port, host: "127.0.0.1" });
  socket.on("error", () => undefined);
  socket.write(Buffer.concat([Buffer.from(handshake), head, body]));
  await once(socket, "readable");
  // From here on it reads nothing.
  const { jobs } = await jobsOf(member);
  expect(jobs[0]).toMatchObject({ resultCode: "CLIENT_CLOSED", status: "completed" });
  expect(jobs[0]?.units).toBeLessThan(text.length);
  socket.destroy();
});

test("a client that sends messages without end and reads no response is cut off", async () => {
  Object.assign(spokenLimits, { unreadBytes: 64 * 1024 });
  const { key } = await makePartner();
  const client = deepgram(key);
  await client.opened;
  client.socket.pause();
  const isCutOff = once(client.socket, "close");
  const flood = setInterval(() => {
    for (let count = 0; count < 1000; count++) client.say({ type: "x" });
  }, 20);
  setTimeout(() => client.socket.resume(), 3000);
  await isCutOff;
  clearInterval(flood);
  expect((await client.closed).code).toBe(1008);
}, 60_000);

test("a revoked key ends its connections within five seconds, and what was spoken is charged", async () => {
  const { key, ...member } = await makePartner();
  const client = elevenLabs(key, "&inactivity_timeout=60");
  await client.opened;
  client.say({ text: `${sentence}Chưa hết` });
  await hasAudio(client);
  const startedAt = performance.now();
  await db.apiKey.updateMany({ where: { businessId: member.businessId }, data: { revokedAt: new Date() } });
  expect(await client.closed).toEqual({ code: 4001, reason: "KEY_INVALID" });
  expect(performance.now() - startedAt).toBeLessThan(5000);
  const { jobs } = await jobsOf(member);
  // The key can end while the sentence is spoken.
  expect(jobs).toMatchObject([{ resultCode: "KEY_INVALID", status: "completed" }]);
  expect(jobs[0]?.units).toBeGreaterThan(0);
  expect(jobs[0]?.units).toBeLessThanOrEqual(sentence.trim().length);
});

test("when the credit ends, what it paid for was spoken, and the rest is not", async () => {
  const rich = await makePartner();
  const probe = deepgram(rich.key);
  await probe.opened;
  probe.say({ type: "Speak", text: sentence });
  probe.say({ type: "Flush" });
  const { charged: price } = await jobsOf(rich);
  probe.socket.close();

  const { key, ...member } = await makePartner({ creditMilli: price + 1n });
  const client = deepgram(key);
  await client.opened;
  client.say({ type: "Speak", text: sentence });
  await hasAudio(client);
  client.say({ type: "Speak", text: sentence });
  expect(await client.closed).toEqual({ code: 4002, reason: "INSUFFICIENT_CREDIT" });
  expect(client.of("Error")).toMatchObject([{ variant: "INSUFFICIENT_CREDIT" }]);
  const { jobs } = await jobsOf(member);
  expect(jobs).toMatchObject([{ units: sentence.trim().length, resultCode: "INSUFFICIENT_CREDIT" }]);
  expect(await getBalance(member)).toEqual({ availableMilli: 1n, heldMilli: 0n });
});

test("an engine that fails in the middle ends the connection with its error", async () => {
  const { key, ...member } = await makePartner();
  const client = deepgram(key);
  await client.opened;
  client.say({ type: "Speak", text: sentence });
  await hasAudio(client);
  await sleep(300);
  const death = new ProviderError("broken", "The engine process ended.");
  // biome-ignore lint/correctness/useYield: it fails before it makes anything
  const dead = vi.spyOn(espeakProvider, "synthesizeStream").mockImplementation(async function* () {
    throw death;
  });
  client.say({ type: "Speak", text: sentence });
  expect(await client.closed).toEqual({ code: 1011, reason: "PROVIDER_FAILED" });
  dead.mockRestore();
  const { jobs } = await jobsOf(member);
  expect(jobs).toMatchObject([{ status: "failed", resultCode: "PROVIDER_FAILED" }]);
  expect(await audit()).toEqual([]);
});

test("no more connections of a business are open than requests are allowed at once, and each end makes room", async () => {
  const { key, ...member } = await makePartner();
  await db.business.update({ where: { id: member.businessId }, data: { concurrentCalls: 3 } });
  const other = await makeKey(await makePartner());
  const clients = Array.from({ length: 300 }, () => deepgram(key));
  const outcomes = await Promise.all(
    clients.map((client) => Promise.race([client.opened.then(() => "opened"), client.rejected])),
  );
  expect(outcomes.filter((outcome) => outcome === "opened")).toHaveLength(3);
  const rejected = outcomes.find((outcome) => outcome !== "opened");
  expect(rejected).toMatchObject({ status: 429, body: { err_code: "CONCURRENCY_LIMITED_BUSINESS" } });
  const unaffected = deepgram(other);
  await unaffected.opened;
  for (const client of [...clients, unaffected]) client.socket.close();
  await vi.waitFor(
    async () => {
      const next = deepgram(key);
      await Promise.race([next.opened, next.rejected.then(() => Promise.reject(new Error("rejected")))]);
      next.socket.close();
    },
    { timeout: 10_000, interval: 300 },
  );
});

const bad: [string, (client: SpokenClient) => void, number, string][] = [
  ["a binary message", ({ socket }) => socket.send(Buffer.alloc(10)), 1003, "INVALID_REQUEST"],
  [
    "text that is not UTF-8",
    ({ socket }) => socket.send(Buffer.from([0xc3, 0x28]), { binary: false }),
    1007,
    "INVALID_REQUEST",
  ],
  ["no JSON", ({ socket }) => socket.send("{"), 1003, "INVALID_REQUEST"],
  ["a list", ({ socket }) => socket.send("[1]"), 1003, "INVALID_REQUEST"],
  ["null", ({ socket }) => socket.send("null"), 1003, "INVALID_REQUEST"],
  ["a text that is a number", (client) => client.say({ type: "Speak", text: 1 }), 1003, "INVALID_REQUEST"],
  ["a lone surrogate", ({ socket }) => socket.send('{"type":"Speak","text":"a\\ud800. "}'), 1008, "TEXT_INVALID"],
  ["a message of 64 KiB and a byte", ({ socket }) => socket.send(`"${"a".repeat(65_535)}"`), 1009, "BODY_TOO_LARGE"],
  ["5,001 characters", (client) => client.say({ type: "Speak", text: "a".repeat(5001) }), 1008, "TEXT_TOO_LONG"],
];
test.each(bad)(
  "a client of Deepgram that sends %s gets its error and is charged nothing",
  async (_, send, code, reason) => {
    const { key, ...member } = await makePartner();
    const client = deepgram(key);
    await client.opened;
    send(client);
    expect(await client.closed).toEqual({ code, reason });
    expect(client.of("Error")).toMatchObject([{ variant: reason }]);
    expect(await getBalance(member)).toEqual({ availableMilli: 50_000_000n, heldMilli: 0n });
  },
);

const junk = fc.oneof(
  fc.anything({ maxDepth: 2 }),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom("", " ", "\0", "__proto__", "Xin chào. ", "é".repeat(6000), null, true),
);
const typed = fc.record({ type: fc.constantFrom("Speak", "Flush", "Clear", "Close", "x"), text: junk });
const contextual = fc.dictionary(
  fc.constantFrom("text", "flush", "context_id", "close_context", "close_socket", "voice_settings", "x"),
  junk,
);

const wires: [string, fc.Arbitrary<unknown>, (key: string) => SpokenClient][] = [
  ["Deepgram", typed, (key) => deepgram(key)],
  ["ElevenLabs", contextual, (key) => elevenLabs(key)],
  ["ElevenLabs with contexts", contextual, (key) => elevenLabs(key, "", "multi-stream-input")],
];
test.each(wires)(
  "no messages of a client of %s lead to an error of ours, and nothing stays held",
  async (_, message, openWith) => {
    const { key, ...member } = await makePartner();
    await db.business.update({ where: { id: member.businessId }, data: { requestsPerMinute: 10_000 } });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(message, junk), { minLength: 1, maxLength: 6 }), async (messages) => {
        const client = openWith(key);
        await client.opened;
        for (const one of messages) client.socket.send(JSON.stringify(one) ?? "undefined");
        client.socket.close();
        const { code, reason } = await client.closed;
        expect([code, reason]).not.toEqual([1011, expect.anything()]);
        expect(JSON.stringify(client.messages)).not.toMatch(/INTERNAL|node_modules|\.ts:/);
      }),
      { numRuns: trials(undefined, 25, 300) },
    );
    await vi.waitUntil(async () => (await getBalance(member)).heldMilli === 0n, { timeout: 20_000 });
    expect(await audit()).toEqual([]);
  },
  300_000,
);

test("a connection that sends no key is closed, and of too many that wait for one the next is rejected", async () => {
  const before = { ...keyInside };
  Object.assign(keyInside, { longestMs: 500, mostWaiting: 1 });
  const url = `${server.url}/v1/text-to-speech/north-linh/stream-input`;
  const silent = new SpokenClient(url);
  await silent.opened;
  const { status, body } = await new SpokenClient(url).rejected;
  expect([status, body.code]).toEqual([503, "OVERLOADED"]);
  expect(await silent.closed).toEqual({ code: 4001, reason: "KEY_MISSING" });
  Object.assign(keyInside, before);
});

test("unknown messages, fields and parameters are named, and change nothing", async () => {
  const { key } = await makePartner();
  const url = `${server.url}/v1/speak?model=north-linh&speed=2&mip_opt_out=true`;
  const client = new SpokenClient(url, {}, ["token", key]);
  await client.opened;
  expect(client.socket.protocol).toBe("token");
  expect(client.headers["x-ignored"]).toBe("speed, mip_opt_out");
  client.say({ type: "KeepAlive" });
  client.say({ type: "Speak", text: "Xin chào.", loud: true });
  client.say({ type: "Close" });
  client.say({ type: "Speak", text: "Sau khi đóng." });
  expect((await client.closed).code).toBe(1000);
  expect(client.of("Warning").map(({ description }) => description)).toEqual([
    "Parameters without effect: speed, mip_opt_out.",
    "Only Speak, Flush, Clear and Close have an effect.",
    "Fields without effect: loud.",
  ]);
});

test("a sixth text beside five that are open is rejected, and those are spoken no further", async () => {
  const { key } = await makePartner();
  const client = elevenLabs(key, "", "multi-stream-input");
  await client.opened;
  for (const id of ["1", "2", "3", "4", "5", "6"]) client.say({ text: "Xin", context_id: id });
  expect((await client.closed).code).toBe(4029);
  expect(client.messages.at(-1)).toMatchObject({ code: "CONCURRENCY_LIMITED_KEY" });
});
