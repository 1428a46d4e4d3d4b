import "server-only";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Loudness = {
  /** Integrated loudness (EBU R 128). */
  lufs: number;
  /** In dBTP. */
  truePeak: number;
  /** Milliseconds before the first and after the last sample above -50 dBFS, as decoded by a player. */
  leadingMs: number;
  trailingMs: number;
};

/** The target of EBU R 128, which tolerates 1 LU and peaks up to -1 dBTP. */
export const targetLufs = -23;

const decodedRate = 48_000;
const silence = 10 ** (-50 / 20);

/** Decodes audio files of any format with one FFmpeg process. */
export function measureLoudness(files: readonly Uint8Array[]): Loudness[] {
  const directory = mkdtempSync(join(tmpdir(), "vang-loudness-"));
  const [input, output] = [
    (index: number) => join(directory, `${index}`),
    (index: number) => join(directory, `${index}.f32`),
  ];
  try {
    for (const [index, bytes] of files.entries()) writeFileSync(input(index), bytes);
    const { status, stderr } = spawnSync("ffmpeg", [
      "-nostdin",
      "-hide_banner",
      ...files.flatMap((_, index) => ["-i", input(index)]),
      "-filter_complex",
      files.map((_, index) => `[${index}:a]ebur128=peak=true:framelog=verbose[out${index}]`).join(";"),
      ...files.flatMap((_, index) => ["-map", `[out${index}]`, "-ar", `${decodedRate}`, "-f", "f32le", output(index)]),
    ]);
    if (status !== 0) throw new Error(`FFmpeg measured nothing: ${stderr}`);
    return files.map((_, index) => ({
      ...readSummary(stderr.toString(), index),
      ...measureSilence(readFileSync(output(index))),
    }));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function readSummary(log: string, index: number): Pick<Loudness, "lufs" | "truePeak"> {
  // FFmpeg initializes the filters twice and prints an empty summary for the discarded ones.
  const summary = log.slice(log.lastIndexOf(`Parsed_ebur128_${index} @`));
  const [, lufs, truePeak] = /I:\s+(\S+) LUFS.*?Peak:\s+(\S+) dBFS/s.exec(summary) ?? [];
  if (!lufs || !truePeak) throw new Error(`FFmpeg printed no summary of file ${index}: ${log}`);
  return { lufs: Number(lufs), truePeak: Number(truePeak) };
}

function measureSilence(decoded: Buffer): Pick<Loudness, "leadingMs" | "trailingMs"> {
  const samples = new Float32Array(decoded.buffer.slice(decoded.byteOffset, decoded.byteOffset + decoded.length));
  const isSound = (sample: number) => Math.abs(sample) > silence;
  const milliseconds = (count: number) => (1000 * count) / decodedRate;
  return {
    leadingMs: milliseconds(samples.findIndex(isSound)),
    trailingMs: milliseconds(samples.length - 1 - samples.findLastIndex(isSound)),
  };
}
