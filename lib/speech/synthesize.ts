import "server-only";
import type { WantedReading } from "vietnamese-text";
import type { Caller } from "@/lib/access/principals/caller";
import type { EncodedAudio } from "@/lib/engines/audio/encoded";
import { findModelPrice } from "@/lib/engines/catalogue";
import {
  type Chosen,
  normalizeFor,
  readingUsed,
  rulesVersionFor,
  type SpeakRequest,
  speakWithEngine,
} from "@/lib/engines/engine";
import { encodeInPool } from "@/lib/engines/pool";
import { asAppError } from "@/lib/engines/provider-error";
import { countCharged } from "@/lib/engines/spoken-length";
import type { Price } from "@/lib/money/prices/price-book";
import { quote } from "@/lib/money/prices/quote";
import { seconds } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { failpoint } from "@/lib/platform/failpoint";
import { newId } from "@/lib/platform/ids";
import { objectStore } from "@/lib/platform/objects/open";
import type { ConcurrencyLease } from "@/lib/platform/rate-limit/leases";
import { spoken } from "@/lib/platform/text";
import { withTimeout } from "@/lib/platform/with-timeout";
import { findOwnReading } from "@/lib/speech/pronunciations/own-reading";
import { canHoldLate, shareOf } from "./call-hold";
import { checkEncoding, checkText, checkVoice } from "./check";
import { packContent, type SpokenContent } from "./content";
import { marksOf } from "./marks";
import type { Metadata } from "./metadata";
import { type Call, type Outcome, type Ran, runCall } from "./run";
import { readingOf, type SpeechRequest, type TtsRequest } from "./schema";

/** The limit for engine and encoder together. */
const budgetMs = seconds(30);

/** When the request arrived (by `performance.now()`), its Idempotency-Key, and the client's signal. */
export type Arrival = {
  receivedAt: number;
  requestId?: string;
  /** The price that the client was shown: by another one it is not charged. */
  shownPriceId?: string;
  metadata?: Metadata | null;
  idempotencyKey?: string;
  /** Whether a client that marks its automatic repeats sends the request for the first time. */
  repeats?: "first" | "again";
  fingerprint: string;
  signal: AbortSignal;
  /** The request's place in the concurrency limit; undefined in tests. */
  place?: ConcurrencyLease;
};

/** `engine`: the value of the response's X-Engine; null if the model has none. */
export type Spoken = Ran & { engine: string | null };

/**
 * Synthesizes a text once and charges it: see `runCall`. Throws `AppError`: TEXT_*, SPOKEN_TEXT_TOO_LONG, VOICE_*,
 * MODEL_UNKNOWN, INSUFFICIENT_CREDIT, PRICE_CHANGED, IDEMPOTENCY_*, WRONG_REGION, PROVIDER_*, OVERLOADED.
 */
export async function synthesize(caller: Caller, request: TtsRequest, arrival: Arrival): Promise<Spoken> {
  const { call, wanted, as } = await prepareSpeech(caller, request, arrival);
  const work = () => synthesizeJob(caller, wanted, as, arrival.signal);
  return {
    ...(await runCall({ ...call, holdsLate: canHoldLate(call) }, work)),
    engine: as.chosen.model.engine ?? null,
  };
}

/** Who speaks, and how the business wants its texts read. */
export type SpokenAs = { chosen: Chosen; own: WantedReading; price: Price };

/** Checks a request and prices it. Throws what `synthesize` throws before the job begins. */
export async function prepareSpeech<Request extends SpeechRequest>(
  caller: Caller,
  request: Request,
  arrival: Arrival,
): Promise<{ call: Call; wanted: Request; as: SpokenAs }> {
  const { text, characters } = checkText(request.text);
  const chosen = checkVoice(request, caller.mode);
  checkEncoding(request);
  const own = await findReading(caller, request, chosen);
  const price = await findModelPrice(chosen, caller.businessId);
  const units = unitsOf(text, characters, chosen, own);
  const call = {
    caller,
    service: "tts" as const,
    trackingId: newId("tts"),
    modelId: request.modelId,
    voiceId: request.voiceId,
    languageCode: request.languageCode ?? null,
    characters,
    rulesVersion: rulesVersionFor(chosen.model, request.reading ?? {}),
    amountMilli: quote(price, units),
    priceId: price.id,
    units,
    rejection: rejectionOf(price, arrival),
    receivedAt: arrival.receivedAt,
    requestId: arrival.requestId,
    metadata: arrival.metadata,
    idempotency: idempotencyOf(caller, arrival),
    place: arrival.place,
  };
  return { call, wanted: { ...request, text }, as: { chosen, own, price } };
}

/** The rejection of a request whose client was shown another price; the response names the current one. */
export const rejectionOf = (price: Price, { shownPriceId }: Arrival): AppError | undefined =>
  shownPriceId === undefined || shownPriceId === price.id
    ? undefined
    : new AppError("PRICE_CHANGED", {
        message: `api.priceChanged.${price.unit}`,
        values: { price: price.priceVnd },
        headers: { "x-price-id": price.id },
      });

/** How long an automatic repeat waits for the request that it repeats. */
const waitMs = seconds(25);

/** The call's Idempotency-Key with its fingerprint, if it has one. No client can send one that begins with a space. */
export const idempotencyOf = (
  { mode }: Pick<Caller, "mode">,
  { idempotencyKey, fingerprint, repeats, receivedAt, signal }: Arrival,
) => {
  if (!idempotencyKey) return undefined;
  const key = mode === "test" ? ` test ${idempotencyKey}` : idempotencyKey;
  return { key, fingerprint, ...(repeats && { repeats, until: receivedAt + waitMs, signal }) };
};

/** The characters that the text is charged for. */
function unitsOf(text: string, characters: number, chosen: Chosen, own: WantedReading): number {
  if (!own.pronunciations?.length || own.reading === "off") return characters;
  try {
    return countCharged(characters, normalizeFor(spoken(text), chosen, own).changes);
  } catch (error) {
    // The job rejects the text for the same reason, free of charge.
    if (error instanceof AppError) return characters;
    throw error;
  }
}

async function synthesizeJob(
  caller: Caller,
  request: TtsRequest,
  as: SpokenAs,
  clientSignal: AbortSignal,
): Promise<Outcome> {
  const { text, config = null, audioFormat } = request;
  const audio = await speak(caller, request, as, clientSignal);
  failpoint("spoken");
  const kept = await keep(audio, { text, config, reading: readingUsed(as.chosen, as.own.reading) });
  return {
    ...kept,
    audioFormat,
    inputObject: null,
    audioDuration: audio.durationSeconds,
    spark: audio.spark,
    marks: marksOf(caller.businessId, text),
    fileSizeBytes: String(audio.bytes.length),
  };
}

/** Stores both objects or none, concurrently, because each waits for the disk. */
async function keep(audio: EncodedAudio, content: SpokenContent) {
  const putContent = async () => {
    const object = await objectStore().put(packContent(content), "json");
    failpoint("put");
    return object;
  };
  const [put, putBeside] = await Promise.allSettled([objectStore().put(audio.bytes, audio.extension), putContent()]);
  if (put.status === "fulfilled" && putBeside.status === "fulfilled")
    return { audioObject: put.value, contentObject: putBeside.value };
  for (const one of [put, putBeside]) if (one.status === "fulfilled") await objectStore().delete(one.value);
  throw put.status === "rejected" ? put.reason : (putBeside as PromiseRejectedResult).reason;
}

async function findReading(caller: Caller, request: SpeechRequest, { model }: Chosen): Promise<WantedReading> {
  const reading = readingOf(request);
  // An engine with its own rules would ignore them.
  const isReadOurWay = caller.hasOwnReading && !model.normalises;
  return isReadOurWay ? findOwnReading(caller.businessId, reading) : { reading: reading ?? {} };
}

async function speak(caller: Caller, request: TtsRequest, { chosen, own }: SpokenAs, clientSignal: AbortSignal) {
  const { audioFormat: format, sampleRate, container } = request;
  try {
    return await withTimeout(budgetMs, clientSignal, async (signal) => {
      const audio = await speakWithEngine(wordsOf(caller, request, own), chosen, signal);
      return encodeInPool(audio, { format, sampleRate, container }, signal, shareOf(caller));
    });
  } catch (error) {
    throw asAppError(error, clientSignal);
  }
}

export function wordsOf(
  caller: Caller,
  { text, languageCode, config }: SpeechRequest,
  own: WantedReading,
): SpeakRequest {
  const { textStyle: _style, ...options } = config ?? {};
  const words = { text: spoken(text), languageCode: languageCode ?? undefined, ...own, config: options };
  return { owner: shareOf(caller), ...words, isTest: caller.mode === "test" };
}
