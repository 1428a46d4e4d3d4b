import { afterEach, expect, test } from "vitest";
import { parseEngineFile } from "@/lib/speech/engines/parse";
import type { OpenAiEngine } from "@/lib/speech/engines/schema";
import type { ProviderError, SpeechProvider } from "@/lib/speech/provider";
import { makeTone } from "@/lib/testing/sound";
import {
  answering,
  dripping,
  flooding,
  halfClosing,
  hanging,
  redirecting,
  sending,
  understating,
} from "@/lib/testing/speech-failures";
import {
  type Behaviour,
  heardTranscript,
  type SpeechServer,
  sendAudio,
  sendJson,
  spokenWav,
  startSpeechServer,
  well,
} from "@/lib/testing/speech-server";
import { openOpenAi } from "./provider";

const opened: { close?(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close?.();
});

const start = async (behaviour: Behaviour = well, apiKey?: string): Promise<SpeechServer> => {
  const server = await startSpeechServer({ behaviour, apiKey });
  opened.push(server);
  return server;
};

const prices = [{ priceVnd: 500, from: "2026-01-01T00:00:00+07:00" }];
const voices = [{ voiceId: "ngoc", upstreamVoice: "nova", name: "Ngọc", gender: "female", region: "south" }];
const speaker = { kind: "tts", modelId: "reader", upstreamModel: "tts-1", name: "Reader", prices, voices };
const listener = { kind: "stt", modelId: "listener", upstreamModel: "whisper-1", name: "Listener", prices };

function open(servers: readonly SpeechServer[], { upstream = {}, model = {}, ...engine }: Record<string, object> = {}) {
  const upstreams = servers.map(({ url }) => ({ baseUrl: url, ...upstream }));
  const entry = { id: "remote", type: "openai", upstreams, models: [{ ...speaker, ...model }, listener], ...engine };
  const { engines } = parseEngineFile(JSON.stringify({ engines: [entry] }));
  const provider = openOpenAi(engines[0] as OpenAiEngine, () => undefined);
  opened.unshift(provider);
  return provider;
}

const within = (ms: number) => AbortSignal.timeout(ms);

const say = (provider: SpeechProvider, text = "Xin chào", config = {}, signal = within(10_000)) =>
  provider.synthesize?.({ text, voiceId: "ngoc", modelId: "reader", config }, signal) ?? Promise.reject();

const listen = (provider: SpeechProvider, audioSeconds = 1, config = {}) => {
  const audio = { samples: makeTone(200, 16_000, audioSeconds), sampleRate: 16_000 };
  return provider.transcribe?.({ audio, modelId: "listener", languageCode: "vi-VN", config }, within(10_000));
};

const failure = (promise: Promise<unknown> | undefined) =>
  promise?.then(
    () => null,
    (error: unknown) => error,
  );

const bodyOf = (server: SpeechServer) => JSON.parse(String(server.seen.at(-1)?.body));

test("a text goes out as the protocol says, the options untouched, and comes back as sound", async () => {
  const server = await start(well, "secret-key");
  const audio = await say(open([server], { upstream: { apiKey: "secret-key" } }), "Xin chào", { speed: 1.5, odd: [1] });
  expect(audio.sampleRate).toBe(24_000);
  expect(audio.samples).toHaveLength(24_000);
  expect(Math.max(...audio.samples)).toBeCloseTo(0.5, 3);
  const spoken = { input: "Xin chào", voice: "nova", model: "tts-1", response_format: "wav" };
  expect(bodyOf(server)).toEqual({ ...spoken, speed: 1.5, odd: [1] });
});

test("an option goes under the engine's own name, and nobody chooses another model through one", async () => {
  const server = await start();
  const provider = open([server], { model: { rename: { speechStyle: "instructions", sneaky: "model" } } });
  await say(provider, "Xin chào", { speechStyle: "vui vẻ" });
  expect(bodyOf(server)).toMatchObject({ instructions: "vui vẻ" });
  for (const config of [{ model: "tts-1-hd" }, { sneaky: "tts-1-hd" }, { stream_format: "sse" }]) {
    expect(await failure(say(provider, "Xin chào", config))).toMatchObject({ kind: "rejected" });
  }
  expect(server.seen).toHaveLength(1);
});

test("raw samples are read at the rate the configuration gives", async () => {
  const server = await start(sending(spokenWav.subarray(44), "audio/pcm"));
  const provider = open([server], { model: { responseFormat: "pcm", pcmSampleRate: 48_000 } });
  expect(await say(provider)).toMatchObject({ sampleRate: 48_000, samples: { length: 24_000 } });
});

test("a text longer than the engine takes goes in pieces, in order, and is one sound", async () => {
  const server = await start();
  const sentence = "Hôm nay trời nhiều mây, có lúc có mưa. ";
  const text = sentence.repeat(10);
  const audio = await say(open([server], { model: { maxInput: 100 } }), text);
  const inputs = server.seen.map(({ body }) => JSON.parse(String(body)).input as string);
  expect(inputs.join("")).toBe(text);
  expect(inputs).toHaveLength(5);
  expect(audio.samples).toHaveLength(5 * 24_000);
});

test.each([400, 404, 422])("%i is the caller's to mend, in the engine's words", async (status) => {
  const server = await start(answering(status, { error: { message: "speed must be\n at most 4", code: "x" } }));
  expect(await failure(say(open([server])))).toMatchObject({ kind: "rejected", message: "speed must be at most 4" });
});

test.each([
  [{ error: "no such voice" }, "no such voice"],
  [{ detail: "voice is gone" }, "voice is gone"],
  [{ detail: { error: "validation_error", message: "bad voice" } }, "bad voice"],
  [{ detail: [{ loc: ["body", "speed"], msg: "too fast" }] }, "speed: too fast"],
  [{ message: "key secret-key at https://internal:9000/x was refused" }, "key [hidden] at [link] was refused"],
  [{ message: "x".repeat(2000) }, `${"x".repeat(299)}…`],
  [null, "The engine rejected the request without a reason."],
])("the engine's words are found in %j", async (body, words) => {
  const server = await start(answering(400, body));
  const provider = open([server], { upstream: { apiKey: "secret-key" } });
  expect(await failure(say(provider))).toMatchObject({ message: words });
});

test.each([
  [429, { "retry-after": "7" }, 7000],
  [503, { "retry-after": "9999" }, 60_000],
  [408, {}, undefined],
])("%i means busy, until the moment the engine gives", async (status, headers, retryAfterMs) => {
  const server = await start(answering(status, {}, headers));
  expect(await failure(say(open([server])))).toMatchObject({ kind: "busy", retryAfterMs });
});

test("an engine that asked to be left alone is left alone", async () => {
  const server = await start(answering(429, {}, { "retry-after": "7" }));
  const provider = open([server]);
  await failure(say(provider));
  const again = await failure(say(provider));
  expect(again).toMatchObject({ kind: "busy" });
  expect((again as ProviderError).retryAfterMs).toBeGreaterThan(6000);
  expect(server.seen).toHaveLength(1);
});

const nested = Buffer.from(spokenWav);
nested.writeUInt16LE(77, 22);

test.each<[string, Behaviour, boolean]>([
  ["a page of HTML", sending(Buffer.from("<html>"), "text/html"), true],
  ["an error said with 200", answering(200, { error: { message: "x" } }), true],
  ["noise that calls itself WAV", sending(Buffer.alloc(5000, 7)), true],
  ["an empty body", sending(Buffer.alloc(0)), true],
  ["a WAV file without samples", sending(Buffer.from(spokenWav.subarray(0, 44)).fill(0, 40, 44)), true],
  ["a WAV file of 77 channels", sending(nested), true],
  ["a WAV file that was cut off", sending(spokenWav.subarray(0, 5000)), true],
  ["a body that breaks off", halfClosing, true],
  ["a body longer than it says", understating, true],
  ["a body without end", flooding, false],
  ["a redirect", redirecting("http://127.0.0.1:9/v1/audio/speech"), false],
  ["a wrong key", answering(401, { error: { message: "Incorrect API key" } }), false],
  ["a server error", answering(500, {}), true],
])("%s is the engine's failure", async (_, behaviour, retryable) => {
  const server = await start(behaviour);
  expect(await failure(say(open([server])))).toMatchObject({ kind: "broken", retryable });
  expect(server.seen).toHaveLength(1);
});

test("nobody listening is the engine's failure, known at once", async () => {
  const server = await start();
  await server.close();
  const before = performance.now();
  expect(await failure(say(open([server])))).toMatchObject({ kind: "broken", retryable: true });
  expect(performance.now() - before).toBeLessThan(1000);
});

test("an engine that takes too long to begin, or pauses, times out", async () => {
  const server = await start(hanging);
  const provider = open([server], { timeouts: { firstByteMs: 300, betweenBytesMs: 300 } });
  expect(await failure(say(provider))).toMatchObject({ kind: "timeout" });
  server.behave((_, response) => void response.writeHead(200, { "content-type": "audio/wav" }).write("RIFF"));
  expect(await failure(say(provider))).toMatchObject({ kind: "timeout" });
});

test.each([
  ["hangs", hanging],
  ["drips", dripping],
])("the end of the call reaches the socket of an engine that %s", async (_, behaviour) => {
  const server = await start(behaviour);
  const before = performance.now();
  expect(await failure(say(open([server]), "Xin chào", {}, within(200)))).toMatchObject({ kind: "timeout" });
  expect(performance.now() - before).toBeLessThan(1000);
  await expect.poll(() => server.inFlight).toBe(0);
});

test("sound is heard with times, and how likely it is that nobody speaks", async () => {
  const server = await start();
  expect(await listen(open([server]), 1, { temperature: 0.2 })).toEqual({
    text: heardTranscript.text,
    segments: [
      { start: 0, end: 1.2, text: "Xin chào", noSpeech: 0.02 },
      { start: 1.2, end: 2, text: "Việt Nam.", noSpeech: 0.4 },
    ],
  });
  const form = await new Response(new Uint8Array(server.seen[0]?.body ?? []), {
    headers: { "content-type": String(server.seen[0]?.headers["content-type"]) },
  }).formData();
  expect(form.get("model")).toBe("whisper-1");
  expect(form.get("language")).toBe("vi");
  expect(form.get("temperature")).toBe("0.2");
  expect((form.get("file") as File).size).toBe(44 + 32_000);
});

test("an engine that knows only plain answers is asked for one, and from then on for nothing else", async () => {
  const refuse: Behaviour = (seen, response) =>
    seen.body.includes("verbose_json") ? sendJson(response, 400, { error: "unsupported" }) : well(seen, response);
  const server = await start(refuse);
  const provider = open([server]);
  for (let call = 0; call < 2; call++)
    expect(await listen(provider)).toEqual({ text: heardTranscript.text, segments: [] });
  expect(server.seen).toHaveLength(3);
});

test("audio larger than the engine takes goes in parts, whose times go on", async () => {
  const server = await start();
  const heard = await listen(open([server]), 800);
  expect(server.seen).toHaveLength(2);
  expect(Math.max(...server.seen.map(({ body }) => body.length))).toBeLessThan(24_000_000);
  expect(heard?.segments[2]?.start).toBeGreaterThanOrEqual(690);
});

test.each([
  ["HTML", sending(Buffer.from("<html>"), "text/html")],
  ["another shape", answering(200, { transcript: "x" })],
  ["more than five megabytes", answering(200, { text: "x".repeat(6_000_000) })],
])("a transcript that is %s is the engine's failure", async (_, behaviour) => {
  expect(await failure(listen(open([await start(behaviour)])))).toMatchObject({ kind: "broken" });
});

test("segments that make no sense are left out", async () => {
  const segments = [{ start: 2, end: 1, text: "x" }, { start: 0 }, null, { start: 0, end: 1, text: "ổn" }];
  const server = await start(answering(200, { text: "ổn", segments }));
  expect(await listen(open([server]))).toEqual({ text: "ổn", segments: [{ start: 0, end: 1, text: "ổn" }] });
});

test("several machines share the calls by their weights, and none gets more than it takes", async () => {
  const slow: Behaviour = (seen, response) => void setTimeout(() => void well(seen, response), 30);
  const servers = [await start(slow), await start(slow)];
  const most = [0, 0];
  for (const [index, server] of servers.entries()) {
    server.behave((seen, response) => {
      most[index] = Math.max(most[index] ?? 0, server.inFlight);
      slow(seen, response);
    });
  }
  const provider = open(servers, { upstream: { concurrency: 3 } });
  expect(provider.concurrency).toBe(6);
  for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 6 }, () => say(provider)));
  expect(most).toEqual([3, 3]);
  const all = Array.from({ length: 7 }, () => failure(say(provider)));
  expect((await Promise.all(all)).filter((error) => error !== null)).toMatchObject([{ kind: "busy" }]);
});

test("a machine that fails is passed over while another is well", async () => {
  const [ill, healthy] = [await start(answering(500, {})), await start()];
  const provider = open([ill, healthy]);
  const failures = await Promise.all(Array.from({ length: 4 }, () => failure(say(provider))));
  for (let call = 0; call < 20; call++) failures.push(await failure(say(provider)));
  expect(failures.slice(4).filter((error) => error !== null).length).toBeLessThanOrEqual(1);
  expect(healthy.seen.length).toBeGreaterThanOrEqual(19);
});

test("an engine is well while any of its machines is", async () => {
  const [ill, healthy] = [await start(answering(500, {})), await start()];
  expect(await open([ill, healthy]).health(within(1000))).toMatchObject({ ok: true });
  expect(await open([ill]).health(within(1000))).toMatchObject({ ok: false });
});

test.each([
  ["names", { voices: ["nova", "Đức Anh"] }, ["remote-nova", "remote-duc-anh"]],
  ["objects", { voices: [{ id: "nova", name: "Nova", gender: "male" }] }, ["remote-nova"]],
  [
    "a bare list",
    [
      { voice_id: "nova", model_id: "tts-1" },
      { voice_id: "other", model_id: "tts-2" },
    ],
    ["remote-nova"],
  ],
  ["a list called data", { data: [{ name: "nova" }] }, ["remote-nova"]],
])("voices are discovered in %s", async (_, list, ids) => {
  const server = await start((seen, response) =>
    seen.path.startsWith("/v1/audio/voices") ? sendJson(response, 200, list) : well(seen, response),
  );
  const provider = open([server], { model: { voices: "discover" } });
  await expect.poll(() => provider.voices.map(({ voiceId }) => voiceId)).toEqual(ids);
  const { voiceId } = provider.voices[0] ?? { voiceId: "" };
  await provider.synthesize?.({ text: "Chào", voiceId, modelId: "reader", config: {} }, within(1000));
  expect(bodyOf(server)).toMatchObject({ voice: "nova" });
});

test("the second place where voices may be listed is looked at too", async () => {
  const server = await start((seen, response) =>
    seen.path.startsWith("/v1/voices") ? sendJson(response, 200, ["nova"]) : well(seen, response),
  );
  const provider = open([server], { model: { voices: "discover" } });
  await expect.poll(() => provider.voices).toMatchObject([{ name: "nova", gender: "female", region: "north" }]);
});

test("24-bit stereo and float sound are read, and a stream that does not know its length", async () => {
  const header = (format: number, channels: number, bits: number, size: number) => {
    const bytes = Buffer.from(spokenWav.subarray(0, 44));
    bytes.writeUInt16LE(format, 20);
    bytes.writeUInt16LE(channels, 22);
    bytes.writeUInt16LE(bits, 34);
    bytes.writeUInt32LE(size, 40);
    return bytes;
  };
  const server = await start();
  const provider = open([server]);
  const hear = async (bytes: Buffer) => {
    server.behave((_, response) => sendAudio(response, bytes));
    return [...(await say(provider)).samples];
  };
  const float = Buffer.alloc(4);
  float.writeFloatLE(0.25);
  expect(await hear(Buffer.concat([header(3, 1, 32, 4), float]))).toEqual([0.25]);
  expect(await hear(Buffer.concat([header(1, 2, 24, 6), Buffer.from([0, 0, 0x40, 0, 0, 0xc0])]))).toEqual([0]);
  expect(await hear(Buffer.concat([header(1, 1, 16, 0xffff_ffff), Buffer.from([0, 0x40])]))).toEqual([0.5]);
});
