// @module-tag promise
// @module-tag slow
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decodeWav } from "@/lib/engines/audio/decoding/wav";
import { outcome, purity, rate, read, seconds, startTones, tone, tones } from "@/testing/harness/tones";
import { type Decoded, decode, differentChannels } from "./decode";
import { type Sniffed, sniff } from "./sniff";

const { home, wav, make } = await startTones();

test.each(tones)("%s is decoded to its sound and length", async (name, options, container, tolerance) => {
  const path = make(name, ...options);
  expect((await sniff({ path }))?.container).toBe(container);
  const { samples, sampleRate, durationSeconds } = await read(path, container);
  expect(sampleRate).toBe(16_000);
  expect(Math.abs(durationSeconds - seconds)).toBeLessThan(tolerance);
  expect(purity(samples)).toBeGreaterThan(0.98);
});

test("files in memory, also a truncated one, are decoded as on disk, and are not changed", async () => {
  const options = { signal: new AbortController().signal, maxSeconds: 60 };
  const opus = readFileSync(make("whole.opus", "-c:a", "libopus"));
  writeFileSync(join(home, "cut.opus"), opus.subarray(0, opus.length * 0.6));
  const others = ["tone.mp3", "tone.m4a", "tone.caf"].map((name) => make(name));
  for (const path of [...others, join(home, "whole.opus"), join(home, "cut.opus")]) {
    const [sniffed, bytes] = [(await sniff({ path })) as Sniffed, readFileSync(path)];
    const inMemory = await decode({ bytes, ...sniffed }, options);
    expect(inMemory.samples, path).toEqual((await decode({ path, ...sniffed }, options)).samples);
    expect(bytes.equals(readFileSync(path)), path).toBe(true);
  }
});

test.each([
  ["pcm_u8", 0.97],
  ["pcm_s16le", 0.99],
  ["pcm_s24le", 0.99],
  ["pcm_s32le", 0.99],
  ["pcm_f32le", 0.99],
  ["pcm_f64le", 0.99],
])("plain WAV in %s is decoded without FFmpeg", (codec, least) => {
  const path = make(`${codec}.wav`, "-c:a", codec, "-ac", "2", "-ar", "44100");
  const decoded = decodeWav(readFileSync(path), { sampleRate: 16_000, maxSeconds: 1800 });
  expect(Math.abs((decoded?.durationSeconds ?? 0) - seconds)).toBeLessThan(0.001);
  expect(purity(decoded?.samples ?? new Float32Array(0))).toBeGreaterThan(least);
});

const twoTones = ["-filter_complex", `sine=880:sample_rate=${rate}:duration=${seconds}[b];[0:a][b]amerge=inputs=2`];

test.each([
  ["plain WAV", "calls.wav", []],
  ["G.711", "calls-alaw.wav", ["-c:a", "pcm_alaw", "-ar", "8000"]],
  ["FLAC", "calls.flac", []],
])("the channels of %s are kept apart, or mixed", async (_, name, options) => {
  const path = make(name, ...twoTones, ...options);
  const { container } = (await sniff({ path })) as Sniffed;
  const decodeApart = (isSeparate: boolean) =>
    container === "wav"
      ? decodeWav(readFileSync(path), { sampleRate: 16_000, maxSeconds: 1800, isSeparate })
      : decode({ path, container }, { signal: new AbortController().signal, maxSeconds: 1800, isSeparate });
  const apart = (await decodeApart(true)) as Decoded;
  expect(differentChannels(apart)).toHaveLength(2);
  expect(purity(apart.samples)).toBeGreaterThan(0.98);
  expect(purity(apart.second ?? new Float32Array(0))).toBeLessThan(0.01);
  expect(Math.abs(apart.durationSeconds - seconds)).toBeLessThan(0.001);
  expect(apart.second).toHaveLength(apart.samples.length);
  expect((await decodeApart(false))?.second).toBeUndefined();
});

test("mono in two channels is one, also if one of them is quieter, but silence beside speech is another", () => {
  const mono = { samples: tone, sampleRate: rate };
  const decoded = { ...mono, durationSeconds: seconds };
  expect(differentChannels({ ...decoded, second: tone.map((sample) => sample / 3) })).toEqual([mono]);
  expect(differentChannels({ ...decoded, second: tone.slice().fill(0) })).toHaveLength(2);
  expect(differentChannels(decoded)).toEqual([decoded]);
});

test("a WAV with a wrong size, channel count or rate is cut to its data or rejected", () => {
  const bytes = readFileSync(wav);
  const change = (at: number, value: number, width: 2 | 4) => {
    const changed = Buffer.from(bytes);
    if (width === 2) changed.writeUInt16LE(value, at);
    else changed.writeUInt32LE(value, at);
    const path = join(home, "changed.wav");
    writeFileSync(path, changed);
    return () => decodeWav(readFileSync(path), { sampleRate: 16_000, maxSeconds: 1800 });
  };
  expect(change(40, 0xffffffff, 4)()?.durationSeconds).toBeLessThan(seconds + 0.1);
  for (const channels of [0, 65, 8192, 65_535]) expect(change(22, channels, 2)).toThrow("AUDIO_INVALID");
  for (const hertz of [0, 1, 0xffffffff]) expect(change(24, hertz, 4)).toThrow("AUDIO_INVALID");
  for (const bits of [0, 33, 64]) expect(change(34, bits, 2)).toThrow("AUDIO_INVALID");
  expect(change(16, 0xfffffff0, 4)).toThrow("AUDIO_INVALID");
});

test("silence that is small when compressed and huge when decoded is rejected before it fills the memory", async () => {
  const path = join(home, "bomb.flac");
  const silence = ["-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono", "-t", "3600", "-compression_level", "0"];
  expect(spawnSync("ffmpeg", ["-y", "-loglevel", "error", ...silence, path]).status).toBe(0);
  const before = process.memoryUsage().rss;
  // As a whole it would take 230 MB.
  expect(await outcome(path, 600)).toBe("AUDIO_TOO_LONG");
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
});

test("a client that disconnects stops the decoder", async () => {
  const gone = new AbortController();
  const decoding = decode(
    { path: join(home, "bomb.flac"), container: "flac" },
    { signal: gone.signal, maxSeconds: 3601 },
  );
  setTimeout(() => gone.abort(), 50);
  await expect(decoding).rejects.toMatchObject({ code: "CLIENT_CLOSED" });
});
