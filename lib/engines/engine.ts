import "server-only";
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
import type { Audio } from "@/lib/engines/audio/formats";
import {
  type Model,
  ProviderError,
  type SpeechProvider,
  type SynthesisRequest,
  type Transcription,
  type TranscriptionRequest,
  type Voice,
} from "./provider";
import { callEngine } from "./resilience/call";
import { checkSpokenLength } from "./spoken-length";
import { cutAtPauses, speakPieces, withSentenceBreaks } from "./spoken-pieces";
import { TestMark, testMark } from "./test-mark";

/** A timeout on a text longer than this does not count as a failure of the engine. */
const longCharacters = 2000;
const manyPieces = 10;

export type SpeakRequest = Omit<SynthesisRequest, "modelId" | "voiceId"> &
  WantedReading & {
    /** The speech begins with words that say so, and repeats them. */
    isTest?: boolean;
  };

export type Chosen = { model: Model; provider: SpeechProvider; voice: Voice };

/** Numbers and abbreviations are expanded for engines that cannot do it. Throws ProviderError, SPOKEN_TEXT_TOO_LONG. */
export async function speakWithEngine(request: SpeakRequest, chosen: Chosen, signal: AbortSignal): Promise<Audio> {
  const { provider } = chosen;
  const { synthesize } = provider;
  if (!synthesize) throw new ProviderError("broken", `${provider.name} has no voices.`);
  const { pronunciations, reading, isTest, ...speech } = request;
  const read = wordsFor(speech.text, chosen, { pronunciations, reading, isTest });
  const pieces = cutAtPauses(read);
  const isLong = isLongFor(read, pieces);
  const ids = { modelId: chosen.model.modelId, voiceId: chosen.voice.voiceId };
  const speak = async () => {
    const mark = isTest ? await TestMark.speak(provider, { ...ids, owner: request.owner }, signal) : null;
    const audio = await speakPieces(pieces, (text) =>
      synthesize.call(provider, { ...speech, ...ids, text, isLong }, signal),
    );
    mark?.mix(audio);
    return audio;
  };
  return callEngine(provider, speak, { signal, owner: request.owner, isLong });
}

/** What an engine is to say: the text as `normalizeFor` reads it, in a test behind words that no reading can change. */
export function wordsFor(
  text: string,
  chosen: Chosen,
  { isTest, ...wanted }: WantedReading & Pick<SpeakRequest, "isTest">,
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

export const isLongFor = ({ spoken }: Pick<Verbalized, "spoken">, pieces: readonly unknown[]): boolean =>
  spoken.length > longCharacters || pieces.length > manyPieces;

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

/** Transcribes audio with the model's engine until the signal aborts. Throws ProviderError. */
export async function transcribeWithEngine(
  request: TranscriptionRequest,
  provider: SpeechProvider,
  signal: AbortSignal,
): Promise<Transcription> {
  const { transcribe } = provider;
  if (!transcribe) throw new ProviderError("broken", `${provider.name} has no recognizer.`);
  return callEngine(provider, () => transcribe.call(provider, request, signal), { signal, owner: request.owner });
}
