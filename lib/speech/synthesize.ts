import "server-only";
import { signAudioLink } from "@/lib/audio/links";
import { audioStore } from "@/lib/audio/store-disk";
import { clock, days, seconds } from "@/lib/clock";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { Caller } from "@/lib/keys/caller";
import { openStream } from "@/lib/stream/open";
import { withHold } from "@/lib/wallet/holds";
import { findPrice, quote } from "@/lib/wallet/prices";
import { findModel, findProvider, findVoice } from "./catalogue";
import { type SpeechFinished, speechFinished } from "./finished";
import { encodeInPool } from "./pool";
import { ProviderError } from "./provider";
import { maxCharacters, type TtsRequest, type TtsResponse } from "./schema";
import { countCharacters, hasForbiddenCharacters, isSilent, normalise, spoken } from "./text";

/** A call may take this long, engine and encoder together. */
const budgetMs = seconds(30);

/** How long synthesized audio can be downloaded. */
export const audioKeptMs = days(30);

export type Synthesized = { result: TtsResponse; amountMilli: bigint };

/**
 * Reads a text aloud, once, and charges it. The credit is set aside before the engine runs; the finished call is
 * on the stream, durable, before this resolves; any failure gives the credit back.
 * Throws Refusals: TEXT_*, VOICE_*, MODEL_UNKNOWN, INSUFFICIENT_CREDIT, PROVIDER_*, OVERLOADED.
 * `receivedAt` is the request's arrival on the `performance.now()` clock.
 */
export async function synthesize(caller: Caller, request: TtsRequest, receivedAt: number): Promise<Synthesized> {
  const text = normalise(request.text);
  const characters = checkText(request.text, text);
  const model = checkVoice(request);
  const amountMilli = quote(findPrice(model.modelId, clock.now()), characters);
  const trackingId = newId("tts");

  return withHold({ businessId: caller.businessId, trackingId, amountMilli }, async () => {
    const audio = await speak({ ...request, text: spoken(text) });
    const createdAt = clock.now();
    // Whole seconds, as the link says it, so that link and record die together.
    const expiresAt = new Date(Math.floor((createdAt.getTime() + audioKeptMs) / 1000) * 1000);
    const object = await audioStore().put(audio.bytes, audio.extension);
    const result: TtsResponse = {
      trackingId,
      audioUrl: signAudioLink(object, expiresAt),
      audioDuration: audio.durationSeconds,
      fileSizeBytes: audio.bytes.length,
      processingTimeMs: Math.round(performance.now() - receivedAt),
      languageCode: request.languageCode ?? null,
    };
    const finished: SpeechFinished = {
      trackingId,
      businessId: caller.businessId,
      keyId: caller.keyId,
      service: "tts",
      region: env.VANG_REGION,
      modelId: request.modelId,
      voiceId: request.voiceId,
      text,
      config: request.config ? JSON.stringify(request.config) : null,
      languageCode: result.languageCode,
      characters,
      amountMilli: String(amountMilli),
      audioObject: object,
      audioFormat: request.audioFormat,
      audioDuration: result.audioDuration,
      fileSizeBytes: String(result.fileSizeBytes),
      processingTimeMs: String(result.processingTimeMs),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    };
    await openStream().publish(speechFinished, { key: trackingId, payload: finished });
    return { result, amountMilli };
  });
}

/** The text's code points, once it is fit to be read. */
function checkText(sent: string, text: string): number {
  if (!sent.isWellFormed() || hasForbiddenCharacters(text)) throw new Refusal("TEXT_INVALID", { param: "text" });
  if (isSilent(text)) throw new Refusal("TEXT_EMPTY", { param: "text" });
  const characters = countCharacters(text);
  if (characters > maxCharacters) {
    throw new Refusal("TEXT_TOO_LONG", {
      param: "text",
      message: "speech.tooLong",
      values: { max: maxCharacters, sent: characters },
    });
  }
  return characters;
}

function checkVoice({ voiceId, modelId }: TtsRequest) {
  const model = findModel(modelId);
  if (model?.kind !== "tts") throw new Refusal("MODEL_UNKNOWN", { param: "modelId" });
  const voice = findVoice(voiceId);
  if (!voice) throw new Refusal("VOICE_UNKNOWN", { param: "voiceId" });
  if (!voice.modelIds.includes(modelId)) throw new Refusal("VOICE_NOT_IN_MODEL", { param: "voiceId" });
  return model;
}

async function speak({ text, voiceId, modelId, languageCode, config, audioFormat }: TtsRequest) {
  const signal = AbortSignal.timeout(budgetMs);
  try {
    const spokenWords = { text, voiceId, modelId, languageCode: languageCode ?? undefined, config: config ?? {} };
    return await encodeInPool(await findProvider(modelId).synthesize(spokenWords, signal), audioFormat, signal);
  } catch (error) {
    if (error instanceof ProviderError) throw asRefusal(error);
    throw error;
  }
}

/** A rejected value is the caller's to mend, in the provider's words; every other failure is ours. */
function asRefusal(error: ProviderError): Refusal {
  if (error.kind === "rejected") {
    return new Refusal("PROVIDER_REJECTED", {
      param: "config",
      message: "speech.rejected",
      values: { reason: error.message },
    });
  }
  return new Refusal(error.kind === "busy" ? "OVERLOADED" : "PROVIDER_FAILED");
}
