// @module-tag promise
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  findModel,
  findModelPrice,
  findOffered,
  findVoice,
  listModels,
  listModelsWithPrices,
  listProviders,
  listVoices,
} from "@/lib/engines/catalogue";
import { callEngine } from "@/lib/engines/resilience/call";
import { leadMs } from "@/lib/money/prices/new-prices";
import { clock } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { type SpeechServer, startSpeechServer, well } from "@/testing/fakes/speech-server";
import { closeEngines } from "./registry";

let server: SpeechServer;
beforeEach(async () => {
  server = await startSpeechServer();
});
afterEach(async () => {
  clock.reset();
  await closeEngines();
  await server.close();
  rmSync(env.VANG_ENGINES, { force: true });
});

const price = (priceVnd: number, from = "2026-01-01T00:00:00+07:00") => ({ priceVnd, from });

const engineOf = (id: string, change: object = {}) => ({
  id,
  type: "openai",
  upstreams: [{ baseUrl: server.url }],
  models: [
    {
      kind: "tts",
      modelId: `${id}-reader`,
      upstreamModel: "tts-1",
      name: "Reader",
      prices: [price(500)],
      voices: [{ voiceId: `${id}-ngoc`, upstreamVoice: "nova", name: "Ngọc", gender: "female", region: "south" }],
      ...change,
    },
  ],
});

const write = (...engines: object[]) => writeFileSync(env.VANG_ENGINES, JSON.stringify({ engines }));

const modelIds = () => listModels().map(({ modelId }) => modelId);

/** Waits for the catalogue to change: the file is checked a few times a second. */
const becomes = (ids: string[]) =>
  expect.poll(modelIds, { timeout: 3000, interval: 50 }).toEqual(expect.arrayContaining(ids));

/** Waits until the file was read and rejected, and returns the reason that was logged. */
async function rejection(): Promise<string> {
  const logged = vi.spyOn(log, "error").mockReturnValue();
  await expect
    .poll(() => listProviders() && logged.mock.calls, { timeout: 3000, interval: 50 })
    .toEqual([[{ file: env.VANG_ENGINES, reason: expect.any(String) }, expect.stringContaining("stay as they were")]]);
  const [[context] = []] = logged.mock.calls;
  logged.mockRestore();
  return (context as unknown as { reason: string }).reason;
}

const offeredOf = (modelId: string) => {
  const { offered } = findOffered({ modelId });
  if (!offered) throw new Error(`${modelId} is not on offer`);
  return offered;
};

const say = (id: string) => {
  const request = { text: "Chào", voiceId: `${id}-ngoc`, modelId: `${id}-reader`, config: {} };
  const provider = offeredOf(request.modelId).provider;
  const { signal } = new AbortController();
  return callEngine(provider, async () => provider.synthesize?.(request, signal), { signal });
};

test("without a file only the embedded engines exist", () => {
  expect(modelIds()).toContain("vang-espeak");
});

test("an engine is added, changed and removed at runtime", async () => {
  const before = modelIds();
  write(engineOf("alpha"));
  await becomes(["alpha-reader", ...before]);
  expect(findVoice("alpha-ngoc")).toMatchObject({ name: "Ngọc" });
  expect((await say("alpha"))?.samples).toHaveLength(24_000);

  write(engineOf("alpha", { name: "Better reader" }));
  await expect.poll(() => findModel("alpha-reader")?.name, { timeout: 3000 }).toBe("Better reader");

  rmSync(env.VANG_ENGINES);
  await expect.poll(modelIds, { timeout: 3000 }).toEqual(before);
  expect(listVoices().some(({ voiceId }) => voiceId === "alpha-ngoc")).toBe(false);
});

test("an invalid or half-written file changes nothing, and correcting it takes effect", async () => {
  write(engineOf("alpha"));
  await becomes(["alpha-reader"]);
  const before = listProviders();
  const good = readFileSync(env.VANG_ENGINES, "utf8");
  for (const [bad, reason] of [
    [good.slice(0, good.length / 2), /JSON/],
    ["", /JSON/],
    ['{"engines":[{"type":"mystery"}]}', /engines\[0\]\.type/],
  ] as const) {
    writeFileSync(env.VANG_ENGINES, bad);
    expect(await rejection()).toMatch(reason);
    expect(listProviders()).toBe(before);
  }
  write(engineOf("alpha"), engineOf("beta"));
  await becomes(["alpha-reader", "beta-reader"]);
});

test("an unchanged engine keeps its connections while another is added", async () => {
  write(engineOf("alpha"));
  await becomes(["alpha-reader"]);
  const alpha = offeredOf("alpha-reader").provider;
  write(engineOf("alpha"), engineOf("beta"));
  await becomes(["beta-reader"]);
  expect(offeredOf("alpha-reader").provider).toBe(alpha);
});

test("a running call ends on the engine it began with, which is then closed", async () => {
  write(engineOf("alpha"));
  await becomes(["alpha-reader"]);
  const alpha = offeredOf("alpha-reader").provider;
  let release = () => undefined as unknown;
  server.behave(async (seen, response) => {
    await new Promise((go) => (release = () => go(undefined)));
    await well(seen, response);
  });
  const call = say("alpha");
  write(engineOf("beta"));
  await becomes(["beta-reader"]);
  expect(modelIds()).not.toContain("alpha-reader");
  release();
  expect((await call)?.samples).toHaveLength(24_000);
  await sleep(50);
  expect(await alpha.health(AbortSignal.timeout(500))).toMatchObject({ ok: false });
});

const listed = { name: "L", gender: "male", region: "north", upstreamVoice: "l" };

test.each([
  [
    "an id of an embedded engine",
    () => [engineOf("alpha", { modelId: "vang-espeak" })],
    "model vang-espeak is in both alpha and espeak",
  ],
  [
    "a voice of an embedded engine",
    () => [engineOf("alpha", { voices: [{ voiceId: "north-linh", ...listed }] })],
    "voice north-linh is in both alpha and espeak",
  ],
  ["one engine twice", () => [engineOf("alpha"), engineOf("alpha")], "engine alpha is there twice"],
  [
    "one engine twice, differently",
    () => [engineOf("alpha"), engineOf("alpha", { modelId: "other" })],
    "engine alpha is in both alpha and alpha",
  ],
  [
    "one model in two engines",
    () => [engineOf("alpha"), engineOf("beta", { modelId: "alpha-reader" })],
    "model alpha-reader is in both alpha and beta",
  ],
])("%s is rejected, and nothing of the file applies", async (_, engines, reason) => {
  const before = listProviders();
  write(...engines());
  expect(await rejection()).toBe(reason);
  expect(listProviders()).toBe(before);
});

test("an embedded engine is turned off, and the configured recognizer comes first", async () => {
  const listener = {
    kind: "stt",
    modelId: "listener",
    upstreamModel: "w",
    name: "L",
    prices: [price(12)],
    voices: undefined,
  };
  write({ type: "espeak", enabled: false }, engineOf("alpha", listener));
  await becomes(["listener"]);
  expect(modelIds()).not.toContain("vang-espeak");
  expect(modelIds()[0]).toBe("listener");
});

test("prices come from the file, each from its date on", async () => {
  write(engineOf("alpha", { prices: [price(500), price(700, "2126-01-01T00:00:00Z")] }), {
    type: "espeak",
    prices: { "vang-espeak": [price(250, "2026-02-01T00:00:00+07:00")] },
  });
  await becomes(["alpha-reader"]);
  const priceOf = async (modelId: string) => (await findModelPrice(offeredOf(modelId), null)).priceVnd;
  expect(await priceOf("alpha-reader")).toBe(500);
  expect((await listModelsWithPrices(null)).find(({ modelId }) => modelId === "alpha-reader")).toMatchObject({
    priceVnd: 500,
    unit: "1000_characters",
  });
  expect(await priceOf("vang-espeak")).toBe(300);
  clock.advance(leadMs);
  expect(await priceOf("vang-espeak")).toBe(250);
  clock.advance(+new Date("2126-06-01") - +clock.now());
  expect(await priceOf("alpha-reader")).toBe(700);
});

test("a price for an unknown model is logged, one for an installable model is not", async () => {
  const errorLog = vi.spyOn(log, "error").mockReturnValue();
  const misspelt = { "stt-vi-zipformer": [price(8)], "zipformer-vi": [price(8)] };
  write(
    engineOf("alpha"),
    { type: "sherpa", prices: misspelt },
    { type: "espeak", prices: { "vang-espeak": [price(9)] } },
  );
  await becomes(["alpha-reader"]);
  await expect
    .poll(() => errorLog.mock.calls)
    .toEqual([[{ file: env.VANG_ENGINES, models: ["stt-vi-zipformer"] }, expect.stringContaining("unknown models")]]);
  errorLog.mockRestore();
});

test("voices that an engine lists itself join the catalogue when they arrive", async () => {
  server.behave((seen, response) => {
    if (!seen.path.startsWith("/v1/audio/voices")) return well(seen, response);
    response.writeHead(200, { "content-type": "application/json" }).end('{"voices":["nova"]}');
  });
  write(engineOf("alpha", { voices: "discover" }));
  await becomes(["alpha-reader"]);
  await expect.poll(() => findVoice("alpha-nova")?.modelIds, { timeout: 3000 }).toEqual(["alpha-reader"]);
});
