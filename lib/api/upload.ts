import "server-only";
import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { dirname, join } from "node:path";
import { addAbortSignal, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { sniff } from "@/lib/engines/audio/sniff";
import { containsSecret } from "@/lib/keys/secret";
import { clock, minutes } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { removeStaleFiles } from "@/lib/platform/objects/files/remove-stale-files";
import { isDiskTrouble, nullIfMissing } from "@/lib/platform/objects/files/write";
import { cleanFileName } from "@/lib/platform/text";
import { maxUploadBytes } from "@/lib/speech/schema";
import type { Upload } from "@/lib/speech/uploaded-file";

/** Where this machine keeps uploads until their request ends. */
const uploadsDirectory = () => join(env.VANG_DATA, "uploads");

/** Removes uploads that killed processes of this machine left: those that are half an hour old. */
export const sweepUploads = () => removeStaleFiles(uploadsDirectory(), new Date(clock.now().getTime() - minutes(30)));

/**
 * The fingerprint is the same for the same fields and file, whatever their order, boundary and file name; empty for a
 * request that is not repeatable.
 */
type ReceivedForm = { upload: Upload; fields: Record<string, string>; fingerprint: string };

/** `incoming`: Node's request, which is cheaper to read than `request.body`. */
type Options = {
  incoming?: IncomingMessage;
  isRepeatable?: boolean;
  maxBytes?: number;
  directory?: string;
  limits?: typeof formLimits;
  /** Whether a field may be sent several times; its values then arrive as lines. */
  repeats?: (name: string) => boolean;
};

/** The parser has no limit for the name of a part. */
const maxNameLength = 100;

export const formLimits = { fieldSize: 64 * 1024, fields: 16, files: 1, parts: 18, headerPairs: 50 };

/**
 * Streams the one `file` of a form (RFC 7578) to memory if it is short, or else to a new file on disk, which the caller
 * removes. Throws BODY_TOO_LARGE, CONTENT_TYPE_UNSUPPORTED, INVALID_REQUEST, OVERLOADED if the disk is full,
 * CLIENT_CLOSED; then the file is gone.
 */
export async function readUpload(
  request: Request,
  {
    incoming,
    isRepeatable = true,
    maxBytes = maxUploadBytes,
    directory = uploadsDirectory(),
    limits = formLimits,
    repeats = () => false,
  }: Options,
): Promise<ReceivedForm> {
  const type = request.headers.get("content-type") ?? "";
  const body = incoming ?? (request.body && Readable.fromWeb(request.body as never));
  if (!/^multipart\/form-data\s*(;|$)/i.test(type) || !body) {
    const values = { expected: "multipart/form-data" };
    throw new AppError("CONTENT_TYPE_UNSUPPORTED", { message: "api.contentType", values });
  }
  if (!/;\s*boundary="?[^\s";]/i.test(type)) {
    throw new AppError("CONTENT_TYPE_UNSUPPORTED", { message: "api.noBoundary" });
  }
  // A form is a little longer than its file; one that declares much more need not be read.
  if (Number(request.headers.get("content-length")) > maxBytes + limits.fields * limits.fieldSize)
    throw tooLarge(maxBytes);
  const path = join(directory, newToken());
  try {
    return await receiveForm(body, { type, path, isRepeatable, maxBytes, limits, repeats });
  } catch (error) {
    return rejectUpload(path, error);
  }
}

/**
 * Streams a body that is one file, as `readUpload` does with the file of a form, and throws the same. `incoming` can also
 * be a file that the request names.
 */
export async function readFileBody(
  request: Request,
  { incoming, isRepeatable }: { incoming?: Readable } & Pick<Options, "isRepeatable">,
): Promise<Pick<ReceivedForm, "upload" | "fingerprint">> {
  if (Number(request.headers.get("content-length")) > maxUploadBytes) throw tooLarge(maxUploadBytes);
  const body = incoming ?? Readable.fromWeb((request.body ?? new Blob([]).stream()) as never);
  const path = join(uploadsDirectory(), newToken());
  try {
    const stream = Readable.from(atMost(body, maxUploadBytes));
    const saving = { path, fileName: undefined, isHashed: isRepeatable, signal: request.signal };
    const { sha256, ...upload } = await saveFile(stream, saving);
    return { upload, fingerprint: sha256 };
  } catch (error) {
    return rejectUpload(path, error);
  }
}

async function* atMost(body: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  // Destroying the request would close the connection before the response is sent.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

/** Removes what arrived, and throws why it is not complete. */
async function rejectUpload(path: string, error: unknown): Promise<never> {
  await rm(path, { force: true }).catch(() => undefined);
  if (error instanceof AppError) throw error;
  if (isDisconnected(error)) throw new AppError("CLIENT_CLOSED");
  throw isDiskTrouble(error) ? new AppError("OVERLOADED", { message: "api.noRoom" }) : invalidForm("api.uploadStopped");
}

type Receiving = Required<Pick<Options, "isRepeatable" | "maxBytes" | "limits" | "repeats">> & {
  type: string;
  path: string;
};

async function receiveForm(
  body: Readable,
  { type, path, isRepeatable, maxBytes, limits, repeats }: Receiving,
): Promise<ReceivedForm> {
  const stop = new AbortController();
  const fail = (error: unknown) => stop.abort(error);
  const fields: Record<string, string> = Object.create(null);
  let saving: Promise<Upload & { sha256: string }> | undefined;
  let [hasPart, mayBeText] = [false, false];
  try {
    const form = new Busboy({
      headers: { "content-type": type } as BusboyHeaders,
      limits: { ...limits, fileSize: maxBytes },
      // Some clients send the audio without a file name, some even without a type.
      isPartAFile: (name, partType, fileName) => {
        hasPart = true;
        return fileName !== undefined || name === "file" || partType === "application/octet-stream";
      },
    });
    form.on("field", (name = "", value, _, isCut) => {
      if (isCut || name.length > maxNameLength) return fail(invalidForm("api.tooManyFields"));
      if (name in fields && !repeats(name)) return fail(invalidForm("api.repeatedField", name.slice(0, 40)));
      fields[name] = name in fields ? `${fields[name]}\n${value}` : value;
    });
    form.on("file", (name, stream, fileName, _, partType) => {
      // It fails with the form, which says why.
      stream.on("error", () => undefined);
      if (name !== "file") return fail(fileElsewhere(name));
      stream.once("limit", () => fail(tooLarge(maxBytes)));
      mayBeText = fileName === undefined && partType === "text/plain";
      saving = saveFile(stream, { path, fileName, isHashed: isRepeatable, signal: stop.signal });
      saving.catch(fail);
    });
    form.on("filesLimit", () => fail(invalidForm("api.oneFile", "file")));
    form.on("partsLimit", () => fail(invalidForm("api.tooManyFields")));
    form.on("fieldsLimit", () => fail(invalidForm("api.tooManyFields")));
    // Destroying the request would close the connection before the response is sent.
    await pipeline(body.iterator({ destroyOnReturn: false }), form, { signal: stop.signal });
    if (!saving) throw invalidForm("api.noFile", "file");
    const { sha256, ...upload } = await saving;
    if (mayBeText && !(await sniff(upload))) throw invalidForm("api.fileAsText", "file");
    if (!isRepeatable) return { upload, fields, fingerprint: "" };
    const content = JSON.stringify([Object.entries(fields).sort(), sha256]);
    return { upload, fields, fingerprint: createHash("sha256").update(content).digest("base64url") };
  } catch (error) {
    fail(error);
    // The file is closed before it is removed.
    await saving?.catch(() => undefined);
    const { reason } = stop.signal;
    throw hasPart || reason instanceof AppError || isDisconnected(reason) ? reason : invalidForm("api.noParts");
  }
}

type Saving = { path: string; fileName: string | undefined; isHashed?: boolean; signal: AbortSignal };

/** What is written at once, since to wait for a thread takes longer than to copy as much. A shorter file never is. */
const pieceBytes = 256 * 1024;

async function saveFile(
  stream: Readable,
  { path, fileName, isHashed, signal }: Saving,
): Promise<Upload & { sha256: string }> {
  const hash = isHashed ? createHash("sha256") : undefined;
  let size = 0;
  let piece: Buffer[] = [];
  let pieceSize = 0;
  let file: FileHandle | undefined;
  const writePiece = async () => {
    file ??= await createFile(path);
    await file.writeFile(Buffer.concat(piece));
    [piece, pieceSize] = [[], 0];
  };
  try {
    for await (const chunk of addAbortSignal(signal, stream)) {
      hash?.update(chunk);
      size += chunk.length;
      piece.push(chunk);
      pieceSize += chunk.length;
      if (pieceSize >= pieceBytes) await writePiece();
    }
    if (file) await writePiece();
  } finally {
    await file?.close();
  }
  const content = file ? { path } : { bytes: Buffer.concat(piece) };
  return { ...content, fileName: cleanFileName(unescaped(fileName)), size, sha256: hash?.digest("hex") ?? "" };
}

function createFile(path: string): Promise<FileHandle> {
  const create = () => open(path, "wx", 0o600);
  // Nearly always its directory is there.
  return create().catch(async (error) => {
    nullIfMissing(error);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return create();
  });
}

/** Browsers escape quotes and line breaks (HTML Standard, "multipart form data"). */
const unescaped = (name = ""): string => name.replace(/%22/g, '"').replace(/%0[AD]/gi, "");

const tooLarge = (maxBytes: number) =>
  new AppError("BODY_TOO_LARGE", {
    param: "file",
    message: "api.fileTooLarge",
    values: { limitMb: maxBytes / 1024 / 1024 },
  });

const invalidForm = (message: string, param?: string) =>
  new AppError("INVALID_REQUEST", { message, param, values: { param: param ?? "" } });

const fileElsewhere = (name = "") => {
  const sent = name.slice(0, 40);
  const isShowable = /^[\w.[\]-]+$/.test(sent) && !containsSecret(sent);
  return new AppError("INVALID_REQUEST", {
    param: "file",
    ...(isShowable ? { message: "api.fileElsewhere", values: { sent } } : { message: "api.noFile" }),
  });
};

const disconnected = ["ABORT_ERR", "ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE"];

const isDisconnected = (error: unknown) => disconnected.includes((error as NodeJS.ErrnoException).code ?? "");
