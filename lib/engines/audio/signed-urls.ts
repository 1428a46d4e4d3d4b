import "server-only";
import { clock } from "@/lib/platform/clock";
import { hmac, isSame } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { isObjectName } from "@/lib/platform/objects/store";

/** The query of an audio link, unvalidated. */
export type AudioLink = { object?: string; expires?: string; signature?: string };

/** Whether a link is for generated audio or for audio uploaded for transcription. */
export type LinkedService = "tts" | "stt";

/** A URL that gives access to the audio without an API key until `expiresAt` (rounded down to a second). */
export const signAudioLink = (object: string, expiresAt: Date, service: LinkedService = "tts"): string =>
  env.url + signAudioPath(object, expiresAt, service);

/** A signed URL without the host, for the console: its pages play only audio from their own origin. */
export function signAudioPath(object: string, expiresAt: Date, service: LinkedService = "tts"): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  return `/${service}/audio?${new URLSearchParams({ object, expires, signature: sign(service, object, expires) })}`;
}

/** Returns the object. Throws AUDIO_LINK_INVALID for a wrong signature, AUDIO_LINK_EXPIRED from the expiry on. */
export function verifyAudioLink(
  { object = "", expires = "", signature = "" }: AudioLink,
  service: LinkedService = "tts",
) {
  const isOurs = isObjectName(object) && isSame(sign(service, object, expires), signature);
  if (!isOurs) throw new AppError("AUDIO_LINK_INVALID");
  if (clock.now().getTime() >= Number(expires) * 1000) {
    throw new AppError("AUDIO_LINK_EXPIRED", service === "stt" ? { message: "speech.inputLinkExpired" } : {});
  }
  return object;
}

// The signature covers the purpose, so that no other use of this secret can produce a link.
const sign = (service: LinkedService, object: string, expires: string) =>
  hmac(env.VANG_LINK_SECRET, `${service}-audio.${object}.${expires}`);
