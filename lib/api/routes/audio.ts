import "server-only";
import { Readable } from "node:stream";
import type { Hono } from "hono";
import parseRange from "range-parser";
import type { ApiEnv } from "@/lib/api/authenticate";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { typeOf } from "@/lib/engines/audio/formats";
import { bytesOf, verifyAudioLink } from "@/lib/engines/audio/signed-urls";
import { AppError } from "@/lib/platform/errors";
import { objectStore } from "@/lib/platform/objects/open";
import { type ByteRange, isBrief, type StoredObject } from "@/lib/platform/objects/store";
import { writeChapterHead } from "@/lib/speech/books/format";
import { eraseFetched, isPendingDeletion } from "@/lib/speech/retention/objects";

/** The recorded audio by signed link, without a key. */
export function declareAudio(app: Hono<ApiEnv>): void {
  for (const operation of operations.downloadSpeechAudio) {
    endpoint(app, operation, ({ query, request }) => {
      const object = verifyAudioLink(query);
      return sendAudio(object, request, "tts", bytesOf(query));
    });
  }
  for (const operation of operations.downloadInputAudio) {
    endpoint(app, operation, ({ query, request }) => sendAudio(verifyAudioLink(query, "stt"), request, "stt"));
  }
}

/**
 * The file, or a chapter of it as a file, or one range of that (RFC 9110 section 14), under conditions (section 13). Several
 * ranges get all of it. What is kept for minutes only is erased once its last byte was sent.
 */
export async function sendAudio(
  object: string,
  request: Request,
  service: "tts" | "stt" = "tts",
  chapter?: ByteRange,
): Promise<Response> {
  const stored = (await isPendingDeletion(object)) ? null : await objectStore().open(object);
  const file = stored && chapter ? chapterOf(stored, object, chapter) : stored;
  if (!file) throw new AppError("NOT_FOUND", { message: "api.audioGone" });
  const etag = chapter ? `"${object}-${chapter.start}"` : `"${object}"`;
  const ofAll = new Headers(service === "tts" ? { etag, "x-ai-generated": "true" } : { etag });
  if (isUnmodified(request, etag)) return new Response(null, { status: 304, headers: ofAll });
  const range = readRange(request, etag, file.size);

  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  const headers = new Headers([...ofAll, ...Object.entries(audioHeaders(object))]);
  headers.set("content-length", String(end - start + 1));
  if (range) headers.set("content-range", `bytes ${start}-${end}/${file.size}`);
  const status = range ? 206 : 200;
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const bytes = file.read({ start, end });
  if (isBrief(object) && !chapter && end === file.size - 1) bytes.once("end", () => void eraseFetched(object));
  // Without `ReadableStream`'s own buffer, which would halve the throughput and double the memory for slow readers.
  const body = Readable.toWeb(bytes, { strategy: { highWaterMark: 0 } });
  return new Response(body as ReadableStream, { status, headers });
}

/** A part of a file behind a head of its own. Null if the file has no such part. */
function chapterOf(
  stored: StoredObject,
  object: string,
  { start, end }: ByteRange,
): Pick<StoredObject, "size" | "read"> | null {
  const head = writeChapterHead(extensionOf(object), end - start + 1);
  if (!head || start > end || end >= stored.size) return null;
  const parts = async function* (range: ByteRange) {
    if (range.start < head.length) yield head.subarray(range.start, range.end + 1);
    const [from, to] = [start + range.start - head.length, start + range.end - head.length];
    if (to >= start) yield* stored.read({ start: Math.max(start, from), end: to });
  };
  const size = head.length + end - start + 1;
  return { size, read: (range = { start: 0, end: size - 1 }) => Readable.from(parts(range), { objectMode: false }) };
}

const extensionOf = (object: string) => object.slice(object.lastIndexOf(".") + 1);

function audioHeaders(object: string): Record<string, string> {
  const extension = extensionOf(object);
  return {
    "content-type": typeOf(extension),
    "content-disposition": `attachment; filename="vang-${object.slice(0, 8)}.${extension}"`,
    "accept-ranges": "bytes",
    "cache-control": "private, no-store",
    "cross-origin-resource-policy": "cross-origin",
  };
}

/** Whether If-None-Match says that the client has the file. Throws PRECONDITION_FAILED for another file's If-Match. */
function isUnmodified({ headers }: Request, etag: string): boolean {
  const [match, noneMatch] = [headers.get("if-match"), headers.get("if-none-match")];
  // If-Match compares strongly: a weak tag is never equal.
  if (match !== null && !listTags(match).some((tag) => tag === "*" || tag === etag))
    throw new AppError("PRECONDITION_FAILED");
  return noneMatch !== null && listTags(noneMatch).some((tag) => tag === "*" || tag.replace(/^W\//, "") === etag);
}

// Our tags hold no comma.
const listTags = (header: string): string[] => header.split(",").map((tag) => tag.trim());

function readRange({ headers }: Request, etag: string, size: number): { start: number; end: number } | undefined {
  const header = headers.get("range");
  const condition = headers.get("if-range");
  if (!header || (condition && condition !== etag)) return undefined;
  // RFC 9110 section 14.1.2: a suffix longer than the file means all of it, which `range-parser` rejects.
  const shortened = header.replace(/^bytes=-(\d+)$/, (_, length) => `bytes=-${Math.min(Number(length), size)}`);
  const ranges = parseRange(size, shortened);
  if (ranges === -1) throw new AppError("RANGE_NOT_SATISFIABLE", { headers: { "content-range": `bytes */${size}` } });
  return ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1 ? undefined : ranges[0];
}
