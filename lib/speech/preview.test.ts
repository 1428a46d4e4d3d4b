import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";
import { listVoices } from "./catalogue";
import { closePool } from "./pool";
import { previewAudio } from "./preview";

afterAll(closePool);

const recordings = () => readdirSync(join(env.VANG_DATA, "previews"));

test("ten people who ask for a voice at once share one recording", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => previewAudio("north-linh")));
  for (const answer of answers) expect(answer).toBe(answers[0]);
  expect(recordings()).toHaveLength(1);
});

test("every voice has a recording of its own, which stays the same", async () => {
  for (const { voiceId } of listVoices()) {
    const first = await previewAudio(voiceId);
    const again = await previewAudio(voiceId);
    expect(Buffer.from(first).toString("latin1", 0, 3)).toBe("ID3");
    expect(Buffer.compare(first, again)).toBe(0);
  }
  expect(recordings()).toHaveLength(listVoices().length);
});

test("a voice that does not exist has no preview, whatever it is called", async () => {
  for (const voiceId of ["nobody", "", "../../north-linh", "north-linh/.."]) {
    await expect(previewAudio(voiceId)).rejects.toEqual(new Refusal("VOICE_UNKNOWN", { param: "voiceId" }));
  }
});
