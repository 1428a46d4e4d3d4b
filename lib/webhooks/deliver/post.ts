import "server-only";
import type { Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { errors } from "undici";
import { clock, seconds } from "@/lib/platform/clock";
import type { Progress } from "@/lib/platform/net/guarded-connect";
import { type RequestErrorCode, reasonOf } from "@/lib/platform/net/request-error";
import type { Connection, Connections } from "./connections";

/** For an attempt, from the DNS query to the end of the response. */
export const attemptMs = seconds(15);

const mostHeaders = 50;
const mostHeaderCharacters = 1000;

export type Request = {
  method?: "POST" | "PUT";
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
};

/** Milliseconds from the beginning until the name was resolved, the connection made, and the first byte received. */
export type Timings = { dnsMs?: number; connectMs?: number; tlsMs?: number; firstByteMs?: number };

export type Posted = {
  startedAt: Date;
  durationMs: number;
  timings: Timings;
  address: string | null;
  statusCode: number | null;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
  /** Null for a success. */
  error: RequestErrorCode | null;
};

type Response = Pick<Posted, "statusCode" | "responseHeaders" | "responseBody"> & { firstByteMs: number };

type Options = { connections: Connections; end: AbortController; longestMs?: number };

/**
 * Sends one request and reads its response. Follows no redirect, and returns failures. Aborting `end` ends it as
 * `stopped`; at its time limit it aborts `end` itself.
 */
export async function post(request: Request, { connections, end, longestMs = attemptMs }: Options): Promise<Posted> {
  const [startedAt, start] = [clock.now(), performance.now()];
  const progress: Progress = { startedAt: start, signal: end.signal, step: "dns" };
  const seen: Partial<Response> = {};
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = !end.signal.aborted;
    end.abort();
  }, longestMs);
  const error = await send(request, { connections, progress, seen })
    .then(
      () => errorOf(seen.statusCode ?? 0),
      (reason) => (end.signal.aborted ? (isLate ? "timeout" : "stopped") : codeOf(reason, progress)),
    )
    .finally(() => clearTimeout(timer));
  const { dnsMs, connectMs, tlsMs, address = null } = progress;
  const { statusCode = null, responseHeaders = null, responseBody = null, firstByteMs } = seen;
  const durationMs = Math.round(performance.now() - start);
  const measured = Object.entries({ dnsMs, connectMs, tlsMs, firstByteMs });
  const timings: Timings = Object.fromEntries(
    measured.flatMap(([name, ms]) => (ms === undefined ? [] : [[name, Math.round(ms)]])),
  );
  return { startedAt, durationMs, timings, address, statusCode, responseHeaders, responseBody, error };
}

type Sending = { connections: Connections; progress: Progress; seen: Partial<Response> };

async function send(request: Request, sending: Sending): Promise<void> {
  const { connections, progress, seen } = sending;
  const { origin } = new URL(request.url);
  const connection = connections.take(origin, progress);
  try {
    return await sendOn(connection, request, sending);
  } catch (error) {
    // A server may close a kept connection just when it is used again.
    if (!connection.isReused || progress.signal.aborted || seen.statusCode) throw error;
  }
  await sendOn(connections.take(origin, progress, { isFresh: true }), request, sending);
}

async function sendOn(
  connection: Connection,
  { method = "POST", url, headers, body }: Request,
  sending: Sending,
): Promise<void> {
  const { connections, progress, seen } = sending;
  const { origin, pathname, search } = new URL(url);
  let isWhole = false;
  try {
    const { client } = connection;
    const { signal } = progress;
    const response = await client.request({ method, path: pathname + search, headers, body, signal });
    seen.firstByteMs = performance.now() - progress.startedAt;
    seen.statusCode = response.statusCode;
    seen.responseHeaders = Object.fromEntries(
      Object.entries(response.headers)
        .slice(0, mostHeaders)
        .map(([name, value]) => [name, cleanText([value].flat().join(", ")).slice(0, mostHeaderCharacters)]),
    );
    const read = await readBody(response.body, seen.responseHeaders["content-encoding"]);
    seen.responseBody = read.text;
    if (read.error) throw read.error;
    isWhole = read.isWhole;
  } finally {
    if (isWhole) connections.keep(origin, connection);
    else connections.drop(connection);
  }
}

function errorOf(status: number): RequestErrorCode | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "redirect" : "status";
}

function codeOf(error: unknown, { step }: Progress): RequestErrorCode {
  const reason = reasonOf(error);
  if (reason) return reason;
  if (step !== "ready") return step;
  const isGarbled = error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError;
  return isGarbled ? "response" : "connection";
}

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
async function readBody(body: Readable, encoding = ""): Promise<Read & { text: string }> {
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
const cleanText = (text: string): string => text.toWellFormed().replaceAll("\0", "\ufffd");

const textOf = (bytes: Buffer): string => cleanText(new TextDecoder().decode(bytes.subarray(0, keptBytes)));
