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
  expect(await sniff({ path: wav })).toBe("wav");
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
    expect(await sniff({ path: made("something.txt", [...options]) })).toBe(container);
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
