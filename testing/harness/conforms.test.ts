// @module-tag promise
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeError } from "@/lib/api/problem";
import { AppError } from "@/lib/platform/errors";
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

test.each<[string, string, Sent, RegExp]>([
  ["a status", "/tts/voices", { status: 201, json: voices }, /201 application\/json is not declared/],
  ["a media type", "/tts/voices", { type: "text/html", json: voices }, /200 text\/html is not declared/],
  [
    "a header",
    "/tts/voices",
    { headers: { "x-result-code": "NO_SPEECH_FOUND" }, json: voices },
    /has a header x-result-code that is not declared/,
  ],
  [
    "a header's value",
    "/stt/jobs",
    { type: "text/plain", headers: { "x-result-code": "SILENCE" } },
    /x-result-code: SILENCE/,
  ],
  ["a body", "/tts/voices", { json: {} }, /must have required property 'voices'/],
  ["a field's type", "/tts/voices", { json: { voices: "none" } }, /must be array/],
  [
    "a part of what is given whole",
    "/tts/voices/preview",
    { status: 206, type: "audio/mpeg" },
    /206 audio\/mpeg is not declared/,
  ],
  [
    "a code of other operations",
    "/tts/voices",
    { status: 403, type: "application/problem+json", json: describeError(new AppError("SCOPE_MISSING"), "") },
    /must be equal to one of the allowed values/,
  ],
  [
    "a rejection that is no problem, of a path that does not exist",
    "/tts/nothing",
    { status: 404 },
    /GET \/tts\/nothing.*to deeply equal/s,
  ],
  [
    "anything but a rejection, of a path that does not exist",
    "/tts/nothing",
    { type: "application/problem+json", json: describeError(new AppError("NOT_FOUND"), "") },
    /GET \/tts\/nothing.*to deeply equal/s,
  ],
])("%s that is not declared fails", (_, path, sent, reason) => {
  expect(() => conforms("GET", path, answer(sent))).toThrow(reason);
});
