// @module-tag promise
import fc from "fast-check";
import { expect, test } from "vitest";
import { trials } from "@/testing/harness/deep";
import type { SpeechPart, SpeechProvider } from "./provider";
import type { Chosen } from "./reading";
import { speakAsMade } from "./speak";

const { signal } = new AbortController();

const engineOf = (speech: Partial<SpeechProvider>): Chosen => ({
  provider: { name: "test", voices: [], models: [], concurrency: null, health: async () => ({ ok: true }), ...speech },
  model: { modelId: "m", name: "M", kind: "tts", languageCodes: ["vi"], config: {} },
  voice: {
    ...{ voiceId: "v", name: "V", gender: "female", region: "north", languageCode: "vi" },
    ...{ styles: [], modelIds: ["m"] },
  },
});

const sampleRate = 1000;
const sound = { samples: new Float32Array(1000).fill(0.1), sampleRate };

/** The share of the price after each part that has sound. */
async function sharesOf(text: string, chosen: Chosen): Promise<number[]> {
  const shares: number[] = [];
  await speakAsMade({ text, config: {} }, chosen, signal, async ({ samples, progress }) => {
    if (samples.some((sample) => sample !== 0)) shares.push(progress);
  });
  return shares;
}

const streaming = (progress: readonly (number | undefined)[]) =>
  engineOf({
    hasExactPauses: true,
    async *synthesizeStream() {
      for (const one of progress) yield { ...sound, samples: sound.samples.slice(), progress: one } as SpeechPart;
    },
  });

test("progress never falls, whatever an engine reports", async () => {
  const text = "Xin chào Việt Nam ".repeat(5).trim();
  expect(await sharesOf(text, streaming([0.5, 0.2, 0, 0.7, -3, 0.6, 9]))).toEqual([
    ...[45 / 89, 45 / 89, 45 / 89, 63 / 89, 1, 1, 1],
  ]);
});

test.each([[undefined], [Number.NaN], [Number.POSITIVE_INFINITY]])(
  "a piece of which an engine reports the progress %s counts whole as soon as it has begun",
  async (unknown) => {
    const text = "Một hai ba. [pause:1] Bốn năm sáu bảy tám.";
    const shares = await sharesOf(text, streaming([0.1, unknown]));
    const [first, whole, second, all] = shares.map((share) => Math.round(share * text.length));
    expect([first, all]).toEqual([2, text.length]);
    expect(["Một hai ba.", "Một hai ba. "]).toContain(text.slice(0, whole));
    expect(text.slice(0, second)).toMatch(/^Một hai ba\. \[pause:1\] Bố?n?$/);
  },
);

test("of an engine that speaks whole pieces, each counts whole with all that is typed before it", async () => {
  const sentence = fc.constantFrom("Trời mưa to.", "Giá 1.250.000đ!", "Họp lúc 8h30 ngày 20/11.", `${"7".repeat(80)}.`);
  const link = fc.constantFrom(" ", "\n", " [pause:2] ", " 😀 ", "  ");
  const typed = fc.array(fc.tuple(sentence, link), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(typed, fc.boolean(), async (pairs, hasExactPauses) => {
      const text = pairs.flat().join("").trim();
      const shares: number[] = [];
      const said: string[] = [];
      const chosen = engineOf({
        hasExactPauses,
        synthesize: async (request) => {
          said.push(request.text);
          return { ...sound, samples: sound.samples.slice() };
        },
      });
      shares.push(...(await sharesOf(text, chosen)));
      expect(shares).toHaveLength(said.length);
      expect(shares.at(-1)).toBe(1);
      // Rain is read as typed: what was said until now shows how often it was paid.
      for (const [index, share] of shares.entries()) {
        const rains =
          said
            .slice(0, index + 1)
            .join("")
            .split("mưa to").length - 1;
        const ends = [...text.matchAll(/mưa to/g)].map((found) => found.index + found[0].length);
        expect(Math.round(share * [...text].length)).toBeGreaterThanOrEqual(
          rains === 0 ? 0 : [...text.slice(0, ends[rains - 1])].length,
        );
      }
    }),
    { numRuns: trials(undefined, 30, 1000) },
  );
});
