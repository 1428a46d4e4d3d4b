import "server-only";
import { type Cleaned, clean, SsmlError, type TextWarning } from "vietnamese-text/clean";
import type { KeyMode } from "@/lib/access/principals/mode";
import { isTelephoneFormat } from "@/lib/engines/audio/formats";
import { findModel, findOffered, findVoice, firstModel, listModels, type Offered } from "@/lib/engines/catalogue";
import type { Voice } from "@/lib/engines/provider";
import { AppError } from "@/lib/platform/errors";
import { countCharacters, hasForbiddenCharacters, isSilent, normalizeText, spoken } from "@/lib/platform/text";
import { maxCharacters, type SpeechRequest, type textWarnings } from "./schema";

/** `text` as it was sent, in NFC; `seen`, what a person sees of it, is read, counted and charged. */
export type CheckedText = Pick<
  Cleaned,
  "characters" | "counts" | "warnings" | "sayAs" | "deliveries" | "ignored" | "rate"
> & {
  text: string;
  seen: string;
};

type SentText = { text: string; textType?: "text" | "ssml"; reading?: object | "off" | null };

/** Cleans a text of markup and hidden characters, unless `reading` is off. Throws TEXT_INVALID, TEXT_EMPTY, TEXT_TOO_LONG. */
export function checkText({ text: sent, textType, reading }: SentText): CheckedText {
  const text = normalizeText(sent);
  if (!sent.isWellFormed() || hasForbiddenCharacters(text)) throw new AppError("TEXT_INVALID", { param: "text" });
  const cleaned = reading === "off" ? asSent(text) : cleanText(text, textType);
  if (isSilent(cleaned.text)) throw new AppError("TEXT_EMPTY", { param: "text" });
  const { characters, counts, warnings, sayAs, deliveries, ignored, rate } = cleaned;
  if (characters > maxCharacters) {
    throw new AppError("TEXT_TOO_LONG", {
      param: "text",
      message: "speech.tooLong",
      values: { max: maxCharacters, sent: characters },
    });
  }
  return { text, seen: cleaned.text, characters, counts, warnings, sayAs, deliveries, ignored, rate };
}

/**
 * Of SSML what has no effect: `prosody` and `emphasis` need an engine that has a speed, and inside a text one that speaks
 * it in several pieces.
 */
export function ignoredOf(
  { ignored, rate, deliveries }: Pick<CheckedText, "ignored" | "rate" | "deliveries">,
  { model, provider }: Pick<Offered, "model" | "provider">,
): string[] {
  const hasSpeed = model.config.speed !== undefined;
  const isInPieces = hasSpeed && provider.hasExactPauses === true && !model.normalises;
  const lost = isInPieces
    ? []
    : deliveries.flatMap((one) => [...(one.rate === 1 ? [] : ["prosody"]), ...(one.emphasis ? ["emphasis"] : [])]);
  return [...new Set([...ignored, ...(rate !== null && !hasSpeed ? ["prosody"] : []), ...lost])];
}

export const textWarningOf = { legacyEncoding: "legacy-encoding", lookAlikes: "look-alikes" } as const satisfies Record<
  TextWarning,
  (typeof textWarnings)[number]
>;

const asSent = (text: string) => ({
  text: spoken(text),
  characters: countCharacters(text),
  counts: {},
  warnings: [],
  sayAs: [],
  deliveries: [],
  ignored: [],
  rate: null,
});

function cleanText(text: string, textType: SentText["textType"]): Cleaned {
  try {
    return clean(text, { textType });
  } catch (error) {
    if (!(error instanceof SsmlError)) throw error;
    const { problem, detail, line } = error;
    throw new AppError("TEXT_INVALID", { param: "text", message: `speech.ssml.${problem}`, values: { detail, line } });
  }
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
