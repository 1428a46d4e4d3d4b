import "server-only";
import { Readable } from "node:stream";
import { Client } from "undici";
import { hours, minutes, seconds } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { openGuard, type Progress } from "@/lib/platform/net/guarded-connect";
import { readPublicUrl } from "@/lib/platform/net/public-url";
import { RequestError } from "@/lib/platform/net/request-error";
import { withTimeout } from "@/lib/platform/with-timeout";
import { storePieces } from "./receive";
import { addPieces, emptyUpload, largestFileBytes, reserveRoom, tooLarge } from "./uploads";

/** How the server of a file is read. Less in tests. */
export const fetching = {
  mostRedirects: 3,
  mostBytes: largestFileBytes,
  /** How long a server may send nothing, and one attempt may take. */
  idleMs: seconds(30),
  longestMs: hours(1),
};

/** What another attempt would only repeat. */
export const lastingFaults = ["SOURCE_REJECTED", "SOURCE_CHANGED", "BODY_TOO_LARGE", "AUDIO_EMPTY"] as const;

type Fetching = {
  /** Which attempt writes: what wrote before can add nothing more. */
  writer: string;
  signal: AbortSignal;
  /** Of the objects. */
  extension?: string;
  /** Throws when the file is not needed any more. */
  requireNeeded?: () => Promise<void>;
};

/**
 * Reads a file from its URL into an upload, from where an earlier attempt ended, and returns its size. The URL and each
 * redirect lead to the public internet only. Throws SOURCE_REJECTED, SOURCE_CHANGED if the file is another one than the
 * beginning was of, BODY_TOO_LARGE and AUDIO_EMPTY, which last, and SOURCE_UNAVAILABLE for what can pass.
 */
export async function fetchInto(uploadId: string, url: string, { signal, ...fetched }: Fetching): Promise<number> {
  const size = await withTimeout(fetching.longestMs, signal, (ended) =>
    fetchRest(uploadId, url, { ...fetched, signal: ended }),
  );
  if (size === 0) throw new AppError("AUDIO_EMPTY");
  return size;
}

type Upload = { id: string; businessId: string; receivedBytes: number; version: string | null };

const takeOver = `UPDATE stored_uploads SET writer = $2 WHERE id = $1
  RETURNING id, business_id AS "businessId", received_bytes::float8 AS "receivedBytes", source_version AS version`;

async function fetchRest(uploadId: string, url: string, fetched: Fetching): Promise<number> {
  const { writer, signal, extension, requireNeeded } = fetched;
  const [upload] = await sql<Upload>("take-over-upload", takeOver, [uploadId, writer]);
  if (!upload) throw new Error("the upload was deleted");
  // Without a version nothing says whether the rest is of the same file.
  if (upload.version === null && upload.receivedBytes > 0) await startOver(upload);
  const { id, receivedBytes, version } = upload;

  const wanted: Record<string, string> =
    receivedBytes === 0 ? {} : { range: `bytes=${receivedBytes}-`, "if-range": version ?? "" };
  const { response, close } = await openUrl(url, wanted, signal);
  try {
    const known = readHead(response, upload);
    const total = known.totalBytes;
    if (total === receivedBytes && receivedBytes > 0) return receivedBytes;
    if ((total ?? 0) > fetching.mostBytes) throw tooLarge();
    await reserveRoom(upload, total ?? fetching.mostBytes);
    await sql("name-source", "UPDATE stored_uploads SET source_version = $2 WHERE id = $1", [id, known.version]);
    const body = Readable.from(withoutFirst(response.body, known.skippedBytes));
    let at = receivedBytes;
    for await (const piece of storePieces(body, { room: (total ?? fetching.mostBytes) - at, extension })) {
      await addPieces(id, writer, [{ ...piece, start: at }]);
      at += piece.sizeBytes;
      await requireNeeded?.();
    }
    if (total !== null && at !== total) throw unavailable("the response ended early");
    return at;
  } catch (error) {
    // What had arrived by then is kept.
    if (error instanceof AppError && error.code === "CLIENT_CLOSED") throw unavailable("the connection broke");
    throw error;
  } finally {
    close();
  }
}

async function startOver(upload: Upload): Promise<void> {
  await emptyUpload(upload.id);
  upload.receivedBytes = 0;
}

type Response = Awaited<ReturnType<Client["request"]>>;

/** What the head of a response says of the file: its size, its version, and how much of the body is known already. */
function readHead({ statusCode, headers }: Response, { receivedBytes, version: before }: Upload) {
  const etag = textOf(headers.etag);
  const version = (etag && !etag.startsWith("W/") ? etag : textOf(headers["last-modified"])) ?? null;
  const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+)$/.exec(textOf(headers["content-range"]) ?? "");
  const rangeTotal = range?.[2] === undefined ? null : Number(range[2]);
  if (statusCode === 416 && receivedBytes > 0) {
    if (rangeTotal !== receivedBytes) throw new AppError("SOURCE_CHANGED");
    return { totalBytes: receivedBytes, version: before, skippedBytes: 0 };
  }
  if (receivedBytes > 0 && version !== before) throw new AppError("SOURCE_CHANGED");
  if (!["", "identity"].includes(textOf(headers["content-encoding"]) ?? ""))
    throw rejected("the response is compressed");
  if (statusCode === 206) {
    if (Number(range?.[1]) !== receivedBytes) throw rejected("the range is another one than was asked for");
    return { totalBytes: rangeTotal, version, skippedBytes: 0 };
  }
  const length = textOf(headers["content-length"]);
  return { totalBytes: length === undefined ? null : Number(length), version, skippedBytes: receivedBytes };
}

const textOf = (value: string | string[] | undefined) => [value].flat()[0];

async function* withoutFirst(body: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer> {
  let left = count;
  for await (const bytes of body) {
    const rest = bytes.subarray(Math.min(left, bytes.length));
    left -= bytes.length - rest.length;
    if (rest.length > 0) yield rest;
  }
}

/** How long a request waits for a whole file. Less in tests. */
export const reading = { longestMs: minutes(1) };

/**
 * The bytes of a file at a URL, read once and not kept. The URL and each redirect lead to the public internet only. Throws
 * SOURCE_REJECTED and SOURCE_UNAVAILABLE.
 */
export async function* readUrl(text: string, clientSignal: AbortSignal): AsyncGenerator<Buffer> {
  const read = readPublicUrl(text, { isLocal: env.isSingleMachine });
  if (read.fault) throw rejected(`the URL is not allowed: ${read.fault}`);
  const signal = AbortSignal.any([clientSignal, AbortSignal.timeout(reading.longestMs)]);
  const { response, close } = await openUrl(read.url, {}, signal);
  try {
    yield* response.body as AsyncIterable<Buffer>;
  } catch (error) {
    throw unavailable((error as Error).message);
  } finally {
    close();
  }
}

/** Sends a GET and follows redirects, each to the public internet only. */
async function openUrl(first: string, headers: Record<string, string>, signal: AbortSignal) {
  const guard = openGuard({ isLocal: env.isSingleMachine });
  let url = first;
  for (let redirects = 0; redirects <= fetching.mostRedirects; redirects += 1) {
    const { response, close } = await send(url, { headers, guard, signal });
    const { statusCode } = response;
    if (statusCode === 200 || statusCode === 206 || (statusCode === 416 && headers.range)) return { response, close };
    close();
    const location = textOf(response.headers.location);
    if ([301, 302, 303, 307, 308].includes(statusCode) && location !== undefined) {
      const next = URL.canParse(location, url) ? new URL(location, url) : null;
      const read = readPublicUrl(next ? next.href.replace(/#.*/, "") : "", { isLocal: env.isSingleMachine });
      if (read.fault) throw rejected(`a redirect leads to a URL that is not allowed: ${read.fault}`);
      url = read.url;
      continue;
    }
    const canPass = statusCode >= 500 || [408, 425, 429].includes(statusCode);
    throw canPass ? unavailable(`status ${statusCode}`) : rejected(`status ${statusCode}`);
  }
  throw rejected("too many redirects");
}

type Sending = { headers: Record<string, string>; guard: ReturnType<typeof openGuard>; signal: AbortSignal };

async function send(url: string, { headers, guard, signal }: Sending) {
  const { origin, pathname, search } = new URL(url);
  const progress: Progress = { startedAt: performance.now(), signal, step: "dns" };
  const { idleMs } = fetching;
  const limits = { headersTimeout: idleMs, bodyTimeout: idleMs, maxHeaderSize: 16 * 1024 };
  const client = new Client(origin, { connect: guard(() => progress), ...limits });
  const close = () => void client.destroy().catch(() => undefined);
  try {
    const response = await client.request({
      method: "GET",
      path: pathname + search,
      headers: { "accept-encoding": "identity", "user-agent": `Vang/1.0 (+${env.url})`, ...headers },
      signal,
    });
    return { response, close };
  } catch (error) {
    close();
    if (error instanceof RequestError && error.code === "address_refused")
      throw rejected("the name leads to an address that is not public");
    throw unavailable((error as Error).message);
  }
}

// The reason is for the log; the job or the upload says the code.
const rejected = (reason: string) => new AppError("SOURCE_REJECTED", { values: { reason } });
const unavailable = (reason: string) => new AppError("SOURCE_UNAVAILABLE", { values: { reason } });
