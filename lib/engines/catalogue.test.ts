import { expect, test, vi } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { clock, hours } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { modelSchema, voiceSchema } from "@/lib/speech/schema";
import { makeMember, makePrice } from "@/prisma/factories";
import { findModel, findOffered, findVoice, listModelPrices, listModelsWithPrices, listVoices } from "./catalogue";

test("every record has exactly the contract's fields", async () => {
  const models = await listModelsWithPrices(null);
  expect([listVoices(), models].map(({ length }) => length)).toEqual([10, 2]);
  for (const voice of listVoices()) expect(voiceSchema.strict().parse(voice)).toEqual(voice);
  for (const model of models) expect(modelSchema.strict().parse(model)).toEqual(model);
});

test("ids are unique, and every id that a voice or model names exists", () => {
  const ids = listVoices().map(({ voiceId }) => voiceId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { voiceId, modelIds, previewUrl } of listVoices()) {
    expect(findVoice(voiceId)?.voiceId).toBe(voiceId);
    expect(previewUrl).toBe(`${env.url}/tts/voices/preview?voiceId=${voiceId}`);
    for (const modelId of modelIds) {
      const { offered, voice } = findOffered({ modelId, voiceId });
      expect(offered?.provider.models).toContain(findModel(modelId));
      expect(voice?.voiceId).toBe(voiceId);
    }
  }
});

test("three regions have voices of both genders, and the central one is marked experimental", () => {
  const count = (region: string, gender: string) =>
    listVoices().filter((voice) => voice.region === region && voice.gender === gender).length;
  expect(["north", "central", "south"].map((region) => [count(region, "female"), count(region, "male")])).toEqual([
    [2, 2],
    [1, 1],
    [2, 2],
  ]);
  for (const voice of listVoices()) expect(voice.experimental).toBe(voice.region === "central");
});

test("every model has a price and defaults within its range", async () => {
  const models = await listModelsWithPrices(null);
  expect(models.flatMap(({ config }) => Object.keys(config))).toContain("speed");
  for (const { priceVnd, config } of models) {
    expect(priceVnd).toBeGreaterThan(0);
    for (const { min, max, default: usual } of Object.values(config)) {
      expect(usual).toBeGreaterThanOrEqual(min ?? Number.NaN);
      expect(usual).toBeLessThanOrEqual(max ?? Number.NaN);
    }
  }
});

test("an unknown id is not found", () => {
  expect(findVoice("nobody")).toBeUndefined();
  expect(findModel("__proto__")).toBeUndefined();
  expect(findOffered({ modelId: "nothing" }).offered).toBeUndefined();
});

test("members see when each price applies to their business, and none that was agreed with another one", async () => {
  const [viewer, other] = [await makeMember({ role: "viewer" }), await makeMember()];
  const from = new Date(clock.now().getTime() + hours(1));
  const id = await makePrice(viewer.businessId, { priceVnd: 450, from });
  const listed = async (member: Member) =>
    (await listModelPrices(member)).find(({ modelId }) => modelId === "vang-espeak")?.prices;
  await vi.waitFor(async () => expect(await listed(viewer)).toHaveLength(2), { timeout: 5000, interval: 200 });
  expect(await listed(viewer)).toMatchObject([
    { businessId: null, priceVnd: 300, until: from },
    { id, businessId: viewer.businessId, priceVnd: 450, from, until: null },
  ]);
  expect(await listed(other)).toMatchObject([{ businessId: null, priceVnd: 300, until: null }]);
});
