import "server-only";
import type { Audio } from "@/lib/audio/formats";
import { type Reading, RULES_VERSION, readAloud, readAsTyped } from "@/lib/text-normalization/read";
import { regionalReading } from "@/lib/text-normalization/reading-options";
import type { WantedReading } from "@/lib/text-normalization/wanted";
import { findModel, findProvider, findVoice } from "./catalogue";
import { ProviderError, type SynthesisRequest, type Transcription, type TranscriptionRequest } from "./provider";
import { callEngine } from "./resilience/call";
import { checkSpokenLength } from "./spoken-length";
import { cutAtPauses, speakPieces, withSentenceBreaks } from "./spoken-pieces";

/** An engine that does not speak so many within the budget may be slow; it is not broken. */
const longCharacters = 2000;
const manyPieces = 10;

export type SpeakRequest = SynthesisRequest & WantedReading;

/**
 * Has the model's engine read a text aloud, until the signal aborts. An engine that does not know how numbers and
 * abbreviations are read gets them in words. Throws ProviderError and SPOKEN_TEXT_TOO_LONG.
 */
export async function speakWithEngine(request: SpeakRequest, signal: AbortSignal): Promise<Audio> {
  const provider = findProvider(request.modelId);
  const { synthesize } = provider;
  if (!synthesize) throw new ProviderError("broken", `${provider.name} has no voices.`);
  const { pronunciations, reading, ...asked } = request;
  const read = readFor(asked, { pronunciations, reading });
  const pieces = cutAtPauses(read);
  const isLong = read.spoken.length > longCharacters || pieces.length > manyPieces;
  const speak = () => speakPieces(pieces, (text) => synthesize.call(provider, { ...asked, text, isLong }, signal));
  return callEngine(provider, speak, { signal, owner: request.owner, isLong });
}

type Asked = Pick<SynthesisRequest, "text" | "voiceId" | "modelId">;

/**
 * The version of the rules that a text is read with; null where none is applied, because the engine reads by its own
 * or the request asks for none.
 */
export const rulesVersionFor = (modelId: string, reading: WantedReading["reading"]): string | null =>
  reading === "off" || findModel(modelId)?.normalises ? null : RULES_VERSION;

/** All options that a text is read with, `off`, or null where the engine reads by its own rules. */
export function readingUsed({ voiceId, modelId }: Omit<Asked, "text">, reading: WantedReading["reading"]) {
  const region = findVoice(voiceId)?.region;
  if (!region || findModel(modelId)?.normalises) return null;
  return reading === "off" ? reading : { ...regionalReading[region], ...reading };
}

/**
 * The words in which a model's engine gets a text, and what of it is not read as it is written. Throws
 * SPOKEN_TEXT_TOO_LONG.
 */
export function readFor(asked: Asked, wanted: WantedReading = {}): Reading {
  const reading = readInWords(asked, wanted);
  return findProvider(asked.modelId).hasExactPauses ? reading : withSentenceBreaks(reading);
}

function readInWords(
  { text, voiceId, modelId }: Asked,
  { pronunciations = [], reading: wanted = {} }: WantedReading,
): Reading {
  const region = findVoice(voiceId)?.region;
  if (!region || findModel(modelId)?.normalises) return readAsTyped(text);
  if (wanted === "off") {
    // The engine expands digits too, so that the text is as long as with the rules.
    const byRules = readAloud(text, { region });
    checkSpokenLength(byRules, () => byRules);
    return readAsTyped(text);
  }
  const reading = readAloud(text, { region, reading: wanted, pronunciations });
  checkSpokenLength(reading, () => readAloud(text, { region, reading: wanted }));
  return reading;
}

/** Has the model's engine write down what an audio says, until the signal aborts. Throws ProviderError. */
export async function hearWithEngine(request: TranscriptionRequest, signal: AbortSignal): Promise<Transcription> {
  const provider = findProvider(request.modelId);
  const { transcribe } = provider;
  if (!transcribe) throw new ProviderError("broken", `${provider.name} has no recogniser.`);
  return callEngine(provider, () => transcribe.call(provider, request, signal), { signal, owner: request.owner });
}
