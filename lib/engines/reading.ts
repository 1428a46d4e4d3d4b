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
  const { spoken, pauses, changes } = read;
  const [start, end] = [testMark.length, testMark.length + 1];
  const moved = pauses.map((pause) => ({ ...pause, start: pause.start + end, end: pause.end + end }));
  const pause = { start, end, seconds: 0.3 };
  return {
    spoken: `${testMark} ${spoken}`,
    pauses: chosen.provider.hasExactPauses ? [pause, ...moved] : moved,
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
  { model, voice: { region } }: Chosen,
  { pronunciations = [], reading: wanted = {}, sayAs = [] }: WantedReading,
): Verbalized {
  if (model.normalises) return keepAsTyped(text);
  if (wanted === "off") {
    // An engine with its own rules expands digits too, so its text counts as long as with ours.
    const byRules = readCleaned({ text, sayAs: [] }, { region });
    checkSpokenLength(byRules, () => byRules);
    return keepAsTyped(text);
  }
  const reading = readCleaned({ text, sayAs }, { region, reading: wanted, pronunciations });
  checkSpokenLength(reading, () => readCleaned({ text, sayAs }, { region, reading: wanted }));
  // Of silent emoji, or of characters that no rule knows, nothing is left to say.
  if (reading.spoken.trim() === "") throw new AppError("TEXT_EMPTY", { param: "text" });
  return reading;
}
