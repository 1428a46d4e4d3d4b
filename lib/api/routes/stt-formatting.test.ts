// @module-tag promise
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { type Behavior, sendJson, well } from "@/testing/fakes/speech-server";
import { startSttApi } from "@/testing/harness/stt-api";

const { broken } = vi.hoisted(() => ({ broken: { now: false } }));
vi.mock("vietnamese-text/write", async (original) => {
  const module = await original<typeof import("vietnamese-text/write")>();
  return {
    ...module,
    write: (...given: Parameters<typeof module.write>) => {
      if (broken.now) throw new Error("a rule of writing failed");
      return module.write(...given);
    },
  };
});

const { engine, api, key, businessId, send, found, close } = await startSttApi();
afterEach(() => {
  engine.behave(well);
  broken.now = false;
});
afterAll(close);

const words = "đơn hàng hai nghìn không trăm hai mươi sáu trị giá ba trăm nghìn đồng".split(" ");
const timed = words.map((word, index) => ({ word, start: index * 0.3, end: index * 0.3 + 0.25 }));

/** An engine that recognizes an order in two segments, of which the second begins within a number. */
const recognizeOrder: Behavior = (_, response) => {
  const segments = [
    { start: 0, end: 1.75, text: words.slice(0, 6).join(" ") },
    { start: 1.8, end: 4.5, text: words.slice(6).join(" ") },
  ];
  sendJson(response, 200, { text: words.join(" "), segments, words: timed });
};

const written = "Đơn hàng 2026 trị giá 300.000 đồng.";

test("a transcript is written with numbers, capitals and periods, and its words keep what was recognized", async () => {
  engine.behave(recognizeOrder);
  const { json, headers } = await send({ formatting: "all", responseFormat: "verbose_json" });
  expect(json.transcript).toBe(written);
  expect(headers.get("x-formatting")).toBe("numerals, punctuate, casing, paragraphs");
  const spoken = json.words as { word: string; punctuated_word: string; start: number }[];
  expect(spoken.map(({ word }) => word)).toEqual(words);
  expect(spoken.flatMap(({ punctuated_word }) => punctuated_word || []).join(" ")).toBe(written);
  expect(spoken.map(({ start }) => start)).toEqual(timed.map(({ start }) => Math.round(start * 1000) / 1000));
  const segments = json.segments as { text: string }[];
  expect(segments.map(({ text }) => text).join(" ")).toBe(written);
});

test("a lookup, a repeat and every format say what the first response said, also once the setting is another", async () => {
  engine.behave(recognizeOrder);
  const first = await send({ formatting: "numerals" }, undefined, { "idempotency-key": "order" });
  expect(first.json.transcript).toBe("đơn hàng 2026 trị giá 300.000 đồng");
  const path = `/stt/jobs?id=${first.json.trackingId}`;
  await found(path);
  await db.transcriptSettings.create({ data: { businessId, formatting: ["casing"] } });
  try {
    expect((await api.get(path, key)).json).toEqual(first.json);
    const again = await send({ formatting: "numerals" }, undefined, { "idempotency-key": "order" });
    expect([again.json, again.headers.get("x-formatting")]).toEqual([first.json, "numerals"]);
    expect(String((await api.get(`${path}&responseFormat=text`, key)).bytes)).toBe(first.json.transcript);
    const srt = String((await api.get(`${path}&responseFormat=srt`, key)).bytes);
    expect(srt).toContain("đơn hàng 2026 trị giá 300.000 đồng");
  } finally {
    await db.transcriptSettings.delete({ where: { businessId } });
  }
});

test.each([
  [{ smart_format: "true" }, written],
  [{ smart_format: "false" }, words.join(" ")],
  [{ numerals: "true" }, "đơn hàng 2026 trị giá 300.000 đồng"],
  [{ punctuate: "true", numerals: "false" }, "Đơn hàng hai nghìn không trăm hai mươi sáu trị giá ba trăm nghìn đồng."],
  [{ format_text: "true" }, written],
  [{ "formatting[]": "numerals" }, "đơn hàng 2026 trị giá 300.000 đồng"],
  [{ formatting: "none", smart_format: "true" }, words.join(" ")],
  [{}, words.join(" ")],
])("%o is understood", async (fields, transcript) => {
  engine.behave(recognizeOrder);
  expect((await send(fields as Record<string, string>)).json.transcript).toBe(transcript);
});

test("the setting of the business applies where the request does not say, also under /v1", async () => {
  engine.behave(recognizeOrder);
  await db.transcriptSettings.create({ data: { businessId, formatting: ["numerals", "punctuate", "casing"] } });
  try {
    expect((await send()).json.transcript).toBe(written);
    expect((await send({ formatting: "none" })).json.transcript).toBe(words.join(" "));
    const openAi = { model: "listener", modelId: "" };
    expect((await send(openAi, undefined, {}, "/v1/audio/transcriptions")).json.text).toBe(written);
    const other = { ...openAi, formatting: "none" };
    expect((await send(other, undefined, {}, "/v1/audio/transcriptions")).json.text).toBe(words.join(" "));
  } finally {
    await db.transcriptSettings.delete({ where: { businessId } });
  }
});

test.each([
  ["formatting", "numbers"],
  ["formatting", "all,none"],
  ["smart_format", "perhaps"],
])("%s %s is rejected by name and costs nothing", async (field, value) => {
  const { json, status } = await send({ [field]: value });
  expect([status, json.code, json.param]).toEqual([400, "INVALID_REQUEST", field]);
});

test("when formatting fails the words of the engine are returned, which is said, and the charge stays", async () => {
  engine.behave(recognizeOrder);
  broken.now = true;
  const { json, headers, status } = await send({ formatting: "all" });
  expect([status, json.transcript, headers.get("x-formatting")]).toEqual([200, words.join(" "), "none"]);
  expect([headers.get("x-result-code"), headers.get("x-charge-vnd")]).toEqual(["FORMATTING_FAILED", "60"]);
});

test("what another language says is left as it is", async () => {
  engine.behave(recognizeOrder);
  const { json, headers } = await send({ formatting: "all", languageCode: "en" });
  expect([json.transcript, headers.get("x-formatting")]).toEqual([words.join(" "), "none"]);
});
