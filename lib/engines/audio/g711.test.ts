import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { decodeWav, readWav } from "@/lib/engines/audio/decoding/wav";
import { encode } from "./encode";
import { encodeAlaw, encodeMulaw, g711Samples } from "./g711";

const ffmpeg = (args: string[], input: Uint8Array) => {
  const { stdout, status } = spawnSync("ffmpeg", ["-v", "error", ...args], { input, maxBuffer: 10_000_000 });
  expect(status).toBe(0);
  return new Uint8Array(stdout);
};

const laws = [
  ["mulaw", encodeMulaw],
  ["alaw", encodeAlaw],
] as const;

test.each(laws)("%s: all 256 codes are decoded to the samples that FFmpeg decodes", (law) => {
  const codes = Uint8Array.from({ length: 256 }, (_, code) => code);
  const raw = ["-f", law, "-ar", "8000", "-ac", "1", "-i", "-", "-f", "s16le", "-"];
  const decoded = new Int16Array(ffmpeg(raw, codes).buffer);

  expect(decoded).toHaveLength(256);
  expect([...g711Samples[law]]).toEqual([...decoded]);
});

test.each(laws)("%s: each of the 65,536 samples becomes one of its two nearest codes", (law, encodeLaw) => {
  const levels = [...new Set(g711Samples[law])].sort((one, other) => one - other);
  const samples = Int16Array.from({ length: 65_536 }, (_, index) => index - 32_768);
  const codes = encodeLaw(samples);

  const far: number[] = [];
  for (let index = 0; index < samples.length; index++) {
    const sample = index - 32_768;
    const decoded = g711Samples[law][codes[index] as number] as number;
    const between = levels.filter((level) => level > Math.min(sample, decoded) && level < Math.max(sample, decoded));
    if (between.length > 0) far.push(sample);
  }
  expect(codes).toHaveLength(65_536);
  expect(far).toEqual([]);
});

const second = { samples: Float32Array.from({ length: 22_050 }, (_, at) => Math.sin(at / 10) / 2), sampleRate: 22_050 };

test.each([
  ["mulaw", "audio/basic", 8000],
  ["alaw", "audio/PCMA", 8000],
  ["pcm", "audio/pcm", 48_000],
] as const)("%s without a container is nothing but samples", async (format, contentType, size) => {
  const { bytes, ...description } = await encode(second, { format, container: "raw" }, () => false);
  expect(description).toEqual({ contentType, extension: format, durationSeconds: 1, spark: expect.any(String) });
  expect(bytes).toHaveLength(size);
});

test.each(["mulaw", "alaw"] as const)("%s in a WAV file is read by FFmpeg and by our own decoder", async (format) => {
  const { bytes, extension } = await encode(second, { format, container: "wav" }, () => false);
  expect(extension).toBe("wav");
  expect(readWav(bytes)).toMatchObject({ sampleRate: 8000, channels: 1, law: format });

  const decoded = new Int16Array(ffmpeg(["-i", "-", "-f", "s16le", "-"], bytes).buffer);
  const { samples } = decodeWav(bytes, { sampleRate: 8000, maxSeconds: 60 }) ?? { samples: [] };
  expect(decoded).toHaveLength(8000);
  expect([...samples].map((sample) => sample * 32_768)).toEqual([...decoded]);
});

test("WAV is resampled to the requested rate", async () => {
  const { bytes } = await encode(second, { format: "wav", sampleRate: 16_000 }, () => false);
  expect(readWav(bytes)).toMatchObject({ sampleRate: 16_000, bits: 16 });
});
