import "server-only";
import { clock } from "@/lib/clock";
import { hmac, isSame } from "@/lib/crypto";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";
import { isObjectName } from "./store";

/** The query of an audio link, as it came. */
export type AudioLink = { object?: string; expires?: string; signature?: string };

/** An address that gives the audio to whoever has it, without a key, until `expiresAt` (rounded down to a second). */
export const signAudioLink = (object: string, expiresAt: Date): string => env.url + signAudioPath(object, expiresAt);

/** The same without the host, for our own pages: they may play only what comes from the name they were opened at. */
export function signAudioPath(object: string, expiresAt: Date): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  return `/tts/audio?${new URLSearchParams({ object, expires, signature: sign(object, expires) })}`;
}

/** The object's name. Throws AUDIO_LINK_INVALID unless we signed this very link, AUDIO_LINK_EXPIRED from its last second on. */
export function verifyAudioLink({ object = "", expires = "", signature = "" }: AudioLink): string {
  if (!isObjectName(object) || !isSame(sign(object, expires), signature)) throw new Refusal("AUDIO_LINK_INVALID");
  if (clock.now().getTime() >= Number(expires) * 1000) throw new Refusal("AUDIO_LINK_EXPIRED");
  return object;
}

// The purpose is part of what is signed, so that no other use of this secret can make a link.
const sign = (object: string, expires: string) => hmac(env.VANG_LINK_SECRET, `audio-link.${object}.${expires}`);
