import { expect, test } from "vitest";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";
import { modelSchema, voiceSchema } from "@/lib/speech/schema";
import { findModel, findProvider, findVoice, listModels, listVoices } from "./catalogue";

test("every record is what the contract says, and nothing more", () => {
  for (const voice of listVoices()) expect(voiceSchema.strict().parse(voice)).toEqual(voice);
  for (const model of listModels()) expect(modelSchema.strict().parse(model)).toEqual(model);
});

test("ids are unique, and whatever a voice or a model names exists", () => {
  const ids = listVoices().map(({ voiceId }) => voiceId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { voiceId, modelIds, previewUrl } of listVoices()) {
    expect(findVoice(voiceId)?.voiceId).toBe(voiceId);
    expect(previewUrl).toBe(`${env.url}/tts/voices/preview?voiceId=${voiceId}`);
    for (const modelId of modelIds) expect(findProvider(modelId).models).toContain(findModel(modelId));
  }
});

test("three regions speak, each with women and men, and the central one is marked experimental", () => {
  const count = (region: string, gender: string) =>
    listVoices().filter((voice) => voice.region === region && voice.gender === gender).length;
  expect(["north", "central", "south"].map((region) => [count(region, "female"), count(region, "male")])).toEqual([
    [2, 2],
    [1, 1],
    [2, 2],
  ]);
  for (const voice of listVoices()) expect(voice.experimental).toBe(voice.region === "central");
});

test("every model on offer has a price and defaults that lie in its own range", () => {
  for (const { priceVnd, config } of listModels()) {
    expect(priceVnd).toBeGreaterThan(0);
    for (const { min, max, default: usual } of Object.values(config)) {
      expect(usual).toBeGreaterThanOrEqual(min ?? Number.NaN);
      expect(usual).toBeLessThanOrEqual(max ?? Number.NaN);
    }
  }
});

test("what is not in the catalogue is not found", () => {
  expect(findVoice("nobody")).toBeUndefined();
  expect(findModel("__proto__")).toBeUndefined();
  expect(() => findProvider("nothing")).toThrow(new Refusal("MODEL_UNKNOWN", { param: "modelId" }));
});
