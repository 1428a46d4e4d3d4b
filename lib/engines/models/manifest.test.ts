import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { espeakVoices } from "@/lib/engines/providers/espeak/voices";
import { chooseModels, loadManifest, modelSchema, offeredModelSchema, parseManifest } from "./manifest";

const { models, bundles } = await loadManifest();

test("ids of models and voices are unique, including the embedded voices", () => {
  const ids = models.map(({ id }) => id);
  const voiceIds = [...models.flatMap(({ voices }) => voices), ...espeakVoices].map(({ voiceId }) => voiceId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(voiceIds).size).toBe(voiceIds.length);
});

test("a bundle names existing models; the Vietnamese one has both services and allows commercial use", () => {
  for (const ids of Object.values(bundles)) expect(models.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  const vietnamese = chooseModels({ schema: 1, models, bundles }, "vi");
  expect(vietnamese.map(({ kind }) => kind)).toEqual(["stt", "tts"]);
  expect(vietnamese.every(({ license }) => license.commercial)).toBe(true);
});

test("every file is downloaded over TLS", () => {
  const addresses = models.flatMap(({ files }) => files.flatMap(({ url, mirrors }) => [url, ...mirrors]));
  expect(addresses.filter((address) => !address.startsWith("https://"))).toEqual([]);
});

test("every non-commercial license requires acceptance", () => {
  expect(models.filter(({ license }) => !license.commercial && !license.acceptRequired)).toEqual([]);
});

test.each(["../outside", "/etc/passwd", "a/../../b", "a//b", ".ready.json"])(
  "no model can write a file to %s",
  (path) => {
    const [model] = models;
    const file = { path, url: "https://example.com/x", mirrors: [], size: 1, sha256: null };
    expect(modelSchema.safeParse({ ...model, files: [file] }).success).toBe(false);
  },
);

const [voice] = models.filter(({ kind }) => kind === "tts");
if (!voice) throw new Error("there is no voice");
const stating = { ...voice.consent, kind: "statement" };

test.each([
  ["without its license", { license: undefined }, "piper-vais1000 has to state its license"],
  ["without its training", { training: undefined }, "piper-vais1000 has to say what it was trained on"],
  ["without anyone's consent", { consent: undefined }, "piper-vais1000 has to show that the people whose voice it is"],
  [
    "that imitates someone whose statement it does not show",
    { voices: [{ ...voice.voices[0], imitates: "Ca sĩ A" }] },
    "imitates Ca sĩ A, who has to state their consent",
  ],
  ["of a rejected collection", { release: "vits-nghitts-ca-si-a" }, "nothing was found that shows their consent"],
  ["that names a path of its own machine", { config: { vits: { model: "/etc/passwd" } } }, "names a path outside"],
  ["that leaves its directory", { config: { vits: { dataDir: "x/../../y" } } }, "names a path outside"],
  ["for which nobody may pay, unasked", { license: { ...voice.license, commercial: false } }, "forbids commercial use"],
])("a manifest with a voice %s is rejected with a sentence", (_, change, sentence) => {
  const text = (model: object) => JSON.stringify({ schema: 1, models: [model] });
  expect(parseManifest("mine.json", text(voice)).models).toHaveLength(1);
  expect(() => parseManifest("mine.json", text({ ...voice, ...change }))).toThrow(sentence);
});

test("a voice that imitates someone is accepted with that person's statement", () => {
  const imitation = { ...voice, consent: stating, voices: [{ ...voice.voices[0], imitates: "Ca sĩ A" }] };
  expect(offeredModelSchema.safeParse(imitation).success).toBe(true);
});

test("who asks for a rejected collection by name reads why", () => {
  expect(() => chooseModels({ models, bundles, schema: 1 }, "nghitts")).toThrow("is rejected");
});

test("a model is found by its id and by its published name", () => {
  const manifest = { schema: 1 as const, models, bundles };
  const [byName] = chooseModels(manifest, "sherpa-onnx-zipformer-vi-int8-2025-04-20");
  expect(byName).toBe(chooseModels(manifest, "zipformer-vi")[0]);
  expect(() => chooseModels(manifest, "constructor")).toThrow('no model or bundle "constructor"');
});

test("only a recognizer can be a streaming model", () => {
  const streaming = models.find(({ id }) => id === "zipformer-vi-streaming");
  expect(modelSchema.safeParse(streaming).success).toBe(true);
  expect(modelSchema.safeParse({ ...streaming, kind: "diarization" }).success).toBe(false);
});

test("an invalid manifest is reported by its path", async () => {
  const directory = mkdtempSync(join(tmpdir(), "vang-manifest-"));
  const file = join(directory, "mine.json");
  writeFileSync(file, '{"schema":2}');
  await expect(loadManifest(file)).rejects.toThrow(`${file} is not a manifest`);
  rmSync(directory, { recursive: true });
});
