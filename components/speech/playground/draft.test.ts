// @module-tag promise
import { expect, test } from "vitest";
import { listModels, listVoices } from "@/lib/engines/catalogue";
import type { ModelRecord } from "@/lib/speech/schema";
import { type Draft, requestOf, restoreDraft, withModel, withOption, withSetting } from "./draft";

const [model] = listModels() as [ModelRecord];
const other: ModelRecord = { ...model, modelId: "other" };
const [voice, ...voices] = listVoices();
const catalogue = { models: [model, other], voices: [voice, { ...voice, voiceId: "guest", modelIds: ["other"] }] };
const draft: Draft = {
  text: "Chào",
  voiceId: "south-ngoc",
  modelId: model.modelId,
  config: {},
  audioFormat: "mp3",
  reading: {},
};

test("only settings that differ from the default are sent", () => {
  const faster = withSetting(draft, model, "speed", 1.2);
  expect(requestOf(faster).config).toEqual({ speed: 1.2 });
  expect(requestOf(withSetting(faster, model, "speed", 1))).not.toHaveProperty("config");
});

test("only the chosen normalization settings are sent, and an empty choice is left to the business", () => {
  expect(requestOf(draft)).not.toHaveProperty("reading");
  const chosen = withOption(withOption(draft.reading, "thousand", "ngàn"), "year", "short");
  expect(requestOf({ ...draft, reading: chosen }).reading).toEqual({ thousand: "ngàn", year: "short" });
  expect(withOption(chosen, "thousand", "")).toEqual({ year: "short" });
  expect(requestOf({ ...draft, reading: "off" }).reading).toBe("off");
});

test("another model starts from its own defaults and keeps the voice only if it has it", () => {
  const changed = withModel({ ...draft, config: { speed: 1.2 } }, catalogue as never, "other");
  expect(changed).toMatchObject({ modelId: "other", voiceId: "guest", config: {} });
  expect(withModel(draft, { models: [model], voices }, model.modelId).voiceId).toBe("south-ngoc");
});

test("a stored draft is restored, without what its models and voices no longer have", () => {
  const kept: Draft = { ...draft, text: "Chào bà con", config: { speed: 1.2 }, audioFormat: "wav" };
  const all = { models: [model], voices: listVoices() };
  const restore = (changed: Partial<Draft>) => restoreDraft({ ...kept, ...changed }, draft, all, ["mp3", "wav"]);
  expect(restore({})).toEqual(kept);
  expect(restore({ config: { speed: 1.2, tone: 3, pitch: "high" }, audioFormat: "opus" })).toEqual({
    ...kept,
    audioFormat: "mp3",
  });
  expect(restore({ reading: "off" }).reading).toBe("off");
  expect(restore({ reading: { thousand: "ngàn", four: "vier" } as never }).reading).toEqual({ thousand: "ngàn" });
  expect(restore({ reading: undefined }).reading).toEqual({});
  expect(restore({ voiceId: "gone" }).voiceId).toBe(voice?.voiceId);
  expect(restore({ modelId: "gone" })).toEqual({ ...draft, text: "Chào bà con" });
  expect(restoreDraft(undefined, draft, all, ["mp3"])).toEqual(draft);
});
