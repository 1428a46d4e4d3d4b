// @module-tag promise
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { makeKey, makeMember } from "@/prisma/factories";
import { answering, hanging } from "@/testing/corpora/speech-failures";
import { type SpeechServer, startSpeechServer, well } from "@/testing/fakes/speech-server";
import { startApi } from "@/testing/harness/api";
import { createApi } from "./app";

let api: Awaited<ReturnType<typeof startApi>>;
let engine: SpeechServer;

beforeAll(async () => {
  process.env.VANG_API_CONCURRENCY = "2";
  engine = await startSpeechServer();
  const voice = { voiceId: "alloy", name: "Alloy", gender: "female", region: "north", languageCode: "vi-VN" };
  const prices = [{ priceVnd: 300, from: "2026-01-01T00:00:00+07:00" }];
  const model = { kind: "tts", modelId: "speaker", upstreamModel: "tts-1", name: "Speaker", prices, voices: [voice] };
  const engines = [{ id: "remote", type: "openai", upstreams: [{ baseUrl: engine.url }], models: [model] }];
  writeFileSync(env.VANG_ENGINES, JSON.stringify({ engines }));
  api = await startApi();
});
afterAll(async () => {
  await api.close();
  await engine.close();
});

test("beyond VANG_API_CONCURRENCY a job is rejected at once, other requests are not, and each end makes room", async () => {
  const key = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
  const clients = [new AbortController(), new AbortController()];
  engine.behave(hanging);
  const running = Promise.allSettled(clients.map(({ signal }) => api.call("POST", "/tts", { key, json: job, signal })));
  await expect.poll(() => engine.inFlight, { timeout: 30_000 }).toBe(2);

  for (const path of ["/tts", "/tts/preview"]) {
    const { status, json, headers } = await api.post(path, key, job);
    expect([status, json.code, json.retryable, headers.get("retry-after")]).toEqual([503, "OVERLOADED", true, "1"]);
  }
  expect((await api.get("/tts/voices", key)).status).toBe(200);
  const { status } = await api.call("DELETE", "/pronunciations?written=Zalo", { key });
  expect(status).toBe(200);

  for (const client of clients) client.abort();
  await running;
  engine.behave(answering(400, { error: { message: "No" } }));
  // The place of a client that disconnected is free a moment later.
  await expect.poll(async () => (await api.post("/tts", key, job)).json.code).toBe("PROVIDER_REJECTED");
  for (let count = 0; count < 3; count++)
    expect((await api.post("/tts", key, job)).json.code).toBe("PROVIDER_REJECTED");
  engine.behave(well);
  expect((await api.post("/tts", key, job)).status).toBe(200);
});

test("a client that sends its body slowly takes no place among this process's jobs, nor a JSON one among its business's", async () => {
  const key = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
  const hello = JSON.stringify(job);
  const form = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF';
  const single = await makeKey(await makeMember({ creditMilli: 1_000_000n, concurrentCalls: 1 }));
  const senders = [
    ...[single, single, single].map((sender) => sendSlowly("/tts", sender, "application/json", hello)),
    ...[key, key, key].map((sender) => sendSlowly("/stt", sender, "multipart/form-data; boundary=b", form)),
  ];
  await Promise.all(senders.map(({ isAwaited, response }) => Promise.race([isAwaited, response])));
  engine.behave(well);
  for (const paying of [key, single]) expect((await api.post("/tts", paying, job)).status).toBe(200);

  const [spoken, , , uploaded] = senders;
  expect(await spoken?.finish()).toMatchObject({ status: 200 });
  const clients = [new AbortController(), new AbortController()];
  engine.behave(hanging);
  const running = Promise.allSettled(clients.map(({ signal }) => api.call("POST", "/tts", { key, json: job, signal })));
  await expect.poll(() => engine.inFlight, { timeout: 30_000 }).toBe(2);
  const rest = "\r\n--b--\r\n";
  expect(await uploaded?.finish(rest), "an upload counts once it is here").toMatchObject({ status: 503 });
  const late = sendSlowly("/stt", key, "multipart/form-data; boundary=b", form);
  expect(await late.response, "an upload without room is not waited for").toMatchObject({ status: 503 });
  for (const client of clients) client.abort();
  await Promise.all([running, ...senders.map(({ finish }) => finish())]);
});

const job = { text: "a", voiceId: "alloy", modelId: "speaker", audioFormat: "wav" };

/** A request to the API's own handler whose body arrives up to `body` and ends with `finish`. */
function sendSlowly(path: string, key: string, type: string, body: string) {
  let finish: (rest?: string) => void = () => undefined;
  let hasStarted = false;
  let response: Promise<Response> | undefined;
  const isAwaited = new Promise<void>((awaited) => {
    const slow = new ReadableStream<Uint8Array>(
      {
        start(stream) {
          let isOver = false;
          finish = (rest = "") => {
            if (isOver) return;
            isOver = true;
            if (rest) stream.enqueue(Buffer.from(rest));
            stream.close();
          };
        },
        pull(stream) {
          if (hasStarted) return awaited();
          hasStarted = true;
          stream.enqueue(Buffer.from(body));
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { "x-api-key": key, "content-type": type };
    const sent = { method: "POST", headers, body: slow, duplex: "half" };
    response = Promise.resolve(createApi().fetch(new Request(new URL(path, api.url), sent as RequestInit)));
  });
  return {
    isAwaited,
    response,
    finish(rest?: string) {
      finish(rest);
      return response;
    },
  };
}

test("a voice whose engine fails has no preview for now, and the error says that it is the engine's", async () => {
  engine.behave(answering(500, { error: { message: "Out of memory" } }));
  const { status, json } = await api.get("/tts/voices/preview?voiceId=alloy");
  expect([status, json.code, json.retryable]).toEqual([502, "PROVIDER_FAILED", true]);
});

test("when a busy engine says when to try again, the client gets the same time", async () => {
  const key = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
  engine.behave(answering(429, { error: { message: "Slow down" } }, { "retry-after": "40" }));
  const { status, json, headers } = await api.post("/tts", key, { text: "a", voiceId: "alloy", modelId: "speaker" });
  expect([status, json.code, json.retryable]).toEqual([503, "OVERLOADED", true]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(39);
});
