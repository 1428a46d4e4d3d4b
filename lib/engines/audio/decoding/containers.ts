import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { oggChecksum } from "@/lib/engines/audio/ogg";
import { AppError } from "@/lib/platform/errors";

type Box = { type: string; at: number; header: number; end: number; isCut: boolean };

/** The path from the index to its chunk offsets. */
const offsetsPath = ["moov", "trak", "mdia", "minf", "stbl"];

/** Far more than any real index or list of boxes has. */
const mostBoxes = 20_000;
const largestIndex = 8 * 1024 * 1024;

/**
 * Moves the index of an MP4 (ISO/IEC 14496-12) before its media, so that it can be read as a stream; recorders write
 * the index last. Adjusts the chunk offsets in `file`. A file that already has this order, or is fragmented, is
 * returned as it is. Throws AUDIO_INVALID when the index is truncated.
 */
export function fastStart(file: Buffer): Buffer[] {
  const boxes = listBoxes(file, 0, file.length);
  const index = boxes.find(({ type }) => type === "moov");
  const media = boxes.find(({ type }) => type === "mdat");
  if (media && (!index || index.isCut))
    throw new AppError("AUDIO_INVALID", { param: "file", message: "speech.cutShort" });
  if (!index || !media || index.at < media.at) return [file];
  const size = index.end - index.at;
  if (size > largestIndex) throw new AppError("AUDIO_INVALID", { param: "file" });
  moveOffsets(file, index, 1, { from: media.at, below: index.at, by: size });
  return [
    file.subarray(0, media.at),
    file.subarray(index.at, index.end),
    file.subarray(media.at, index.at),
    file.subarray(index.end),
  ];
}

/**
 * The same for a file on disk of any size, as a stream: only the index is read into memory. `start`: where the MP4 begins
 * in the file.
 */
export async function openMp4(path: string, start: number): Promise<Readable> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const boxes = await listOutermost(file, start, size);
    const index = boxes.find(({ type }) => type === "moov");
    const media = boxes.find(({ type }) => type === "mdat");
    if (media && (!index || index.isCut))
      throw new AppError("AUDIO_INVALID", { param: "file", message: "speech.cutShort" });
    if (!index || !media || index.at < media.at) return createReadStream(path, { start });
    const length = index.end - index.at;
    if (length > largestIndex) throw new AppError("AUDIO_INVALID", { param: "file" });
    const moved = Buffer.alloc(length);
    await file.read(moved, 0, length, start + index.at);
    const move = { from: media.at, below: index.at, by: length };
    moveOffsets(moved, { ...index, at: 0, end: length }, 1, move);
    return Readable.from(withIndexFirst(path, { start, media, index, moved }));
  } finally {
    await file.close();
  }
}

async function* withIndexFirst(
  path: string,
  { start, media, index, moved }: { start: number; media: Box; index: Box; moved: Buffer },
) {
  if (media.at > 0) yield* createReadStream(path, { start, end: start + media.at - 1 });
  yield moved;
  yield* createReadStream(path, { start: start + media.at, end: start + index.at - 1 });
  yield* createReadStream(path, { start: start + index.end });
}

/** The boxes of a file that are in no other box. */
async function listOutermost(file: FileHandle, start: number, size: number): Promise<Box[]> {
  const boxes: Box[] = [];
  const head = Buffer.alloc(16);
  const end = size - start;
  for (let at = 0; at + 8 <= end; ) {
    await file.read(head, 0, 16, start + at);
    const box = readBox(head, 0, { at, end });
    if (boxes.length > mostBoxes) throw new AppError("AUDIO_INVALID", { param: "file" });
    boxes.push(box);
    at += box.length;
  }
  return boxes;
}

function listBoxes(file: Buffer, from: number, to: number) {
  const boxes: ReturnType<typeof readBox>[] = [];
  for (let at = from; at + 8 <= to; ) {
    const box = readBox(file, at, { at, end: to });
    if (boxes.length > mostBoxes) throw new AppError("AUDIO_INVALID", { param: "file" });
    boxes.push(box);
    at += box.length;
  }
  return boxes;
}

/** A box whose header is at `place` in these bytes; `at` is where it begins, and `end` the end of what it is in. */
function readBox(bytes: Buffer, place: number, { at, end }: { at: number; end: number }): Box & { length: number } {
  const size = bytes.readUInt32BE(place);
  const type = bytes.toString("latin1", place + 4, place + 8);
  const isLarge = size === 1 && at + 16 <= end;
  const length = isLarge ? Number(bytes.readBigUInt64BE(place + 8)) : size === 0 ? end - at : size;
  if (length < (isLarge ? 16 : 8)) throw new AppError("AUDIO_INVALID", { param: "file" });
  const header = isLarge ? 16 : 8;
  return { type, at, header, end: Math.min(at + length, end), isCut: at + length > end, length };
}

type Move = { from: number; below: number; by: number };

function moveOffsets(file: Buffer, { at, header, end }: Box, depth: number, move: Move): void {
  for (const box of listBoxes(file, at + header, end)) {
    if (box.type === offsetsPath[depth]) moveOffsets(file, box, depth + 1, move);
    if (box.type === "stco")
      eachEntry(file, box, 4, (place) =>
        moveOne(move, file.readUInt32BE(place), (to) => file.writeUInt32BE(to, place)),
      );
    if (box.type === "co64") {
      eachEntry(file, box, 8, (place) =>
        moveOne(move, Number(file.readBigUInt64BE(place)), (to) => file.writeBigUInt64BE(BigInt(to), place)),
      );
    }
  }
}

function eachEntry(file: Buffer, { at, header, end }: Box, width: number, onEntry: (place: number) => void): void {
  const first = at + header + 8;
  if (first > end) return;
  const count = Math.min(file.readUInt32BE(first - 4), Math.floor((end - first) / width));
  for (let entry = 0; entry < count; entry++) onEntry(first + entry * width);
}

function moveOne({ from, below, by }: Move, offset: number, write: (to: number) => void): void {
  if (offset >= from && offset < below && offset + by <= 0xffffffff) write(offset + by);
}

const fileHeaderBytes = 8;
const chunkHeaderBytes = 12;

/** Real files have a handful. */
const mostChunks = 1000;

/**
 * Moves the sound of a Core Audio file behind its other chunks, so that it can be read as a stream: Apple's programs
 * write the table of its packets last. Throws AUDIO_INVALID for a corrupt file.
 */
export function dataLast(file: Buffer): Buffer[] {
  const [others, data]: [Buffer[], Buffer[]] = [[], []];
  let at = fileHeaderBytes;
  for (let chunks = 0; at + chunkHeaderBytes <= file.length; chunks++) {
    const size = file.readBigInt64BE(at + 4);
    // A size of -1 is that of sound up to the end of the file.
    const end = size < 0n ? file.length : Math.min(file.length, at + chunkHeaderBytes + Number(size));
    if (chunks === mostChunks) throw new AppError("AUDIO_INVALID", { param: "file" });
    (file.toString("latin1", at, at + 4) === "data" ? data : others).push(file.subarray(at, end));
    at = end;
  }
  return [file.subarray(0, fileHeaderBytes), ...others, ...data];
}

const pageHeaderBytes = 27;
const largestPage = pageHeaderBytes + 255 + 255 * 255;

const pageAt = { flags: 5, checksum: 22, segments: 26 };
const lastPageFlag = 4;

/** Cuts a truncated last page (RFC 3533) to whole packets, since FFmpeg would drop up to a second of sound with it. */
export async function openOgg(path: string): Promise<Readable> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - largestPage);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    const { start, page } = findCutPage(buffer.subarray(0, bytesRead));
    return page ? Readable.from(joined(path, from + start, page)) : createReadStream(path);
  } finally {
    await file.close();
  }
}

/** The same for a file in memory. */
export function wholePackets(file: Buffer): Buffer[] {
  const { start, page } = findCutPage(file);
  return page ? [file.subarray(0, start), page] : [file];
}

/** Where the last page begins, and what is whole of it; null if all of it is. */
function findCutPage(end: Buffer): { start: number; page: Buffer | null } {
  const start = end.lastIndexOf("OggS\0", undefined, "latin1");
  return { start, page: start < 0 ? null : shorten(end.subarray(start)) };
}

async function* joined(path: string, before: number, page: Buffer) {
  if (before > 0) yield* createReadStream(path, { end: before - 1 });
  yield page;
}

/** A page of the complete segments; null if it is not truncated or has none. */
function shorten(cut: Buffer): Buffer | null {
  const count = cut[pageAt.segments] ?? 0;
  const body = pageHeaderBytes + count;
  const lengths = [...cut.subarray(pageHeaderBytes, body)];
  const missing = (kept: number) => lengths.slice(0, kept).reduce((sum, length) => sum + length, body) > cut.length;
  if (lengths.length < count || !missing(count)) return null;
  let kept = count;
  while (kept > 0 && missing(kept)) kept -= 1;
  if (kept === 0) return null;
  const length = lengths.slice(0, kept).reduce((sum, each) => sum + each, 0);
  const page = Buffer.concat([
    cut.subarray(0, pageHeaderBytes),
    cut.subarray(pageHeaderBytes, pageHeaderBytes + kept),
    cut.subarray(body, body + length),
  ]);
  page.writeUInt8(kept, pageAt.segments);
  // The last page's position marks the end of sound, which this file has lost.
  page.writeUInt8((page[pageAt.flags] as number) & ~lastPageFlag, pageAt.flags);
  page.writeUInt32LE(0, pageAt.checksum);
  page.writeUInt32LE(oggChecksum(page), pageAt.checksum);
  return page;
}
