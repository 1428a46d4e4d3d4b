import "server-only";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listVoices } from "@/lib/engines/catalogue";
import { encodeInPool } from "@/lib/engines/pool";
import type { Voice } from "@/lib/engines/provider";
import { asAppError } from "@/lib/engines/provider-error";
import type { Chosen } from "@/lib/engines/reading";
import { speakWithEngine } from "@/lib/engines/speak";
import { seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { nullIfMissing, writeDurably } from "@/lib/platform/objects/files/write";
import { chooseModelOf } from "./check";
import sentences from "./preview-sentences.json" with { type: "json" };

const making = new Map<string, Promise<Uint8Array>>();

/** A sentence from the voice's region as MP3, made only once. Throws VOICE_UNKNOWN, PROVIDER_FAILED, OVERLOADED. */
export async function previewAudio(voiceId: string): Promise<Uint8Array> {
  const chosen = chooseModelOf(voiceId);
  const path = locate(chosen.voice);
  const stored = await readFile(path).catch(nullIfMissing);
  if (stored) return stored;
  // Concurrent requests share one synthesis.
  const running = making.get(path) ?? make(path, chosen).finally(() => making.delete(path));
  making.set(path, running);
  return running;
}

/** Increase when the same sentence sounds different, or when more is stored with it. */
const soundVersion = "3";

/** The small wave of each voice's preview (see `sparkOf`), by `voiceId`; none for a preview never requested. */
export async function listPreviewSparks(): Promise<Record<string, string>> {
  const found = await Promise.all(
    listVoices().map(async (voice) => [
      voice.voiceId,
      await readFile(sparkFile(locate(voice)), "utf8").catch(() => ""),
    ]),
  );
  return Object.fromEntries(found.filter(([, spark]) => spark));
}

const sparkFile = (path: string) => `${path}.spark`;

// The file name depends on the sentence and version, so that a new recording replaces the old one.
function locate({ voiceId, region }: Pick<Voice, "voiceId" | "region">): string {
  const edition = createHash("sha256").update(`${soundVersion} ${sentences[region]}`).digest("hex").slice(0, 12);
  return join(env.VANG_DATA, "previews", `${voiceId}-${edition}.mp3`);
}

async function make(path: string, chosen: Chosen): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(seconds(30));
  const request = { text: sentences[chosen.voice.region], config: {} };
  try {
    const audio = await speakWithEngine(request, chosen, signal);
    const { bytes, spark } = await encodeInPool(audio, { format: "mp3" }, signal);
    await writeDurably(sparkFile(path), Buffer.from(spark));
    await writeDurably(path, bytes);
    return bytes;
  } catch (error) {
    throw asAppError(error);
  }
}
