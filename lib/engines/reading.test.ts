// @module-tag promise
// @module-tag slow
import { afterEach, expect, test, vi } from "vitest";
import type { Audio } from "@/lib/engines/audio/formats";
import { checkVoice } from "@/lib/speech/check";
import { espeakProvider } from "./providers/espeak/provider";
import { normalizeFor } from "./reading";
import { speakWithEngine } from "./speak";

afterEach(() => vi.restoreAllMocks());

const chosen = checkVoice({ voiceId: "north-linh", modelId: "vang-espeak" });
const { signal } = new AbortController();

test.each([
  ["5,000 digits", "5".repeat(5000), []],
  [
    "100 characters whose own pronunciations are 10,000 long",
    "x ".repeat(50),
    [{ written: "x", spoken: "y".repeat(200) }],
  ],
])("%s are rejected before the engine is called", async (_, text, pronunciations) => {
  const synthesize = vi.spyOn(espeakProvider, "synthesize");
  const rejected = { code: "SPOKEN_TEXT_TOO_LONG", details: { param: "text" } };
  await expect(speakWithEngine({ text, config: {}, pronunciations }, chosen, signal)).rejects.toMatchObject(rejected);
  expect(synthesize).not.toHaveBeenCalled();
});

/** The longest stretch without sound, in seconds. */
function longestSilence({ samples, sampleRate }: Audio): number {
  let [longest, quiet] = [0, 0];
  for (const sample of samples) {
    quiet = Math.abs(sample) < 0.002 ? quiet + 1 : 0;
    longest = Math.max(longest, quiet);
  }
  return longest / sampleRate;
}

test.each([
  ["Xin chào [pause:1.5] các bạn", undefined, 1.5],
  ["Xin chào [pause:1.5] các bạn", "off" as const, 1.5],
  ["Xin chào [pause:12] các bạn", undefined, 10],
])("%s becomes exactly that much silence, ten seconds at most", async (text, reading, seconds) => {
  const audio = await speakWithEngine({ text, reading, config: {} }, chosen, signal);
  expect(Math.abs(longestSilence(audio) - seconds)).toBeLessThan(0.02);
});

test("the preview of normalized text has the same limit as synthesis", () => {
  expect(() => normalizeFor("5".repeat(5000), chosen)).toThrow("speech.spokenTooLong");
});

test("an engine of several languages gets the words in their scripts, and others do not", () => {
  const spokenBy = (...languageCodes: string[]) =>
    normalizeFor("Chào 你好, привет 3", { ...chosen, model: { ...chosen.model, languageCodes } });
  expect(spokenBy("vi")).toMatchObject({ spoken: "Chào ,  ba" });
  expect(
    spokenBy("vi")
      .unread?.map(({ character }) => character)
      .join(""),
  ).toBe("你好привет");
  expect(spokenBy("vi", "en", "zh").spoken).toBe("Chào 你好,  ba");
  expect(spokenBy("vi", "ru", "ja", "?").spoken).toBe("Chào 你好, привет ba");
  expect(spokenBy("vi", "ru", "ja").unread).toBeUndefined();
});
