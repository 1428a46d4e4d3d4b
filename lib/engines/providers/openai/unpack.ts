import type { Readable } from "node:stream";
import { hasFfmpeg, kill, startFfmpeg } from "@/lib/engines/audio/decoding/ffmpeg";
import { ProviderError } from "@/lib/engines/provider";
import { minutes } from "@/lib/platform/clock";
import { readBytes } from "./read-bytes";

/** These engines use this rate or less. */
export const unpackedRate = 24_000;

const maxSeconds = minutes(30) / 1000;
const containers = { mp3: "mp3", flac: "flac", opus: "ogg" } as const;

export type PackedFormat = keyof typeof containers;

/** Decodes to 16-bit mono at `unpackedRate`. Throws ProviderError `broken` for invalid audio or without FFmpeg. */
export async function unpack(bytes: Uint8Array, format: PackedFormat, signal: AbortSignal): Promise<Uint8Array> {
  if (!hasFfmpeg())
    throw new ProviderError("broken", `To read ${format} from an engine, FFmpeg must be installed and allowed to run.`);
  const child = startFfmpeg(containers[format], { sampleRate: unpackedRate, maxSeconds, channels: 1 });
  const stop = () => kill(child);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const closed = new Promise<number | null>((done) => child.once("error", () => done(null)).once("close", done));
  try {
    // FFmpeg closes its input early when it rejects it.
    child.stdin?.on("error", () => undefined).end(bytes);
    const samples = await readBytes(child.stdout as Readable, (maxSeconds + 1) * unpackedRate * 2);
    if ((await closed) === 0) return samples;
    throw new ProviderError("broken", `The engine sent no ${format}.`);
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}
