import { AppError } from "@/lib/platform/errors";

type Box = { type: string; at: number; header: number; end: number; isCut: boolean };

/** The path from the index to its chunk offsets. */
const path = ["moov", "trak", "mdia", "minf", "stbl"];

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

function listBoxes(file: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to; ) {
    const size = file.readUInt32BE(at);
    const type = file.toString("latin1", at + 4, at + 8);
    const isLarge = size === 1 && at + 16 <= to;
    const length = isLarge ? Number(file.readBigUInt64BE(at + 8)) : size === 0 ? to - at : size;
    if (length < (isLarge ? 16 : 8) || boxes.length > mostBoxes) throw new AppError("AUDIO_INVALID", { param: "file" });
    boxes.push({ type, at, header: isLarge ? 16 : 8, end: Math.min(at + length, to), isCut: at + length > to });
    at += length;
  }
  return boxes;
}

type Move = { from: number; below: number; by: number };

function moveOffsets(file: Buffer, { at, header, end }: Box, depth: number, move: Move): void {
  for (const box of listBoxes(file, at + header, end)) {
    if (box.type === path[depth]) moveOffsets(file, box, depth + 1, move);
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
