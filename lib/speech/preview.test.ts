// @module-tag slow
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listVoices } from "@/lib/engines/catalogue";
import { closePool } from "@/lib/engines/pool";
import { env } from "@/lib/platform/env";
import { answering, halfClosing } from "@/testing/corpora/speech-failures";
import { writeEngine } from "@/testing/fakes/remote-engine";
import { type SpeechServer, startSpeechServer } from "@/testing/fakes/speech-server";
import { listPreviewSparks, previewAudio } from "./preview";

let engine: SpeechServer;

beforeAll(async () => {
  engine = await startSpeechServer();
  writeFileSync(env.VANG_ENGINES, writeEngine([engine]));
});
afterAll(async () => {
  await closePool();
  await engine.close();
});

const directory = join(env.VANG_DATA, "previews");
const recordings = () => readdirSync(directory).filter((name) => name.endsWith(".mp3"));
beforeEach(() => rmSync(directory, { recursive: true, force: true }));

test("ten concurrent requests for a voice's preview share one recording", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => previewAudio("north-linh")));
  for (const answer of answers) expect(answer).toBe(answers[0]);
  expect(recordings()).toHaveLength(1);
});

test("every voice has a recording of its own, which stays the same, and its wave once it was made", async () => {
  expect(await listPreviewSparks()).toEqual({});
  for (const { voiceId } of listVoices()) {
    const first = await previewAudio(voiceId);
    const again = await previewAudio(voiceId);
    expect(Buffer.from(first).toString("latin1", 0, 3)).toBe("ID3");
    expect(Buffer.compare(first, again)).toBe(0);
  }
  expect(recordings()).toHaveLength(listVoices().length);
  const sparks = await listPreviewSparks();
  expect(Object.keys(sparks)).toEqual(listVoices().map(({ voiceId }) => voiceId));
  for (const spark of Object.values(sparks)) expect(spark).toMatch(/^[0-9a-f]{48}$/);
});

test("an unknown voice has no preview, whatever its name", async () => {
  for (const voiceId of ["nobody", "", "../../north-linh", "north-linh/.."]) {
    await expect(previewAudio(voiceId)).rejects.toMatchObject({ code: "VOICE_UNKNOWN" });
  }
});

test.each([
  ["fails", answering(500, {}), { code: "PROVIDER_FAILED" }],
  ["breaks off", halfClosing, { code: "PROVIDER_FAILED" }],
  ["rejects what nobody but us chose", answering(400, {}), { code: "PROVIDER_FAILED" }],
  ["is busy", answering(429, {}, { "retry-after": "40" }), { code: "OVERLOADED", details: { retryAfterSeconds: 40 } }],
])("a preview whose engine %s fails with the engine's error", async (_, ill, refusal) => {
  engine.behave(ill);
  await expect(previewAudio("ngoc")).rejects.toMatchObject(refusal);
});
