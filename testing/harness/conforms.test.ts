import { afterAll, beforeAll, expect, test } from "vitest";
import { describeError } from "@/lib/api/problem";
import { AppError } from "@/lib/errors";
import { startApi } from "./api";
import { loadDescription } from "./conforms";

let api: Awaited<ReturnType<typeof startApi>>;
let conforms: Awaited<ReturnType<typeof loadDescription>>;
beforeAll(async () => {
  api = await startApi();
  conforms = await loadDescription(api.url);
});
afterAll(() => api.close());

type Sent = { status?: number; type?: string; headers?: Record<string, string>; json?: Record<string, unknown> };

const answer = ({ status = 200, type = "application/json", headers = {}, json = {} }: Sent) => ({
  status,
  headers: new Headers({ "content-type": type, ...headers }),
  json,
  bytes: Buffer.from(JSON.stringify(json)),
});

const voices = { voices: [] };

test("a declared response passes", () => {
  conforms("GET", "/tts/voices", answer({ json: voices }));
  conforms(
    "HEAD",
    "/tts/audio",
    answer({ status: 206, type: "audio/mpeg", headers: { "content-range": "bytes 0-1/2" } }),
  );
});

test.each<[string, string, Sent]>([
  ["a status", "/tts/voices", { status: 201, json: voices }],
  ["a media type", "/tts/voices", { type: "text/html", json: voices }],
  ["a header", "/tts/voices", { headers: { "x-result-code": "NO_SPEECH_FOUND" }, json: voices }],
  ["a header's value", "/stt/jobs", { type: "text/plain", headers: { "x-result-code": "SILENCE" } }],
  ["a body", "/tts/voices", { json: {} }],
  ["a field's type", "/tts/voices", { json: { voices: "none" } }],
  ["a part of what is given whole", "/tts/voices/preview", { status: 206, type: "audio/mpeg" }],
  [
    "a code of other operations",
    "/tts/voices",
    { status: 403, type: "application/problem+json", json: describeError(new AppError("SCOPE_MISSING"), "") },
  ],
  ["a refusal that is no problem, of a path that is none", "/tts/nothing", { status: 404 }],
  ["anything but a refusal, of a path that is none", "/tts/nothing", { json: voices }],
])("%s that is not declared fails", (_, path, sent) => {
  expect(() => conforms("GET", path, answer(sent))).toThrow();
});
