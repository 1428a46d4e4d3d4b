import "server-only";
import { open } from "node:fs/promises";
import type { AudioContainer } from "./formats";

export type { AudioContainer };

/** A file in memory or on disk. */
export type AudioFile = { bytes: Buffer; path?: undefined } | { path: string; bytes?: undefined };

/** Where the sound begins: behind the tags and the padding that programs write in front of it. */
export type Sniffed = { container: AudioContainer; start: number };

/** Enough for every signature. */
const headBytes = 4096;

/** How far from the tags' end the first frame of MPEG sound may be, and what is read to find the frames behind it. */
const mostJunk = 256 * 1024;
const framesBytes = mostJunk + 16 * 1024;

const mostTags = 16;

/** Major brands (https://mp4ra.org) that can contain sound; pictures use the same container. */
const soundBrands = /^(M4[ABPRV]|mp4|iso|qt|3g|avc|dash|MSNV|f4|F4|caqv|mobi|mmp4)/;

/** QuickTime files without a brand begin with one of these boxes. */
const oldBoxes = /^(moov|mdat|wide)$/;

/**
 * By content, not by name. Null for all else, such as playlists, which could make a player open other files, and
 * pictures and archives, also if there is sound in them.
 */
export async function sniff({ path, bytes }: AudioFile): Promise<Sniffed | null> {
  if (bytes) return sniffBytes(async (at, length) => bytes.subarray(at, at + length));
  const file = await open(path, "r");
  return sniffBytes(async (at, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  }).finally(() => file.close());
}

type Read = (at: number, length: number) => Promise<Buffer>;

async function sniffBytes(read: Read): Promise<Sniffed | null> {
  const tagsEnd = await skipTags(read);
  const bytes = await read(tagsEnd, framesBytes);
  const zeros = Math.max(
    0,
    bytes.findIndex((byte) => byte !== 0),
  );
  for (const padding of [0, zeros]) {
    const container = recognize(bytes.subarray(padding, padding + headBytes));
    if (container) return { container, start: tagsEnd + padding };
  }
  if (isOther(bytes)) return null;
  const frames = findFrames(bytes, zeros);
  return frames && { ...frames, start: tagsEnd + frames.start };
}

function recognize(head: Buffer): AudioContainer | null {
  const text = (from: number, to: number) => head.toString("latin1", from, to);
  if (/^(RIFF|RIFX|RF64|BW64)$/.test(text(0, 4)) && text(8, 12) === "WAVE") return "wav";
  if (text(0, 4) === "fLaC") return "flac";
  if (text(0, 4) === "OggS") return oggCodecs.some((id) => head.includes(id, 28, "latin1")) ? "ogg" : null;
  if (text(4, 8) === "ftyp") return soundBrands.test(text(8, 12)) ? "mp4" : null;
  if (oldBoxes.test(text(4, 8))) return "mp4";
  if (text(0, 4) === "\x1aE\xdf\xa3") return /webm|matroska/.test(text(4, 64)) ? "webm" : null;
  if (text(0, 4) === "FORM" && /^AIF[FC]$/.test(text(8, 12))) return "aiff";
  if (text(0, 4) === "caff") return "caf";
  if (/^#!AMR(-WB)?\n/.test(text(0, 9))) return "amr";
  if (text(0, 16) === asfHeader) return "wma";
  return null;
}

/** How the first packets of sound in Ogg begin; those of pictures may come before. */
const oggCodecs = ["OpusHead", "\x01vorbis", "\x7fFLAC", "Speex   "];

const asfHeader = "\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c";

/** Beginnings of files that are no sound but may hold some, so that whole frames can be found within them. */
const others = [
  ...["\x89PNG", "\xff\xd8\xff", "GIF8", "II*\0", "MM\0*", "8BPS"],
  ...["RIFF", "OggS", "\x1aE\xdf\xa3", "FORM", "FLV\x01", "\0\0\x01\xba", "\0\0\x01\xb3"],
  ...["%PDF", "%!PS", "{\\rtf", "\xd0\xcf\x11\xe0", "SQLite", "<!", "<?", "<html", "<svg"],
  ...[
    "PK\x03\x04",
    "PK\x05\x06",
    "PK\x07\x08",
    "\x1f\x8b",
    "BZh",
    "7z\xbc\xaf",
    "Rar!",
    "\xfd7zXZ",
    "\x28\xb5\x2f\xfd",
  ],
  ...["!<arch>", "MZ", "\x7fELF", "\xca\xfe\xba\xbe", "\xcf\xfa\xed\xfe"],
];

function isOther(bytes: Buffer): boolean {
  const text = bytes.toString("latin1", 0, 300);
  const isTar = text.slice(257, 262) === "ustar";
  return isTar || text.slice(4, 8) === "ftyp" || others.some((beginning) => text.trimStart().startsWith(beginning));
}

/** ID3v2 (https://id3.org/id3v2.4.0-structure section 3.1): four bytes of seven bits, without header and footer. */
async function skipTags(read: Read): Promise<number> {
  let end = 0;
  for (let tags = 0; tags < mostTags; tags++) {
    const header = await read(end, 10);
    if (header.length < 10 || header.toString("latin1", 0, 3) !== "ID3") return end;
    const size = [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | ((header[at] as number) & 127), 0);
    end += 10 + size + ((header[5] as number) & 16 ? 10 : 0);
  }
  return end;
}

/** The kinds of frames: what all frames of a file have in common in their first four bytes, and the length of one. */
const kinds = [
  { container: "mp3", common: 0xfffe_0c00, lengthAt: mpegFrame },
  { container: "aac", common: 0xffff_fdc0, lengthAt: adtsFrame },
] as const;

/** So many frames in a row do not happen by chance; at the beginning two are enough, as few as a short file has. */
const fewestFrames = { atOnce: 2, behindJunk: 5 };

/** The first frames that follow each other exactly, each of the same kind. A file may begin within a frame. */
function findFrames(bytes: Buffer, zeros: number): Sniffed | null {
  for (let start = bytes.indexOf(0xff); start >= 0 && start < mostJunk; start = bytes.indexOf(0xff, start + 1)) {
    const fewest = start === zeros ? fewestFrames.atOnce : fewestFrames.behindJunk;
    for (const { container, common, lengthAt } of kinds) {
      let [count, at] = [0, start];
      for (let length = lengthAt(bytes, at); length !== null && count < fewest; length = lengthAt(bytes, at)) {
        if (((bytes.readUInt32BE(at) ^ bytes.readUInt32BE(start)) & common) !== 0) break;
        count += 1;
        at += length;
      }
      if (count >= fewest) return { container, start };
    }
  }
  return null;
}

/** In kbit/s, by layer: of MPEG 1, and of MPEG 2 and 2.5, whose layers II and III have the same. */
const lowBitrates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const bitrates = {
  first: {
    1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  },
  second: {
    1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    2: lowBitrates,
    3: lowBitrates,
  },
};

const sampleRates = [44_100, 48_000, 32_000];

/** The length of a frame of MPEG layer I, II or III at this position; null when there is none. */
function mpegFrame(bytes: Buffer, at: number): number | null {
  if (at + 4 > bytes.length || bytes[at] !== 0xff || ((bytes[at + 1] as number) & 0xe0) !== 0xe0) return null;
  const [second, third] = [bytes[at + 1] as number, bytes[at + 2] as number];
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  const rate = sampleRates[(third >> 2) & 3];
  if (version === 1 || layer === 4 || !rate) return null;
  const isFirst = version === 3;
  const kilobits = bitrates[isFirst ? "first" : "second"][layer as 1 | 2 | 3][third >> 4];
  if (!kilobits) return null;
  const hertz = rate / { 3: 1, 2: 2, 0: 4 }[version as 0 | 2 | 3];
  const padding = (third >> 1) & 1;
  if (layer === 1) return (Math.floor((12 * kilobits * 1000) / hertz) + padding) * 4;
  return Math.floor(((layer === 3 && !isFirst ? 72 : 144) * kilobits * 1000) / hertz) + padding;
}

/** The length of an ADTS frame of AAC at this position; null when there is none. */
function adtsFrame(bytes: Buffer, at: number): number | null {
  if (at + 7 > bytes.length || bytes[at] !== 0xff || ((bytes[at + 1] as number) & 0xf6) !== 0xf0) return null;
  const length =
    (((bytes[at + 3] as number) & 3) << 11) | ((bytes[at + 4] as number) << 3) | ((bytes[at + 5] as number) >> 5);
  return length >= 7 ? length : null;
}
