import "server-only";
import { clock } from "@/lib/clock";
import { hmac, isSame } from "@/lib/crypto";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";
import { isObjectName } from "./store";

/** The query of an audio link, as it came. */
export type AudioLink = { object?: string; expires?: string; signature?: string };

/** What a link gives: the audio that was made, or the audio that was sent to be transcribed. */
export type LinkedService = "tts" | "stt";

/** An address that gives the audio to whoever has it, without a key, until `expiresAt` (rounded down to a second). */
export const signAudioLink = (object: string, expiresAt: Date, service: LinkedService = "tts"): string =>
  env.url + signAudioPath(object, expiresAt, service);

/** The same without the host, for our own pages: they may play only what comes from the name they were opened at. */
export function signAudioPath(object: string, expiresAt: Date, service: LinkedService = "tts"): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  return `/${service}/audio?${new URLSearchParams({ object, expires, signature: sign(service, object, expires) })}`;
}

/** The object's name. Throws AUDIO_LINK_INVALID unless we signed this very link, AUDIO_LINK_EXPIRED from its last second on. */
export function verifyAudioLink(
  { object = "", expires = "", signature = "" }: AudioLink,
  service: LinkedService = "tts",
) {
  const isOurs = isObjectName(object) && isSame(sign(service, object, expires), signature);
  if (!isOurs) throw new Refusal("AUDIO_LINK_INVALID");
  if (clock.now().getTime() >= Number(expires) * 1000) {
    throw new Refusal("AUDIO_LINK_EXPIRED", service === "stt" ? { message: "speech.inputLinkExpired" } : {});
  }
  return object;
}

// The purpose is part of what is signed, so that no other use of this secret can make a link.
const sign = (service: LinkedService, object: string, expires: string) =>
  hmac(env.VANG_LINK_SECRET, `${service}-audio.${object}.${expires}`);
