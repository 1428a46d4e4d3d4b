// @module-tag promise
// @module-tag slow
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import { isDeep, trials } from "@/testing/harness/deep";
import { promised } from "@/testing/promises";
import { differentChannels } from "./channels";
import { type Decoded, decode } from "./decode";
import { decodeWav } from "./decoding/decode-wav";
import { fastStart } from "./decoding/fast-start";
import { type AudioContainer, sniff } from "./sniff";
import { encodeWav } from "./wav";

const home = mkdtempSync(join(tmpdir(), "vang-decode-"));
const wav = join(home, "tone.wav");
const seconds = 2.5;
const rate = 22_050;
const tone = Float32Array.from({ length: seconds * rate }, (_, at) => Math.sin((2 * Math.PI * 440 * at) / rate) / 2);

beforeAll(async () => writeFileSync(wav, await encodeWav({ samples: tone, sampleRate: rate })));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function make(name: string, ...options: string[]): string {
  const path = join(home, name);
  const { status, stderr } = spawnSync("ffmpeg", ["-y", "-loglevel", "error", "-i", wav, ...options, path]);
  if (status !== 0) throw new Error(String(stderr));
  return path;
}

const read = (path: string, container: AudioContainer, maxSeconds = 1800) =>
  decode({ path, container }, { signal: new AbortController().signal, maxSeconds });

/** Returns the error code, or the length in seconds. */
async function outcome(path: string, maxSeconds?: number): Promise<string | number> {
  const container = await sniff({ path });
  if (!container) return "AUDIO_UNSUPPORTED";
  return read(path, container, maxSeconds).then(
    ({ durationSeconds }) => durationSeconds,
    (error) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );
}

/** The share of a 440 Hz tone in the signal, from 0 to 1. */
function purity(samples: Float32Array): number {
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

test.each([
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
] as const)("%s is decoded to its sound and length", async (name, options, container, tolerance) => {
  const path = make(name, ...options);
  expect(await sniff({ path })).toBe(container);
  const { samples, sampleRate, durationSeconds } = await read(path, container);
  expect(sampleRate).toBe(16_000);
  expect(Math.abs(durationSeconds - seconds)).toBeLessThan(tolerance);
  expect(purity(samples)).toBeGreaterThan(0.98);
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
  const container = (await sniff({ path })) as AudioContainer;
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
  const decoded = { samples: tone, sampleRate: rate, durationSeconds: seconds };
  expect(differentChannels({ ...decoded, second: tone.map((sample) => sample / 3) })).toEqual([tone]);
  expect(differentChannels({ ...decoded, second: tone.slice().fill(0) })).toHaveLength(2);
  expect(differentChannels(decoded)).toEqual([tone]);
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
  for (const channels of [0, 9, 8192, 65_535]) expect(change(22, channels, 2)).toThrow("AUDIO_INVALID");
  for (const hertz of [0, 1, 0xffffffff]) expect(change(24, hertz, 4)).toThrow("AUDIO_INVALID");
  for (const bits of [0, 7, 12, 64]) expect(change(34, bits, 2)).toThrow("AUDIO_INVALID");
  expect(change(16, 0xfffffff0, 4)).toThrow("AUDIO_INVALID");
});

test("a file truncated anywhere gives its remaining sound or is rejected", async () => {
  for (const name of ["tone.mp3", "tone.flac", "tone.opus", "tone.m4a", "first.m4a", "tone.aac", "tone.webm"]) {
    const bytes = readFileSync(join(home, name));
    for (const share of isDeep ? [0.01, 0.25, 0.5, 0.75, 0.99] : [0.01, 0.99]) {
      const path = join(home, "cut");
      writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length * share)));
      const got = await outcome(path);
      if (typeof got === "number") expect(got).toBeLessThan(seconds + 0.2);
      else expect(["AUDIO_UNSUPPORTED", "AUDIO_INVALID", "AUDIO_EMPTY"]).toContain(got);
    }
  }
});

describe("a truncated file gives all of its remaining sound", () => {
  const noiseSeconds = isDeep ? 10 : 5;
  const noise = join(home, "noise.wav");
  const source = ["-f", "lavfi", "-i", `anoisesrc=r=22050:d=${noiseSeconds}:seed=1`, noise];
  beforeAll(() => expect(spawnSync("ffmpeg", ["-y", "-loglevel", "error", ...source]).status).toBe(0));

  test.each([
    ["noise.mp3", []],
    ["noise.flac", []],
    ["noise.opus", ["-c:a", "libopus"]],
    ["noise.ogg", ["-c:a", "libvorbis"]],
    ["noise.m4a", ["-f", "ipod", "-movflags", "faststart"]],
    ["noise.mp4", ["-movflags", "frag_keyframe+empty_moov"]],
    ["noise.aac", ["-f", "adts"]],
    ["noise.webm", ["-c:a", "libopus"]],
  ] as const)("%s", async (name, options) => {
    const bytes = readFileSync(make(name, "-i", noise, "-map", "1:a", ...options));
    for (const share of isDeep ? [0.55, 0.95] : [0.55]) {
      const path = join(home, `cut-${name}`);
      writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length * share)));
      const got = await outcome(path);
      expect(got).toBeGreaterThan(noiseSeconds * share - 0.5);
      expect(got).toBeLessThan(noiseSeconds * share + 0.5);
    }
  });

  test("Opus truncated within its only audio page", async () => {
    const bytes = readFileSync(make("short.opus", "-t", "0.9", "-c:a", "libopus"));
    const path = join(home, "cut-short.opus");
    writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length * 0.6)));
    expect(await outcome(path)).toBeGreaterThan(0.3);
  });
});

test("an M4A whose index was cut off at the end is rejected with a message that says so", async () => {
  const bytes = readFileSync(make("index-last.m4a", "-f", "ipod"));
  for (const share of [0.5, 0.99]) {
    const path = join(home, "cut.m4a");
    writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length * share)));
    await expect(read(path, "mp4")).rejects.toMatchObject({
      code: "AUDIO_INVALID",
      details: { message: "speech.cutShort" },
    });
  }
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

/** What FFmpeg makes of a file without our restrictions, as samples at 16 kHz. */
async function decodeUnprotected(path: string, ...options: string[]): Promise<Float32Array> {
  const anything = ["-loglevel", "quiet", "-protocol_whitelist", "pipe,file,http,tcp", ...options];
  const raw = ["-f", "s16le", "-ac", "1", "-ar", "16000", "pipe:1"];
  const child = spawn("ffmpeg", [...anything, "-i", path, ...raw], { stdio: ["ignore", "pipe", "ignore"] });
  const bytes = await buffer(child.stdout);
  return Float32Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readInt16LE(at * 2) / 32_768);
}

test("only the uploaded file is read, and no network connection is opened", async () => {
  const secret = join(home, "another-tenant.wav");
  writeFileSync(secret, readFileSync(wav));
  // Only FFmpeg's own restrictions protect what every user of the machine can read.
  chmodSync(home, 0o755);
  let calls = 0;
  const canary = createServer((socket) => {
    calls += 1;
    socket.destroy();
  });
  await new Promise<void>((listening) => canary.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/x.wav`;
  const path = join(home, "playlist.wav");

  const [ofFile, ofUrl] = [`file 'file:${secret}'`, `file '${url}'`].map((line) => `ffconcat version 1.0\n${line}\n`);
  const playlists = [
    `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\nfile:${secret}\n#EXT-X-ENDLIST\n`,
    `#EXTM3U\n#EXTINF:10.0,\n${url}\n`,
    ofFile ?? "",
    ofUrl ?? "",
  ];
  writeFileSync(path, ofFile ?? "");
  expect(purity(await decodeUnprotected(path, "-safe", "0"))).toBeGreaterThan(0.98);
  writeFileSync(path, ofUrl ?? "");
  await decodeUnprotected(path, "-safe", "0");
  expect(calls).toBeGreaterThan(0);
  calls = 0;

  const all: AudioContainer[] = ["wav", "mp3", "flac", "ogg", "mp4", "aac", "webm"];
  const heads: { head: string; forced: AudioContainer[] }[] = [
    { head: "", forced: isDeep ? all : ["wav", "mp3"] },
    { head: "RIFF\x24\0\0\0WAVE", forced: ["wav"] },
    { head: "ID3\x04\0\0\0\0\0\0", forced: ["mp3", "aac"] },
    { head: "OggS OpusHead", forced: ["ogg"] },
    { head: "fLaC", forced: ["flac"] },
    { head: "\0\0\0\x20ftypM4A ", forced: ["mp4"] },
    { head: "\x1aE\xdf\xa3webm", forced: ["webm"] },
  ];
  for (const [at, playlist] of playlists.entries()) {
    // Otherwise each with a file and a URL, in one of the two formats.
    const tried = heads.filter((_, index) => isDeep || index % 2 === Math.floor(at / 2));
    for (const { head, forced } of tried) {
      writeFileSync(path, Buffer.from(head + playlist, "latin1"));
      for (const container of forced) {
        // The result may be noise, but must not contain the other file's tone.
        const sound = await read(path, container).catch((error: AppError) => error.code);
        if (typeof sound === "string") expect(sound).toMatch(/^AUDIO_(INVALID|EMPTY)$/);
        else expect(purity(sound.samples) || 0).toBeLessThan(0.5);
      }
    }
  }
  await new Promise((closed) => canary.close(closed));
  expect(calls).toBe(promised("T3"));
});

/** Replaces the data reference of an M4A file whose index is at its end by an alias of another file. */
function referTo(other: string, m4a: Buffer): Buffer {
  const path = Buffer.from(other.replaceAll("/", ":").padEnd(other.length + (other.length % 2), "\0"));
  const alias = Buffer.alloc(12 + 150 + 4 + path.length + 4);
  alias.writeUInt32BE(alias.length, 0);
  alias.write("alis", 4);
  alias.writeUInt16BE(2, 162);
  alias.writeUInt16BE(path.length, 164);
  path.copy(alias, 166);
  alias.writeUInt16BE(0xffff, 166 + path.length);
  const place = m4a.indexOf("url \0\0\0\x01", 0, "latin1") - 4;
  for (const box of ["moov", "trak", "mdia", "minf", "dinf", "dref"]) {
    const at = m4a.lastIndexOf(box, place, "latin1") - 4;
    m4a.writeUInt32BE(m4a.readUInt32BE(at) + alias.length - 12, at);
  }
  return Buffer.concat([m4a.subarray(0, place), alias, m4a.subarray(place + 12)]);
}

test("an MP4 whose sound is in another file has no sound", async () => {
  const original = readFileSync(make("index-last.m4a", "-f", "ipod"));
  const bytes = Buffer.from(original);
  const media = bytes.indexOf("mdat", 0, "latin1");
  const index = bytes.indexOf("moov", media, "latin1") - 4;
  bytes.fill(0, media + 4, index);
  const other = join(home, "other.m4a");
  const silent = referTo(other, bytes);
  // FFmpeg gets a file with its index first, whose positions are moved by the length of the index.
  writeFileSync(other, Buffer.concat([Buffer.alloc(silent.length - index), original]));
  chmodSync(home, 0o755);
  const path = join(home, "dref.m4a");
  writeFileSync(path, Buffer.concat([...fastStart(silent)]));
  expect(purity(await decodeUnprotected(path, "-enable_drefs", "1", "-use_absolute_path", "1"))).toBeGreaterThan(0.98);

  const got = await outcome(path);
  expect(got).toMatch(/^AUDIO_(INVALID|EMPTY)$/);
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

/** Changes, removes or duplicates a few bytes, reproducibly for a seed. */
function mutate(bytes: Buffer, seed: number): Buffer {
  let state = seed * 2_654_435_761;
  const next = (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state % below;
  };
  const changed = Buffer.from(bytes);
  for (let count = 1 + next(8); count > 0; count--) changed[next(Math.min(changed.length, 4096))] = next(256);
  const from = next(changed.length);
  if (seed % 3 === 0) return Buffer.concat([changed.subarray(0, from), changed.subarray(from + next(64))]);
  return changed;
}

const mutants = trials(process.env.VANG_MUTATIONS, 8, 300);

test("randomly modified files are decoded or rejected, and nothing breaks", {
  timeout: mutants * 1000,
}, async () => {
  const names = [
    "tone.mp3",
    "tone.flac",
    "tone.opus",
    "tone.m4a",
    "tone.aac",
    "tone.webm",
    "tone.wav",
    "fragmented.mp4",
  ];
  const originals = names.map((name) => readFileSync(join(home, name)));
  const tally: Record<string, number> = {};
  for (let seed = 0; seed < mutants; seed += 2) {
    await Promise.all(
      [seed, seed + 1].map(async (each) => {
        const path = join(home, `mutant-${each % 2}`);
        writeFileSync(path, mutate(originals[each % originals.length] as Buffer, each));
        const got = await outcome(path);
        const kind = typeof got === "number" ? "decoded" : got;
        tally[kind] = (tally[kind] ?? 0) + 1;
      }),
    );
  }
  expect(Object.values(tally).reduce((sum, each) => sum + each, 0)).toBe(mutants);
  expect(Object.keys(tally)).toEqual(expect.arrayContaining(["decoded", "AUDIO_INVALID"]));
  for (const kind of Object.keys(tally)) {
    expect(["decoded", "AUDIO_UNSUPPORTED", "AUDIO_INVALID", "AUDIO_EMPTY", "AUDIO_TOO_LONG"]).toContain(kind);
  }
});
