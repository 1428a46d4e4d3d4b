// @module-tag slow
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { install, remove } from "@/lib/engines/models/install";
import { homeOf, modelsDirectory } from "@/lib/engines/models/installed";
import { makeKey, makeMember } from "@/prisma/factories";
import { describeModel, recognizerEntry, voiceEntry } from "@/testing/fakes/tiny-installed";
import { tinyRecognizer, tinyVoice, writeFiles } from "@/testing/fakes/tiny-models";
import { startApi } from "@/testing/harness/api";

import { smokeTest } from "./smoke";

let api: Awaited<ReturnType<typeof startApi>>;
let key: string;

/** Installed from a local folder, as from a USB stick; the engine tries each model first. */
async function installTiny() {
  const from = join(modelsDirectory(), "..", "carried");
  mkdirSync(from, { recursive: true });
  const options = {
    directory: modelsDirectory(),
    from,
    accepted: [],
    trustFirst: true,
    report: () => undefined,
    tryOut: smokeTest,
  };
  for (const [entry, files] of [
    [recognizerEntry, tinyRecognizer],
    [voiceEntry, tinyVoice],
  ] as const) {
    writeFiles(homeOf(from, entry.id), files);
    await install(describeModel(entry, files), options);
  }
}

beforeAll(async () => {
  api = await startApi();
  key = await makeKey(await makeMember({ creditMilli: 50_000_000n }));
});
afterAll(() => api.close());

test("models installed at runtime appear in the catalogue, synthesize and transcribe until they are removed", async () => {
  const hello = { text: "Xin chào Việt Nam", voiceId: "tiny", modelId: "tiny-tts", audioFormat: "wav" };
  expect((await api.post("/tts", key, hello)).status).toBe(400);
  await installTiny();
  const listed = async () => JSON.stringify((await api.get("/tts/models", key)).json);
  await expect.poll(listed, { timeout: 5000 }).toContain('"modelId":"tiny-stt"');

  const spoken = await api.post("/tts", key, { ...hello, config: { speed: 1.5 } });
  expect(spoken).toMatchObject({ status: 200 });
  expect(spoken.headers.get("x-charge-vnd")).toBe("5.1");
  const { pathname, search } = new URL(String(spoken.json.audioUrl));
  const audio = await api.get(pathname + search);

  const form = new FormData();
  form.set("file", new File([new Uint8Array(audio.bytes)], "chào.wav"));
  form.set("modelId", "tiny-stt");
  const recognized = await api.call("POST", "/stt", { key, body: form });
  expect(recognized).toMatchObject({ status: 200 });
  expect(recognized.json.transcript).toMatch(/xin chào/);

  const refused = await api.post("/tts", key, { ...hello, config: { pitch: 3 } });
  expect(refused).toMatchObject({ status: 400, json: { code: "PROVIDER_REJECTED" } });

  await remove(modelsDirectory(), "tiny-tts", () => undefined);
  await expect.poll(listed, { timeout: 5000 }).not.toContain("tiny-tts");
  expect(await api.post("/tts", key, hello)).toMatchObject({ status: 400 });
});
