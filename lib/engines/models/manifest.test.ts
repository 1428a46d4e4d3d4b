import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { espeakVoices } from "@/lib/engines/providers/espeak/voices";
import { chooseModels, loadManifest, modelSchema } from "./manifest";

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

test("a model is found by its id and by its published name", () => {
  const manifest = { schema: 1 as const, models, bundles };
  const [byName] = chooseModels(manifest, "sherpa-onnx-zipformer-vi-int8-2025-04-20");
  expect(byName).toBe(chooseModels(manifest, "zipformer-vi")[0]);
  expect(() => chooseModels(manifest, "constructor")).toThrow('no model or bundle "constructor"');
});

test("an invalid manifest is reported by its path", async () => {
  const directory = mkdtempSync(join(tmpdir(), "vang-manifest-"));
  const file = join(directory, "mine.json");
  writeFileSync(file, '{"schema":2}');
  await expect(loadManifest(file)).rejects.toThrow(`${file} is not a manifest`);
  rmSync(directory, { recursive: true });
});
