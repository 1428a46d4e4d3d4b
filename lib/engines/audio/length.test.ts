// @module-tag promise
// @module-tag slow
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startedSeconds } from "@/lib/speech/choices";
import { read, startTones } from "@/testing/harness/tones";
import { declaredLength, lengthToCharge } from "./length";
import { type Sniffed, sniff } from "./sniff";

const { home } = await startTones();

function encode(name: string, seconds: number, rate: number, options: readonly string[]): string {
  const path = join(home, name);
  const source = ["-f", "lavfi", "-i", `sine=440:sample_rate=${rate}:duration=${seconds}`];
  expect(spawnSync("ffmpeg", ["-y", "-loglevel", "error", ...source, ...options, path]).status).toBe(0);
  return path;
}

describe.each([
  ["tone.m4a", ["-c:a", "aac", "-f", "ipod"]],
  ["first.m4a", ["-c:a", "aac", "-f", "ipod", "-movflags", "faststart"]],
  ["tone.mp3", []],
  ["tone.opus", ["-c:a", "libopus", "-f", "ogg"]],
  ["tone.ogg", ["-c:a", "libvorbis"]],
  ["tone.webm", ["-c:a", "libopus"]],
] as const)("%s", (name, options) => {
  test.each([
    [16_000, 0.95],
    [22_050, 1.168],
    [16_000, 1.18],
    [48_000, 1.19],
    [22_050, 1.22],
    [44_100, 2.15],
  ])("at %i Hz and %d s the length that the browser reads is the one that is charged", async (rate, seconds) => {
    const path = encode(name, seconds, rate, options);
    const { durationSeconds } = await read(path, (await sniff({ path })) as Sniffed);
    const declared = declaredLength(readFileSync(path));
    expect(Math.abs((declared ?? 0) - seconds)).toBeLessThan(0.01);
    expect(lengthToCharge(durationSeconds, declared)).toBe(declared);
    expect(startedSeconds(declared ?? 0)).toBe(startedSeconds(seconds));
  });
});

test("a file that declares less than its sound is charged by its sound", () => {
  expect(lengthToCharge(30, 1)).toBe(30);
  expect(lengthToCharge(30, 29.8)).toBe(30);
  expect(lengthToCharge(1.2075, 1.168)).toBe(1.168);
  expect(lengthToCharge(2, null)).toBe(2);
});

const box = (type: string, ...within: Uint8Array[]) => {
  const body = Buffer.concat(within);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
};
const boxes = Buffer.alloc(8000, box("free"));
const track = box("trak", boxes, box("mdia", boxes));
const tracks = box("moov", Buffer.alloc(track.length * 1000, track));
const id3 = "ID3\x03\0\0\0\0\0\0";
const opusHead = Buffer.from(`OggS${"\0".repeat(10)}OggS${"\0".repeat(8)}\x01\x13OpusHead${"\0".repeat(11)}`, "latin1");

test.each([
  ["an Ogg file of one letter", opusHead, Buffer.from("O")],
  ["an Ogg file of the beginnings of pages", opusHead, Buffer.from("OggO")],
  ["an Ogg file of pages that end no packet", opusHead, Buffer.from(`OggS\0\0${"\xff".repeat(8)}OggS`, "latin1")],
  ["an MP4 file of boxes", Buffer.concat([box("ftyp", Buffer.from("M4A ")), tracks]), Buffer.from("\0")],
  ["an MP3 file of tags", Buffer.from(id3, "latin1"), Buffer.from(id3, "latin1")],
])("the length of %s is read in little time, however long the file is", (_, beginning, unit) => {
  const file = Buffer.alloc(25_000_000, unit);
  beginning.copy(file);
  const begun = process.cpuUsage();
  declaredLength(file);
  expect(process.cpuUsage(begun).user).toBeLessThan(200_000);
});

test("any bytes have a length or none", () => {
  const beginnings = fc.constantFrom(
    "",
    "\0\0\0\x18ftypM4A ",
    "OggS",
    "\x1aE\xdf\xa3",
    "ID3\x03\0\0\0\0\0\x05",
    "\xff\xfb\x90\0",
  );
  fc.assert(
    fc.property(beginnings, fc.uint8Array({ maxLength: 400 }), (beginning, bytes) => {
      const length = declaredLength(Buffer.concat([Buffer.from(beginning, "latin1"), bytes]));
      expect(length === null || length > 0).toBe(true);
    }),
  );
});
