// @module-tag slow
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type InstalledModel, markReady } from "@/lib/engines/models/installed";
import type { SpeechProvider } from "@/lib/engines/provider";
import { layDiarization, layRecognizer } from "@/testing/fakes/tiny-installed";
import { Engines } from "./engines";
import { openSherpa, sherpaProviders } from "./provider";
import { smokeTest } from "./smoke";
import { loadTask, type Turn } from "./task";

const homes: string[] = [];
const opened: { close?(): unknown }[] = [];
afterAll(async () => {
  for (const one of opened) await one.close?.();
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

const lay = <Laid extends InstalledModel>(laid: Laid): Laid => {
  homes.push(laid.home);
  return laid;
};

function load(installed: InstalledModel): Engines {
  const engines = new Engines(loadTask(installed), 1);
  opened.push(engines);
  return engines;
}

const soon = () => AbortSignal.timeout(30_000);

const sampleRate = 16_000;

/** Tones of so many hertz, a stretch of 2 s each, with a second of silence between. */
function tones(...pitches: number[]) {
  const samples = new Float32Array(pitches.length * 3 * sampleRate);
  for (const [index, pitch] of pitches.entries())
    for (let at = 0; at < 2 * sampleRate; at++)
      samples[index * 3 * sampleRate + at] = 0.3 * Math.sin((2 * Math.PI * pitch * at) / sampleRate);
  return { samples, sampleRate };
}

const [low, high] = [300, 3000];

test("the engine says who speaks when, as many as are known or as it finds", async () => {
  const engines = load(lay(layDiarization()));
  const ask = (audio: ReturnType<typeof tones>, speakers?: number) =>
    engines.run<Turn[]>({ do: "diarize", ...audio, speakers }, soon());
  const turns = await ask(tones(low, high, low));
  expect(turns.map(({ start }) => Math.round(start))).toEqual([0, 3, 6]);
  const [first, second, third] = turns.map(({ speaker }) => speaker);
  expect([first === second, first === third]).toEqual([false, true]);
  expect(new Set((await ask(tones(low, high, low), 1)).map(({ speaker }) => speaker)).size).toBe(1);
  expect(new Set((await ask(tones(low, high, low))).map(({ speaker }) => speaker)).size).toBe(2);
  expect(await ask({ samples: new Float32Array(sampleRate), sampleRate })).toEqual([]);
});

test("a recognizer gives its segments their speakers where they are wanted, and says that it can", async () => {
  const provider = openSherpa(lay(layRecognizer()), undefined, lay(layDiarization()));
  opened.push(provider);
  expect(provider.models[0]).toMatchObject({ diarizesBy: "installed_model" });
  const audio = tones(low, high);
  for (const start of [0, 3 * sampleRate])
    for (let at = start; at < start + 900; at++) audio.samples[at] = ((at * 7919) % 1000) / 1500 - 0.33;
  const ask = (diarize?: { speakers?: number }) =>
    provider.transcribe?.({ audio, modelId: "tiny-stt", config: {}, diarize }, soon());
  const segments = (await ask({}))?.segments ?? [];
  for (const { start, speaker } of segments) expect(speaker).toBe(start < 2.5 ? "0" : "1");
  expect(new Set(segments.map(({ speaker }) => speaker)).size).toBe(2);
  expect((await ask())?.segments.every(({ speaker }) => speaker === undefined)).toBe(true);
});

test("a damaged model fails its call and no other, and does not pass its trial", async () => {
  const damaged = lay(layDiarization({ "embedding.onnx": Buffer.from("not a model") }));
  const engines = load(damaged);
  const task = { do: "diarize" as const, ...tones(low) };
  await expect(engines.run(task, soon())).rejects.toMatchObject({ kind: "broken" });
  await expect(smokeTest(damaged.model, damaged.home)).rejects.toThrow("does not run");
  const whole = lay(layDiarization());
  await expect(smokeTest(whole.model, whole.home)).resolves.toBeUndefined();
});

test("an installed diarization serves every recognizer, is no model by itself, and without it none can", async () => {
  const directory = mkdtempSync(join(tmpdir(), "vang-models-"));
  homes.push(directory);
  const installIn = async ({ model, home }: InstalledModel) => {
    renameSync(home, join(directory, model.id));
    await markReady(join(directory, model.id), model);
  };
  const listed = (providers: readonly SpeechProvider[]) =>
    providers.flatMap(({ models }) => models.map(({ modelId, diarizesBy }) => [modelId, diarizesBy]));
  await installIn(layRecognizer());
  expect(listed(await sherpaProviders(directory))).toEqual([["tiny-stt", undefined]]);
  await installIn(layDiarization());
  expect(listed(await sherpaProviders(directory))).toEqual([["tiny-stt", "installed_model"]]);
});
