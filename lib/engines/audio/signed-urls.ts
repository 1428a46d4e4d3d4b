import "server-only";
import { clock } from "@/lib/platform/clock";
import { hmac, isSame } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { type ByteRange, isObjectName } from "@/lib/platform/objects/store";

/** The query of an audio link, unvalidated. `bytes`: of a chapter of generated audio, where it is in the file. */
export type AudioLink = { object?: string; expires?: string; signature?: string; bytes?: string };

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

/** The same for the bytes of a chapter of generated audio. */
export function signChapterPath(object: string, expiresAt: Date, { start, end }: ByteRange): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  const bytes = `${start}-${end}`;
  const query = new URLSearchParams({ object, expires, bytes, signature: sign("tts", object, expires, bytes) });
  return `/tts/audio?${query}`;
}

/** The bytes that a verified link is limited to. */
export function bytesOf({ bytes }: AudioLink): ByteRange | undefined {
  const [, start, end] = /^(\d+)-(\d+)$/.exec(bytes ?? "") ?? [];
  return start === undefined ? undefined : { start: Number(start), end: Number(end) };
}

/** Returns the object. Throws AUDIO_LINK_INVALID for a wrong signature, AUDIO_LINK_EXPIRED from the expiry on. */
export function verifyAudioLink(
  { object = "", expires = "", signature = "", bytes }: AudioLink,
  service: LinkedService = "tts",
) {
  const isOurs = isObjectName(object) && isSame(sign(service, object, expires, bytes), signature);
  if (!isOurs) throw new AppError("AUDIO_LINK_INVALID");
  if (clock.now().getTime() >= Number(expires) * 1000) {
    throw new AppError("AUDIO_LINK_EXPIRED", service === "stt" ? { message: "speech.inputLinkExpired" } : {});
  }
  return object;
}

// The signature covers the purpose, so that no other use of this secret can produce a link.
const sign = (service: LinkedService, object: string, expires: string, bytes?: string) =>
  hmac(env.VANG_LINK_SECRET, `${service}-audio.${object}.${expires}${bytes === undefined ? "" : `.${bytes}`}`);
