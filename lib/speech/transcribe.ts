import "server-only";
import { readFile } from "node:fs/promises";
import type { Caller } from "@/lib/access/principals/caller";
import { unsupportedAudio } from "@/lib/engines/audio/accepted";
import { differentChannels } from "@/lib/engines/audio/channels";
import { type Decoded, decode } from "@/lib/engines/audio/decode";
import type { Audio, AudioContainer } from "@/lib/engines/audio/formats";
import { declaredLength, lengthToCharge } from "@/lib/engines/audio/length";
import { type Sniffed, sniff } from "@/lib/engines/audio/sniff";
import { sparkOf } from "@/lib/engines/audio/spark";
import { findModelPrice, findOffered, firstModel, listModels, type Offered } from "@/lib/engines/catalogue";
import { withDecodeSlot } from "@/lib/engines/decode-slots";
import { transcribeWithEngine } from "@/lib/engines/engine";
import { withoutHallucinations } from "@/lib/engines/hallucinations";
import { decodeWavInPool } from "@/lib/engines/pool";
import type { TimedWord, Transcription } from "@/lib/engines/provider";
import { asAppError } from "@/lib/engines/provider-error";
import { quote } from "@/lib/money/prices/quote";
import { seconds } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { failpoint } from "@/lib/platform/failpoint";
import { newId } from "@/lib/platform/ids";
import { objectStore } from "@/lib/platform/objects/open";
import { withTimeout } from "@/lib/platform/with-timeout";
import { encoderPaddingSeconds } from "./amounts";
import { raiseFor, shareOf } from "./call-hold";
import { mergeChannels } from "./channels";
import { requireForMode, unknownModel } from "./check";
import { packContent, type RecognizedContent } from "./content";
import { chargeSilence } from "./free-work";
import { marksOf } from "./marks";
import { type Call, type Outcome, type Ran, runCall } from "./run";
import { maxAudioSeconds, type SttRequest, startedSeconds } from "./schema";
import { type Arrival, idempotencyOf, rejectionOf } from "./synthesize";

/** An uploaded file on our disk, with the client's name for it. */
export type Upload = { path: string; fileName: string | null; size: number };

/** `recognized` is null for a replay, whose transcript is read from storage. */
export type Transcribed = Ran & { recognized: RecognizedContent | null };

/** The limit for decoding, which takes 70 s at most including its queue. */
const decodingMs = seconds(90);

/**
 * Transcribes a file once and charges each started second of each channel, equal channels once: see `runCall`. It is
 * decoded while the price of one second is held, so that nothing is decoded without credit. Without speech the
 * transcript is empty, NO_SPEECH_FOUND is recorded, and nothing is charged within the day's free seconds. Throws
 * AUDIO_*, MODEL_UNKNOWN, INSUFFICIENT_CREDIT, PRICE_CHANGED, IDEMPOTENCY_*, WRONG_REGION, PROVIDER_*, OVERLOADED.
 */
export async function transcribe(
  caller: Caller,
  upload: Upload,
  request: SttRequest,
  arrival: Arrival,
): Promise<Transcribed> {
  const offered = chooseModel(request.modelId, caller);
  const { modelId } = offered.model;
  if (upload.size === 0) throw new AppError("AUDIO_EMPTY", { param: "file" });
  const sniffed = await sniff(upload);
  if (!sniffed) throw unsupportedAudio();
  const { container } = sniffed;
  const price = await findModelPrice(offered, caller.businessId);
  const oneSecond = { amountMilli: quote(price, 1), units: 1 };
  const call: Call = {
    caller,
    service: "stt",
    trackingId: newId("stt"),
    modelId,
    voiceId: null,
    languageCode: request.languageCode ?? null,
    characters: null,
    rulesVersion: null,
    ...oneSecond,
    priceId: price.id,
    rejection: rejectionOf(price, arrival),
    receivedAt: arrival.receivedAt,
    requestId: arrival.requestId,
    metadata: arrival.metadata,
    idempotency: idempotencyOf(caller, arrival),
    place: arrival.place,
    expiresInMs: decodingMs,
  };
  let recognized: RecognizedContent | null = null;
  const ran = await runCall(call, async () => {
    const isSeparate = request.channels === "separate";
    const decoded = await read(caller, { ...upload, ...sniffed }, { signal: arrival.signal, isSeparate });
    const channels = differentChannels(decoded);
    const { durationSeconds, sampleRate } = decoded;
    if (durationSeconds * channels.length > maxSeconds)
      throw new AppError("AUDIO_TOO_LONG", { param: "file", message: "speech.channelsTooLong" });
    const budgetMs = budgetOf(durationSeconds);
    const audioDuration = startedSeconds(await chargedLength(upload.path, container, durationSeconds));
    const units = audioDuration * channels.length;
    const whole = { amountMilli: quote(price, units), units };
    await raiseFor(call, whole, budgetMs * channels.length + seconds(15));
    Object.assign(call, whole);
    failpoint("raised");
    const wantsWords = request.responseFormat === "verbose_json";
    const options = { ...request, wantsWords, owner: shareOf(caller), offered };
    const spark = sparkOf(decoded.samples);
    const transcripts: ReturnType<typeof describeTranscription>[] = [];
    const recognize = (samples: Float32Array) =>
      listen({ samples, sampleRate }, options, budgetMs, arrival.signal).catch((error: unknown) => {
        // It costs no more than a file that is rejected by its sound.
        if (error instanceof AppError && error.code === "PROVIDER_REJECTED") Object.assign(call, oneSecond);
        throw error;
      });
    for (const samples of channels) transcripts.push(describeTranscription(await recognize(samples)));
    failpoint("spoken");
    const [first = silence] = transcripts;
    const said = isSeparate ? mergeChannels(transcripts) : first;
    recognized = { ...said, fileName: upload.fileName, config: request.config ?? null };
    const cost = isSilent(recognized) ? await chargeSilence(call, units) : null;
    const kept = await keep(recognized, { upload, container, audioDuration });
    const found = { spark, marks: marksOf(caller.businessId, recognized.transcript) };
    return { ...kept, ...found, ...(cost && { ...cost, resultCode: "NO_SPEECH_FOUND" as const }) };
  });
  return { ...ran, recognized };
}

const maxSeconds = maxAudioSeconds + encoderPaddingSeconds;

/** Plain WAV is decoded without FFmpeg. */
async function read(
  caller: Caller,
  file: Upload & Sniffed,
  { signal: clientSignal, isSeparate }: { signal: AbortSignal; isSeparate: boolean },
): Promise<Decoded> {
  const owner = shareOf(caller);
  const wanted = { maxSeconds, isSeparate, start: file.start };
  const unpack = (signal: AbortSignal) => decodeWavInPool(file, wanted, signal, owner);
  try {
    const plain = file.container === "wav" ? await withTimeout(seconds(30), clientSignal, unpack) : null;
    return (
      plain ??
      (await withDecodeSlot({ owner, signal: clientSignal }, () => decode(file, { signal: clientSignal, ...wanted })))
    );
  } catch (error) {
    throw asAppError(error, clientSignal);
  }
}

/** The containers whose encoders fill up their frames and say so. */
const padded: readonly AudioContainer[] = ["mp4", "mp3", "ogg", "webm"];

/** The length by which a file is charged, and which the console shows before it is sent. */
async function chargedLength(path: string, container: AudioContainer, decodedSeconds: number): Promise<number> {
  if (!padded.includes(container)) return decodedSeconds;
  return lengthToCharge(decodedSeconds, declaredLength(await readFile(path)));
}

/** Thirty seconds and a quarter of the audio's length, since half an hour of speech takes longer to transcribe. */
const budgetOf = (durationSeconds: number) => Math.ceil(seconds(30 + durationSeconds / 4));

/** The requested model, or the first that the key may use. */
function chooseModel(wanted: string | undefined, { mode }: Caller): Offered {
  const modelId = wanted ?? firstModel(listModels(mode).filter(({ kind }) => kind === "stt"))?.modelId ?? "";
  const { offered } = findOffered({ modelId });
  if (offered?.model.kind !== "stt") throw unknownModel(wanted ?? "");
  requireForMode(offered, mode);
  return offered;
}

type SttOptions = SttRequest & { owner: string; wantsWords: boolean; offered: Offered };

async function listen(audio: Audio, options: SttOptions, budgetMs: number, clientSignal: AbortSignal) {
  const { owner, offered, wantsWords, languageCode, config = {} } = options;
  try {
    const request = { owner, audio, modelId: offered.model.modelId, languageCode, wantsWords, config };
    return withoutHallucinations(
      await withTimeout(budgetMs, clientSignal, (signal) => transcribeWithEngine(request, offered.provider, signal)),
    );
  } catch (error) {
    throw asAppError(error, clientSignal);
  }
}

const silence = { transcript: "", segments: [] };

/** Whether no part of a response says anything: an engine can leave out the text and send its segments alone. */
const isSilent = ({ transcript, segments, channels = [] }: RecognizedContent): boolean =>
  [transcript, ...channels.map((one) => one.transcript)].every((text) => text === "") &&
  segments.every(({ text, words = [] }) => text === "" && words.every(({ word }) => word === ""));

const describeTranscription = ({ text, segments }: Transcription) => ({
  transcript: (text.trim() || segments.map((segment) => segment.text.trim()).join(" ")).normalize("NFC").trim(),
  segments: segments.map(({ start, end, text, words }) => ({
    ...{ start: inMs(start), end: inMs(end), text: text.normalize("NFC").trim() },
    ...(words && { words: words.map(describeWord) }),
  })),
});

const describeWord = ({ word, start, end }: TimedWord): TimedWord => ({
  word: word.normalize("NFC").trim(),
  ...{ start: inMs(start), end: inMs(end) },
});

/** Seconds rounded to milliseconds. */
const inMs = (seconds: number): number => Math.round(seconds * 1000) / 1000;

type RecognizedUpload = { upload: Upload; container: AudioContainer; audioDuration: number };

async function keep(
  recognized: RecognizedContent,
  { upload, container, audioDuration }: RecognizedUpload,
): Promise<Outcome> {
  // The transcript first: if the disk is full, the upload is not moved either.
  const contentObject = await objectStore().put(packContent(recognized), "json");
  failpoint("put");
  const inputObject = await objectStore()
    .moveIn(upload.path, container)
    .catch(async (error) => {
      await objectStore().delete(contentObject);
      throw error;
    });
  return {
    audioObject: null,
    audioFormat: container,
    contentObject,
    inputObject,
    audioDuration,
    fileSizeBytes: String(upload.size),
  };
}
