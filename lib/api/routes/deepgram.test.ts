import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { startApi } from "@/testing/harness/api";
import { makePartner } from "@/testing/harness/partner";
import { settleCalls } from "@/testing/harness/settle-calls";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const speak = (key: string, query: string, text = "Xin chào Việt Nam") =>
  api.call("POST", `/v1/speak?${query}`, { headers: { authorization: `Token ${key}` }, json: { text } });

const transcribe = (key: string, query: string, body: Uint8Array<ArrayBuffer>, type = "audio/wav") =>
  api.call("POST", `/v1/listen?${query}`, { headers: { authorization: `Token ${key}`, "content-type": type }, body });

test("a program for Deepgram speaks, sends the recording back as the body, and reads words and utterances", async () => {
  const { key, businessId } = await makePartner();
  const speech = await speak(key, "model=aura-2-thalia-en&encoding=linear16&sample_rate=16000&tag=calls");
  expect(speech.bytes.subarray(0, 4).toString()).toBe("RIFF");
  expect(speech.headers.get("x-ignored")).toBe("tag");

  const wanted = "model=nova-3&language=vi&smart_format=true&utterances=true&paragraphs=true&tag=calls&sentiment=true";
  const { json, headers } = await transcribe(key, wanted, new Uint8Array(speech.bytes));
  expect(headers.get("x-ignored")).toBe("sentiment");
  const words = ["xin", "chào", "việt", "nam"].map((word) => expect.objectContaining({ word }));
  expect(json).toMatchObject({
    metadata: { channels: 1, tags: ["calls"] },
    results: {
      channels: [{ alternatives: [{ transcript: "Xin chào Việt Nam.", words, paragraphs: { paragraphs: [{}] } }] }],
      utterances: [{ channel: 0, transcript: "Xin chào Việt Nam.", words }],
    },
  });
  await settleCalls();
  const jobs = await db.job.findMany({ where: { businessId }, orderBy: { createdAt: "asc" } });
  expect(jobs.map(({ service, status }) => [service, status])).toEqual([
    ["tts", "completed"],
    ["stt", "completed"],
  ]);
  expect(await audit()).toEqual([]);
});

test("a list that Deepgram's clients send as several parameters arrives whole", async () => {
  const { key } = await makePartner();
  const tooMany = Array.from({ length: 101 }, (_, index) => `keyterm=Ten${index}`).join("&");
  const { status, json } = await transcribe(key, tooMany, new Uint8Array(8));
  expect([status, json.err_code, json.param]).toEqual([400, "INVALID_REQUEST", "keyterm"]);
});

test.each([
  ["a file that is no sound", new Uint8Array(64), "audio/wav", 415, "AUDIO_UNSUPPORTED"],
  ["the address of a file", new TextEncoder().encode("{}"), "application/json", 415, "CONTENT_TYPE_UNSUPPORTED"],
])("a program for Deepgram reads in its own shape why %s is rejected", async (_, body, type, status, code) => {
  const { key } = await makePartner();
  const answer = await transcribe(key, "model=nova-3", body, type);
  expect([answer.status, answer.json.err_code, answer.headers.get("x-error-code")]).toEqual([status, code, code]);
  expect(answer.json.err_msg).toBe(answer.json.message);
});

test("a wrong key is rejected in Deepgram's shape", async () => {
  const { status, json } = await speak("abc", "model=aura-2-thalia-en");
  expect([status, json.err_code]).toEqual([401, "KEY_INVALID"]);
});
