// @module-tag promise
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { espeakProvider } from "@/lib/engines/providers/espeak/provider";
import { getBalance } from "@/lib/money/wallet/balance";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { findRun } from "@/lib/speech/idempotency/find-run";
import { giveUpRun } from "@/lib/speech/idempotency/give-up";
import { makeKey } from "@/prisma/factories";
import { makePartner } from "@/testing/harness/partner";
import { settleCalls } from "@/testing/harness/settle-calls";
import {
  hello,
  isRecorded,
  jobOf,
  readerOf,
  second,
  soon,
  speakInTenths,
  startStreamedSpeech,
} from "@/testing/harness/streamed-speech";

const { api, send } = await startStreamedSpeech();
afterAll(() => api.close());
afterEach(() => vi.restoreAllMocks());

test("a client that leaves stops the engine, and pays for what was spoken until then", async () => {
  const { key, ...member } = await makePartner();
  const { state, next } = speakInTenths();
  const leaving = new AbortController();
  const answer = send(key, { ...hello, text: "a".repeat(100) }, {}, leaving.signal);
  await next();
  const response = await answer;
  const reader = readerOf(response);
  await reader.read();
  await next();
  await reader.read();
  await next();
  await soon(() => expect(state.made).toBe(3));
  leaving.abort();
  await soon(() => expect(state.isStopped).toBe(true));
  await isRecorded(response);
  expect(await jobOf(response)).toMatchObject({ status: "completed", resultCode: "CLIENT_CLOSED" });
  expect(state.made).toBeLessThanOrEqual(4);
  const { amountMilli, units } = await jobOf(response);
  expect(Number(amountMilli)).toBe((units ?? 0) * 300);
  expect([20, 30]).toContain(units);
  expect(await getBalance(member)).toEqual({ availableMilli: 50_000_000n - amountMilli, heldMilli: 0n });
  expect(await audit()).toEqual([]);
});

test("a run of the playground that its member gives up stops as without a key; no member of another business can do that", async () => {
  const { key, ...member } = await makePartner();
  const other = await makePartner();
  const run = { service: "tts", key: `playground-${crypto.randomUUID()}` } as const;
  const { state, next } = speakInTenths();
  const leaving = new AbortController();
  const named = { "idempotency-key": run.key };
  const answer = send(key, { ...hello, text: "a".repeat(100) }, named, leaving.signal);
  await next();
  const response = await answer;
  await readerOf(response).read();
  await giveUpRun(other, run);
  const wanted = { ...run, trackingId: response.headers.get("x-tracking-id") ?? "" };
  expect(await findRun(member, wanted)).toMatchObject({ status: "running" });

  await giveUpRun(member, run);
  leaving.abort();
  // The next part finds the connection closed.
  await next();
  await soon(() => expect(state.isStopped).toBe(true));
  await isRecorded(response);
  const { amountMilli, resultCode } = await jobOf(response);
  expect(resultCode).toBe("CLIENT_CLOSED");
  expect(amountMilli).toBeLessThan(30_000n);
  const found = await findRun(member, wanted);
  expect(found).toMatchObject({ status: "completed", chargeMilli: String(amountMilli) });
  expect(await findRun(other, wanted)).toEqual({ status: "none" });
  expect(await audit()).toEqual([]);
});

test("an engine that breaks after the first byte breaks the connection, and nothing is charged", async () => {
  const { key, ...member } = await makePartner();
  const { state, next } = speakInTenths();
  const answer = send(key, hello);
  await next();
  const response = await answer;
  const reader = readerOf(response);
  await reader.read();
  state.isBroken = true;
  await next();
  await expect(
    (async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read());
    })(),
  ).rejects.toThrow("terminated");
  await settleCalls();
  expect(await jobOf(response)).toMatchObject({ status: "failed", resultCode: "PROVIDER_FAILED", amountMilli: 0n });
  expect(await getBalance(member)).toEqual({ availableMilli: 50_000_000n, heldMilli: 0n });
  expect(await audit()).toEqual([]);
});

const rest = async (reader: ReturnType<typeof readerOf>) => {
  for (let part = await reader.read(); !part.done; part = await reader.read());
};

test("a text that is rejected after its first part costs the part, and nothing of it is kept", async () => {
  const { key, ...member } = await makePartner();
  const { state, next } = speakInTenths();
  const answer = send(key, { ...hello, text: "a".repeat(100) });
  await next();
  const response = await answer;
  const reader = readerOf(response);
  await reader.read();
  await next();
  await reader.read();
  state.rejects = true;
  await next();
  await expect(rest(reader)).rejects.toThrow("terminated");
  await settleCalls();
  expect(await jobOf(response)).toMatchObject({
    status: "failed",
    resultCode: "PROVIDER_REJECTED",
    amountMilli: 6000n,
    units: 20,
    audioObject: null,
  });
  expect(await getBalance(member)).toEqual({ availableMilli: 49_994_000n, heldMilli: 0n });
  expect(await audit()).toEqual([]);
});

test("899 seconds of a text that is then too long are paid, and a test key's count as 899 seconds", async () => {
  const partner = await makePartner();
  const { businessId } = partner;
  vi.spyOn(espeakProvider, "synthesizeStream").mockImplementation(async function* () {
    for (let minute = 1; minute <= 16; minute++)
      yield { ...second(minute / 20), samples: new Float32Array((minute < 16 ? 59.9 : 60) * 1000), sampleRate: 1000 };
  });
  const text = "a".repeat(100);
  for (const key of [partner.key, await makeKey(partner, undefined, "test")]) {
    const response = await send(key, { ...hello, text });
    await expect(rest(readerOf(response))).rejects.toThrow("terminated");
    await settleCalls();
    const isPaid = key === partner.key;
    expect(await jobOf(response)).toMatchObject({ status: "failed", amountMilli: isPaid ? 22_500n : 0n });
  }
  const counted = await db.dailyAllowance.findFirst({ where: { holderId: businessId } });
  expect(counted).toMatchObject({ testSeconds: 899 });
});

const wanted = "Hôm nay trời nhiều mây, có mưa rào nhẹ. ".repeat(4);

const openai = (input: string) => ({ model: "tts-1", voice: "north-linh", input, response_format: "pcm" });
const ours = (text: string) => ({ ...hello, text, audioFormat: "pcm" });
const events = { accept: "text/event-stream" };

test.each([
  ["/tts/stream", "a long word", "ă".repeat(250), ours, {}],
  ["/tts/stream", "server-sent events of emoji", "😀".repeat(40), ours, events],
  ["/v1/audio/speech", "digits", "7".repeat(300), openai, {}],
  [
    "/v1/audio/speech",
    "events of digits",
    "7".repeat(300),
    (text: string) => ({ ...openai(text), stream_format: "sse" }),
    {},
  ],
])(
  "who leaves %s when the wanted words have arrived pays for them, although %s follow",
  async (path, _, filler, bodyOf, accept) => {
    const { key, ...member } = await makePartner();
    const leaving = new AbortController();
    const speak = (text: string) =>
      fetch(api.url + path, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json", ...accept },
        body: JSON.stringify(bodyOf(text)),
        signal: leaving.signal,
      });
    const whole = (await (await speak(wanted)).arrayBuffer()).byteLength;
    await settleCalls();
    const { availableMilli } = await getBalance(member);
    expect(availableMilli).toBe(50_000_000n - BigInt(wanted.trim().length + 1) * 300n);

    const response = await speak(`${wanted}${`${filler} `.repeat(3)}hết. ${wanted}`);
    const reader = readerOf(response);
    for (let bytes = 0; bytes < whole * 0.95; bytes += (await reader.read()).value?.length ?? 0);
    leaving.abort();
    await isRecorded(response);
    const { units, amountMilli, audioObject } = await jobOf(response);
    expect(units).toBeGreaterThan(wanted.length * 0.95 - 8);
    expect(amountMilli).toBe(BigInt(units ?? 0) * 300n);
    expect(audioObject).not.toBeNull();
    await settleCalls();
    expect(await getBalance(member)).toEqual({ availableMilli: availableMilli - amountMilli, heldMilli: 0n });
    expect(await audit()).toEqual([]);
  },
);

test("a client that leaves after any part pays for no more than was made, and an engine that breaks after any part costs nothing", {
  tags: "deep",
}, async () => {
  const other = await makePartner();
  for (let parts = 1; parts < 10; parts++) {
    for (const isBroken of [false, true]) {
      const { key, ...member } = await makePartner();
      const { state, next } = speakInTenths();
      const leaving = new AbortController();
      const answer = send(key, { ...hello, text: "a".repeat(100) }, {}, leaving.signal);
      await next();
      const response = await answer;
      const reader = readerOf(response);
      await reader.read();
      for (let part = 2; part <= parts; part++) await next().then(() => reader.read());
      state.isBroken = isBroken;
      if (isBroken) await next();
      else leaving.abort();
      const read = async () => {
        for (let part = await reader.read(); !part.done; part = await reader.read());
      };
      await expect(read()).rejects.toThrow();
      await soon(() => expect(state.isStopped).toBe(true));
      await isRecorded(response);
      await settleCalls();
      const { amountMilli, units, resultCode } = await jobOf(response);
      expect(resultCode).toBe(isBroken ? "PROVIDER_FAILED" : "CLIENT_CLOSED");
      expect(amountMilli).toBe(isBroken ? 0n : BigInt(units ?? 0) * 300n);
      if (!isBroken) expect([10 * (parts - 1), 10 * parts]).toContain(units || 0);
      expect(await getBalance(member)).toEqual({ availableMilli: 50_000_000n - amountMilli, heldMilli: 0n });
      vi.restoreAllMocks();
      // So that the engine is not taken for broken.
      expect((await api.post("/tts", other.key, hello)).status).toBe(200);
    }
  }
  expect(await audit()).toEqual([]);
});

test("after its client left the embedded engine makes less than 5 s more of speech", async () => {
  const { key } = await makePartner();
  const speak = espeakProvider.synthesizeStream.bind(espeakProvider);
  let [before, after] = [0, 0];
  vi.spyOn(espeakProvider, "synthesizeStream").mockImplementation(async function* (request, signal) {
    for await (const part of speak(request, signal)) {
      const seconds = part.samples.length / part.sampleRate;
      if (signal.aborted) after += seconds;
      else before += seconds;
      yield part;
    }
  });
  const leaving = new AbortController();
  const text = "Hôm nay trời nhiều mây, có mưa rào và dông vài nơi. ".repeat(90);
  const response = await send(key, { ...hello, text }, {}, leaving.signal);
  await readerOf(response).read();
  leaving.abort();
  await isRecorded(response);
  const { audioDuration } = await jobOf(response);
  expect(after).toBeLessThan(5);
  expect(audioDuration).toBeLessThanOrEqual(before + 5);
});

test("200 clients that do not read take no memory for what they leave unread", {
  tags: "deep",
  timeout: 600_000,
}, async () => {
  const keys = await Promise.all(Array.from({ length: 3 }, async () => (await makePartner()).key));
  vi.spyOn(espeakProvider, "synthesizeStream").mockImplementation(async function* () {
    for (let tenth = 1; tenth <= 10; tenth++)
      yield { ...second(tenth / 10), samples: new Float32Array(10 * 22_050).fill(0.1) };
  });
  const { port } = new URL(api.url);
  const sockets: Socket[] = [];
  const open = async (key: string) => {
    const body = JSON.stringify(hello);
    const head = [
      "POST /tts/stream HTTP/1.1",
      "host: localhost",
      `x-api-key: ${key}`,
      "content-type: application/json",
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    const socket = connect({ port: Number(port), host: "127.0.0.1" }).pause();
    sockets.push(socket);
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    const jobs = sockets.length;
    await soon(async () => expect(await db.job.count({ where: { audioDuration: { gt: 99 } } })).toBe(jobs));
  };
  const streams = Number(process.env.VANG_UNREAD_STREAMS ?? 200);
  for (let stream = 0; stream < 20; stream++) await open(keys[stream % 3] as string);
  const taken = () => {
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 2 ** 20;
  };
  const early = taken();
  for (let stream = 20; stream < streams; stream++) await open(keys[stream % 3] as string);
  const unreadMb = ((streams - 20) * 100 * 44_100) / 2 ** 20;
  expect(taken() - early).toBeLessThan(Math.max(64, unreadMb / 10));
  for (const socket of sockets) socket.destroy();
});

test("an engine that breaks before the first byte is an error as of any request", async () => {
  const { key } = await makePartner();
  const { state, next } = speakInTenths();
  state.isBroken = true;
  const answer = send(key, hello);
  await next();
  const response = await answer;
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([502, "PROVIDER_FAILED"]);
});
