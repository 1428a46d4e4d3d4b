import "server-only";
import type { WantedReading } from "vietnamese-text";
import type { Caller } from "@/lib/access/principals/caller";
import type { Audio } from "@/lib/engines/audio/formats";
import { findModelPrice } from "@/lib/engines/catalogue";
import { encodeInPool } from "@/lib/engines/pool";
import { asAppError } from "@/lib/engines/provider-error";
import { type Chosen, normalizeFor, readingUsed, rulesVersionFor } from "@/lib/engines/reading";
import { type SpeakRequest, speakWithEngine, speakWithTimes } from "@/lib/engines/speak";
import { countCharged } from "@/lib/engines/spoken-length";
import type { Price } from "@/lib/money/prices/price-book";
import { quote } from "@/lib/money/prices/quote";
import { seconds } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { failpoint } from "@/lib/platform/failpoint";
import { newId } from "@/lib/platform/ids";
import { withTimeout } from "@/lib/platform/with-timeout";
import { findOwnReading } from "@/lib/speech/pronunciations/own-reading";
import { type KeptTimes, timesSpoken } from "./alignment";
import { type Arrival, type Call, idempotencyOf, priceRejection, type Ran, shareOf } from "./call";
import { type CheckedText, checkEncoding, checkText, checkVoice, ignoredOf } from "./check";
import { type SpokenContent, storeBriefly, storeContentAndFile } from "./content";
import { marksOf } from "./marks";
import { runCall } from "./run";
import { readingOf, type SpeechRequest, type TtsRequest } from "./schema";

/** The limit for engine and encoder together. */
const budgetMs = seconds(30);

/** `engine`: the value of the response's X-Engine; null if the model has none. */
export type Spoken = Ran & { engine: string | null; remarks: Remarks; times?: KeptTimes };

/** What can be wrong with a text, and what of its SSML has no effect. */
export type Remarks = Pick<CheckedText, "warnings" | "ignored">;

/**
 * Synthesizes a text once and charges it: see `runCall`. Throws `AppError`: TEXT_*, SPOKEN_TEXT_TOO_LONG, VOICE_*,
 * MODEL_UNKNOWN, INSUFFICIENT_CREDIT, PRICE_CHANGED, IDEMPOTENCY_*, WRONG_REGION, PROVIDER_*, OVERLOADED.
 */
export async function synthesize(caller: Caller, request: TtsRequest, arrival: Arrival): Promise<Spoken> {
  const { call, wanted, as, remarks } = await prepareSpeech(caller, request, arrival);
  // What the key can spend is known, and enough when it was read.
  call.holdsLate = !call.idempotency && (caller.spendableMilli ?? -1n) >= call.amountMilli;

  let times: KeptTimes | undefined;
  const ran = await runCall(call, async () => {
    const { audioFormat, sampleRate, container } = wanted;
    const audio = await withTimeout(budgetMs, arrival.signal, async (signal) => {
      const speech = await speak(wordsOf(caller, wanted, as), signal);
      return encodeInPool(speech, { format: audioFormat, sampleRate, container }, signal, shareOf(caller));
    }).catch((error) => {
      throw asAppError(error, arrival.signal);
    });
    failpoint("spoken");
    const { bytes, extension } = audio;
    const stored = await (caller.keepsNothing
      ? storeBriefly(bytes, extension)
      : storeContentAndFile(contentOf(wanted, as, times), bytes, extension));
    return {
      audioObject: stored.fileObject,
      contentObject: stored.contentObject,
      audioFormat,
      inputObject: null,
      audioDuration: audio.durationSeconds,
      spark: audio.spark,
      marks: marksOf(caller.businessId, as.seen),
      fileSizeBytes: String(bytes.length),
    };
  });
  return { ...ran, engine: as.chosen.model.engine ?? null, remarks, times };

  async function speak(words: SpeakRequest, signal: AbortSignal): Promise<Audio> {
    if (!wanted.timestamps) return speakWithEngine(words, as.chosen, signal);
    const { words: spoken, ...audio } = await speakWithTimes(words, as.chosen, signal);
    times = timesSpoken(as, spoken);
    return audio;
  }
}

/** The request as it is stored beside its audio. */
export const contentOf = (
  { text, textType, config = null }: SpeechRequest,
  as: SpokenAs,
  times?: KeptTimes,
): SpokenContent => ({
  text,
  ...(textType && { textType }),
  ...(times && { times }),
  config,
  reading: readingUsed(as.chosen, as.own.reading),
});

/** Who speaks, what a person sees of the text, and how the business wants its texts read. */
export type SpokenAs = { chosen: Chosen; seen: string; own: WantedReading; price: Price; rate: number | null };

/** Checks a request and prices it. Throws what `synthesize` throws before the job begins. */
export async function prepareSpeech<Request extends SpeechRequest>(
  caller: Caller,
  request: Request,
  arrival: Arrival,
): Promise<{ call: Call; wanted: Request; as: SpokenAs; remarks: Remarks }> {
  const { text, seen, characters, sayAs, deliveries, rate, warnings, ignored } = checkText(request);
  const chosen = checkVoice(request, caller.mode);
  checkEncoding(request);

  const reading = readingOf(request);
  const { dictionaries = [] } = request;
  // An engine with its own rules would ignore those of the business.
  const isReadOurWay = (caller.hasOwnReading || dictionaries.length > 0) && !chosen.model.normalises;
  const ofBusiness: WantedReading = isReadOurWay
    ? await findOwnReading(caller.businessId, reading, dictionaries)
    : { reading: reading ?? {} };
  const own = { ...ofBusiness, sayAs, deliveries };
  const price = await findModelPrice(chosen, caller.businessId);
  const units = unitsOf(seen, characters, chosen, own);
  const call: Call = {
    caller,
    service: "tts",
    trackingId: newId("tts"),
    modelId: request.modelId,
    voiceId: request.voiceId,
    languageCode: request.languageCode ?? null,
    characters,
    rulesVersion: rulesVersionFor(chosen.model, request.reading ?? {}),
    amountMilli: quote(price, units),
    priceId: price.id,
    units,
    rejection: priceRejection(price, arrival),
    receivedAt: arrival.receivedAt,
    requestId: arrival.requestId,
    metadata: arrival.metadata,
    callbackUrl: arrival.callbackUrl,
    callbackEcho: arrival.callbackEcho,
    idempotency: idempotencyOf(caller, arrival),
    place: arrival.place,
  };
  const remarks = { warnings, ignored: ignoredOf({ ignored, rate, deliveries }, chosen) };
  return { call, wanted: { ...request, text }, as: { chosen, seen, own, price, rate }, remarks };
}

/** The characters that the text is charged for. */
function unitsOf(text: string, characters: number, chosen: Chosen, own: WantedReading): number {
  if (!own.pronunciations?.length || own.reading === "off") return characters;
  try {
    return countCharged(characters, normalizeFor(text, chosen, own).changes);
  } catch (error) {
    // The job rejects the text for the same reason, free of charge.
    if (error instanceof AppError) return characters;
    throw error;
  }
}

/** What the engine is asked to say. */
export function wordsOf(
  caller: Caller,
  { languageCode, config }: SpeechRequest,
  { chosen, seen, own, rate }: SpokenAs,
): SpeakRequest {
  // The style is about how the text is read, and no option of an engine.
  const options = { ...config };
  delete options.textStyle;
  const { speed } = chosen.model.config;
  if (speed && rate !== null && options.speed === undefined)
    options.speed = Math.min(Math.max(rate, speed.min ?? rate), speed.max ?? rate);
  return {
    owner: shareOf(caller),
    text: seen,
    languageCode: languageCode ?? undefined,
    ...own,
    config: options,
    isTest: caller.mode === "test",
  };
}
