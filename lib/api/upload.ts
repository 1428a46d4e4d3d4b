import "server-only";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { newToken } from "@/lib/crypto";
import { Refusal } from "@/lib/errors";
import { paceOf } from "./pace";

/** A form as it came: its one file on our disk, its fields, and a digest of all it says. */
export type Upload = {
  path: string;
  /** As its sender calls it, fit to be shown. */
  fileName: string | null;
  size: number;
  fields: Record<string, string>;
  /** The same for the same fields and file, whatever the boundary between them. */
  fingerprint: string;
  /** Deletes the file, if nobody has taken it over. */
  remove(): Promise<void>;
};

type UploadOptions = { maxBytes: number; directory: string };

const limits = { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 8, parts: 10, headerPairs: 50 };

/**
 * Takes a `multipart/form-data` body (RFC 7578) with one `file`, which goes to disk as it comes and never into memory
 * whole. Throws CONTENT_TYPE_UNSUPPORTED, BODY_TOO_LARGE, INVALID_REQUEST for a form that is broken, OVERLOADED when
 * the disk will not take it; then nothing is left of it.
 */
export async function readUpload(request: Request, { maxBytes, directory }: UploadOptions): Promise<Upload> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type) || !request.body) {
    const values = { expected: "multipart/form-data" };
    throw new Refusal("CONTENT_TYPE_UNSUPPORTED", { message: "api.contentType", values });
  }
  // A form is a little longer than its file; a body that says it is much longer need not be read at all.
  if (Number(request.headers.get("content-length")) > maxBytes + limits.fields * limits.fieldSize)
    throw tooLarge(maxBytes);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, newToken());
  try {
    return { ...(await receive(request, { type, path, maxBytes })), path, remove: () => rm(path, { force: true }) };
  } catch (error) {
    await rm(path, { force: true });
    throw asRefusal(error);
  }
}

type Receiving = { type: string; path: string; maxBytes: number };

async function receive(request: Request, { type, path, maxBytes }: Receiving) {
  const form = new Busboy({
    headers: { "content-type": type } as BusboyHeaders,
    limits: { ...limits, fileSize: maxBytes },
  });
  const fields: Record<string, string> = Object.create(null);
  let file: Promise<Omit<Upload, "path" | "fields" | "remove" | "fingerprint"> & { digest: string }> | undefined;
  let trouble: Refusal | undefined;
  const fail = (refusal: Refusal) => {
    trouble ??= refusal;
  };

  form.on("field", (name, value, isNameCut, isCut) => {
    if (isNameCut || isCut) return fail(broken("api.tooManyFields"));
    if (name in fields) return fail(broken("api.repeatedField", name.slice(0, 40)));
    fields[name] = value;
  });
  form.on("file", (name, stream, fileName) => {
    if (name !== "file" || file) {
      fail(broken(file ? "api.oneFile" : "api.noFile", "file"));
      return stream.resume();
    }
    file = save(stream, { path, maxBytes, fileName });
    // It is awaited once the form has ended; until then a failure must not count as nobody's.
    file.catch(() => undefined);
  });
  for (const event of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
    form.on(event, () => fail(broken("api.tooManyFields")));

  await pipeline(Readable.fromWeb(request.body as never), paceOf(), form, { signal: request.signal });
  if (trouble) throw trouble;
  if (!file) throw broken("api.noFile", "file");
  const { digest, ...saved } = await file;
  return { ...saved, fields, fingerprint: fingerprintOf(fields, digest) };
}

type Saving = { path: string; maxBytes: number; fileName: string | undefined };

async function save(stream: NodeJS.ReadableStream & { truncated?: boolean }, { path, maxBytes, fileName }: Saving) {
  const hash = createHash("sha256");
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(stream, measure, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  if (stream.truncated) throw tooLarge(maxBytes);
  return { size, fileName: cleanName(fileName), digest: hash.digest("hex") };
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
  if (["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EMFILE"].includes(code))
    return new Refusal("OVERLOADED", { message: "api.noRoom" });
  return broken("api.uploadStopped");
}
