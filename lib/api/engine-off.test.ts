import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { firstModel, listModels } from "@/lib/engines/catalogue";
import { applySettings } from "@/lib/engines/settings";
import { chooseModelOf } from "@/lib/speech/check";
import { spokenWav } from "@/testing/fakes/speech-server";
import { startApi } from "@/testing/harness/api";
import { balanceOf, hello, makePartner } from "@/testing/harness/partner";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
afterEach(() => applySettings([]));

const turn = (state: "off" | "draining", ...engines: string[]) =>
  applySettings(engines.map((engine) => ({ engine, state, weights: {} })));

function formWith(fields: Record<string, string>) {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(spokenWav)]), "a.wav");
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const openai = { model: hello.modelId, voice: hello.voiceId, input: hello.text };
const demo = listModels().find(({ kind }) => kind === "stt")?.modelId ?? "";

const requests: [string, string, () => { json: unknown } | { body: FormData }][] = [
  ["speech", "/tts", () => ({ json: hello })],
  ["speech", "/ai/tts", () => ({ json: hello })],
  ["streamed speech", "/tts/stream", () => ({ json: hello })],
  ["speech for OpenAI's clients", "/v1/audio/speech", () => ({ json: openai })],
  ["speech of OpenAI's model", "/v1/audio/speech", () => ({ json: { ...openai, model: "tts-1", voice: "alloy" } })],
  ["streamed speech for OpenAI's clients", "/v1/audio/speech", () => ({ json: { ...openai, stream_format: "sse" } })],
  ["a transcript", "/stt", () => ({ body: formWith({ modelId: demo }) })],
  ["a transcript of the usual model", "/stt", () => ({ body: formWith({}) })],
  ["a transcript for OpenAI's clients", "/v1/audio/transcriptions", () => ({ body: formWith({ model: "whisper-1" }) })],
];

test.each(requests)(
  "%s at %s gets 503 with Retry-After while its engine is off, and costs nothing",
  async (_, path, init) => {
    const { key, businessId } = await makePartner();
    const before = await balanceOf(businessId);
    for (const state of ["off", "draining"] as const) {
      turn(state, "espeak", "demo");
      const { status, headers, json } = await api.call("POST", path, { key, ...init() });
      expect([status, headers.get("retry-after")], JSON.stringify(json)).toEqual([503, "30"]);
    }
    expect(await balanceOf(businessId)).toBe(before);
  },
);

test("models and voices of engines that are off stay in every list", async () => {
  const { key } = await makePartner();
  const paths = ["/tts/voices", "/tts/models", "/ai/models", "/v1/models", "/v1/audio/voices"];
  const listed = async () => Promise.all(paths.map(async (path) => (await api.get(path, key)).json));
  const before = await listed();
  expect(JSON.stringify(before)).toContain(hello.modelId);
  turn("off", "espeak", "demo");
  expect(await listed()).toEqual(before);
});

test("what names no model is for an engine that is on, where one is", () => {
  const [first, second] = listModels();
  expect(firstModel(listModels())).toBe(first);
  turn("off", first?.kind === "tts" ? "espeak" : "demo");
  expect(firstModel(listModels())).toBe(second);
  turn("off", "espeak", "demo");
  expect(firstModel(listModels())).toBe(first);
  expect(chooseModelOf(hello.voiceId).model.modelId).toBe(hello.modelId);
});
