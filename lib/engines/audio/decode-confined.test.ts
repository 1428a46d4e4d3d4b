// @module-tag promise
// @module-tag slow
import { spawn } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { fastStart } from "@/lib/engines/audio/decoding/containers";
import type { AppError } from "@/lib/platform/errors";
import { isDeep } from "@/testing/harness/deep";
import { outcome, purity, read, startTones } from "@/testing/harness/tones";
import { promised } from "@/testing/promises";
import type { AudioContainer } from "./sniff";

const { home, wav, make } = await startTones();

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
