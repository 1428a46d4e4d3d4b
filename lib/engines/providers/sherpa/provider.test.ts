// @module-tag promise
// @module-tag slow
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { verbalize } from "vietnamese-text";
import { afterAll, expect, test } from "vitest";
import type { InstalledModel } from "@/lib/engines/models/installed";
import { cutAtPauses, speakPieces } from "@/lib/engines/pieces";
import type { SpeechProvider } from "@/lib/engines/provider";
import { layRecognizer, layVoice } from "@/testing/fakes/tiny-installed";
import { Engines } from "./engines";
import { isEngineThere, openSherpa } from "./provider";
import { loadTask } from "./task";

const opened: { provider: SpeechProvider; home: string }[] = [];

// The models are two and three kilobytes, but loaded and run by the real engine in real processes.
function open(installed: InstalledModel): SpeechProvider {
  const provider = openSherpa(installed);
  opened.push({ provider, home: installed.home });
  return provider;
}

afterAll(async () => {
  for (const { provider, home } of opened) {
    await provider.close?.();
    rmSync(home, { recursive: true });
  }
});

const soon = () => AbortSignal.timeout(30_000);

/** Noise in these ranges of seconds, silence elsewhere. 56 ms are two frames of the model, hence two words. */
function noise(seconds: number, ...stretches: [from: number, to: number][]) {
  const samples = new Float32Array(seconds * 16_000);
  for (const [from, to] of stretches)
    for (let index = from * 16_000; index < to * 16_000; index++)
      samples[index] = ((index * 7919) % 1000) / 1500 - 0.33;
  return { samples, sampleRate: 16_000 };
}

const transcribe = (provider: SpeechProvider, audio: ReturnType<typeof noise>, config = {}) =>
  provider.transcribe?.({ audio, modelId: "tiny-stt", config }, soon());

const speak = (provider: SpeechProvider, text: string, config = {}, voiceId = "tiny") =>
  provider.synthesize?.({ text, voiceId, modelId: "tiny-tts", config }, soon());

test("a recognizer returns words with their times, in lower case, and nothing for silence", async () => {
  const provider = open(layRecognizer());
  const recognized = await transcribe(provider, noise(4, [1, 1.056], [3, 3.056]));

  expect(recognized?.text).toBe("xin chào xin chào");
  expect(recognized?.segments.map(({ text }) => text)).toEqual(["xin chào", "xin chào"]);
  expect(recognized?.segments[0]?.start).toBeCloseTo(1, 0);
  expect(recognized?.segments[1]?.start).toBeCloseTo(3, 0);
  await expect(transcribe(provider, noise(2))).resolves.toEqual({ text: "", segments: [] });
});

test("a recognizer listens for the terms of a call that it can write, and says whether there were any", async () => {
  const provider = open(layRecognizer());
  const audio = noise(2, [1, 1.056]);
  const ask = (keyterms: string[]) =>
    provider.transcribe?.({ audio, modelId: "tiny-stt", config: {}, keyterms }, soon());
  expect(await ask(["Xin chào", "SePay"])).toMatchObject({ text: "xin chào", isBiased: true });
  const other = await ask(["SePay"]);
  expect([other?.text, other?.isBiased]).toEqual(["xin chào", undefined]);
});

test("audio longer than the model's limit keeps its times", async () => {
  const recognized = await transcribe(open(layRecognizer()), noise(70, [2, 2.08], [40, 40.08], [66, 66.08]));
  const starts = recognized?.segments.map(({ start }) => Math.round(start));
  expect(starts).toEqual([2, 40, 66]);
});

test("a voice speaks through eSpeak NG's phonemes, longer for longer texts", async () => {
  const provider = open(await layVoice());
  const short = await speak(provider, "Xin chào.");
  const long = await speak(provider, "Xin chào, hôm nay trời đẹp, chúc bạn một ngày thật vui.");

  expect(short?.sampleRate).toBe(22_050);
  expect(short?.samples.some((sample) => sample !== 0)).toBe(true);
  expect(long?.samples.length).toBeGreaterThan((short?.samples.length ?? 0) * 2);
  expect(provider.voices).toMatchObject([{ voiceId: "tiny", region: "north", modelIds: ["tiny-tts"] }]);
});

test("a pause between two pieces is silent for exactly the requested time", async () => {
  const provider = open(await layVoice());
  const say = async (text: string) => (await speak(provider, text)) ?? Promise.reject();
  const pieces = cutAtPauses(verbalize("Xin chào. [pause:1.5] Tạm biệt.", { region: "north" }));
  const { samples, sampleRate } = await speakPieces(pieces, say);
  let [longest, quiet] = [0, 0];
  for (const sample of samples) {
    quiet = sample === 0 ? quiet + 1 : 0;
    longest = Math.max(longest, quiet);
  }
  expect(provider.hasExactPauses).toBe(true);
  expect(longest / sampleRate).toBeGreaterThan(1.2);
  expect(longest / sampleRate).toBeLessThan(1.51);
});

test("unknown options are rejected with a message before any process starts", async () => {
  const voice = open(await layVoice());
  await expect(speak(voice, "Chào", { speed: 9 })).rejects.toMatchObject({
    kind: "rejected",
    details: { message: "speech.numberOption", values: { name: "speed", min: 0.5, max: 2 } },
  });
  await expect(speak(voice, "Chào", { pitch: 1 })).rejects.toMatchObject({ kind: "rejected" });
  await expect(speak(voice, "Chào", {}, "nobody")).rejects.toMatchObject({ kind: "rejected" });
  await expect(transcribe(open(layRecognizer()), noise(1), { beam: 4 })).rejects.toMatchObject({
    kind: "rejected",
    details: { message: "speech.noOptions", values: { name: '"beam"' } },
  });
});

test.each([
  ["garbage", Buffer.from("this is not a model".repeat(100))],
  ["one byte", Buffer.alloc(1)],
])("a model file of %s fails its calls as broken and leaves the server running", async (_, bytes) => {
  const provider = open(layRecognizer({ "encoder.onnx": bytes }));
  await expect(transcribe(provider, noise(1))).rejects.toMatchObject({ name: "ProviderError", kind: "broken" });
  await expect(transcribe(provider, noise(1))).rejects.toMatchObject({ kind: "broken" });
});

test("a model whose file is missing fails as broken", async () => {
  const installed = layRecognizer();
  rmSync(join(installed.home, "joiner.onnx"));
  await expect(transcribe(open(installed), noise(1))).rejects.toMatchObject({ kind: "broken" });
});

test("many concurrent calls each get their own words", async () => {
  const provider = open(layRecognizer());
  const calls = Array.from({ length: 20 }, (_, index) =>
    transcribe(provider, index % 2 ? noise(2, [1, 1.056]) : noise(2)),
  );
  const recognized = await Promise.all(calls);
  expect(recognized.map((one) => one?.text)).toEqual(recognized.map((_, index) => (index % 2 ? "xin chào" : "")));
});

test("a short call does not wait for a long one", async () => {
  const provider = open(layRecognizer());
  const ended: string[] = [];
  const long = transcribe(provider, noise(600))?.then(() => ended.push("long"));
  const short = transcribe(provider, noise(1))?.then(() => ended.push("short"));
  await Promise.all([long, short]);
  expect(ended).toEqual(["short", "long"]);
});

test("without the native package calls fail as broken, and the server goes on", async () => {
  const installed = layRecognizer();
  // In a folder without node_modules in any parent.
  const program = join(installed.home, "child.mjs");
  copyFileSync(".build/sherpa-child.mjs", program);
  const provider = openSherpa(installed, new Engines(loadTask(installed), 1, { program }));
  opened.push({ provider, home: installed.home });
  await expect(transcribe(provider, noise(1))).rejects.toMatchObject({
    kind: "broken",
    message: expect.stringContaining("Cannot find module 'sherpa-onnx-node'"),
  });
});

test("the engine reports whether its package is installed", async () => {
  await expect(open(layRecognizer()).health(soon())).resolves.toEqual({ ok: true });
  expect(isEngineThere("/nowhere")).toBe(false);
});
