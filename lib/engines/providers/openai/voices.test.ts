import { expect, test } from "vitest";
import { bodyOf, openEngine, startMachine, within } from "@/testing/fakes/remote-engine";
import { sendJson, well } from "@/testing/fakes/speech-server";

test.each([
  ["names", { voices: ["nova", "Đức Anh"] }, ["remote-nova", "remote-duc-anh"]],
  ["objects", { voices: [{ id: "nova", name: "Nova", gender: "male" }] }, ["remote-nova"]],
  [
    "a bare list",
    [
      { voice_id: "nova", model_id: "tts-1" },
      { voice_id: "other", model_id: "tts-2" },
    ],
    ["remote-nova"],
  ],
  ["a list called data", { data: [{ name: "nova" }] }, ["remote-nova"]],
])("voices are discovered in %s", async (_, list, ids) => {
  const server = await startMachine((seen, response) =>
    seen.path.startsWith("/v1/audio/voices") ? sendJson(response, 200, list) : well(seen, response),
  );
  const provider = openEngine([server], { model: { voices: "discover" } });
  await expect.poll(() => provider.voices.map(({ voiceId }) => voiceId)).toEqual(ids);
  const { voiceId } = provider.voices[0] ?? { voiceId: "" };
  await provider.synthesize?.({ text: "Chào", voiceId, modelId: "reader", config: {} }, within(1000));
  expect(bodyOf(server)).toMatchObject({ voice: "nova" });
});

test("the second endpoint for voices is tried too", async () => {
  const server = await startMachine((seen, response) =>
    seen.path.startsWith("/v1/voices") ? sendJson(response, 200, ["nova"]) : well(seen, response),
  );
  const provider = openEngine([server], { model: { voices: "discover" } });
  await expect.poll(() => provider.voices).toMatchObject([{ name: "nova", gender: "female", region: "north" }]);
});
