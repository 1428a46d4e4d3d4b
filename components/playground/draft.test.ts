import { expect, test } from "vitest";
import { listModels, listVoices } from "@/lib/speech/catalogue";
import type { ModelRecord } from "@/lib/speech/schema";
import { type Draft, requestOf, withModel, withSetting } from "./draft";

const [model] = listModels() as [ModelRecord];
const other: ModelRecord = { ...model, modelId: "other" };
const [voice, ...voices] = listVoices();
const catalogue = { models: [model, other], voices: [voice, { ...voice, voiceId: "guest", modelIds: ["other"] }] };
const draft: Draft = { text: "Chào", voiceId: "south-ngoc", modelId: model.modelId, config: {}, audioFormat: "mp3" };

test("only settings that differ from the default are sent", () => {
  const faster = withSetting(draft, model, "speed", 1.2);
  expect(requestOf(faster).config).toEqual({ speed: 1.2 });
  expect(requestOf(withSetting(faster, model, "speed", 1))).not.toHaveProperty("config");
});

test("another model starts from its own defaults and keeps the voice only if it has it", () => {
  const changed = withModel({ ...draft, config: { speed: 1.2 } }, catalogue as never, "other");
  expect(changed).toMatchObject({ modelId: "other", voiceId: "guest", config: {} });
  expect(withModel(draft, { models: [model], voices }, model.modelId).voiceId).toBe("south-ngoc");
});
