import "server-only";
import type { Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

const mostBytes = 16 * 1024;
const keptBytes = 4 * 1024;

const decoders: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  "x-gzip": () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  deflate: () => createInflate({ finishFlush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
};

/** Reads 16 kB at most, the same of what it decompresses to, and ends the rest. Returns the first 4 kB as text. */
export async function readBody(body: Readable, encoding = ""): Promise<{ text: string; isWhole: boolean }> {
  const received = await readSome(body);
  const decoder = decoders[encoding.trim().toLowerCase()]?.();
  if (!decoder) return { text: textOf(received.bytes), isWhole: received.isWhole };
  decoder.end(received.bytes);
  // What cannot be decompressed is no text.
  const decoded = await readSome(decoder).catch(() => ({ bytes: Buffer.alloc(0) }));
  return { text: textOf(decoded.bytes), isWhole: received.isWhole };
}

async function readSome(stream: Readable): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= mostBytes) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, mostBytes), isWhole: size < mostBytes };
}

/** PostgreSQL stores no NUL. */
export const cleanText = (text: string): string => text.toWellFormed().replaceAll("\0", "\ufffd");

const textOf = (bytes: Buffer): string => cleanText(new TextDecoder().decode(bytes.subarray(0, keptBytes)));
