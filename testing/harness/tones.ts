import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { decode } from "@/lib/engines/audio/decode";
import { type AudioContainer, type Sniffed, sniff } from "@/lib/engines/audio/sniff";
import { encodeWav } from "@/lib/engines/audio/wav";
import { AppError } from "@/lib/platform/errors";

export const seconds = 2.5;
export const rate = 22_050;
export const tone = Float32Array.from(
  { length: seconds * rate },
  (_, at) => Math.sin((2 * Math.PI * 440 * at) / rate) / 2,
);

/** Files that FFmpeg makes of the tone: each with its options, its container and how much its length may differ. */
export const tones = [
  ["tone.mp3", ["-b:a", "64k"], "mp3", 0.1],
  ["tone.flac", [], "flac", 0.01],
  ["tone.opus", ["-c:a", "libopus", "-f", "ogg"], "ogg", 0.05],
  ["tone.ogg", ["-c:a", "libvorbis"], "ogg", 0.05],
  ["tone.m4a", ["-f", "ipod"], "mp4", 0.1],
  ["first.m4a", ["-f", "ipod", "-movflags", "faststart"], "mp4", 0.1],
  ["fragmented.mp4", ["-f", "mp4", "-movflags", "frag_keyframe+empty_moov"], "mp4", 0.1],
  ["tone.aac", ["-f", "adts"], "aac", 0.1],
  ["tone.webm", ["-c:a", "libopus"], "webm", 0.05],
  ["adpcm.wav", ["-c:a", "adpcm_ms"], "wav", 0.1],
  ["stereo.mp3", ["-ac", "2", "-ar", "48000"], "mp3", 0.1],
] as const;

/** Two and a half seconds of 440 Hz as `wav`, in a directory that is removed after the tests of the file. */
export async function startTones() {
  const home = mkdtempSync(join(tmpdir(), "vang-decode-"));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const wav = join(home, "tone.wav");
  writeFileSync(wav, await encodeWav({ samples: tone, sampleRate: rate }));

  /** What FFmpeg makes of it. */
  function make(name: string, ...options: string[]): string {
    const path = join(home, name);
    const { status, stderr } = spawnSync("ffmpeg", ["-y", "-loglevel", "error", "-i", wav, ...options, path]);
    if (status !== 0) throw new Error(String(stderr));
    return path;
  }

  return { home, wav, make };
}

export const read = (path: string, sniffed: AudioContainer | Sniffed, maxSeconds = 1800) =>
  decode(
    { path, ...(typeof sniffed === "string" ? { container: sniffed } : sniffed) },
    { signal: new AbortController().signal, maxSeconds },
  );

/** Returns the error code, or the length in seconds. */
export async function outcome(path: string, maxSeconds?: number): Promise<string | number> {
  const sniffed = await sniff({ path });
  if (!sniffed) return "AUDIO_UNSUPPORTED";
  return read(path, sniffed, maxSeconds).then(
    ({ durationSeconds }) => durationSeconds,
    (error) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );
}

/** The share of a 440 Hz tone in the signal, from 0 to 1. */
export function purity(samples: Float32Array): number {
  const [middle, length] = [Math.floor(samples.length / 3), Math.floor(samples.length / 3)];
  let [cosine, sine, power] = [0, 0, 0];
  for (let at = middle; at < middle + length; at++) {
    const sample = samples[at] as number;
    cosine += sample * Math.cos((2 * Math.PI * 440 * at) / 16_000);
    sine += sample * Math.sin((2 * Math.PI * 440 * at) / 16_000);
    power += sample * sample;
  }
  return (2 * (cosine * cosine + sine * sine)) / (length * power);
}
