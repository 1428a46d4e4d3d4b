import "server-only";
import { open } from "node:fs/promises";

export type AudioContainer = "wav" | "mp3" | "flac" | "ogg" | "mp4" | "aac" | "webm";

/** Enough for every signature, and for the frames after a short ID3 tag. */
const headBytes = 16 * 1024;

/** Major brands (https://mp4ra.org) that can contain sound; pictures use the same container. */
const soundBrands = /^(M4A|M4B|M4V|mp4|iso|qt|3g|avc|dash|MSNV|f4|F4|caqv|mobi)/;

/** By content, not by name. Null for all else, such as playlists, which could make a player open other files. */
export async function sniff({ path }: { path: string }): Promise<AudioContainer | null> {
  const head = await readAt(path, 0, headBytes);
  const text = (from: number, to: number) => head.toString("latin1", from, to);
  if (text(0, 4) === "RIFF" && text(8, 12) === "WAVE") return "wav";
  if (text(0, 4) === "fLaC") return "flac";
  if (text(0, 4) === "OggS") return /OpusHead|vorbis|FLAC/.test(text(28, 64)) ? "ogg" : null;
  if (text(4, 8) === "ftyp") return soundBrands.test(text(8, 12)) ? "mp4" : null;
  if (head.length > 4 && head.readUInt32BE(0) === 0x1a45dfa3) return /webm|matroska/.test(text(4, 64)) ? "webm" : null;
  const start = text(0, 3) === "ID3" && head.length > 10 ? endOfTag(head) : 0;
  const frames = start === 0 ? head : await readAt(path, start, headBytes);
  return hasFrames(frames, mp3Frame) ? "mp3" : hasFrames(frames, adtsFrame) ? "aac" : null;
}

async function readAt(path: string, at: number, length: number): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** ID3v2 (https://id3.org/id3v2.4.0-structure section 3.1): four bytes of seven bits, not counting the header. */
const endOfTag = (head: Buffer): number =>
  10 +
  (((head[6] as number) & 127) << 21) +
  (((head[7] as number) & 127) << 14) +
  (((head[8] as number) & 127) << 7) +
  ((head[9] as number) & 127);

/** Padding by an encoder may precede the first frame up to here. */
const mostPadding = 4096;

/** Requires two frames, the second exactly at the end of the first, which does not happen by chance. */
function hasFrames(bytes: Buffer, lengthAt: (bytes: Buffer, at: number) => number | null): boolean {
  for (let at = 0; at < Math.min(bytes.length - 8, mostPadding); at++) {
    const length = lengthAt(bytes, at);
    if (length === null) {
      if (bytes[at] !== 0) return false;
      continue;
    }
    return lengthAt(bytes, at + length) !== null;
  }
  return false;
}

const bitrates = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

const sampleRates = [44_100, 48_000, 32_000];

/** The length of an MPEG layer III frame at this position; null when there is none. */
function mp3Frame(bytes: Buffer, at: number): number | null {
  if (at + 4 > bytes.length || bytes[at] !== 0xff || ((bytes[at + 1] as number) & 0xe6) !== 0xe2) return null;
  const version = ((bytes[at + 1] as number) >> 3) & 3;
  const isFirst = version === 3;
  const rate = sampleRates[((bytes[at + 2] as number) >> 2) & 3];
  const kilobits = bitrates[isFirst ? "mpeg1" : "mpeg2"][(bytes[at + 2] as number) >> 4];
  if (version === 1 || !rate || !kilobits) return null;
  const hertz = rate / { 3: 1, 2: 2, 0: 4 }[version as 0 | 2 | 3];
  const padding = ((bytes[at + 2] as number) >> 1) & 1;
  return Math.floor(((isFirst ? 144 : 72) * kilobits * 1000) / hertz) + padding;
}

/** The length of an ADTS frame of AAC at this position; null when there is none. */
function adtsFrame(bytes: Buffer, at: number): number | null {
  if (at + 7 > bytes.length || bytes[at] !== 0xff || ((bytes[at + 1] as number) & 0xf6) !== 0xf0) return null;
  const length =
    (((bytes[at + 3] as number) & 3) << 11) | ((bytes[at + 4] as number) << 3) | ((bytes[at + 5] as number) >> 5);
  return length >= 7 ? length : null;
}
