// @module-tag promise
// @module-tag slow
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startedSeconds } from "@/lib/speech/amounts";
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
