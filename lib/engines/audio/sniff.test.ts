// @module-tag promise
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { sniff } from "./sniff";
import { encodeWav } from "./wav";

const home = mkdtempSync(join(tmpdir(), "vang-sniff-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const tone = Float32Array.from({ length: 22_050 }, (_, at) => Math.sin(at / 10) / 2);
const wav = join(home, "tone.wav");

const made = (name: string, options: string[]) => {
  const path = join(home, name);
  const { status, stderr } = spawnSync("ffmpeg", ["-y", "-loglevel", "error", "-i", wav, ...options, path]);
  if (status !== 0) throw new Error(String(stderr));
  return path;
};

test("each container is recognized by its content, whatever its name", async () => {
  writeFileSync(wav, await encodeWav({ samples: tone, sampleRate: 22_050 }));
  expect(await sniff({ path: wav })).toEqual({ container: "wav", start: 0 });
  for (const [options, container] of [
    [["-f", "mp3"], "mp3"],
    [["-f", "mp3", "-id3v2_version", "3", "-metadata", `title=${"x".repeat(20_000)}`], "mp3"],
    [["-f", "mp3", "-id3v2_version", "0", "-write_xing", "0"], "mp3"],
    [["-f", "flac"], "flac"],
    [["-c:a", "libopus", "-f", "ogg"], "ogg"],
    [["-c:a", "libvorbis", "-f", "ogg"], "ogg"],
    [["-f", "ipod"], "mp4"],
    [["-f", "adts"], "aac"],
    [["-c:a", "libopus", "-f", "webm"], "webm"],
  ] as const) {
    expect((await sniff({ path: made("something.txt", [...options]) }))?.container).toBe(container);
  }
});

test.each([
  "#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n",
  "ffconcat version 1.0\nfile /etc/passwd\n",
  "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=audio 9 RTP/AVP 0\n",
  "data:audio/wav;base64,UklGRg==",
  "<smil><audio src='http://127.0.0.1/'/></smil>",
  "ID3",
  "RIFF",
  "RIFF\0\0\0\0AVI LIST",
  "OggS\0\0\0\0 theora",
  "%PDF-1.7",
  "",
])("%j is not recognized as audio", async (text) => {
  const path = join(home, "named.wav");
  writeFileSync(path, text);
  expect(await sniff({ path })).toBeNull();
});

const frameHeads = {
  "layer III": { head: "\xff\xfb\x90\x00", length: 417 },
  "layer III of 8 kHz": { head: "\xff\xe3\x18\x00", length: 72 },
  "layer II": { head: "\xff\xfd\xa0\x00", length: 626 },
  "layer I": { head: "\xff\xff\xa0\x00", length: 348 },
  ADTS: { head: "\xff\xf1\x50\x80\x2b\x9f\xfc", length: 348 },
} as const;

/** Frames whose content has the bytes of a frame's beginning in it, at changing places. */
function framesOf(kind: keyof typeof frameHeads, count = 40): Buffer {
  const { head, length } = frameHeads[kind];
  const frames = Array.from({ length: count }, (_, index) => {
    const frame = Buffer.from(Array.from({ length }, (_, at) => (at * 31 + index * 17) % 251));
    frame.write(head.slice(0, 3), 20 + (index % 20) * 2, "latin1");
    frame.write(head, "latin1");
    return frame;
  });
  return Buffer.concat(frames);
}

const tag = (length: number) =>
  Buffer.concat([
    Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, length >> 7, length & 127]),
    Buffer.alloc(length, "APIC\0image/jpeg\0\xff\xd8\xff", "latin1"),
  ]);

const noise = (length: number) =>
  Buffer.from(Array.from({ length }, (_, at) => (Math.imul(at + 1, 2_654_435_761) >>> 24) & 255));

async function sniffBytes(...parts: (Buffer | string)[]) {
  const path = join(home, "bytes.bin");
  writeFileSync(
    path,
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part))),
  );
  return sniff({ path });
}

test.each([
  ["layer III", "mp3"],
  ["layer III of 8 kHz", "mp3"],
  ["layer II", "mp3"],
  ["layer I", "mp3"],
  ["ADTS", "aac"],
] as const)(
  "frames of %s are found behind tags, padding and other bytes, and begun within a frame",
  async (kind, container) => {
    const frames = framesOf(kind);
    expect(await sniffBytes(frames)).toEqual({ container, start: 0 });
    expect(await sniffBytes(tag(300), tag(5000), frames)).toEqual({ container, start: 5320 });
    expect(await sniffBytes(tag(300), Buffer.alloc(90_000), frames)).toEqual({ container, start: 90_310 });
    expect(await sniffBytes("HTTP/1.0 200 OK\r\nicy-name: x\r\n\r\n", frames)).toEqual({ container, start: 32 });
    expect(await sniffBytes(noise(60_000), frames)).toEqual({ container, start: 60_000 });
    expect(await sniffBytes(frames.subarray(50))).toEqual({ container, start: frameHeads[kind].length - 50 });
  },
);

test.each([
  ["RIFF\0\0\0\0WAVEfmt ", "wav"],
  ["RIFX\0\0\0\0WAVEfmt ", "wav"],
  ["RF64\xff\xff\xff\xffWAVEds64", "wav"],
  ["BW64\xff\xff\xff\xffWAVEds64", "wav"],
  ["fLaC\0\0\0\x22", "flac"],
  ["FORM\0\0\x10\0AIFFCOMM", "aiff"],
  ["FORM\0\0\x10\0AIFCFVER", "aiff"],
  ["caff\0\x01\0\0desc", "caf"],
  ["#!AMR\n\x3c", "amr"],
  ["#!AMR-WB\n\x04", "amr"],
  ["\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c", "wma"],
  ["\0\0\0\x18ftyp3gp4", "mp4"],
  ["\0\0\0\x14ftypqt  ", "mp4"],
  ["\0\0\x10\0moov\0\0\0\x6cmvhd", "mp4"],
  ["\x1aE\xdf\xa3\xa3\x42\x86\x81\x01\x42\x82\x88matroska", "webm"],
] as const)("%j begins a file of sound, also behind a tag", async (beginning, container) => {
  const rest = Buffer.alloc(500, 1);
  expect(await sniffBytes(beginning, rest)).toEqual({ container, start: 0 });
  expect(await sniffBytes(tag(300), beginning, rest)).toEqual({ container, start: 310 });
});

test.each([
  ["PNG", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
  ["JPEG", "\xff\xd8\xff\xe0\0\x10JFIF\0"],
  ["GIF", "GIF89a"],
  ["WebP", "RIFF\0\x10\0\0WEBPVP8 "],
  ["HEIC", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
  ["AVIF", "\0\0\0\x1cftypavif"],
  ["TIFF", "II*\0"],
  ["PDF", "%PDF-1.7\n"],
  ["HTML", "\n <!DOCTYPE html><html>"],
  ["SVG", "<svg xmlns="],
  ["ZIP", "PK\x03\x04\x14\0\0\0\0\0"],
  ["gzip", "\x1f\x8b\x08\0"],
  ["7-Zip", "7z\xbc\xaf\x27\x1c"],
  ["RAR", "Rar!\x1a\x07"],
  ["tar", `song.mp3${"\0".repeat(249)}ustar\0`],
  ["a program", "\x7fELF\x02\x01\x01"],
  ["AVI", "RIFF\0\x10\0\0AVI LIST"],
] as const)("%s is not recognized as audio, also with frames of sound in it or behind a tag", async (_, beginning) => {
  expect(await sniffBytes(beginning, noise(5000))).toBeNull();
  expect(await sniffBytes(beginning, Buffer.alloc(60), framesOf("layer III"))).toBeNull();
  expect(await sniffBytes(tag(300), beginning, noise(5000))).toBeNull();
});

test("bytes that only begin like sound are not recognized as audio", async () => {
  for (const { head } of Object.values(frameHeads)) expect(await sniffBytes(head, noise(300_000))).toBeNull();
  expect(await sniffBytes(tag(300), noise(300_000))).toBeNull();
  expect(await sniffBytes("ID3\x04\0\0\x7f\x7f\x7f\x7f", noise(3000))).toBeNull();
  expect(await sniffBytes(noise(2000), framesOf("layer III", 3))).toBeNull();
  expect(await sniffBytes(Buffer.alloc(300_000))).toBeNull();
  expect(await sniffBytes(Buffer.alloc(300_000, 0xff))).toBeNull();
});

test("random bytes never throw", async () => {
  const path = join(home, "any");
  const heads = ["", "RIFF", "ID3", "OggS", "fLaC", "\x1aE\xdf\xa3", "\xff\xfb", "\0\0\0\x20ftyp"];
  const bytes = fc.tuple(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 300 }));
  await fc.assert(
    fc.asyncProperty(bytes, async ([head, rest]) => {
      writeFileSync(path, Buffer.concat([Buffer.from(head, "latin1"), rest]));
      await expect(sniff({ path })).resolves.not.toBeUndefined();
    }),
  );
});
