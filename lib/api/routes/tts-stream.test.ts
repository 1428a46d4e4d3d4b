// @module-tag promise
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { readWav } from "@/lib/audio/decoding/wav";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { ProviderError, type SpeechPart } from "@/lib/engines/provider";
import { espeakProvider } from "@/lib/engines/providers/espeak/provider";
import { audit } from "@/lib/wallet/audit";
import { getBalance } from "@/lib/wallet/balance";
import { makeKey, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";
import { settleCalls } from "@/testing/harness/settle-calls";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
afterEach(() => {
  vi.restoreAllMocks();
  clock.reset();
});

async function makePartner() {
  const member = await makeMember({ creditMilli: 50_000_000n });
  return { member, key: await makeKey(member) };
}

const hello = { text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" };

const send = (key: string, body: object, headers: HeadersInit = {}, signal?: AbortSignal) =>
  fetch(`${api.url}/tts/stream`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal,
  });

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

const soon = <Found>(find: () => Found) => vi.waitFor(find, { timeout: 30_000, interval: 20 });

const second = (progress: number): SpeechPart => ({
  samples: new Float32Array(22_050).fill(0.1),
  sampleRate: 22_050,
  progress,
});

/** The engine says a tenth of the text at a time, each when the test wants it. */
function speakInTenths() {
  const steps: (() => void)[] = [];
  const state = { made: 0, isStopped: false, isBroken: false };
  vi.spyOn(espeakProvider, "synthesizeStream").mockImplementation(async function* (_, signal) {
    signal.addEventListener("abort", () => steps.splice(0).forEach((step) => void step()));
    try {
      for (let tenth = 1; tenth <= 10; tenth++) {
        await new Promise<void>((resolve) => (signal.aborted ? resolve() : steps.push(resolve)));
        if (state.isBroken) throw new ProviderError("broken", "The engine ended.");
        if (signal.aborted) return;
        state.made = tenth;
        yield second(tenth / 10);
      }
    } finally {
      state.isStopped = true;
    }
  });
  const next = () => soon(() => expect(steps.length).toBeGreaterThan(0)).then(() => steps.shift()?.());
  return { state, next };
}

const readerOf = ({ body }: Response) => (body as ReadableStream<Uint8Array>).getReader();

/** The worker records a job that goes on without its client. */
const isRecorded = (response: Response) => soon(() => jobOf(response));

const jobOf = (response: Response) =>
  db.job.findUniqueOrThrow({ where: { trackingId: response.headers.get("x-tracking-id") ?? "" } });

test.each(["wav", "mp3", "opus", "pcm", "mulaw", "alaw"])(
  "in %s the first sound arrives before the engine has made the second",
  async (audioFormat) => {
    const { key } = await makePartner();
    const { state, next } = speakInTenths();
    const answer = send(key, { ...hello, audioFormat });
    await next();
    const response = await answer;
    const reader = readerOf(response);
    const { value } = await reader.read();
    expect(value?.length).toBeGreaterThan(100);
    expect(state.made).toBe(1);
    expect(response.headers.get("x-charge-vnd")).toBe("5.1");

    for (let tenth = 2; tenth <= 10; tenth++) await next();
    let length = value?.length ?? 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) length += part.value.length;
    await settleCalls();
    expect(await jobOf(response)).toMatchObject({ status: "completed", resultCode: null, amountMilli: 5100n });
    const kept = await api.get(`/ai/tts/${response.headers.get("x-tracking-id")}`, key);
    expect(kept.bytes.length).toBe(length);
  },
);

test("streamed speech is as long as the whole, and the file that is kept has its true length", async () => {
  const { key, member } = await makePartner();
  const text = "Hôm nay là thứ hai, trời nhiều mây. Chúc bạn một ngày vui.";
  const whole = await api.post("/tts", key, { ...hello, text });
  await settleCalls();
  const reference = readWav((await api.get(`/ai/tts/${whole.json.trackingId}`, key)).bytes);
  const response = await send(key, { ...hello, text });
  const streamed = await bytesOf(response);
  await settleCalls();
  const kept = await api.get(`/ai/tts/${response.headers.get("x-tracking-id")}`, key);

  expect(streamed.readUInt32LE(4)).toBeGreaterThan(0);
  // The engine itself varies by a few samples each time.
  const lengths = [readWav(kept.bytes), reference].map((wav) => wav?.data.length ?? 0) as [number, number];
  expect(Math.abs(lengths[0] - lengths[1])).toBeLessThanOrEqual(440);
  expect(streamed.length).toBe(kept.bytes.length);
  expect(kept.bytes.readUInt32LE(4)).toBe(kept.bytes.length - 8);
  expect(await db.job.count({ where: { businessId: member.businessId } })).toBe(2);
});

test("a client that leaves stops the engine, and pays for what was spoken until then", async () => {
  const { key, member } = await makePartner();
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

test("an engine that breaks after the first byte breaks the connection, and nothing is charged", async () => {
  const { key, member } = await makePartner();
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

test("a client that leaves after any part pays for no more than was made, and an engine that breaks after any part costs nothing", {
  tags: "deep",
}, async () => {
  const other = await makePartner();
  for (let parts = 1; parts < 10; parts++) {
    for (const isBroken of [false, true]) {
      const { key, member } = await makePartner();
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

test("under an Idempotency-Key the job goes on without its client, and a repeat gets all of it for one charge", async () => {
  const { key, member } = await makePartner();
  const { next } = speakInTenths();
  const leaving = new AbortController();
  const keyed = { "idempotency-key": "order-1" };
  const answer = send(key, hello, keyed, leaving.signal);
  await next();
  const first = await answer;
  await readerOf(first).read();
  leaving.abort();
  for (let tenth = 2; tenth <= 10; tenth++) await next();
  await isRecorded(first);
  const again = await send(key, hello, keyed);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect((await bytesOf(again)).length).toBeGreaterThan(10 * 2 * 22_000);
  expect(await db.job.findMany({ where: { businessId: member.businessId } })).toMatchObject([{ amountMilli: 5100n }]);
  expect(await audit()).toEqual([]);
});

test("as server-sent events each word comes with its times, and the job at the end", async () => {
  const { key } = await makePartner();
  const response = await send(key, hello, { accept: "text/event-stream" });
  const events = (await response.text())
    .trim()
    .split("\n\n")
    .map((event) => {
      const [name, data] = event.split("\n").map((line) => line.replace(/^(event|data): /, ""));
      return { name, ...JSON.parse(data ?? "") };
    });
  const marks = events.filter(({ name }) => name === "mark");
  expect(marks.map(({ word }) => word)).toEqual(["Xin", "chào", "Việt", "Nam"]);
  for (const { start, end } of marks) expect(start).toBeLessThan(end);
  const audio = events.filter(({ name }) => name === "audio");
  expect(audio.map(({ sequence }) => sequence)).toEqual(audio.map((_, index) => index));
  const done = events.at(-1);
  expect(done).toMatchObject({ name: "done", chargeVnd: 5.1, trackingId: response.headers.get("x-tracking-id") });
  const bytes = Buffer.concat(audio.map((part) => Buffer.from(part.audio, "base64")));
  expect(bytes.length).toBe(done.fileSizeBytes);
  expect(marks.at(-1).end).toBeLessThanOrEqual(done.audioDuration);
});
