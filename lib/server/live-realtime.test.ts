// @module-tag promise
// @module-tag slow
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { createServer } from "node:tls";
import OpenAI from "openai";
import { OpenAIRealtimeWS } from "openai/realtime/ws";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { resample } from "@/lib/engines/audio/resample";
import { recognizeInPool, warmPool } from "@/lib/engines/pool";
import { getBalance } from "@/lib/money/wallet/balance";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { certificateKey, validCertificate } from "@/testing/fakes/certificates";
import { LiveClient, pcmOf, sayNorthern, silence } from "@/testing/harness/live";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";

let server: Awaited<ReturnType<typeof serveHere>>;
let hello: Float32Array;
beforeAll(async () => {
  server = await serveHere();
  await warmPool();
  hello = await sayNorthern("xin chào các bạn");
  // The recognizer is loaded by its first use.
  await recognizeInPool({ samples: hello, sampleRate: 16_000 }, new AbortController().signal);
}, 180_000);
afterAll(() => server.close());

/** A client that has not sent any sound yet. */
async function open(key: string, query = "?intent=transcription") {
  const headers = { authorization: `Bearer ${key}` };
  const client = new LiveClient(`${server.url}/v1/realtime${query}`, [], { headers });
  await client.opened;
  return client;
}

const appended = (sound: Buffer) => ({ type: "input_audio_buffer.append", audio: sound.toString("base64") });

/** In events of 100 ms of 16-bit samples at 16 kHz. */
function send(client: LiveClient, sound: Buffer) {
  for (let at = 0; at < sound.length; at += 3200) client.say(appended(sound.subarray(at, at + 3200)));
}

const session = (input: object) => ({ type: "session.update", session: { type: "transcription", audio: { input } } });

const pcm16k = { format: { type: "audio/pcm", rate: 16_000 } };

const typesOf = (client: LiveClient) => client.messages.map(({ type }) => type);

const waitFor = (client: LiveClient, type: string, count = 1) =>
  vi.waitUntil(() => client.of(type).length >= count, { timeout: 10_000 });

const completed = "conversation.item.input_audio_transcription.completed";
const delta = "conversation.item.input_audio_transcription.delta";

const jobsOf = async (businessId: string, count: number) => {
  await vi.waitUntil(async () => (await db.job.count({ where: { businessId } })) === count, { timeout: 10_000 });
  return db.job.findMany({ where: { businessId } });
};

test("OpenAI's own client transcribes each utterance by its default settings, over TLS as it requires", async () => {
  const proxy = createServer({ key: certificateKey, cert: validCertificate }, (client) => {
    const upstream = connect(server.port, "127.0.0.1");
    client.pipe(upstream).pipe(client);
    for (const one of [client, upstream]) one.on("error", () => undefined);
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const { key, ...member } = await makePartner();
  const { port } = proxy.address() as AddressInfo;
  const openai = new OpenAI({ apiKey: key, baseURL: `https://localhost:${port}/v1` });
  const realtime = new OpenAIRealtimeWS({ model: "gpt-realtime", options: { ca: validCertificate } }, openai);
  const events: { type: string }[] = [];
  realtime.on("event", (event) => events.push(event));
  realtime.on("error", (error) => events.push({ type: `error: ${error.message}` }));
  await once(realtime.socket, "open");
  realtime.send({
    type: "session.update",
    session: {
      type: "transcription",
      audio: { input: { transcription: { model: "gpt-4o-transcribe", language: "vi" } } },
    },
  });
  // The rate of OpenAI's PCM.
  const { samples } = resample({ samples: hello, sampleRate: 16_000 }, 24_000);
  const quiet = new Float32Array(24_000);
  const sound = pcmOf(quiet, samples, quiet, samples, quiet);
  for (let at = 0; at < sound.length; at += 4800)
    realtime.send({ type: "input_audio_buffer.append", audio: sound.subarray(at, at + 4800).toString("base64") });
  await vi.waitUntil(() => events.filter(({ type }) => type === completed).length === 2, { timeout: 10_000 });
  realtime.close();
  await once(realtime.socket, "close");
  proxy.close();

  const [first, second] = events.filter(({ type }) => type === completed) as Record<string, unknown>[];
  // The second utterance can begin before the words of the first are known.
  for (const item of [first?.item_id, second?.item_id])
    expect(
      events.filter((event) => (event as Record<string, unknown>).item_id === item).map(({ type }) => type),
    ).toEqual([
      "input_audio_buffer.speech_started",
      "input_audio_buffer.speech_stopped",
      "input_audio_buffer.committed",
      delta,
      completed,
    ]);
  expect(events.slice(0, 2).map(({ type }) => type)).toEqual(["session.created", "session.updated"]);
  expect(events).toHaveLength(12);
  expect(first).toMatchObject({ content_index: 0, usage: { type: "duration" } });
  expect(String(first?.transcript)).toMatch(/^xin chào các bạn/i);
  expect(first?.item_id).not.toBe(second?.item_id);
  const commits = events.filter(({ type }) => type === "input_audio_buffer.committed");
  expect(commits).toMatchObject([
    { item_id: first?.item_id, previous_item_id: null },
    { item_id: second?.item_id, previous_item_id: first?.item_id },
  ]);
  const [job] = await jobsOf(member.businessId, 1);
  expect(job).toMatchObject({ status: "completed", service: "stt", units: Math.ceil(sound.length / 48_000 - 0.2) });
  const paid = 50_000_000n - (job?.amountMilli ?? 0n);
  await vi.waitUntil(async () => (await getBalance(member)).heldMilli === 0n, { timeout: 10_000 });
  expect(await getBalance(member)).toEqual({ availableMilli: paid, heldMilli: 0n });
  expect(await audit()).toEqual([]);
});

test("without detection of turns an item is what was sent up to a commit, and what is cleared has none", async () => {
  const { key } = await makePartner();
  const client = await open(key);
  client.say(session({ ...pcm16k, turn_detection: null }));
  send(client, pcmOf(silence(0.2), hello, silence(0.2)));
  client.say({ type: "input_audio_buffer.clear" });
  send(client, pcmOf(hello, silence(4), hello));
  client.say({ type: "input_audio_buffer.commit" });
  await waitFor(client, completed);
  client.socket.close();
  expect(typesOf(client)).toEqual([
    "session.created",
    "session.updated",
    "input_audio_buffer.cleared",
    "input_audio_buffer.committed",
    delta,
    delta,
    completed,
  ]);
  const transcript = String(client.of(completed)[0]?.transcript).toLowerCase();
  expect(transcript).toBe("xin chào các bạn xin chào các bạn");
  expect(
    client
      .of(delta)
      .map((event) => event.delta)
      .join(""),
  ).toBe(client.of(completed)[0]?.transcript);
});

test("an utterance that is cleared while it is spoken has no words, and the next one has", async () => {
  const { key } = await makePartner();
  const client = await open(key);
  client.say(session(pcm16k));
  send(client, pcmOf(silence(0.2), hello));
  await waitFor(client, "input_audio_buffer.speech_started");
  client.say({ type: "input_audio_buffer.clear" });
  send(client, pcmOf(silence(1), hello, silence(1)));
  await waitFor(client, completed);
  client.socket.close();
  expect(client.of(completed)).toHaveLength(1);
  expect(client.of(completed)[0]?.item_id).toBe(client.of("input_audio_buffer.speech_started")[1]?.item_id);
});

test("the settings of the API before are understood, with G.711 of telephones", async () => {
  const { key } = await makePartner();
  const client = await open(key, "?intent=transcription&model=whisper-1");
  const settings = {
    input_audio_format: "g711_ulaw",
    input_audio_transcription: { model: "gpt-4o-mini-transcribe", language: "Vietnamese" },
    turn_detection: { type: "server_vad", silence_duration_ms: 5000, threshold: 0.5 },
  };
  client.say({ type: "transcription_session.update", session: settings });
  client.say(appended(Buffer.alloc(8000, 0xff)));
  await waitFor(client, "transcription_session.updated");
  client.socket.close();
  expect(client.of("transcription_session.updated")).toMatchObject([
    {
      session: {
        input_audio_format: "g711_ulaw",
        input_audio_transcription: { language: "vi" },
        turn_detection: { type: "server_vad", silence_duration_ms: 3000 },
      },
    },
  ]);
});

test("what is wrong with an event is said in OpenAI's shape, and the connection goes on", async () => {
  const { key } = await makePartner();
  const client = await open(key);
  const wrong: [object, string, string | null][] = [
    [{ type: "response.create", event_id: "mine" }, "INVALID_REQUEST", "type"],
    [session({ format: { type: "audio/mp3" } }), "INVALID_REQUEST", "session.audio.input.format.type"],
    [{ type: "session.update", session: { type: "realtime" } }, "INVALID_REQUEST", "session.type"],
    [{ type: "input_audio_buffer.append", audio: "%%" }, "INVALID_REQUEST", "audio"],
    [{ type: "input_audio_buffer.commit" }, "input_audio_buffer_commit_empty", null],
  ];
  for (const [event] of wrong) client.say(event);
  client.say(session(pcm16k));
  send(client, pcmOf(hello, silence(1)));
  client.say(session({ format: { type: "audio/pcmu" } }));
  await waitFor(client, completed);
  const errors = client.of("error").map(({ error }) => error as Record<string, unknown>);
  expect(errors.map(({ code, param }) => [code, param])).toEqual([
    ...wrong.map(([, code, param]) => [code, param]),
    ["INVALID_REQUEST", "session"],
  ]);
  expect(errors[0]).toMatchObject({ type: "invalid_request_error", event_id: "mine" });
  client.socket.send(Buffer.alloc(320));
  expect(await client.closed).toEqual({ code: 1003, reason: "INVALID_REQUEST" });
});

test("a key that cannot pay gets the error with its first sound, and one without the scope none of it", async () => {
  const { key, businessId } = await makePartner({ creditMilli: 1_000n });
  const client = await open(key);
  client.say(appended(Buffer.alloc(4800)));
  expect(await client.closed).toEqual({ code: 4002, reason: "INSUFFICIENT_CREDIT" });
  expect(client.of("error")).toMatchObject([{ error: { type: "insufficient_quota", code: "INSUFFICIENT_CREDIT" } }]);
  expect(await db.liveSession.count({ where: { businessId } })).toBe(0);

  const { key: scoped } = await makePartner({ scopes: ["tts:execute"] });
  const headers = { authorization: `Bearer ${scoped}` };
  const { status, body } = await new LiveClient(`${server.url}/v1/realtime`, [], { headers }).rejected;
  expect([status, body.error]).toEqual([403, expect.objectContaining({ code: "SCOPE_MISSING" })]);
});

test("a browser sends a token once as OpenAI's subprotocol, and a key that it sends there is none", async () => {
  const { key, ...member } = await makePartner();
  const answer = await fetch(`${server.url}/stt/live/tokens`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ metadata: { call: "7" } }),
  });
  const { token } = (await answer.json()) as { token: string };
  const openBy = (secret: string) =>
    new LiveClient(`${server.url}/v1/realtime`, ["realtime", `openai-insecure-api-key.${secret}`]);
  const client = openBy(token);
  await client.opened;
  expect(client.socket.protocol).toBe("realtime");
  client.say(session(pcm16k));
  send(client, pcmOf(hello, silence(1)));
  await waitFor(client, completed);
  client.socket.close();
  expect(await jobsOf(member.businessId, 1)).toMatchObject([{ metadata: { call: "7" } }]);
  for (const secret of [token, key]) {
    const rejected = openBy(secret);
    expect(await rejected.closed).toEqual({ code: 4001, reason: "KEY_INVALID" });
    expect(rejected.of("error")).toMatchObject([{ error: { code: "KEY_INVALID" } }]);
  }
});

test("a connection that sends no sound costs nothing, and makes room when it closes", async () => {
  const { key, ...member } = await makePartner();
  await db.business.update({ where: { id: member.businessId }, data: { concurrentCalls: 1 } });
  const client = await open(key);
  const headers = { authorization: `Bearer ${key}` };
  const second = new LiveClient(`${server.url}/v1/realtime`, [], { headers });
  expect((await second.rejected).status).toBe(429);
  client.socket.close();
  await client.closed;
  await vi.waitFor(async () => (await open(key)).socket.close(), { timeout: 5000 });
  expect(await getBalance(member)).toEqual({ availableMilli: 50_000_000n, heldMilli: 0n });
  expect(await db.job.count({ where: { businessId: member.businessId } })).toBe(0);
});
