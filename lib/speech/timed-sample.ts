import "server-only";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { RULES_VERSION } from "vietnamese-text";
import { encodeInPool } from "@/lib/engines/pool";
import { asAppError } from "@/lib/engines/provider-error";
import { type Chosen, normalizeFor } from "@/lib/engines/reading";
import { speakWithTimes } from "@/lib/engines/speak";
import { seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { nullIfMissing, writeDurably } from "@/lib/platform/objects/files/write";
import { chooseModelOf } from "./check";
import { sampleSentence } from "./choices";
import { type Segment, segmentsOf, startsOf } from "./spoken-words";

/** A text as it is read by a voice: its segments, and when each spoken word begins, in seconds. */
export type TimedReading = { segments: Segment[]; starts: (number | undefined)[] };

/** `spark`: see `sparkOf`. */
export type TimedSample = TimedReading & { mp3: Uint8Array; spark: string };

type Wanted = { owner?: string; text: string };

/** A text by a voice, with the times of its words. Throws as `speakWithTimes`. */
export async function speakTimed({ owner, text }: Wanted, chosen: Chosen, signal: AbortSignal): Promise<TimedSample> {
  const { words: times, ...audio } = await speakWithTimes({ owner, text, config: {} }, chosen, signal);
  const { bytes, spark } = await encodeInPool(audio, { format: "mp3" }, signal, owner);
  const { segments, words } = segmentsOf(text, normalizeFor(text, chosen).changes);
  return { mp3: bytes, spark, segments, starts: startsOf(words, times) };
}

/** Increase when the sentence sounds different, or when something else is stored with it. */
const soundVersion = "1";

const making = new Map<string, Promise<TimedSample>>();

/** The front page's sentence by a voice, made only once. Throws VOICE_UNKNOWN, PROVIDER_FAILED, OVERLOADED. */
export async function frontSample(voiceId: string): Promise<TimedSample> {
  const chosen = chooseModelOf(voiceId);
  const edition = createHash("sha256").update(`${soundVersion} ${RULES_VERSION} ${sampleSentence}`).digest("hex");
  const path = join(env.VANG_DATA, "previews", `${voiceId}-${edition.slice(0, 12)}.sentence`);
  const stored = await readFile(path, "utf8").catch(nullIfMissing);
  if (stored) return restore(stored);
  const running = making.get(path) ?? make(path, chosen).finally(() => making.delete(path));
  making.set(path, running);
  return running;
}

/** How the sentence is read, which is known at once. */
export const frontReading = (voiceId: string): TimedReading => ({
  segments: segmentsOf(sampleSentence, normalizeFor(sampleSentence, chooseModelOf(voiceId)).changes).segments,
  starts: [],
});

async function make(path: string, chosen: Chosen): Promise<TimedSample> {
  try {
    const sample = await speakTimed({ text: sampleSentence }, chosen, AbortSignal.timeout(seconds(30)));
    await writeDurably(path, Buffer.from(store(sample)));
    return sample;
  } catch (error) {
    throw asAppError(error);
  }
}

/** A sample as JSON, with its audio in base64. */
export const store = ({ mp3, ...sample }: TimedSample): string =>
  JSON.stringify({ ...sample, mp3: Buffer.from(mp3).toString("base64") });

function restore(stored: string): TimedSample {
  const { mp3, ...sample } = JSON.parse(stored);
  return { ...sample, mp3: Buffer.from(mp3, "base64") };
}
