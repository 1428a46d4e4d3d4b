// @module-tag promise
import { createHash } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { serverMessages } from "@/lib/api/live/messages";
import { warmPool } from "@/lib/engines/pool";
import { getBalance } from "@/lib/money/wallet/balance";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { getTrace } from "@/lib/speech/trace/read";
import { makeKey } from "@/prisma/factories";
import { LiveClient, pcmOf, sayNorthern, silence } from "@/testing/harness/live";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";

let server: Awaited<ReturnType<typeof serveHere>>;
let hello: Float32Array;
beforeAll(async () => {
  server = await serveHere();
  await warmPool();
  hello = await sayNorthern("xin chào các bạn");
});
afterAll(() => server.close());

const open = (key: string, query = "", protocols: string[] = []) =>
  new LiveClient(`${server.url}/stt/live${query}`, protocols, { headers: key ? { "x-api-key": key } : {} });

const jobOf = async (trackingId: unknown) => {
  await vi.waitUntil(() => db.job.count({ where: { trackingId: String(trackingId) } }), { timeout: 10_000 });
  return db.job.findUniqueOrThrow({ where: { trackingId: String(trackingId) } });
};

test("speech is transcribed while it is spoken, and the session is one job that is charged by its started seconds", async () => {
  const { key, ...member } = await makePartner();
  const outsider = await makePartner();
  const headers = { "x-api-key": key, "x-metadata": '{"call":"7"}' };
  const client = new LiveClient(`${server.url}/stt/live?formatting=all&diarize=true`, [], { headers });
  await client.opened;
  await client.send(pcmOf(silence(0.4), hello, silence(0.6)));
  await vi.waitUntil(() => client.of("final").length === 1, { timeout: 10_000 });
  client.say({ type: "close" });
  expect(await client.closed).toEqual({ code: 1000, reason: "" });

  // The messages are those of `/asyncapi.json`.
  for (const message of client.messages)
    serverMessages[message.type as keyof typeof serverMessages].strict().parse(message);
  const [ready, final, done] = ["ready", "final", "done"].map((type) => client.of(type)[0]);
  expect(ready).toMatchObject({ ignored: ["diarize"] });
  expect(final).toMatchObject({ text: "Xin chào các bạn.", channel: 1, speechFinal: true });
  expect(final).toHaveProperty("words[0]", expect.objectContaining({ word: "xin", punctuated_word: "Xin" }));
  expect(client.messages.map(({ type }) => type).filter((type) => type !== "partial")).toEqual([
    "ready",
    "speechStarted",
    "final",
    "utteranceEnd",
    "done",
  ]);
  const seconds = Math.ceil(1 + hello.length / 16_000 - 0.2);
  expect(done).toMatchObject({ trackingId: ready?.trackingId, audioSeconds: seconds, transcript: "Xin chào các bạn." });
  const job = await jobOf(done?.trackingId);
  const { steps } = await getTrace(member, job.trackingId);
  const firstWords = steps.find(({ kind }) => kind === "firstWords");
  expect(firstWords).toMatchObject({ finals: 1 });
  expect(firstWords?.at.getTime()).toBeGreaterThan(steps[0]?.at.getTime() ?? 0);
  expect(job).toMatchObject({ status: "completed", service: "stt", units: seconds, audioDuration: seconds });
  expect(job.metadata).toEqual({ call: "7" });
  expect(Number(job.amountMilli) / 1000).toBe(done?.chargeVnd);
  expect(await getBalance(member)).toEqual({ availableMilli: 50_000_000n - job.amountMilli, heldMilli: 0n });
  expect(await db.transfer.count({ where: { kind: "charge", trackingId: job.trackingId } })).toBe(1);
  expect(await audit()).toEqual([]);

  const lookUp = (secret: string) =>
    fetch(`${server.url}/stt/jobs?id=${job.trackingId}`, { headers: { "x-api-key": secret } });
  const found = (await (await lookUp(key)).json()) as { transcript: string; inputAudioUrl: string };
  expect(found.transcript).toBe("Xin chào các bạn.");
  const { pathname, search } = new URL(found.inputAudioUrl);
  const sound = Buffer.from(await (await fetch(server.url + pathname + search)).arrayBuffer());
  expect(sound.subarray(0, 4).toString()).toBe("RIFF");
  expect(sound.length).toBe(44 + 2 * (16_000 + hello.length));
  expect((await lookUp(outsider.key)).status).toBe(404);
});

test("a client of Deepgram is understood: its key, its settings, its messages and its end", async () => {
  const { key } = await makePartner();
  const query =
    "model=nova-3&language=vi&encoding=linear16&sample_rate=16000&channels=1&interim_results=true&vad_events=true&utterance_end_ms=1000&endpointing=300&smart_format=true&diarize=true&tag=x";
  const client = new LiveClient(`${server.url}/v1/listen?${query}`, [], { headers: { authorization: `Token ${key}` } });
  const [response] = await once(client.socket, "upgrade");
  expect(response.headers["x-ignored"]).toBe("diarize, tag");
  await client.opened;
  client.say({ type: "KeepAlive" });
  await client.send(pcmOf(silence(0.4), hello));
  client.say({ type: "Finalize" });
  await vi.waitUntil(() => client.of("Results").some(({ from_finalize }) => from_finalize), { timeout: 10_000 });
  client.say({ type: "CloseStream" });
  expect((await client.closed).code).toBe(1000);
  const final = client.of("Results").find(({ is_final }) => is_final);
  expect(final).toMatchObject({ channel_index: [0, 1], speech_final: true, from_finalize: true });
  expect(final).toHaveProperty("channel.alternatives[0].transcript", expect.stringMatching(/^Xin chào các bạn/));
  const word = expect.objectContaining({ word: "xin", punctuated_word: "Xin" });
  expect(final).toHaveProperty("channel.alternatives[0].words[0]", word);
  expect(client.of("SpeechStarted")).toHaveLength(1);
  const partials = client.of("Results").filter(({ is_final }) => !is_final);
  for (const partial of partials)
    expect(partial).toHaveProperty("channel.alternatives[0].transcript", expect.not.stringMatching(/\.$/));
  expect(client.messages.at(-1)).toMatchObject({ type: "Metadata", channels: 1 });
});

test("what is wrong with a handshake is said with the status of any other request, and nothing is held", async () => {
  const { key, ...member } = await makePartner({ creditMilli: 1_000n });
  const scoped = await makeKey(member, ["tts:execute"]);
  const statusOf = async (client: LiveClient) => {
    const { status, body } = await client.rejected;
    return [status, body.code];
  };
  expect(await statusOf(open(""))).toEqual([401, "KEY_MISSING"]);
  expect(await statusOf(open(scoped))).toEqual([403, "SCOPE_MISSING"]);
  expect(await statusOf(open(key, "?sampleRate=4000"))).toEqual([400, "INVALID_REQUEST"]);
  for (const [query, param] of [
    ["?redact=phone", "redact"],
    ["?sampelRate=8000", "sampelRate"],
  ] as const) {
    const { body } = await open(key, query).rejected;
    expect([body.code, body.param]).toEqual(["INVALID_REQUEST", param]);
  }
  expect(await statusOf(open(key, "?modelId=nothing"))).toEqual([400, "MODEL_UNKNOWN"]);
  expect(await statusOf(open(key, `?apiKey=${key}`))).toEqual([400, "KEY_IN_URL"]);
  expect(await statusOf(open(key))).toEqual([402, "INSUFFICIENT_CREDIT"]);
  expect((await fetch(`${server.url}/stt/live`, { headers: { "x-api-key": key } })).status).toBe(400);
  expect(await getBalance(member)).toEqual({ availableMilli: 1_000n, heldMilli: 0n });
});

test("a browser opens one transcription by a token, with what its server says of it, and a second one, or another business, none", async () => {
  const { key } = await makePartner();
  const ask = (body: object) =>
    fetch(`${server.url}/stt/live/tokens`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect((await ask({ metadata: { call: 7 } })).status).toBe(400);
  const response = await ask({ ttlSeconds: 30, metadata: { call: "7" } });
  expect(response.status).toBe(201);
  const { token } = (await response.json()) as { token: string };
  const digest = createHash("sha256").update(token).digest("base64url");
  expect(await db.liveToken.findUniqueOrThrow({ where: { digest } })).toBeDefined();
  const protocols = ["vang.live.v1", `vang.token.${token}`];
  const first = open("", "", protocols);
  await first.opened;
  expect(first.socket.protocol).toBe("vang.live.v1");
  const second = open("", "", protocols);
  expect(await second.closed).toEqual({ code: 4001, reason: "KEY_INVALID" });
  expect(second.messages).toMatchObject([{ type: "error", problem: { code: "KEY_INVALID" } }]);
  first.socket.close();
  await first.closed;
  expect((await jobOf(first.of("ready")[0]?.trackingId)).metadata).toEqual({ call: "7" });
});
