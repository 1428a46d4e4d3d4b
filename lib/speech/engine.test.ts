import { afterEach, expect, test, vi } from "vitest";
import { readFor, speakWithEngine } from "./engine";
import { espeakProvider } from "./providers/espeak/provider";

afterEach(() => vi.restoreAllMocks());

const voice = { voiceId: "north-linh", modelId: "vang-espeak" };
const { signal } = new AbortController();

test.each([
  ["5,000 digits", "5".repeat(5000), []],
  [
    "100 characters whose own pronunciations are 10,000 long",
    "x ".repeat(50),
    [{ written: "x", spoken: "y".repeat(200) }],
  ],
])("%s are rejected before the engine runs", async (_, text, pronunciations) => {
  const synthesize = vi.spyOn(espeakProvider, "synthesize");
  const rejected = { code: "SPOKEN_TEXT_TOO_LONG", words: { param: "text" } };
  await expect(speakWithEngine({ ...voice, text, config: {}, pronunciations }, signal)).rejects.toMatchObject(rejected);
  expect(synthesize).not.toHaveBeenCalled();
});

test("the preview of a reading has the same limit as the job itself", () => {
  expect(() => readFor({ ...voice, text: "5".repeat(5000) })).toThrow("speech.spokenTooLong");
});
