import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { oggChecksum } from "@/lib/engines/audio/ogg";

const headerBytes = 27;
const largestPage = headerBytes + 255 + 255 * 255;

const at = { flags: 5, checksum: 22, segments: 26 };
const lastPageFlag = 4;

/** Cuts a truncated last page (RFC 3533) to whole packets, since FFmpeg would drop up to a second of sound with it. */
export async function openOgg(path: string): Promise<Readable> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - largestPage);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    const end = buffer.subarray(0, bytesRead);
    const start = end.lastIndexOf("OggS\0", undefined, "latin1");
    const page = start < 0 ? null : shorten(end.subarray(start));
    return page ? Readable.from(joined(path, from + start, page)) : createReadStream(path);
  } finally {
    await file.close();
  }
}

async function* joined(path: string, before: number, page: Buffer) {
  if (before > 0) yield* createReadStream(path, { end: before - 1 });
  yield page;
}

/** A page of the complete segments; null if it is not truncated or has none. */
function shorten(cut: Buffer): Buffer | null {
  const count = cut[at.segments] ?? 0;
  const body = headerBytes + count;
  const lengths = [...cut.subarray(headerBytes, body)];
  const missing = (kept: number) => lengths.slice(0, kept).reduce((sum, length) => sum + length, body) > cut.length;
  if (lengths.length < count || !missing(count)) return null;
  let kept = count;
  while (kept > 0 && missing(kept)) kept -= 1;
  if (kept === 0) return null;
  const length = lengths.slice(0, kept).reduce((sum, each) => sum + each, 0);
  const page = Buffer.concat([
    cut.subarray(0, headerBytes),
    cut.subarray(headerBytes, headerBytes + kept),
    cut.subarray(body, body + length),
  ]);
  page.writeUInt8(kept, at.segments);
  // The last page's position marks the end of sound, which this file has lost.
  page.writeUInt8((page[at.flags] as number) & ~lastPageFlag, at.flags);
  page.writeUInt32LE(0, at.checksum);
  page.writeUInt32LE(oggChecksum(page), at.checksum);
  return page;
}
