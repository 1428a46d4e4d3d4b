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

type Read = { isWhole: boolean; error?: unknown };

/** Reads 16 kB at most, also of what it decompresses to. Returns the first 4 kB as text, also of a broken body. */
export async function readBody(body: Readable, encoding = ""): Promise<Read & { text: string }> {
  const { bytes, ...received } = await readSome(body);
  const decoder = decoders[encoding.trim().toLowerCase()]?.();
  if (!decoder) return { text: textOf(bytes), ...received };
  decoder.end(bytes);
  return { text: textOf((await readSome(decoder)).bytes), ...received };
}

async function readSome(stream: Readable): Promise<Read & { bytes: Buffer }> {
  const chunks: Buffer[] = [];
  let size = 0;
  let failed: { error?: unknown } = {};
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= mostBytes) break;
    }
  } catch (error) {
    failed = { error };
  }
  return { bytes: Buffer.concat(chunks).subarray(0, mostBytes), isWhole: size < mostBytes && !failed.error, ...failed };
}

/** PostgreSQL stores no NUL. */
export const cleanText = (text: string): string => text.toWellFormed().replaceAll("\0", "\ufffd");

const textOf = (bytes: Buffer): string => cleanText(new TextDecoder().decode(bytes.subarray(0, keptBytes)));
