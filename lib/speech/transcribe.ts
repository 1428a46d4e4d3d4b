import "server-only";
import { type Decoded, decode } from "@/lib/audio/decode";
import type { Audio } from "@/lib/audio/formats";
import { type AudioContainer, sniff } from "@/lib/audio/sniff";
import { audioStore } from "@/lib/audio/store-disk";
import { clock, seconds } from "@/lib/clock";
import { findModel, listModels } from "@/lib/engines/catalogue";
import { inTurn } from "@/lib/engines/decoder-turns";
import { hearWithEngine } from "@/lib/engines/engine";
import { withoutGhosts } from "@/lib/engines/ghosts";
import { decodeWavInPool } from "@/lib/engines/pool";
import type { Transcription } from "@/lib/engines/provider";
import { asRefusal } from "@/lib/engines/provider-refusal";
import { Refusal } from "@/lib/errors";
import { failpoint } from "@/lib/failpoint";
import { newId } from "@/lib/ids";
import type { Caller } from "@/lib/principals/caller";
import { raiseHold } from "@/lib/wallet/holds";
import { findPrice, quote } from "@/lib/wallet/prices";
import { within } from "@/lib/within";
import { type HeardContent, packContent } from "./content";
import { chargeSilence } from "./free-work";
import { type Call, type Outcome, type Ran, runCall } from "./run";
import { encoderPaddingSeconds, maxAudioSeconds, type SttRequest, startedSeconds } from "./schema";
import { type Arrival, idempotencyOf } from "./synthesize";

/** A file on our disk, with the name its client gave it. */
export type Upload = { path: string; fileName: string | null; size: number };

/** What was heard is null when the call is a replay: it is then read from where it is kept. */
export type Transcribed = Ran & { heard: HeardContent | null };

/** Waiting for a decoder and decoding take 70 s at most. */
const decodingMs = seconds(90);

/**
 * Writes down what a file says, once, and charges each started second of it: see `runCall`. It is decoded while one
 * second's price is held, so that nothing is decoded for a business that could not pay. Nobody speaking is no
 * failure: the transcript is empty, NO_SPEECH_FOUND is on record, and nothing is
 * charged within the free seconds of the day.
 * Throws Refusals: AUDIO_*, MODEL_UNKNOWN, INSUFFICIENT_CREDIT, IDEMPOTENCY_*, WRONG_REGION, PROVIDER_*, OVERLOADED.
 */
export async function transcribe(
  caller: Caller,
  upload: Upload,
  request: SttRequest,
  arrival: Arrival,
): Promise<Transcribed> {
  const model = chooseModel(request.modelId);
  if (upload.size === 0) throw new Refusal("AUDIO_EMPTY", { param: "file" });
  const container = await sniff(upload);
  if (!container) throw new Refusal("AUDIO_UNSUPPORTED", { param: "file" });
  const price = findPrice(model.modelId, clock.now());
  const call: Call = {
    caller,
    service: "stt",
    trackingId: newId("stt"),
    modelId: model.modelId,
    voiceId: null,
    languageCode: request.languageCode ?? null,
    characters: null,
    rulesVersion: null,
    amountMilli: quote(price, 1),
    receivedAt: arrival.receivedAt,
    requestId: arrival.requestId,
    idempotency: idempotencyOf(arrival),
    place: arrival.place,
    expiresInMs: decodingMs,
  };
  let heard: HeardContent | null = null;
  const ran = await runCall(call, async () => {
    const decoded = await read(caller, { ...upload, container }, arrival.signal);
    const budgetMs = budgetOf(decoded.durationSeconds);
    const audioDuration = startedSeconds(decoded.durationSeconds);
    const amountMilli = quote(price, audioDuration);
    await raiseHold(call.trackingId, amountMilli, budgetMs + seconds(15));
    call.amountMilli = amountMilli;
    failpoint("raised");
    const wishes = { ...request, owner: caller.businessId, modelId: model.modelId };
    const transcription = await listen(decoded, wishes, budgetMs, arrival.signal);
    failpoint("spoken");
    heard = describe(transcription, upload, request);
    const cost = heard.transcript === "" ? await chargeSilence(call, audioDuration) : null;
    const kept = await keep(heard, { upload, container, audioDuration });
    return { ...kept, ...(cost && { ...cost, resultCode: "NO_SPEECH_FOUND" as const }) };
  });
  return { ...ran, heard };
}

const maxSeconds = maxAudioSeconds + encoderPaddingSeconds;

type Sniffed = Upload & { container: AudioContainer };

/** Plain WAV needs no decoder but ours. */
async function read({ businessId: owner }: Caller, file: Sniffed, hangUp: AbortSignal): Promise<Decoded> {
  const unpack = (signal: AbortSignal) => decodeWavInPool(file, maxSeconds, signal, owner);
  try {
    const plain = file.container === "wav" ? await within(seconds(30), hangUp, unpack) : null;
    return plain ?? (await inTurn({ owner, signal: hangUp }, () => decode(file, { signal: hangUp, maxSeconds })));
  } catch (error) {
    throw asRefusal(error, hangUp);
  }
}

/** Thirty seconds, and a quarter of the audio's own length: half an hour of speech is not heard in thirty seconds. */
const budgetOf = (durationSeconds: number) => Math.ceil(seconds(30 + durationSeconds / 4));

/** The one that was named, or the first of the catalogue. */
function chooseModel(modelId: string | undefined) {
  const model = modelId === undefined ? listModels().find(({ kind }) => kind === "stt") : findModel(modelId);
  if (model?.kind !== "stt") throw new Refusal("MODEL_UNKNOWN", { param: "modelId" });
  return model;
}

type Wishes = SttRequest & { owner: string; modelId: string };

async function listen(audio: Audio, wishes: Wishes, budgetMs: number, hangUp: AbortSignal) {
  const { owner, modelId, languageCode, config = {} } = wishes;
  try {
    const request = { owner, audio, modelId, languageCode, config };
    return withoutGhosts(await within(budgetMs, hangUp, (signal) => hearWithEngine(request, signal)));
  } catch (error) {
    throw asRefusal(error, hangUp);
  }
}

const describe = ({ text, segments }: Transcription, { fileName }: Upload, request: SttRequest): HeardContent => ({
  transcript: text.normalize("NFC").trim(),
  segments: segments.map(({ start, end, text }) => ({ start, end, text: text.normalize("NFC").trim() })),
  fileName,
  config: request.config ?? null,
});

type Heard = { upload: Upload; container: AudioContainer; audioDuration: number };

async function keep(heard: HeardContent, { upload, container, audioDuration }: Heard): Promise<Outcome> {
  // The words first: a disk without room for them takes nothing over.
  const contentObject = await audioStore().put(packContent(heard), "json");
  failpoint("put");
  const inputObject = await audioStore()
    .adopt(upload.path, container)
    .catch(async (error) => {
      await audioStore().delete(contentObject);
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
