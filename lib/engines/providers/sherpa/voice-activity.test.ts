// @module-tag slow
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { joinSamples } from "@/lib/engines/audio/bytes";
import { openLiveRecognizer } from "@/lib/engines/live/by-utterance";
import { type InstalledModel, markReady } from "@/lib/engines/models/installed";
import type { LiveEvent } from "@/lib/engines/provider";
import { demoProvider } from "@/lib/engines/providers/demo/provider";
import { layActivity } from "@/testing/fakes/tiny-installed";
import { smokeTest } from "./smoke";
import { windowLength } from "./task";
import { openVoiceActivity } from "./voice-activity";

const directories: string[] = [];
const ended = new AbortController();
afterAll(() => {
  ended.abort();
  vi.unstubAllEnvs();
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

async function install({ model, home }: InstalledModel): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "vang-models-"));
  directories.push(directory);
  renameSync(home, join(directory, model.id));
  await markReady(join(directory, model.id), model);
  return directory;
}

const silence = (seconds: number) => new Float32Array(seconds * 16_000);

const noise = (seconds: number) =>
  Float32Array.from({ length: seconds * 16_000 }, (_, at) => ((at * 7919) % 1000) / 1500 - 0.33);

/** As loud as the noise, but no speech for the model. */
const hum = (seconds: number) =>
  Float32Array.from({ length: seconds * 16_000 }, (_, at) => 0.3 * Math.sin((2 * Math.PI * 200 * at) / 16_000));

/** The utterances that the engine gets, in seconds from the start. */
async function divide(...sounds: Float32Array[]): Promise<[start: number, end: number][]> {
  const events: LiveEvent[] = [];
  const provider = {
    ...demoProvider,
    name: "counting",
    recognizesAgain: false,
    transcribe: async () => ({ text: "x", segments: [] }),
  };
  const options = {
    request: { modelId: demoProvider.models[0]?.modelId ?? "", config: {} },
    silenceMs: 500,
    wantsPartials: false,
    signal: ended.signal,
  };
  const recognizer = openLiveRecognizer(provider, options, (event) => events.push(event));
  const sound = joinSamples(sounds);
  for (let at = 0; at < sound.length; at += 1600) await recognizer.push(sound.subarray(at, at + 1600));
  await recognizer.flush();
  return events.flatMap((event) => (event.type === "final" ? [[event.start, event.end]] : []));
}

test("the model says for each stream which windows have speech, however long it lasts, and passes its trial", async () => {
  const installed = layActivity();
  await expect(smokeTest(installed.model, installed.home)).resolves.toBeUndefined();
  const directory = await install(installed);
  const [one, other] = await Promise.all([1, 2].map(() => openVoiceActivity(ended.signal, directory)));
  const windows = (sound: Float32Array) => sound.subarray(0, sound.length - (sound.length % windowLength));
  const [speech, none] = await Promise.all([one?.(windows(noise(25))), other?.(windows(hum(2)))]);
  expect(speech?.length).toBe(Math.floor((25 * 16_000) / windowLength));
  expect(speech?.filter((isSpeech) => !isSpeech).length).toBeLessThan(10);
  expect(none?.some(Boolean)).toBe(false);
});

test("where the model is installed, live sound is divided by it, and elsewhere by its loudness", async () => {
  const sound = [silence(1), hum(1), silence(1), noise(1), silence(1)];
  vi.stubEnv("MODELS_DIR", join(tmpdir(), "vang-no-models"));
  expect((await divide(...sound)).map(([start]) => Math.floor(start + 0.5))).toEqual([1, 3]);
  vi.stubEnv("MODELS_DIR", await install(layActivity()));
  const [only, ...others] = await divide(...sound);
  expect(others).toEqual([]);
  expect(only?.[0]).toBeGreaterThan(2.5);
  expect(only?.[0]).toBeLessThanOrEqual(3);
  expect(only?.[1]).toBeGreaterThan(4.4);
});

test("a damaged model leaves live sound to be divided by its loudness", async () => {
  vi.stubEnv("MODELS_DIR", await install(layActivity({ "vad.onnx": Buffer.from("not a model") })));
  expect(await divide(silence(1), noise(1), silence(1))).toHaveLength(1);
});
