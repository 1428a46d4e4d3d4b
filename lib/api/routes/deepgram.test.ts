import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
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
  ["JSON without the URL of a file", new TextEncoder().encode("{}"), "application/json", 400, "INVALID_REQUEST"],
])("a program for Deepgram reads in its own shape why %s is rejected", async (_, body, type, status, code) => {
  const { key } = await makePartner();
  const answer = await transcribe(key, "model=nova-3", body, type);
  expect([answer.status, answer.json.err_code, answer.headers.get("x-error-code")]).toEqual([status, code, code]);
  expect(answer.json.err_msg).toBe(answer.json.message);
});

/** A server of files on loopback, which is allowed while this installation serves its own machine only. */
async function startFiles(answer: (path: string, response: ServerResponse) => void) {
  const server = createServer((request, response) => answer(request.url ?? "", response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => server.close() };
}

const name = (key: string, url: string, query = "model=nova-3") =>
  transcribe(key, query, new TextEncoder().encode(JSON.stringify({ url })), "application/json");

test("a file that is named by its URL is read, through a redirect too, and charged as an upload of it", async () => {
  const { key, businessId } = await makePartner();
  const { bytes } = await speak(key, "model=aura-2-thalia-en&encoding=linear16&sample_rate=16000");
  const files = await startFiles((path, response) => {
    if (path === "/moved") response.writeHead(302, { location: "/hello.wav" }).end();
    else response.writeHead(200, { "content-type": "audio/wav" }).end(bytes);
  });
  const { json, headers } = await name(key, `${files.url}/moved`, "model=nova-3&tag=calls&summarize=true");
  expect(json).toMatchObject({ results: { channels: [{ alternatives: [{ transcript: "xin chào việt nam" }] }] } });
  expect(headers.get("x-ignored")).toBe("summarize");
  const uploaded = await transcribe(key, "model=nova-3", new Uint8Array(bytes));
  expect(uploaded.headers.get("x-charge-vnd")).toBe(headers.get("x-charge-vnd"));
  files.close();
  await settleCalls();
  const jobs = await db.job.findMany({ where: { businessId, service: "stt" }, orderBy: { createdAt: "asc" } });
  expect(jobs.map(({ metadata }) => metadata)).toEqual([{ tag: "calls" }, null]);
  expect(await audit()).toEqual([]);
});

test.each([
  ["leads to a private address", "http://169.254.169.254/latest/meta-data", "SOURCE_REJECTED"],
  ["is no URL", "no URL", "SOURCE_REJECTED"],
  ["is of another scheme", "file:///etc/passwd", "SOURCE_REJECTED"],
  ["leads to a redirect into a private address", "/private", "SOURCE_REJECTED"],
  ["is not found", "/missing", "SOURCE_REJECTED"],
  ["fails for now", "/busy", "SOURCE_UNAVAILABLE"],
  ["breaks off", "/broken", "SOURCE_UNAVAILABLE"],
  ["is larger than an upload", "/large", "BODY_TOO_LARGE"],
])("a file whose URL %s costs nothing, and the error says why", async (_, url, code) => {
  const { key, businessId } = await makePartner();
  const files = await startFiles((path, response) => {
    if (path === "/private") response.writeHead(302, { location: "http://169.254.169.254/" }).end();
    else if (path === "/missing") response.writeHead(404).end();
    else if (path === "/busy") response.writeHead(503).end();
    else if (path === "/broken") response.writeHead(200).write("RIFF", () => response.destroy());
    else Readable.from(Array.from({ length: 26 }, () => Buffer.alloc(1024 * 1024))).pipe(response.writeHead(200));
  });
  const { json, status } = await name(key, url.startsWith("/") ? files.url + url : url);
  expect([json.err_code, status]).toEqual([code, expect.any(Number)]);
  expect(status).toBeLessThan(500);
  files.close();
  expect(await db.hold.count({ where: { businessId } })).toBe(0);
});

test("a wrong key is rejected in Deepgram's shape", async () => {
  const { status, json } = await speak("abc", "model=aura-2-thalia-en");
  expect([status, json.err_code]).toEqual([401, "KEY_INVALID"]);
});
