import "server-only";
import type { KeyMode } from "@/lib/access/principals/mode";
import { isTelephoneFormat } from "@/lib/engines/audio/formats";
import { findModel, findOffered, findVoice, firstModel, listModels, type Offered } from "@/lib/engines/catalogue";
import type { Voice } from "@/lib/engines/provider";
import { AppError } from "@/lib/platform/errors";
import { countCharacters, hasForbiddenCharacters, isSilent, normalizeText } from "@/lib/platform/text";
import { maxCharacters, type SpeechRequest } from "./schema";

/** The text in NFC and its number of code points. Throws TEXT_INVALID, TEXT_EMPTY, TEXT_TOO_LONG. */
export function checkText(sent: string): { text: string; characters: number } {
  const text = normalizeText(sent);
  if (!sent.isWellFormed() || hasForbiddenCharacters(text)) throw new AppError("TEXT_INVALID", { param: "text" });
  if (isSilent(text)) throw new AppError("TEXT_EMPTY", { param: "text" });
  const characters = countCharacters(text);
  if (characters > maxCharacters) {
    throw new AppError("TEXT_TOO_LONG", {
      param: "text",
      message: "speech.tooLong",
      values: { max: maxCharacters, sent: characters },
    });
  }
  return { text, characters };
}

/** Throws MODEL_UNKNOWN, VOICE_UNKNOWN, VOICE_NOT_IN_MODEL, LIVE_KEY_REQUIRED. */
export function checkVoice(wanted: { voiceId: string; modelId: string }, mode?: KeyMode): Offered & { voice: Voice } {
  const { voiceId, modelId } = wanted;
  const { offered, voice } = findOffered(wanted);
  if (offered?.model.kind !== "tts") throw unknownModel(modelId);
  requireForMode(offered, mode);
  if (!voice) throw unknownVoice(voiceId);
  if (!voice.modelIds.includes(modelId)) {
    throw new AppError("VOICE_NOT_IN_MODEL", {
      param: "voiceId",
      message: "api.voiceNotInModel",
      values: { modelId, voiceId, models: voice.modelIds.join(", ") },
    });
  }
  return { ...offered, voice };
}

/** Throws LIVE_KEY_REQUIRED where a test key asks for an engine that is not embedded for demonstration. */
export function requireForMode({ model, provider }: Offered, mode: KeyMode | undefined): void {
  if (mode !== "test" || provider.isForTests) return;
  const { modelId, kind } = model;
  const models = listModels("test").filter((one) => one.kind === kind);
  const values = { modelId, models: models.map((one) => one.modelId).join(", ") || "–" };
  throw new AppError("LIVE_KEY_REQUIRED", { param: "modelId", message: "api.modelNeedsLiveKey", values });
}

/** A voice with the first of its models, as `firstModel`. Throws VOICE_UNKNOWN, and MODEL_UNKNOWN when all are gone. */
export function chooseModelOf(voiceId: string): Offered & { voice: Voice } {
  const voice = findVoice(voiceId);
  if (!voice) throw unknownVoice(voiceId);
  const models = voice.modelIds.flatMap((id) => findModel(id) ?? []);
  const modelId = firstModel(models)?.modelId ?? voice.modelIds[0] ?? "";
  const { offered } = findOffered({ modelId });
  if (!offered) throw unknownModel(modelId);
  return { ...offered, voice };
}

/** Throws INVALID_REQUEST for a sample rate or container that the format does not have. */
export function checkEncoding({ audioFormat, sampleRate, container }: SpeechRequest): void {
  const reject = (param: string) => {
    throw new AppError("INVALID_REQUEST", { param, message: "api.notForFormat", values: { param, audioFormat } });
  };
  if (sampleRate && (audioFormat === "mp3" || audioFormat === "opus")) reject("sampleRate");
  if (container && !isTelephoneFormat(audioFormat)) reject("container");
}

export const unknownModel = (modelId: string): AppError =>
  new AppError("MODEL_UNKNOWN", {
    param: "modelId",
    ...(isShowable(modelId) && { message: "api.modelUnknown", values: { modelId } }),
  });

export const unknownVoice = (voiceId: string): AppError =>
  new AppError("VOICE_UNKNOWN", {
    param: "voiceId",
    ...(isShowable(voiceId) && { message: "api.voiceUnknown", values: { voiceId } }),
  });

// Rejected requests are recorded with these values: what can be an API key or a token in the wrong field is not repeated.
const isShowable = (id: string) => /^[a-z0-9][a-z0-9./-]{0,39}$/.test(id);
