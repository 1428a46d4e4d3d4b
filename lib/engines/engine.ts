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
import type { Audio } from "@/lib/audio/formats";
import { findModel, findProvider, findVoice } from "./catalogue";
import { ProviderError, type SynthesisRequest, type Transcription, type TranscriptionRequest } from "./provider";
import { callEngine } from "./resilience/call";
import { checkSpokenLength } from "./spoken-length";
import { cutAtPauses, speakPieces, withSentenceBreaks } from "./spoken-pieces";

/** A timeout on a text longer than this does not count as a failure of the engine. */
const longCharacters = 2000;
const manyPieces = 10;

export type SpeakRequest = SynthesisRequest & WantedReading;

/**
 * Synthesizes speech with the model's engine until the signal aborts. Numbers and abbreviations are expanded first
 * for engines that cannot do it. Throws ProviderError and SPOKEN_TEXT_TOO_LONG.
 */
export async function speakWithEngine(request: SpeakRequest, signal: AbortSignal): Promise<Audio> {
  const provider = findProvider(request.modelId);
  const { synthesize } = provider;
  if (!synthesize) throw new ProviderError("broken", `${provider.name} has no voices.`);
  const { pronunciations, reading, ...speech } = request;
  const read = normalizeFor(speech, { pronunciations, reading });
  const pieces = cutAtPauses(read);
  const isLong = read.spoken.length > longCharacters || pieces.length > manyPieces;
  const speak = () => speakPieces(pieces, (text) => synthesize.call(provider, { ...speech, text, isLong }, signal));
  return callEngine(provider, speak, { signal, owner: request.owner, isLong });
}

type SpeechInput = Pick<SynthesisRequest, "text" | "voiceId" | "modelId">;

/**
 * The version of the normalization rules that apply to a text; null when the engine has its own rules or the request
 * turns them off.
 */
export const rulesVersionFor = (modelId: string, reading: WantedReading["reading"]): string | null =>
  reading === "off" || findModel(modelId)?.normalises ? null : RULES_VERSION;

/** The normalization options in effect: `off`, or null when the engine has its own rules. */
export function readingUsed({ voiceId, modelId }: Omit<SpeechInput, "text">, reading: WantedReading["reading"]) {
  const region = findVoice(voiceId)?.region;
  if (!region || findModel(modelId)?.normalises) return null;
  return reading === "off" ? reading : { ...regionalReading[region], ...reading };
}

/** The text as sent to a model's engine, and the changes made to it. Throws SPOKEN_TEXT_TOO_LONG. */
export function normalizeFor(speech: SpeechInput, wanted: WantedReading = {}): Verbalized {
  const reading = readInWords(speech, wanted);
  return findProvider(speech.modelId).hasExactPauses ? reading : withSentenceBreaks(reading);
}

/** Why each ambiguous abbreviation is read as it is; empty when our rules do not apply. */
export function explainFor(
  { text, voiceId, modelId }: SpeechInput,
  { pronunciations, reading = {} }: WantedReading,
): Explained[] {
  const region = findVoice(voiceId)?.region;
  if (!region || reading === "off" || findModel(modelId)?.normalises) return [];
  return explain(text, { region, reading, pronunciations });
}

function readInWords(
  { text, voiceId, modelId }: SpeechInput,
  { pronunciations = [], reading: wanted = {} }: WantedReading,
): Verbalized {
  const region = findVoice(voiceId)?.region;
  if (!region || findModel(modelId)?.normalises) return keepAsTyped(text);
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
export async function transcribeWithEngine(request: TranscriptionRequest, signal: AbortSignal): Promise<Transcription> {
  const provider = findProvider(request.modelId);
  const { transcribe } = provider;
  if (!transcribe) throw new ProviderError("broken", `${provider.name} has no recognizer.`);
  return callEngine(provider, () => transcribe.call(provider, request, signal), { signal, owner: request.owner });
}
