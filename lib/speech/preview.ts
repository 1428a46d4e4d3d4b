import "server-only";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { seconds } from "@/lib/clock";
import { findVoice } from "@/lib/engines/catalogue";
import { speakWithEngine } from "@/lib/engines/engine";
import { encodeInPool } from "@/lib/engines/pool";
import type { Voice } from "@/lib/engines/provider";
import { asRefusal } from "@/lib/engines/provider-refusal";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";
import { nullIfMissing, writeDurably } from "@/lib/files/write";
import sentences from "./preview-sentences.json" with { type: "json" };

const making = new Map<string, Promise<Uint8Array>>();

/** MP3 of a sentence from the voice's own region, made once and kept on disk. Throws VOICE_UNKNOWN, PROVIDER_FAILED, OVERLOADED. */
export async function previewAudio(voiceId: string): Promise<Uint8Array> {
  const voice = findVoice(voiceId);
  if (!voice) throw new Refusal("VOICE_UNKNOWN", { param: "voiceId" });
  const path = locate(voice);
  return (await readFile(path).catch(nullIfMissing)) ?? makeOnce(path, voice);
}

/** Changes when the same sentence comes to sound different. */
const soundVersion = "2";

// The name holds the sentence and this, so that a better recording replaces the one on disk.
function locate({ voiceId, region }: Voice): string {
  const edition = createHash("sha256").update(`${soundVersion} ${sentences[region]}`).digest("hex").slice(0, 12);
  return join(env.VANG_DATA, "previews", `${voiceId}-${edition}.mp3`);
}

/** Whoever asks while it is being made waits for the same recording. */
function makeOnce(path: string, voice: Voice): Promise<Uint8Array> {
  const running = making.get(path) ?? make(path, voice).finally(() => making.delete(path));
  making.set(path, running);
  return running;
}

async function make(path: string, { voiceId, modelIds, region }: Voice): Promise<Uint8Array> {
  const [modelId = ""] = modelIds;
  const signal = AbortSignal.timeout(seconds(30));
  const request = { text: sentences[region], voiceId, modelId, config: {} };
  try {
    const audio = await speakWithEngine(request, signal);
    const { bytes } = await encodeInPool(audio, "mp3", signal);
    await writeDurably(path, bytes);
    return bytes;
  } catch (error) {
    throw asRefusal(error);
  }
}
