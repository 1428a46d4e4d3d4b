import {
  type Explained,
  explain,
  keepAsTyped,
  RULES_VERSION,
  readCleaned,
  regionalReading,
  type Verbalized,
  type WantedReading,
} from "vietnamese-text";
import { AppError } from "@/lib/platform/errors";
import { withSentenceBreaks } from "./pieces";
import type { Model, SpeechProvider, Voice } from "./provider";
import { checkSpokenLength } from "./spoken-length";
import { testMark } from "./test-mark";

export type Chosen = { model: Model; provider: SpeechProvider; voice: Voice };

/** What an engine is to say: the text as `normalizeFor` reads it, in a test behind words that no reading can change. */
export function wordsFor(
  text: string,
  chosen: Chosen,
  { isTest, ...wanted }: WantedReading & { isTest?: boolean },
): Verbalized {
  const read = normalizeFor(text, chosen, wanted);
  if (!isTest) return read;
  const { spoken, pauses, deliveries, changes } = read;
  const [start, end] = [testMark.length, testMark.length + 1];
  const move = <Part extends { start: number; end: number }>(part: Part): Part => ({
    ...part,
    start: part.start + end,
    end: part.end + end,
  });
  const moved = pauses.map(move);
  const pause = { start, end, seconds: 0.3 };
  return {
    spoken: `${testMark} ${spoken}`,
    pauses: chosen.provider.hasExactPauses ? [pause, ...moved] : moved,
    ...(deliveries && { deliveries: deliveries.map(move) }),
    changes: [{ written: "", spoken: testMark, rule: "test", at: 0 }, ...changes],
  };
}

/** The version of our rules that apply; null when the engine has its own rules or the request turns them off. */
export const rulesVersionFor = ({ normalises }: Model, reading: WantedReading["reading"]): string | null =>
  reading === "off" || normalises ? null : RULES_VERSION;

/** The normalization options in effect: `off`, or null when the engine has its own rules. */
export function readingUsed({ model, voice }: Chosen, reading: WantedReading["reading"]) {
  if (model.normalises) return null;
  return reading === "off" ? reading : { ...regionalReading[voice.region], ...reading };
}

/** A cleaned text as sent to a model's engine, and the changes made to it. Throws SPOKEN_TEXT_TOO_LONG, TEXT_EMPTY. */
export function normalizeFor(text: string, chosen: Chosen, wanted: WantedReading = {}): Verbalized {
  const reading = readInWords(text, chosen, wanted);
  return chosen.provider.hasExactPauses ? reading : withSentenceBreaks(reading);
}

/** Why each ambiguous abbreviation is read as it is; empty when our rules do not apply. */
export function explainFor(
  text: string,
  { model, voice }: Chosen,
  { pronunciations, reading = {} }: WantedReading,
): Explained[] {
  if (reading === "off" || model.normalises) return [];
  return explain(text, { region: voice.region, reading, pronunciations });
}

function readInWords(
  text: string,
  { model: { normalises, languageCodes }, voice: { region } }: Chosen,
  { pronunciations = [], reading: wanted = {}, sayAs = [], deliveries = [] }: WantedReading,
): Verbalized {
  if (normalises) return keepAsTyped(text);
  if (wanted === "off") {
    // An engine with its own rules expands digits too, so its text counts as long as with ours.
    const byRules = readCleaned({ text, sayAs: [] }, { region });
    checkSpokenLength(byRules, () => byRules);
    return keepAsTyped(text);
  }
  const options = { region, reading: wanted, scripts: scriptsOf(languageCodes) };
  const reading = readCleaned({ text, sayAs, deliveries }, { ...options, pronunciations });
  checkSpokenLength(reading, () => readCleaned({ text, sayAs }, options));
  // Of silent emoji, or of characters that no rule knows, nothing is left to say.
  if (reading.spoken.trim() === "") throw new AppError("TEXT_EMPTY", { param: "text" });
  return reading;
}

/** The scripts of ISO 15924 that stand for several of Unicode. */
const mixedScripts: Record<string, string[]> = {
  Hans: ["Han"],
  Hant: ["Han"],
  Jpan: ["Han", "Hiragana", "Katakana"],
  Kore: ["Hangul", "Han"],
};

/** The scripts beside Latin in which a model's languages are written. */
function scriptsOf(languageCodes: readonly string[]): string[] {
  const scripts = languageCodes.flatMap((code) => {
    try {
      const script = new Intl.Locale(code).maximize().script ?? "Latn";
      return mixedScripts[script] ?? (script === "Latn" ? [] : [script]);
    } catch {
      // An engine file can name any text as the code of a language, which then has no script.
      return [];
    }
  });
  return [...new Set(scripts)].filter(isScript);
}

const isScript = (name: string): boolean => {
  try {
    return Boolean(new RegExp(`\\p{Script=${name}}`, "u"));
  } catch {
    return false;
  }
};
