// @module-tag promise
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { deepgramOutput, elevenLabsOutput } from "@/lib/api/spoken/messages";
import { recognizeInPool, warmPool } from "@/lib/engines/pool";
import { getBalance } from "@/lib/money/wallet/balance";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { readWords } from "@/lib/speech/content";
import { getTrace } from "@/lib/speech/trace/read";
import { makeKey } from "@/prisma/factories";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";
import { SpokenClient } from "@/testing/harness/spoken";

let server: Awaited<ReturnType<typeof serveHere>>;
beforeAll(async () => {
  server = await serveHere();
  await warmPool();
});
afterAll(() => server.close());

const deepgram = (key: string, query = "encoding=linear16&sample_rate=16000") =>
  new SpokenClient(`${server.url}/v1/speak?model=north-linh&${query}`, { headers: { authorization: `Token ${key}` } });

const elevenLabs = (key: string, path = "stream-input", query = "output_format=pcm_16000") =>
  new SpokenClient(`${server.url}/v1/text-to-speech/north-linh/${path}?${query}`, { headers: { "xi-api-key": key } });

const jobOf = async (trackingId: unknown) => {
  await vi.waitUntil(() => db.job.count({ where: { trackingId: String(trackingId) } }), { timeout: 10_000 });
  return db.job.findUniqueOrThrow({ where: { trackingId: String(trackingId) } });
};

/** What the demo recognizer understands of 16-bit samples at 16 kHz. */
async function recognize(pcm: Buffer): Promise<string> {
  const bytes = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length >> 1);
  const samples = Float32Array.from(bytes, (sample) => sample / 32_768);
  const { text } = await recognizeInPool({ samples, sampleRate: 16_000 }, new AbortController().signal);
  return text;
}

test("a client of Deepgram sends a text in pieces, gets its audio, and each flushed text is one job with its price", async () => {
  const { key, ...member } = await makePartner();
  const outsider = await makePartner();
  const client = deepgram(key);
  await client.opened;
  for (const text of ["Xin ch", "ào các", " bạn. Việt", " Nam"]) client.say({ type: "Speak", text });
  await vi.waitUntil(() => client.audio.length > 0, { timeout: 5000 });
  expect(client.of("Flushed")).toEqual([]);
  client.say({ type: "Flush" });
  await vi.waitUntil(() => client.of("Flushed").length === 1, { timeout: 5000 });
  const audio = Buffer.concat(client.audio);
  // The messages are those of `/asyncapi.json`.
  for (const message of client.messages)
    deepgramOutput[message.type as keyof typeof deepgramOutput].strict().parse(message);
  client.say({ type: "Speak", text: "Hai." });
  client.say({ type: "Flush" });
  client.say({ type: "Close" });
  expect(await client.closed).toEqual({ code: 1000, reason: "" });
  expect(client.messages.map(({ type }) => type)).toEqual(["Metadata", "Flushed", "Flushed"]);
  expect(client.of("Flushed")).toMatchObject([{ sequence_id: 0 }, { sequence_id: 1 }]);
  expect(await recognize(audio)).toMatch(/xin chào các bạn việt nam/i);

  const [first, second] = client.of("Flushed");
  const job = await jobOf(first?.tracking_id);
  const { steps } = await getTrace(member, job.trackingId);
  expect(steps[0]).toMatchObject({ kind: "received", call: "WebSocket" });
  const spoken = { status: "completed", service: "tts", resultCode: null, voiceId: "north-linh", api: "deepgram" };
  expect(job).toMatchObject(spoken);
  // The space between two sentences is free.
  expect([job.characters, job.units]).toEqual([25, 25]);
  expect(Number(job.fileSizeBytes)).toBe(audio.length);
  expect(await readWords(job)).toBe("Xin chào các bạn. Việt Nam");
  const other = await jobOf(second?.tracking_id);
  const charged = job.amountMilli + other.amountMilli;
  expect(await getBalance(member)).toEqual({ availableMilli: 50_000_000n - charged, heldMilli: 0n });
  expect(await db.liveSession.count()).toBe(0);
  expect(await audit()).toEqual([]);

  const lookUp = (secret: string) =>
    fetch(`${server.url}/tts/jobs?id=${job.trackingId}`, { headers: { "x-api-key": secret } });
  expect((await lookUp(key)).status).toBe(200);
  expect((await lookUp(outsider.key)).status).toBe(404);
});

test("what a client clears is charged as far as it was spoken, and what comes behind is spoken", async () => {
  const { key, ...member } = await makePartner();
  const client = deepgram(key);
  await client.opened;
  const text = "Hà Nội là thủ đô của nước Cộng hòa Xã hội chủ nghĩa Việt Nam. ".repeat(40);
  client.say({ type: "Speak", text });
  await vi.waitUntil(() => client.audio.length > 0, { timeout: 5000 });
  client.say({ type: "Clear" });
  await vi.waitUntil(() => client.of("Cleared").length === 1, { timeout: 5000 });
  client.say({ type: "Speak", text: "Xin chào." });
  client.say({ type: "Flush" });
  await vi.waitUntil(() => client.of("Flushed").length === 1, { timeout: 5000 });
  client.say({ type: "Close" });
  await client.closed;
  await vi.waitUntil(() => db.job.count({ where: { businessId: member.businessId } }).then((count) => count === 2));
  const [cut, whole] = await db.job.findMany({
    where: { businessId: member.businessId },
    orderBy: { createdAt: "asc" },
  });
  expect(cut).toMatchObject({ status: "completed", resultCode: "JOB_CANCELED" });
  expect(cut?.units).toBeGreaterThan(0);
  expect(cut?.units).toBeLessThan(text.length / 2);
  expect(whole).toMatchObject({ resultCode: null, units: 9 });
  const charged = (cut?.amountMilli ?? 0n) + (whole?.amountMilli ?? 0n);
  expect(await getBalance(member)).toEqual({ availableMilli: 50_000_000n - charged, heldMilli: 0n });
  expect(await audit()).toEqual([]);
});

test("a client of ElevenLabs gets audio with the times of its characters, and a last message at the empty text", async () => {
  const { key, ...member } = await makePartner();
  const client = elevenLabs(key);
  await client.opened;
  client.say({ text: " ", voice_settings: { stability: 0.5 }, generation_config: { chunk_length_schedule: [120] } });
  for (const text of ["Xin chào ", "các bạn. ", "Có 1.250.000đ, hạn mai"])
    client.say({ text, try_trigger_generation: true });
  client.say({ text: "" });
  expect((await client.closed).code).toBe(1000);
  const last = client.messages.at(-1);
  expect(last).toMatchObject({ isFinal: true, audio: null });
  for (const message of client.messages) elevenLabsOutput[message.isFinal ? "final" : "audio"].strict().parse(message);
  expect(last?.ignored).toEqual(["generation_config", "voice_settings.stability"]);
  type Aligned = { chars: string[]; charStartTimesMs: number[]; charDurationsMs: number[] };
  const aligned = client.messages.flatMap(({ alignment }) => (alignment as Aligned | null) ?? []);
  expect(aligned.flatMap(({ chars }) => chars).join("")).toBe("Xin chào các bạn. Có 1.250.000đ, hạn mai");
  for (const { alignment, audio } of client.messages) {
    if (!alignment) continue;
    const { charStartTimesMs, charDurationsMs } = alignment as Aligned;
    // The encoder keeps a few samples until more come.
    const lengthMs = Buffer.from(String(audio), "base64").length / 32;
    for (const [index, start] of charStartTimesMs.entries())
      expect(start + (charDurationsMs[index] ?? 0)).toBeLessThanOrEqual(lengthMs + 60);
  }
  expect(await recognize(client.inside())).toMatch(/xin chào các bạn có/i);
  const job = await jobOf(last?.trackingId);
  expect(job.units).toBe(39);
  expect(await getBalance(member)).toEqual({ availableMilli: 50_000_000n - job.amountMilli, heldMilli: 0n });
});

test("several contexts come by one connection, of which one is flushed and one is closed in the middle", async () => {
  const { key, ...member } = await makePartner();
  const client = elevenLabs(key, "multi-stream-input");
  await client.opened;
  client.say({ text: "Xin chào các bạn", context_id: "one" });
  client.say({ text: "Việt Nam đây. Còn nữa", context_id: "two" });
  client.say({ context_id: "one", flush: true });
  client.say({ context_id: "one", close_context: true });
  const isOver = (id: string) => client.messages.some(({ contextId, isFinal }) => contextId === id && isFinal);
  await vi.waitUntil(() => isOver("one"), { timeout: 5000 });
  await vi.waitUntil(() => client.inside("two").length > 0, { timeout: 5000 });
  client.say({ context_id: "two", close_context: true });
  await vi.waitUntil(() => isOver("two"), { timeout: 5000 });
  client.say({ close_socket: true });
  expect((await client.closed).code).toBe(1000);
  expect(await recognize(client.inside("one"))).toMatch(/xin chào các bạn/i);
  await vi.waitUntil(() => db.job.count({ where: { businessId: member.businessId } }).then((count) => count === 2));
  const jobs = await db.job.findMany({ where: { businessId: member.businessId }, orderBy: { units: "asc" } });
  // The second one was closed while its sentence was spoken, or behind it.
  expect(jobs.map(({ units }) => units)).toEqual([expect.any(Number), 16]);
  expect(jobs[0]?.units).toBeLessThanOrEqual("Việt Nam đây.".length);
  expect((await getBalance(member)).heldMilli).toBe(0n);
  expect(await audit()).toEqual([]);
});

test("each context after the first counts as a request, and one too many is said, while the connection stays", async () => {
  const { key, businessId } = await makePartner();
  await db.business.update({ where: { id: businessId }, data: { requestsPerMinute: 2 } });
  const client = elevenLabs(key, "multi-stream-input");
  await client.opened;
  for (const context_id of ["one", "two", "three"]) client.say({ context_id, text: "Xin chào. ", flush: true });
  const limited = () => client.messages.filter(({ code }) => code === "RATE_LIMITED_BUSINESS");
  await vi.waitUntil(() => limited().length === 1, { timeout: 5000 });
  expect(limited()).toMatchObject([{ contextId: "three", error: "rate_limited_business" }]);
  client.say({ context_id: "three", text: "Còn nữa. ", flush: true });
  client.say({ close_socket: true });
  expect(await client.closed).toMatchObject({ code: 1000 });
  expect([client.inside("one").length > 0, client.inside("two").length > 0, client.inside("three").length]).toEqual([
    true,
    true,
    0,
  ]);
  expect(limited()).toHaveLength(1);

  const other = await makePartner();
  await db.business.update({ where: { id: other.businessId }, data: { requestsPerMinute: 1 } });
  const speaker = deepgram(other.key);
  await speaker.opened;
  for (const text of ["Một.", "Hai."]) {
    speaker.say({ type: "Speak", text });
    speaker.say({ type: "Flush" });
  }
  await vi.waitUntil(() => speaker.of("Flushed").length === 2, { timeout: 5000 });
  expect(speaker.of("Error")).toMatchObject([{ variant: "RATE_LIMITED_BUSINESS" }]);
  expect(speaker.of("Flushed")).toEqual([
    { type: "Flushed", sequence_id: 0, tracking_id: expect.any(String) },
    { type: "Flushed", sequence_id: 1 },
  ]);
  speaker.say({ type: "Close" });
  expect(await speaker.closed).toMatchObject({ code: 1000 });
});

test("a context is read by the dictionaries of its first message, and one of another business ends the connection", async () => {
  const [{ key }, other] = await Promise.all([makePartner(), makePartner()]);
  const rules = [{ type: "alias", string_to_replace: "ACB", alias: "á châu" }];
  const made = await fetch(`${server.url}/v1/pronunciation-dictionaries/add-from-rules`, {
    method: "POST",
    headers: { "xi-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ name: "Tên riêng", rules }),
  });
  const { id, version_id } = (await made.json()) as { id: string; version_id: string };
  const pronunciation_dictionary_locators = [{ pronunciation_dictionary_id: id, version_id }];
  const client = elevenLabs(key);
  await client.opened;
  client.say({ text: " ", pronunciation_dictionary_locators });
  client.say({ text: "Ngân hàng ACB. " });
  client.say({ text: "" });
  await client.closed;
  const spoken = client.messages.flatMap(({ normalizedAlignment }) =>
    normalizedAlignment ? (normalizedAlignment as { chars: string[] }).chars : [],
  );
  expect(spoken.join("")).toMatch(/^Ngân hàng á châu/);

  const outsider = elevenLabs(other.key);
  await outsider.opened;
  outsider.say({ text: "Ngân hàng ACB. ", flush: true, pronunciation_dictionary_locators });
  await outsider.closed;
  expect(outsider.messages).toMatchObject([{ code: "NOT_FOUND", param: "pronunciation_dictionary_locators.0" }]);
});

test("the key of a client of ElevenLabs can come in its first message, and a wrong one is named there", async () => {
  const { key } = await makePartner();
  const url = `${server.url}/v1/text-to-speech/north-linh/stream-input?output_format=pcm_16000`;
  const client = new SpokenClient(url);
  await client.opened;
  client.say({ text: " ", xi_api_key: key });
  client.say({ text: "Xin chào các bạn." });
  client.say({ text: "" });
  expect((await client.closed).code).toBe(1000);
  expect(await recognize(client.inside())).toMatch(/xin chào các bạn/i);

  const rejected = new SpokenClient(url);
  await rejected.opened;
  rejected.say({ text: " ", xi_api_key: "vang_live_wrong" });
  expect(await rejected.closed).toMatchObject({ code: 4001, reason: "KEY_INVALID" });
  expect(rejected.messages).toMatchObject([{ error: "key_invalid", code: "KEY_INVALID" }]);
});

test("a test key speaks free of charge, and its audio says so", async () => {
  const { businessId, ...member } = await makePartner();
  const key = await makeKey({ businessId, ...member }, ["tts:execute"], "test");
  const client = deepgram(key);
  await client.opened;
  client.say({ type: "Speak", text: "Xin chào các bạn." });
  client.say({ type: "Flush" });
  client.say({ type: "Close" });
  await client.closed;
  expect(await recognize(Buffer.concat(client.audio))).toMatch(/^bản th.* xin chào/i);
  const job = await jobOf(client.of("Flushed")[0]?.tracking_id);
  expect([job.mode, job.amountMilli]).toEqual(["test", 0n]);
  expect(await getBalance({ businessId, ...member })).toEqual({ availableMilli: 50_000_000n, heldMilli: 0n });
});

test("what is wrong with a handshake is said as to any other request, and nothing is held", async () => {
  const { key, ...member } = await makePartner({ creditMilli: 10n });
  const codeOf = async (client: SpokenClient) => {
    const { status, body } = await client.rejected;
    return [status, body.code];
  };
  expect(await codeOf(deepgram("vang_live_wrong"))).toEqual([401, "KEY_INVALID"]);
  expect(await codeOf(deepgram(key, "encoding=mp3"))).toEqual([400, "INVALID_REQUEST"]);
  expect(await codeOf(deepgram(key, "sample_rate=1"))).toEqual([400, "INVALID_REQUEST"]);
  expect(await codeOf(elevenLabs(key, "stream-input", "output_format=ogg_1"))).toEqual([400, "INVALID_REQUEST"]);
  expect(await codeOf(elevenLabs(key, "stream-input", "model_id=none"))).toEqual([400, "MODEL_UNKNOWN"]);
  const plain = await fetch(`${server.url}/v1/speak`, { headers: { authorization: `Token ${key}` } });
  expect(plain.status).toBe(400);

  const poor = elevenLabs(key, "stream-input", "output_format=pcm_16000&unknown=1");
  await poor.opened;
  expect(poor.headers["x-ignored"]).toBe("unknown");
  poor.say({ text: "Xin chào các bạn, đây là một câu khá dài để không đủ tiền đọc hết. " });
  expect(await poor.closed).toEqual({ code: 4002, reason: "INSUFFICIENT_CREDIT" });
  expect(poor.messages).toMatchObject([{ error: "insufficient_credit", code: "INSUFFICIENT_CREDIT" }]);
  expect(await getBalance(member)).toEqual({ availableMilli: 10n, heldMilli: 0n });
});
