import type { Readable } from "node:stream";
import { hasFfmpeg, kill, startFfmpeg } from "@/lib/audio/decoding/ffmpeg";
import { minutes } from "@/lib/clock";
import { ProviderError } from "@/lib/engines/provider";
import { readBytes } from "./read-bytes";

/** What these engines speak at, or less. */
export const unpackedRate = 24_000;

const maxSeconds = minutes(30) / 1000;
const containers = { mp3: "mp3", flac: "flac", opus: "ogg" } as const;

export type PackedFormat = keyof typeof containers;

/**
 * The 16-bit samples of a packed answer, mono at `unpackedRate`, by the decoder that uploads go through. Throws
 * ProviderError `broken` when it is no sound of this kind, or this machine has no FFmpeg.
 */
export async function unpack(bytes: Uint8Array, format: PackedFormat, signal: AbortSignal): Promise<Uint8Array> {
  if (!hasFfmpeg())
    throw new ProviderError("broken", `To read ${format} from an engine, FFmpeg must be installed and allowed to run.`);
  const child = startFfmpeg(containers[format], { sampleRate: unpackedRate, maxSeconds });
  const stop = () => kill(child);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const closed = new Promise<number | null>((done) => child.once("error", () => done(null)).once("close", done));
  try {
    // One that does not like what it reads closes its end early.
    child.stdin?.on("error", () => undefined).end(bytes);
    const samples = await readBytes(child.stdout as Readable, (maxSeconds + 1) * unpackedRate * 2);
    if ((await closed) === 0) return samples;
    throw new ProviderError("broken", `The engine sent no ${format}.`);
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}
