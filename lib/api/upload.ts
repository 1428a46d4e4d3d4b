import "server-only";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, unlink } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { finished as onFinished, PassThrough, Readable, Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { finished, pipeline } from "node:stream/promises";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { headBytes } from "@/lib/audio/sniff";
import { newToken } from "@/lib/crypto";
import { Refusal } from "@/lib/errors";
import { isDiskTrouble, nullIfMissing, writeBriefly } from "@/lib/files";
import { unescapeQuoted, watchFileNames } from "./file-name";
import { watchPace } from "./pace";

/** A form as it came: its one file on our disk, its fields, and a digest of all it says. */
export type Upload = {
  path: string;
  /** As its sender calls it, fit to be shown. */
  fileName: string | null;
  size: number;
  /** Its first bytes, enough to tell what it is; of a small one, all. */
  head: Buffer;
  /** Resolves once all of it is at `path`; a small one is on its way there while its bytes are at hand. */
  written: Promise<void>;
  /** Of the file's bytes, in hex. */
  sha256: string;
  fields: Record<string, string>;
  /** The same for the same fields and file, whatever the boundary between them. */
  fingerprint: string;
  /** Deletes the file, if nobody has taken it over. */
  remove(): Promise<void>;
};

/** A form that is no longer is taken into memory whole on its way to disk, at a third of the cost of a stream. */
const smallBytes = 256 * 1024;

/** `incoming` is the request as Node has it, which is cheaper to read than its `body`. */
type UploadOptions = { incoming?: IncomingMessage; maxBytes?: number; directory: string };

const limits = { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 8, parts: 10, headerPairs: 50 };

/**
 * Takes a `multipart/form-data` body (RFC 7578) with one `file`, which goes to disk: what is longer than a small one as
 * it comes, and never into memory whole. Throws CONTENT_TYPE_UNSUPPORTED, BODY_TOO_LARGE, INVALID_REQUEST for a form that
 * is broken, OVERLOADED when the disk will not take it; then nothing is left of it.
 */
export async function readUpload(
  request: Request,
  { incoming, maxBytes = 25 * 1024 * 1024, directory }: UploadOptions,
): Promise<Upload> {
  const type = request.headers.get("content-type") ?? "";
  const body = incoming ?? (request.body && Readable.fromWeb(request.body as never));
  if (!/^multipart\/form-data\s*;/i.test(type) || !body) {
    const values = { expected: "multipart/form-data" };
    throw new Refusal("CONTENT_TYPE_UNSUPPORTED", { message: "api.contentType", values });
  }
  // A form is a little longer than its file; a body that says it is much longer need not be read at all.
  if (Number(request.headers.get("content-length")) > maxBytes + limits.fields * limits.fieldSize)
    throw tooLarge(maxBytes);
  const path = join(directory, newToken());
  try {
    await ensureDirectory(directory);
    const received = await receive(body, request.signal, { type, path, maxBytes });
    const remove = async () => {
      await received.written.catch(() => undefined);
      await unlink(path).catch(nullIfMissing);
    };
    return { ...received, path, remove };
  } catch (error) {
    made.delete(directory);
    await unlink(path).catch(() => undefined);
    throw asRefusal(error);
  }
}

const made = new Map<string, Promise<unknown>>();

/** Once a process: making what is there would cost each upload a turn of the disk. Tried again after a failure. */
function ensureDirectory(directory: string): Promise<unknown> {
  const making = made.get(directory) ?? mkdir(directory, { recursive: true, mode: 0o700 });
  made.set(directory, making);
  return making.catch((error) => {
    made.delete(directory);
    throw error;
  });
}

type Receiving = { type: string; path: string; maxBytes: number };

async function receive(body: Readable, call: AbortSignal, receiving: Receiving) {
  const stop = new AbortController();
  const { signal } = stop;
  call.addEventListener("abort", () => stop.abort(new Refusal("CLIENT_CLOSED")), { once: true, signal });
  const pace = watchPace((refusal) => stop.abort(refusal));
  let came: Came | undefined;
  try {
    body.on("data", pace.count);
    const { start, isAll } = await takeStart(body, signal);
    let extendedName = (): string | undefined => undefined;
    const form = new Busboy({
      headers: { "content-type": receiving.type } as BusboyHeaders,
      limits: { ...limits, fileSize: receiving.maxBytes },
      isPartAFile: (_, type, name) => type === "application/octet-stream" || (name ?? extendedName()) !== undefined,
    });
    extendedName = watchFileNames(form);
    came = listenTo(form, { ...receiving, isSmall: isAll, extendedName }, stop);
    if (isAll) await parseWhole(form, Buffer.concat(start), signal);
    else await pipeline(goOn(start, body), form, { signal });
    const file = await came.file;
    if (!file) throw broken("api.noFile", "file");
    signal.throwIfAborted();
    return { ...file, fields: came.fields, fingerprint: fingerprintOf(came.fields, file.sha256) };
  } catch (error) {
    const trouble = signal.aborted ? signal.reason : error;
    stop.abort(trouble);
    // Whoever removes the file must be its only user by then.
    const saved = await came?.file?.catch(() => undefined);
    await saved?.written.catch(() => undefined);
    throw call.aborted ? new Refusal("CLIENT_CLOSED") : trouble;
  } finally {
    pace.stop();
    body.off("data", pace.count);
  }
}

/**
 * What comes first of a body, until it is more than a small one. Nothing is opened and nothing parsed for it, so that
 * many who send slowly cost little.
 */
function takeStart(body: Readable, signal: AbortSignal): Promise<{ start: Buffer[]; isAll: boolean }> {
  return new Promise((resolve, reject) => {
    const start: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      start.push(chunk);
      size += chunk.length;
      if (size > smallBytes) leave();
    };
    const leave = (error?: Error | null) => {
      forget();
      body.off("data", take).pause();
      if (error) reject(signal.aborted ? signal.reason : new Refusal("CLIENT_CLOSED"));
      else resolve({ start, isAll: size <= smallBytes });
    };
    body.on("data", take).on("error", () => undefined);
    const forget = onFinished(body, { signal, writable: false }, leave);
  });
}

/** A body from its start on. What is wrong with its reader leaves the body, and so the connection, as they are. */
function goOn(start: Buffer[], body: Readable): PassThrough {
  const whole = new PassThrough();
  for (const chunk of start) whole.write(chunk);
  onFinished(body, { writable: false }, (error) => error && whole.destroy(new Refusal("CLIENT_CLOSED")));
  return body.pipe(whole);
}

async function parseWhole(form: InstanceType<typeof Busboy>, bytes: Buffer, signal: AbortSignal): Promise<void> {
  const parsed = finished(form, { signal });
  form.end(bytes);
  await parsed.catch((error) => {
    form.destroy();
    throw error;
  });
}

type Saved = Pick<Upload, "size" | "fileName" | "sha256" | "head" | "written">;

type Came = { fields: Record<string, string>; file?: Promise<Saved> };

/** Gathers a form's parts; aborts `stop` with what is wrong as soon as something is. */
function listenTo(
  form: InstanceType<typeof Busboy>,
  { path, maxBytes, isSmall, extendedName }: Receiving & { isSmall: boolean; extendedName: () => string | undefined },
  stop: AbortController,
): Came {
  const { signal } = stop;
  const came: Came = { fields: Object.create(null) };
  form.on("field", (name, value, isNameCut, isCut) => {
    if (isNameCut || isCut) return stop.abort(broken("api.tooManyFields"));
    if (name in came.fields) return stop.abort(broken("api.repeatedField", name.slice(0, 40)));
    came.fields[name] = value;
  });
  form.on("file", (name, stream, quotedName) => {
    const fileName = extendedName() ?? (quotedName && unescapeQuoted(quotedName));
    if (name !== "file" || came.file) {
      // Ended by the abort, which nobody else listens for.
      stream.on("error", () => undefined).resume();
      return stop.abort(broken(came.file ? "api.oneFile" : "api.noFile", "file"));
    }
    stream.once("limit", () => stop.abort(tooLarge(maxBytes)));
    came.file = (isSmall ? saveWhole : save)(stream, { path, fileName, signal });
    came.file.catch((error) => stop.abort(error));
  });
  for (const event of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
    form.on(event, () => stop.abort(broken("api.tooManyFields")));
  return came;
}

type Saving = { path: string; fileName: string | undefined; signal: AbortSignal };

async function save(stream: NodeJS.ReadableStream, { path, fileName, signal }: Saving): Promise<Saved> {
  const hash = createHash("sha256");
  let size = 0;
  const head: Buffer[] = [];
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      if (size < headBytes) head.push(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  const out = createWriteStream(path, { flags: "wx", mode: 0o600 });
  try {
    await pipeline(stream, measure, out, { signal });
  } catch (error) {
    // It may still be opening: a file made after its removal would be there for good.
    if (!out.closed) await once(out, "close");
    throw error;
  }
  const start = Buffer.concat(head).subarray(0, headBytes);
  return { size, head: start, fileName: cleanName(fileName), sha256: hash.digest("hex"), written: Promise.resolve() };
}

async function saveWhole(stream: NodeJS.ReadableStream, { path, fileName, signal }: Saving): Promise<Saved> {
  const bytes = await buffer(stream);
  signal.throwIfAborted();
  const written = writeBriefly(path, bytes);
  // Whoever needs the file is told of a failure; a call that is refused before that is not.
  written.catch(() => undefined);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { size: bytes.length, head: bytes, fileName: cleanName(fileName), sha256, written };
}

/** Names a file to people: its last part, in NFC, without what nobody can see. */
function cleanName(name: string | undefined): string | null {
  const [last = ""] = (name ?? "")
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .split(/[\\/]/)
    .reverse();
  return [...last].slice(0, 255).join("").trim() || null;
}

const fingerprintOf = (fields: Record<string, string>, digest: string): string =>
  createHash("sha256")
    .update(JSON.stringify([Object.entries(fields).sort(), digest]))
    .digest("base64url");

const tooLarge = (maxBytes: number) =>
  new Refusal("BODY_TOO_LARGE", { param: "file", message: "api.bodyTooLarge", values: { limitKb: maxBytes / 1024 } });

const broken = (message: string, param?: string) =>
  new Refusal("INVALID_REQUEST", { message, param, values: { param: param ?? "" } });

/** What the disk and the form's parser say, as the caller is told it. */
function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const { code = "", name } = error as NodeJS.ErrnoException;
  if (name === "AbortError" || code === "ABORT_ERR") return new Refusal("CLIENT_CLOSED");
  if (isDiskTrouble(error)) return new Refusal("OVERLOADED", { message: "api.noRoom" });
  return broken("api.uploadStopped");
}
