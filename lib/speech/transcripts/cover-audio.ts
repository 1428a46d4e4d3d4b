import "server-only";
import type { Decoded } from "@/lib/engines/audio/decode";
import { encodeWav } from "@/lib/engines/audio/wav";
import { AppError } from "@/lib/platform/errors";
import type { Span } from "./format";
import type { AudioCover } from "./schema";

/** The times of words are no more exact than this, in seconds. */
const margin = 0.25;

const toneHertz = 1000;
const toneLevel = 0.1;

/**
 * The sound in which what was redacted is silent or a tone, as a WAV file of one channel. Throws REDACTION_FAILED if it
 * is not known when something redacted was said.
 */
export async function coverRedacted(
  { samples, second, sampleRate }: Decoded,
  hidden: readonly (Span | null)[],
  cover: AudioCover,
): Promise<Uint8Array> {
  const spans = hidden.filter((span) => span !== null);
  if (spans.length < hidden.length)
    throw new AppError("REDACTION_FAILED", { param: "redactAudio", message: "speech.redactionNeedsTimes" });
  const mixed = samples.map((sample, at) => (second ? (sample + (second[at] ?? 0)) / 2 : sample));
  for (const { start, end } of spans) {
    const from = Math.max(0, Math.floor((start - margin) * sampleRate));
    const to = Math.min(mixed.length, Math.ceil((end + margin) * sampleRate));
    for (let at = from; at < to; at += 1)
      mixed[at] = cover === "tone" ? toneLevel * Math.sin((2 * Math.PI * toneHertz * at) / sampleRate) : 0;
  }
  return encodeWav({ samples: mixed, sampleRate });
}
