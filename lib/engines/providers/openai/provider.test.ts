import { expect, test } from "vitest";
import { callEngine } from "@/lib/engines/resilience/call";
import { sending } from "@/testing/corpora/speech-failures";
import { bodyOf, failure, openEngine, say, startMachine } from "@/testing/fakes/remote-engine";
import { spokenWav, well } from "@/testing/fakes/speech-server";

test("a text is sent as the protocol requires, options unchanged, and returned as audio", async () => {
  const server = await startMachine(well, "secret-key");
  const audio = await say(openEngine([server], { upstream: { apiKey: "secret-key" } }), "Xin chào", {
    speed: 1.5,
    odd: [1],
  });
  expect(audio.sampleRate).toBe(24_000);
  expect(audio.samples).toHaveLength(24_000);
  expect(Math.max(...audio.samples)).toBeCloseTo(0.5, 3);
  const spoken = { input: "Xin chào", voice: "nova", model: "tts-1", response_format: "wav" };
  expect(bodyOf(server)).toEqual({ ...spoken, speed: 1.5, odd: [1] });
});

test("an option is sent under the engine's name, and cannot change the model", async () => {
  const server = await startMachine();
  const provider = openEngine([server], { model: { rename: { speechStyle: "instructions", sneaky: "model" } } });
  await say(provider, "Xin chào", { speechStyle: "vui vẻ" });
  expect(bodyOf(server)).toMatchObject({ instructions: "vui vẻ" });
  for (const config of [{ model: "tts-1-hd" }, { sneaky: "tts-1-hd" }, { stream_format: "sse" }]) {
    expect(await failure(say(provider, "Xin chào", config))).toMatchObject({ kind: "rejected" });
  }
  expect(server.seen).toHaveLength(1);
});

test("an option nested too deep to be written is rejected, and is no failure of the engine", async () => {
  const server = await startMachine();
  const provider = openEngine([server]);
  const { signal } = new AbortController();
  const speak = (config: object) => callEngine(provider, () => say(provider, "Xin chào", config), { signal });
  const odd = JSON.parse(`${"[".repeat(9000)}${"]".repeat(9000)}`);
  for (let tries = 0; tries < 6; tries++) expect(await failure(speak({ odd }))).toMatchObject({ kind: "rejected" });
  expect((await speak({ odd: [1] })).samples).toHaveLength(24_000);
});

test("raw samples are read at the configured rate", async () => {
  const server = await startMachine(sending(spokenWav.subarray(44), "audio/pcm"));
  const provider = openEngine([server], { model: { responseFormat: "pcm", pcmSampleRate: 48_000 } });
  expect(await say(provider)).toMatchObject({ sampleRate: 48_000, samples: { length: 24_000 } });
});

test("a text above the engine's limit is sent in pieces, in order, and joined to one audio", async () => {
  const server = await startMachine();
  const sentence = "Hôm nay trời nhiều mây, có lúc có mưa. ";
  const text = sentence.repeat(10);
  const audio = await say(openEngine([server], { model: { maxInput: 100 } }), text);
  const inputs = server.seen.map(({ body }) => JSON.parse(String(body)).input as string);
  expect(inputs.join("")).toBe(text);
  expect(inputs).toHaveLength(5);
  expect(audio.samples).toHaveLength(5 * 24_000);
});
