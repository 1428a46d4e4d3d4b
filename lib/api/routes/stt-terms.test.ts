// @module-tag promise
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { type Behavior, sendJson, well } from "@/testing/fakes/speech-server";
import { findInStorage } from "@/testing/harness/find-in-storage";
import { startSttApi } from "@/testing/harness/stt-api";

const { broken } = vi.hoisted(() => ({ broken: { now: false } }));
vi.mock("vietnamese-text/redact", async (original) => {
  const module = await original<typeof import("vietnamese-text/redact")>();
  return {
    ...module,
    redact: (...given: Parameters<typeof module.redact>) => {
      if (broken.now) throw new Error("không chín tám bảy");
      return module.redact(...given);
    },
  };
});

const { engine, api, key, businessId, send, found, close } = await startSttApi();
afterEach(() => {
  engine.behave(well);
  broken.now = false;
});
afterAll(close);

/** An engine that recognizes these words, with the time of each unless `isTimed` is false. */
const recognize =
  (text: string, isTimed = true): Behavior =>
  (_, response) => {
    const words = text.split(" ").map((word, index) => ({ word, start: index * 0.1, end: index * 0.1 + 0.08 }));
    sendJson(response, 200, { text, segments: [{ start: 0, end: 2.4, text }], ...(isTimed && { words }) });
  };

const payment = "chị chuyển qua sê bây giúp em nhé";

test("a key term is put in where the engine recognized what sounds like it, and each word keeps what was recognized", async () => {
  engine.behave(recognize(payment));
  const { json, headers } = await send({ keyterms: "SePay", responseFormat: "verbose_json" });
  expect(json.transcript).toBe("chị chuyển qua SePay giúp em nhé");
  expect(headers.get("x-keyterms")).toBe("biased");
  const words = json.words as { word: string; punctuated_word: string }[];
  expect(words.map(({ word }) => word).join(" ")).toBe(payment);
  expect(words.slice(3, 5).map(({ punctuated_word }) => punctuated_word)).toEqual(["SePay", ""]);
  const path = `/stt/jobs?id=${json.trackingId}`;
  await found(path);
  const later = await api.get(`${path}&responseFormat=verbose_json`, key);
  expect([later.json, later.headers.get("x-keyterms")]).toEqual([json, "biased"]);
});

test.each([
  ["keywords", "SePay:2"],
  ["keyterm", "SePay"],
  ["keyterms_prompt", '["SePay","MoMo"]'],
  ["keyterms[]", "SePay"],
])("%s is read as the same, also under /v1", async (field, value) => {
  engine.behave(recognize(payment));
  const { json } = await send(
    { [field]: value, model: "listener", modelId: "" },
    undefined,
    {},
    "/v1/audio/transcriptions",
  );
  expect(json.text).toBe("chị chuyển qua SePay giúp em nhé");
});

test("the engine gets the terms as its prompt, and of one that rejects it the words are corrected", async () => {
  const prompts: (string | undefined)[] = [];
  engine.behave(async (request, response) => {
    const prompt = /name="prompt"\r\n\r\n(.*?)\r\n/s.exec(request.body.toString())?.[1];
    prompts.push(prompt);
    if (prompt !== undefined) return sendJson(response, 400, { error: { message: "prompt is not supported" } });
    return recognize(payment)(request, response);
  });
  const { json, headers } = await send({ keyterms: "SePay, Gò Vấp" });
  expect(prompts).toEqual(["SePay, Gò Vấp", undefined]);
  expect([json.transcript, headers.get("x-keyterms")]).toEqual(["chị chuyển qua SePay giúp em nhé", "corrected"]);
});

test.each([
  ["keyterms", `SePay,<b>,MoMo`, "keyterms[1]"],
  ["keyterms", "a b c d e f", "keyterms[0]"],
  ["keyterm[]", "x".repeat(51), "keyterm[0]"],
  ["keyterms", Array.from({ length: 101 }, (_, index) => `từ ${index}`).join(","), "keyterms"],
  ["redact", "phone,iban", "redact"],
  ["redactAudio", "silence", "redactAudio"],
])("%s %s is rejected by name and costs nothing", async (field, value, param) => {
  const { json, status } = await send({ [field]: value });
  expect([status, json.code, json.param]).toEqual([400, "INVALID_REQUEST", param]);
});

test("the saved terms of the key and of its business apply, not those of others, and more than 100 are cut", async () => {
  const other = await makeMember();
  const term = (name: string) => Array.from({ length: 60 }, (_, index) => `${name} số ${index}`);
  await db.transcriptSettings.createMany({
    data: [
      { businessId, formatting: [], keyterms: ["SePay", ...term("Hạ")] },
      { businessId: other.businessId, formatting: [], keyterms: ["giúp En"] },
    ],
  });
  try {
    await db.apiKey.updateMany({ where: { businessId, revokedAt: null }, data: { keyterms: ["Nhé"] } });
    engine.behave(recognize(payment));
    const { json, headers } = await send();
    expect([json.transcript, headers.get("x-keyterms")]).toEqual(["chị chuyển qua SePay giúp em nhé", "corrected"]);
    const full = await send({ keyterms: term("Xu").join(",") });
    expect(full.headers.get("x-keyterms")).toBe("corrected; cut=22");
  } finally {
    await db.transcriptSettings.deleteMany({ where: { businessId: { in: [businessId, other.businessId] } } });
    await db.apiKey.updateMany({ where: { businessId }, data: { keyterms: [] } });
  }
});

const call = "số của em là không chín tám bảy sáu năm bốn ba hai một nhé chị";
const secret = /không chín|chín tám bảy|0?987654321|sáu năm bốn/;

test("what is redacted is in no response, table or file, and neither is the sound", async () => {
  engine.behave(recognize(call));
  const nowhere = await findInStorage(secret);
  await found(`/stt/jobs?id=${(await send()).json.trackingId}`);
  const before = await findInStorage(secret);
  // The search finds what is there.
  expect(before.files).toBe((nowhere.files ?? 0) + 1);

  const fields = { redact: "pii", formatting: "all", responseFormat: "verbose_json", config: '{"temperature":0}' };
  const sent = { "idempotency-key": "redacted" };
  const { json } = await send(fields, undefined, sent);
  expect(json).toMatchObject({
    transcript: "Số của em là {PHONE_1} nhé chị.",
    inputAudioUrl: null,
    inputAudioFileName: null,
  });
  expect((json.words as { word: string }[]).map(({ word }) => word).join(" ")).toBe("số của em là {PHONE_1} nhé chị");
  await found(`/stt/jobs?id=${json.trackingId}`);
  const answers = [JSON.stringify(json), JSON.stringify((await send(fields, undefined, sent)).json)];
  for (const format of ["json", "verbose_json", "srt", "vtt", "text"]) {
    const { bytes } = await api.get(`/stt/jobs?id=${json.trackingId}&responseFormat=${format}`, key);
    answers.push(String(bytes));
  }
  expect(answers.filter((answer) => secret.test(answer))).toEqual([]);
  expect(await findInStorage(secret)).toEqual(before);
  const job = await db.job.findUniqueOrThrow({ where: { trackingId: String(json.trackingId) } });
  expect(job.inputObject).toBeNull();
});

test.each(["silence", "tone"])(
  "with redactAudio=%s the file can be played, but not what was redacted",
  async (cover) => {
    engine.behave(recognize(call));
    const { json } = await send({ redact: "phone", redactAudio: cover });
    const { pathname, search } = new URL(String(json.inputAudioUrl));
    const { bytes } = await api.get(pathname + search, key);
    const sample = (second: number) => Buffer.from(bytes).readInt16LE(44 + 2 * Math.round(second * 16_000));
    const loudest = (from: number, to: number) =>
      Math.max(...Array.from({ length: 400 }, (_, at) => Math.abs(sample(from + ((to - from) * at) / 400))));
    expect(loudest(0, 0.1)).toBeGreaterThan(5000);
    if (cover === "silence") expect(loudest(0.3, 1.5)).toBe(0);
    else expect(loudest(0.3, 1.5)).toBeLessThan(3300);
    expect(loudest(2, 2.3)).toBeGreaterThan(5000);
  },
);

test("when redaction fails, or its place in the sound is not known, there is no transcript and no charge", async () => {
  engine.behave(recognize(call));
  broken.now = true;
  const failed = await send({ redact: "phone" });
  expect([failed.status, failed.json.code]).toEqual([500, "REDACTION_FAILED"]);
  broken.now = false;
  engine.behave(recognize(call, false));
  const untimed = await send({ redact: "phone", redactAudio: "silence" });
  expect([untimed.status, untimed.json.code, untimed.json.param]).toEqual([500, "REDACTION_FAILED", "redactAudio"]);
  expect(secret.test(JSON.stringify([failed.json, untimed.json]))).toBe(false);
  const none = { amountMilli: 0n, contentObject: null, inputObject: null };
  const jobs = {
    where: { businessId, resultCode: "REDACTION_FAILED" },
    select: { amountMilli: true, contentObject: true, inputObject: true },
  };
  await expect.poll(() => db.job.findMany(jobs), { timeout: 10_000 }).toEqual([none, none]);
  const foreign = await send({ redact: "phone", languageCode: "en" });
  expect([foreign.status, foreign.json.param]).toEqual([400, "redact"]);
});

test("numbers that stay words are redacted too, also of an engine that gives only text", async () => {
  engine.behave(recognize(call));
  expect((await send({ redact: "numbers" })).json.transcript).toBe("số của em là {NUMBER_1} nhé chị");
  engine.behave((_, response) => sendJson(response, 200, { text: call }));
  expect((await send({ redact: "pii" })).json.transcript).toBe("số của em là {PHONE_1} nhé chị");
});
