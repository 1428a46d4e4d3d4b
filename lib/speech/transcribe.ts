import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import { unsupportedAudio } from "@/lib/engines/audio/accepted";
import { type Decoded, differentChannels } from "@/lib/engines/audio/decode";
import { sniff } from "@/lib/engines/audio/sniff";
import { sparkOf } from "@/lib/engines/audio/spark";
import { findModelPrice, findOffered, firstModel, listModels, type Offered } from "@/lib/engines/catalogue";
import { withoutHallucinations } from "@/lib/engines/hallucinations";
import { asAppError } from "@/lib/engines/provider-error";
import { transcribeWithEngine } from "@/lib/engines/speak";
import type { Price } from "@/lib/money/prices/price-book";
import { quote } from "@/lib/money/prices/quote";
import { countSilence } from "@/lib/money/wallet/allowances";
import { lowerHold, raiseHold } from "@/lib/money/wallet/holds";
import { seconds } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { failpoint } from "@/lib/platform/failpoint";
import { newId } from "@/lib/platform/ids";
import { withTimeout } from "@/lib/platform/with-timeout";
import {
  type Arrival,
  type Call,
  type Cost,
  idempotencyOf,
  isPaid,
  type Outcome,
  priceRejection,
  type Ran,
  shareOf,
} from "./call";
import { requireForMode, unknownModel } from "./check";
import { type RecognizedContent, storeContent, storeContentAndFile } from "./content";
import { marksOf } from "./marks";
import { runCall } from "./run";
import { type SttRequest, startedSeconds } from "./schema";
import { type Composed, changesWords, composeTranscript } from "./transcripts/compose";
import { coverRedacted } from "./transcripts/cover-audio";
import { describeTranscription, type Recognized } from "./transcripts/format";
import type { AudioCover } from "./transcripts/schema";
import { findOwnSettings, type OwnSettings, wantedTranscript } from "./transcripts/settings";
import { nameSpeakers, requireDiarization } from "./transcripts/speakers";
import {
  chargedLength,
  decodeUpload,
  maxSeconds,
  type SniffedUpload,
  type Upload,
  unitsByHeader,
} from "./uploaded-file";

/** `recognized` is null for a replay, whose transcript is read from storage. */
export type Transcribed = Ran & { recognized: RecognizedContent | null };

/** The limit for decoding, which takes 70 s at most including its queue. */
const decodingMs = seconds(90);

/**
 * Transcribes a file once and charges each started second of each channel, equal channels once: see `runCall`. It is
 * decoded while the price of one second is held, or that of its length where its header says it, so that nothing is decoded
 * without credit. Without speech the transcript is empty, NO_SPEECH_FOUND is recorded, and nothing is charged within the
 * day's free seconds. Throws AUDIO_*, MODEL_UNKNOWN, INSUFFICIENT_CREDIT, PRICE_CHANGED, IDEMPOTENCY_*, WRONG_REGION,
 * PROVIDER_*, OVERLOADED.
 */
export async function transcribe(
  caller: Caller,
  upload: Upload,
  request: SttRequest,
  arrival: Arrival,
): Promise<Transcribed> {
  const offered = chooseModel(request.modelId, caller);
  checkRedaction(request, languageOf(request, offered));
  requireDiarization(request.diarize, offered.model, listModels(caller.mode));
  if (upload.size === 0) throw new AppError("AUDIO_EMPTY", { param: "file" });
  const sniffed = await sniff(upload);
  if (!sniffed) throw unsupportedAudio();
  const file = { ...upload, ...sniffed };
  const price = await findModelPrice(offered, caller.businessId);
  const knownUnits = request.channels === "separate" ? null : unitsByHeader(file);
  const units = knownUnits ?? 1;
  // Read while the credit is held.
  const own = caller.hasOwnTranscripts ? findOwnSettings(caller) : undefined;
  own?.catch(() => undefined);
  const call: Call = {
    caller,
    service: "stt",
    trackingId: newId("stt"),
    modelId: offered.model.modelId,
    voiceId: null,
    languageCode: request.languageCode ?? null,
    characters: null,
    rulesVersion: null,
    amountMilli: quote(price, units),
    units,
    priceId: price.id,
    rejection: priceRejection(price, arrival),
    receivedAt: arrival.receivedAt,
    requestId: arrival.requestId,
    metadata: arrival.metadata,
    idempotency: idempotencyOf(caller, arrival),
    place: arrival.place,
    expiresInMs: decodingMs + (knownUnits === null ? 0 : holdMs(knownUnits, 1)),
  };
  let recognized: RecognizedContent | null = null;
  const ran = await runCall(call, async () => {
    const isHeldWhole = knownUnits !== null;
    const wanted = { request, offered, price, own, isHeldWhole, signal: arrival.signal };
    const made = await recognizeFile(call, file, wanted);
    recognized = made.recognized;
    return made.outcome;
  });
  return { ...ran, recognized };
}

/** The requested model, or the first that the key may use. Throws MODEL_UNKNOWN, LIVE_KEY_REQUIRED. */
export function chooseModel(wanted: string | undefined, { mode }: Caller): Offered {
  const modelId = wanted ?? firstModel(listModels(mode).filter(({ kind }) => kind === "stt"))?.modelId ?? "";
  const { offered } = findOffered({ modelId });
  if (offered?.model.kind !== "stt") throw unknownModel(wanted ?? "");
  requireForMode(offered, mode);
  return offered;
}

export const languageOf = ({ languageCode }: Pick<SttRequest, "languageCode">, { model }: Offered): string =>
  languageCode ?? model.languageCodes[0] ?? "vi";

export const isVietnamese = (languageCode: string): boolean => /^vi\b/i.test(languageCode.replace("_", "-"));

/** What cannot be redacted is rejected before it costs. */
export function checkRedaction(
  { redact = [], redactAudio }: Pick<SttRequest, "redact" | "redactAudio">,
  languageCode: string,
): void {
  if (redactAudio !== undefined && redact.length === 0)
    throw new AppError("INVALID_REQUEST", { param: "redactAudio", message: "speech.redactAudioAlone" });
  if (redact.length > 0 && !isVietnamese(languageCode))
    throw new AppError("INVALID_REQUEST", { param: "redact", message: "speech.redactVietnamese" });
}

type Wanted = {
  request: SttRequest;
  offered: Offered;
  price: Price;
  own: Promise<OwnSettings | undefined> | undefined;
  /** Whether the price of the whole length is held already. */
  isHeldWhole: boolean;
  signal: AbortSignal;
};

/** Half an hour of speech takes longer to transcribe than a sentence. */
const budgetMs = (durationSeconds: number) => Math.ceil(seconds(30 + durationSeconds / 4));

/** How long a hold lasts once the file is decoded. */
const holdMs = (durationSeconds: number, channels: number) => budgetMs(durationSeconds) * channels + seconds(15);

/** Decodes a file, holds the price of its whole length, transcribes each channel, and stores transcript and file. */
async function recognizeFile(
  call: Call,
  file: SniffedUpload,
  { request, offered, price, own, isHeldWhole, signal }: Wanted,
): Promise<{ outcome: Outcome; recognized: RecognizedContent }> {
  const isSeparate = request.channels === "separate";
  const decoded = await decodeUpload(file, { owner: shareOf(call.caller), isSeparate, signal });
  const channels = differentChannels(decoded);
  const { durationSeconds } = decoded;
  if (durationSeconds * channels.length > maxSeconds)
    throw new AppError("AUDIO_TOO_LONG", { param: "file", message: "speech.channelsTooLong" });

  const audioDuration = startedSeconds(await chargedLength(file, durationSeconds));
  const units = audioDuration * channels.length;
  const oneSecond = { amountMilli: quote(price, 1), units: 1 };
  const whole = { amountMilli: quote(price, units), units };
  if (isPaid(call) && !isHeldWhole) await raiseHold(call.trackingId, whole, holdMs(durationSeconds, channels.length));
  Object.assign(call, whole);
  failpoint("raised");

  const spark = sparkOf(decoded.pcm ?? decoded.samples);
  const isVi = isVietnamese(languageOf(request, offered));
  const { redact = [], redactAudio } = request;
  const { formatting, terms, cut } = wantedTranscript(request, await own);
  const improvements = { formatting: isVi ? formatting : [], keyterms: isVi ? terms : [], redact };
  // The ends of sentences are found by the times of words, and the editor of the console plays by them.
  const isKept = call.caller.retentionDays > 0;
  const wantsWords = request.responseFormat === "verbose_json" || changesWords(improvements) || isKept;
  let isBiased = false;
  const recognizedChannels: Recognized[] = [];
  for (const audio of channels) {
    const words = {
      owner: shareOf(call.caller),
      audio,
      modelId: offered.model.modelId,
      languageCode: request.languageCode,
      wantsWords: wantsWords || request.diarize !== undefined,
      diarize: request.diarize,
      ...(terms.length > 0 && { keyterms: terms }),
      config: request.config ?? {},
    };
    const transcription = await withTimeout(budgetMs(durationSeconds), signal, (ended) =>
      transcribeWithEngine(words, offered.provider, ended),
    ).catch((failure) => {
      const error = asAppError(failure, signal);
      // It costs no more than a file that is rejected by its sound.
      if (error instanceof AppError && error.code === "PROVIDER_REJECTED") Object.assign(call, oneSecond);
      throw error;
    });
    isBiased ||= transcription.isBiased === true;
    recognizedChannels.push(describeTranscription(withoutHallucinations(transcription)));
  }
  const raw = nameSpeakers(recognizedChannels);
  failpoint("spoken");

  const { content, hidden, isWritten } = composeTranscript(raw, {
    improvements,
    isSeparate,
    ...(terms.length > 0 && { keyterms: { isBiased, isRepaired: isVi, cut } }),
  });
  const isRedacted = redact.length > 0;
  const recognized: RecognizedContent = {
    ...content,
    // Recordings are often named by a phone number, and options can have words that are to be recognized.
    fileName: isRedacted ? null : file.fileName,
    config: isRedacted ? null : (request.config ?? null),
  };
  const cost = isSilent(recognized) ? await chargeSilence(call, units) : null;
  const stored = call.caller.keepsNothing
    ? { contentObject: null, fileObject: null, container: file.container }
    : await store(recognized, file, isRedacted ? { decoded, hidden, redactAudio } : null);
  const outcome = {
    audioObject: null,
    audioFormat: stored.container,
    contentObject: stored.contentObject,
    inputObject: stored.fileObject,
    audioDuration,
    fileSizeBytes: String(file.size),
    spark,
    marks: marksOf(call.caller.businessId, `${recognized.transcript} ${recognized.raw?.transcript ?? ""}`),
    ...(!isWritten && { resultCode: "FORMATTING_FAILED" as const }),
    ...(cost && { ...cost, resultCode: "NO_SPEECH_FOUND" as const }),
  };
  return { outcome, recognized };
}

type Redacted = { decoded: Decoded; hidden: Composed["hidden"]; redactAudio?: AudioCover };

/** Of a redacted transcript the file is kept only with what was redacted covered in its sound. */
async function store(
  recognized: RecognizedContent,
  { path, bytes, container }: SniffedUpload,
  redacted: Redacted | null,
) {
  if (!redacted) return { ...(await storeContentAndFile(recognized, bytes ?? path, container)), container };
  const { decoded, hidden, redactAudio } = redacted;
  if (!redactAudio) return { contentObject: await storeContent(recognized), fileObject: null, container };
  const covered = await coverRedacted(decoded, hidden, redactAudio);
  return { ...(await storeContentAndFile(recognized, covered, "wav")), container: "wav" as const };
}

/** Whether no part of a response says anything: an engine can leave out the text and send its segments alone. */
export const isSilent = ({ transcript, segments, channels = [] }: RecognizedContent): boolean =>
  [transcript, ...channels.map((one) => one.transcript)].every((text) => text === "") &&
  segments.every(({ text, words = [] }) => text === "" && words.every(({ word }) => word === ""));

/** Silence is free for some seconds a day, then charged, since recognizing it takes as long. Lowers the job's hold. */
export async function chargeSilence(call: Call, seconds: number): Promise<Cost> {
  if (!isPaid(call)) return { isFree: true };
  const chargeUnits = await countSilence(call.caller.businessId, seconds);
  if (chargeUnits === 0) return { isFree: true };
  const chargeMilli = (call.amountMilli * BigInt(chargeUnits)) / BigInt(seconds);
  await lowerHold(call.trackingId, chargeMilli, call.priceId === null ? undefined : chargeUnits);
  return { chargeMilli, chargeUnits };
}
