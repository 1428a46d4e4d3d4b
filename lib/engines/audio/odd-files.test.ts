// @module-tag promise
// @module-tag slow
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { purity, read, seconds, startTones } from "@/testing/harness/tones";
import { type Sniffed, sniff } from "./sniff";

const { home, make } = await startTones();

async function decodeFile(path: string) {
  const sniffed = (await sniff({ path })) as Sniffed;
  expect(await sniff({ bytes: readFileSync(path) })).toEqual(sniffed);
  return { ...sniffed, ...(await read(path, sniffed)) };
}

test.each([
  ["apple.caf", ["-c:a", "alac"], "caf"],
  ["samples.caf", [], "caf"],
  ["opus.caf", ["-c:a", "libopus"], "caf"],
  ["samples.aiff", ["-c:a", "pcm_s24be"], "aiff"],
  ["float.aiff", ["-c:a", "pcm_f32be"], "aiff"],
  ["tone.wma", ["-c:a", "wmav2"], "wma"],
  ["tone.3gp", ["-c:a", "aac"], "mp4"],
  ["samples.mov", ["-c:a", "pcm_s16be"], "mp4"],
  ["opus.mp4", ["-c:a", "libopus"], "mp4"],
  ["tone.mkv", ["-c:a", "ac3"], "webm"],
  ["speech.spx", ["-c:a", "libspeex", "-ar", "16000"], "ogg"],
  ["tone.mp2", ["-c:a", "mp2", "-ar", "44100"], "mp3"],
  ["mp3.wav", ["-c:a", "libmp3lame"], "wav"],
  ["gsm.wav", ["-c:a", "libgsm_ms", "-ar", "8000"], "wav"],
  ["surround.flac", ["-ac", "6"], "flac"],
] as const)("%s is decoded to its sound and length", async (name, options, container) => {
  const decoded = await decodeFile(make(name, ...options));
  expect(decoded.container).toBe(container);
  expect(Math.abs(decoded.durationSeconds - seconds)).toBeLessThan(0.1);
  expect(purity(decoded.samples)).toBeGreaterThan(0.98);
});

test.each([
  ["#!AMR\n", 0x3c, 32],
  ["#!AMR-WB\n", 0x44, 61],
])("each frame of %j is 20 ms", async (head, first, length) => {
  const frame = Buffer.from(Array.from({ length }, (_, at) => (at === 0 ? first : (at * 37) & 255)));
  const path = join(home, "speech.amr");
  writeFileSync(path, Buffer.concat([Buffer.from(head), ...Array<Buffer>(60).fill(frame)]));
  expect((await decodeFile(path)).durationSeconds).toBeCloseTo(1.2, 2);
});

test("MPEG sound with tags, padding or other bytes in front, or begun within a frame, has all the rest of its sound", async () => {
  const tag = Buffer.concat([Buffer.from("ID3\x03\0\0\0\0\x02\0", "latin1"), Buffer.alloc(256)]);
  const junk = Buffer.from(Array.from({ length: 5000 }, (_, at) => (Math.imul(at + 1, 2_654_435_761) >>> 24) & 255));
  const path = join(home, "odd");
  for (const [name, options] of [
    ["tone.mp3", ["-id3v2_version", "0"]],
    ["two.mp2", ["-c:a", "mp2", "-ar", "44100"]],
    ["tone.aac", ["-f", "adts"]],
  ] as const) {
    const whole = readFileSync(make(name, ...options));
    const fronts = [Buffer.concat([tag, tag]), Buffer.concat([tag, Buffer.alloc(9000)]), junk];
    for (const bytes of [...fronts.map((front) => Buffer.concat([front, whole])), whole.subarray(100)]) {
      writeFileSync(path, bytes);
      const { durationSeconds, samples } = await decodeFile(path);
      expect(Math.abs(durationSeconds - seconds)).toBeLessThan(0.15);
      expect(purity(samples)).toBeGreaterThan(0.98);
    }
  }
});

test("other codecs in a WAV whose data says no size, and behind a tag, have all their sound", async () => {
  const bytes = readFileSync(make("ima.wav", "-c:a", "adpcm_ima_wav"));
  bytes.writeUInt32LE(0, bytes.indexOf("data") + 4);
  const path = join(home, "killed.wav");
  writeFileSync(path, Buffer.concat([Buffer.from("ID3\x03\0\0\0\0\0\x10", "latin1"), Buffer.alloc(16), bytes]));
  const { durationSeconds, samples } = await decodeFile(path);
  expect(Math.abs(durationSeconds - seconds)).toBeLessThan(0.1);
  expect(purity(samples)).toBeGreaterThan(0.98);
});

const opposite = "[0:a]asplit[a][b];[b]aeval=-val(0)[c];[a][c]amerge=inputs=2";
const pairs = "[0:a]pan=5.1|c0=c0|c1=-1*c0|c2=c0|c3=-1*c0|c4=c0|c5=-1*c0";

test.each([
  ["opposite.flac", opposite, []],
  ["opposite.m4a", opposite, ["-f", "ipod"]],
  ["opposite.mp3", opposite, ["-joint_stereo", "0"]],
  ["surround.flac", pairs, []],
  ["surround.m4a", pairs, ["-f", "ipod"]],
] as const)("channels in opposite phase of %s do not cancel out", async (name, filter, options) => {
  const { samples, durationSeconds } = await decodeFile(make(name, "-filter_complex", filter, ...options));
  expect(purity(samples)).toBeGreaterThan(0.95);
  expect(Math.max(...samples.subarray(8000, 16_000))).toBeGreaterThan(0.3);
  expect(Math.abs(durationSeconds - seconds)).toBeLessThan(0.1);
});
