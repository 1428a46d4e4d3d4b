// @module-tag promise
import type { Espeak, SpeechEvent } from "@echogarden/espeak-ng-emscripten";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { trials } from "@/testing/harness/deep";
import { type Begun, loadEspeak, type SpokenPart, utterAsMade } from "./engine";

let espeak: Espeak;
beforeAll(async () => {
  espeak = await loadEspeak();
});

const voice = { engineVoice: "vi+f3", wordsPerMinute: 175, pitch: 50, range: 50, volume: 100, gainDb: 0 };

/** The parts of a text, and by the engine's own marks when the sound of which of its characters begins. */
function utter(text: string) {
  const marks: SpeechEvent[] = [];
  const own = espeak.synthesize.bind(espeak);
  espeak.synthesize = (given, onChunk) =>
    own(given, (chunk, events) => {
      marks.push(...events.filter(({ type }) => type === "word"));
      return onChunk(chunk, events);
    });
  const parts: SpokenPart[] = [];
  const { sampleRate } = utterAsMade(espeak, { ...voice, text }, (part) => {
    parts.push(part);
    return false;
  });
  espeak.synthesize = own;
  return { parts, marks, sampleRate };
}

/** How much of a text without markup is audible in so many milliseconds of the engine's sound, in UTF-16 units. */
function audibleIn(ms: number, marks: readonly SpeechEvent[], text: string): number {
  const characters = [...text];
  const unitsBefore = (character: number) => characters.slice(0, character).join("").length;
  let audible = 0;
  for (const [index, { text_position, word_length, audio_position: start }] of marks.entries()) {
    if (start >= ms) break;
    const next = marks[index + 1];
    const from = text_position - 1;
    const to = next ? Math.max(next.text_position - 1, from + word_length) : from + word_length;
    const within = next && next.audio_position > ms ? (ms - start) / (next.audio_position - start) : 1;
    audible = Math.max(audible, unitsBefore(from) + within * (unitsBefore(to) - unitsBefore(from)));
  }
  return audible;
}

/** Checks each place at which a client can leave, and returns the progress there. */
function check(text: string): number[] {
  const { parts, marks, sampleRate } = utter(text);
  const [firstSoundMs, roundingError] = [30, 1e-6];
  let [samples, before] = [0, 0];
  for (const part of parts) {
    samples += part.samples.length;
    // The silence before the first sound is shortened to 30 ms, so the engine had made at least as much.
    const audible = audibleIn((samples / sampleRate) * 1000 - firstSoundMs, marks, text);
    if (part.samples.length > 0) expect(part.progress * text.length + roundingError).toBeGreaterThanOrEqual(audible);
    expect(part.progress).toBeGreaterThanOrEqual(before);
    before = part.progress;
  }
  return parts.filter((part) => part.samples.length > 0).map(({ progress }) => progress);
}

const wanted = "Hôm nay trời nhiều mây, có mưa rào nhẹ vào buổi chiều. ";

test.each([
  ["a word of 250 letters", "ă".repeat(250)],
  ["a number of 300 digits", "7".repeat(300)],
  ["40 emoji", "😀".repeat(40)],
  ["a word of 900 letters", "a".repeat(900)],
  ["line breaks", "\n\n\n".repeat(30)],
  ["a long URL", `https://example.com/${"duong-dan/".repeat(20)}?x=1;y=2`],
  ["dashes and signs", "- hai – + = * ÷ # @ % ".repeat(8)],
  ["Chinese without spaces", "北京市".repeat(20)],
  ["silence", "… . . . — — ".repeat(10)],
])("of a text that goes on with %s each part is paid as far as it is audible", (_, filler) => {
  const text = `${wanted}${filler} hết`;
  const paid = check(text);
  expect(paid.at(-1)).toBe(1);
  // Until the words that are wanted are over, at most the word that has begun is paid beside them.
  expect(paid[0]).toBeLessThan(12 / text.length);
});

test("at each place in any text the characters that are audible until then are paid", () => {
  const fragment = fc.oneof(
    fc.constantFrom("trời", "mưa", "Hà Nội", "xin_chào", "https://vang.vn/a?b=1", "12,5", "ABC", "’", "–", "- "),
    fc.constantFrom("ă".repeat(250), "8".repeat(300), "😀".repeat(40), "🏳️", "日本", "\n", ". ", ", ", "… ", "%"),
    fc.string({ unit: "grapheme", maxLength: 4 }).filter((text) => !/[<&\p{Cc}\p{Cs}]/u.test(text)),
  );
  const text = fc
    .array(fc.tuple(fragment, fc.constantFrom(" ", " ", "")), { minLength: 1, maxLength: 12 })
    .map((fragments) => fragments.flat().join(""));
  fc.assert(
    fc.property(text, (any) => void check(any)),
    { numRuns: trials(undefined, 8, 1000) },
  );
});

test("characters that the engine gets as markup count once", () => {
  const { parts } = utter("a & b < c & d");
  const known = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((characters) => characters / 13);
  for (const { progress } of parts) expect(known).toContain(progress);
});

/** The parts of a text that is spoken in turns, each of at least so many seconds. */
function utterInTurns(text: string, turnSeconds: number) {
  const parts: SpokenPart[] = [];
  let turns = 0;
  for (let begun: Begun | undefined; ; turns++) {
    const take = (part: SpokenPart) => {
      parts.push(part);
      return false;
    };
    const { rest } = utterAsMade(espeak, { ...voice, text }, take, { begun, turnSeconds });
    if (!rest) return { parts, turns };
    // Another thread goes on.
    begun = structuredClone(rest);
  }
}

/** What was paid at each place that has sound, the words, and the seconds of sound. */
function summarize(parts: readonly SpokenPart[]) {
  const length = parts.reduce((sum, { samples }) => sum + samples.length, 0);
  const words = parts.flatMap((part) => part.words);
  return {
    paid: [...new Set(parts.filter(({ samples }) => samples.length > 0).map(({ progress }) => progress))],
    words: words.map(({ word }) => word),
    starts: words.map(({ start }) => start),
    seconds: length / espeak.get_samplerate(),
  };
}

test("a text that is spoken in turns has the words, the sound and the price at each word that it has in one", () => {
  const fragment = fc.constantFrom(
    ...["trời", "mưa", "Hà Nội", "12,5", "A.B.", "v.v.", "TP.HCM", "a & b", "<b>", "😀", "日本", "(vâng ạ)", "hai…ba"],
    ...["nghiêng".repeat(12), "8".repeat(40), "hà nội nhiều mây có mưa ".repeat(23)],
  );
  const link = fc.constantFrom(" ", " ", ", ", ". ", "! ", "; ", "\n", "\n\n", "... ", ".", ",");
  const text = fc
    .array(fc.tuple(fragment, link), { minLength: 10, maxLength: 20 })
    .map((fragments) => fragments.flat().join(""));
  let turns = 0;
  fc.assert(
    fc.property(text, fc.constantFrom(0, 3), (any, turnSeconds) => {
      const whole = summarize(utter(any).parts);
      const inTurns = utterInTurns(any, turnSeconds);
      const { paid, words, starts, seconds } = summarize(inTurns.parts);
      turns += inTurns.turns;
      expect({ paid, words }).toEqual({ paid: whole.paid, words: whole.words });
      // The engine varies each time by a few samples for each clause.
      const tolerance = 0.01 + 0.03 * inTurns.turns;
      expect(Math.abs(seconds - whole.seconds)).toBeLessThan(tolerance);
      for (const [index, start] of starts.entries())
        expect(Math.abs(start - (whole.starts[index] as number))).toBeLessThan(tolerance);
    }),
    { numRuns: trials(undefined, 2, 200) },
  );
  expect(turns).toBeGreaterThan(2);
});

test("a word in capitals among small letters is said, and not spelled", () => {
  const lengthOf = (text: string) => utter(text).parts.reduce((sum, { samples }) => sum + samples.length, 0);
  // The engine itself varies by some hundred samples each time; to spell a word takes thousands more.
  for (const text of ["Tin (GẤP) hôm nay", "SỞ Y TẾ thành phố Hồ Chí Minh."])
    expect(Math.abs(lengthOf(text) - lengthOf(text.toLowerCase())), text).toBeLessThanOrEqual(1000);
  expect(lengthOf("Mã GTGT")).toBeGreaterThan(lengthOf("Mã gt"));
  expect(
    utter("Tin GẤP")
      .parts.flatMap(({ words }) => words)
      .map(({ word }) => word),
  ).toEqual(["Tin", "GẤP"]);
});
