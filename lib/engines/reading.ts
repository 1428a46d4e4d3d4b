import {
  type Explained,
  explain,
  keepAsTyped,
  RULES_VERSION,
  regionalReading,
  type Verbalized,
  verbalize,
  type WantedReading,
} from "vietnamese-text";
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

/** The text as sent to a model's engine, and the changes made to it. Throws SPOKEN_TEXT_TOO_LONG. */
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
  { pronunciations = [], reading: wanted = {} }: WantedReading,
): Verbalized {
  if (model.normalises) return keepAsTyped(text);
  if (wanted === "off") {
    // An engine with its own rules expands digits too, so its text counts as long as with ours.
    const byRules = verbalize(text, { region });
    checkSpokenLength(byRules, () => byRules);
    return keepAsTyped(text);
  }
  const reading = verbalize(text, { region, reading: wanted, pronunciations });
  checkSpokenLength(reading, () => verbalize(text, { region, reading: wanted }));
  return reading;
}
