import "server-only";
import { Readable } from "node:stream";
import type { Hono } from "hono";
import type { ApiEnv } from "@/lib/api/authenticate";
import { type ApiCall, endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { describeResult } from "@/lib/speech/result-message";
import { createUploadByUrl, withoutUrl } from "@/lib/speech/uploads/by-url";
import { type Checksum, checksumAlgorithms, receivePart } from "@/lib/speech/uploads/receive";
import {
  createUpload,
  deleteUpload,
  findUpload,
  isFetched,
  largestFileBytes,
  readMetadata,
  type StoredUpload,
  statusOf,
} from "@/lib/speech/uploads/uploads";

// The protocol is tus 1.0.0: https://tus.io/protocols/resumable-upload

const version = "1.0.0";

const partType = "application/offset+octet-stream";

/** What OPTIONS says of the protocol. */
export const tusOptions = {
  "tus-resumable": version,
  "tus-version": version,
  "tus-max-size": String(largestFileBytes),
  "tus-extension": "creation,creation-with-upload,expiration,termination,checksum",
  "tus-checksum-algorithm": checksumAlgorithms.join(","),
};

const headersOf = (upload: StoredUpload): Record<string, string> => ({
  "tus-resumable": version,
  "upload-offset": String(upload.receivedBytes),
  ...(knownSize(upload) !== null && { "upload-length": String(upload.sizeBytes) }),
  "upload-expires": upload.expiresAt.toUTCString(),
  "cache-control": "no-store",
  ...(statusOf(upload) === "fetching" && { "retry-after": "2" }),
});

/** Of a file that is fetched, until its server has said how long it is, only room for the longest is reserved. */
const knownSize = (upload: StoredUpload): number | null =>
  isFetched(upload) && statusOf(upload) !== "ready" && [0, largestFileBytes].includes(upload.sizeBytes)
    ? null
    : upload.sizeBytes;

const describeUpload = (upload: StoredUpload) => ({
  uploadId: upload.id,
  status: statusOf(upload),
  sizeBytes: knownSize(upload),
  receivedBytes: upload.receivedBytes,
  resultCode: upload.fetchCode,
  ...describeResult(upload.fetchCode),
  createdAt: upload.createdAt.toISOString(),
  expiresAt: upload.expiresAt.toISOString(),
});

export function declareUploads(app: Hono<ApiEnv>): void {
  for (const operation of operations.createUpload) {
    endpoint(app, operation, async (call) => {
      const upload = call.body ? await createUploadByUrl(call.caller, call.body.url) : await beginUpload(call);
      const location = `${env.url}/uploads/${upload.id}`;
      return { body: describeUpload(upload), headers: { ...headersOf(upload), location } };
    });
  }
  for (const operation of operations.getUpload) {
    endpoint(app, operation, async ({ caller, params: { id } }) => {
      const upload = await findUpload(caller, id);
      const sent = await readMetadata(upload);
      const metadata = sent !== null && isFetched(upload) ? withoutUrl(sent) : sent;
      const headers = { ...headersOf(upload), ...(metadata !== null && { "upload-metadata": metadata }) };
      return { body: describeUpload(upload), headers };
    });
  }
  for (const operation of operations.appendUpload) {
    endpoint(app, operation, async (call) => {
      requireVersion(call.request);
      if (call.request.headers.get("content-type") !== partType) {
        const values = { expected: partType };
        throw new AppError("CONTENT_TYPE_UNSUPPORTED", { message: "api.contentType", values });
      }
      const offset = readCount(call.request, "Upload-Offset");
      const upload = await receivePart(call.caller, call.params.id, { offset, ...bodyOf(call) });
      return new Response(null, { status: 204, headers: headersOf(upload) });
    });
  }
  for (const operation of operations.deleteUpload) {
    endpoint(app, operation, async ({ caller, params: { id }, request }) => {
      requireVersion(request);
      await deleteUpload(caller, id);
      return new Response(null, { status: 204, headers: { "tus-resumable": version } });
    });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the parts of a call that this does not read
async function beginUpload(call: ApiCall<any, any, any>): Promise<StoredUpload> {
  requireVersion(call.request);
  const metadata = readMetadataHeader(call.request);
  const upload = await createUpload(call.caller, { sizeBytes: readLength(call.request), metadata });
  if (call.request.headers.get("content-type") !== partType) return upload;
  return receivePart(call.caller, upload.id, { offset: 0, ...bodyOf(call) });
}

function requireVersion({ headers }: Request): void {
  if (headers.get("tus-resumable") === version) return;
  const details = { message: "api.tusVersion", values: { version }, headers: { "tus-version": version } };
  throw new AppError("PRECONDITION_FAILED", details);
}

/** Throws INVALID_REQUEST. */
function readCount({ headers }: Request, name: string): number {
  const text = headers.get(name) ?? "";
  if (!/^\d{1,15}$/.test(text)) throw invalid(name);
  return Number(text);
}

function readLength(request: Request): number {
  const size = readCount(request, "Upload-Length");
  if (size === 0) throw new AppError("AUDIO_EMPTY");
  return size;
}

const invalid = (name: string) =>
  new AppError("INVALID_REQUEST", { param: name, message: "api.headerInvalid", values: { name } });

/** Pairs of a name and a value in Base64, such as `filename d29ybGQ=`. Throws INVALID_REQUEST. */
function readMetadataHeader({ headers }: Request): string | null {
  const text = headers.get("upload-metadata");
  if (!text) return null;
  const isValid =
    text.length <= 4096 &&
    text.split(",").every((pair) => /^\s*[\x21-\x2b\x2d-\x7e]+( [A-Za-z0-9+/]*={0,2})?\s*$/.test(pair));
  if (!isValid) throw invalid("Upload-Metadata");
  return text;
}

// biome-ignore lint/suspicious/noExplicitAny: the parts of a call that this does not read
function bodyOf({ request, incoming }: ApiCall<any, any, any>): { body: Readable; checksum?: Checksum } {
  const checksum = readChecksum(request);
  const body = incoming ?? (request.body ? Readable.fromWeb(request.body as never) : Readable.from([]));
  return { body, ...(checksum && { checksum }) };
}

function readChecksum({ headers }: Request): Checksum | undefined {
  const text = headers.get("upload-checksum");
  if (text === null) return undefined;
  const [name, digest = ""] = text.split(" ");
  const algorithm = checksumAlgorithms.find((one) => one === name);
  if (!algorithm || !/^[A-Za-z0-9+/]{27,43}=$/.test(digest)) throw invalid("Upload-Checksum");
  return { algorithm, digest: Buffer.from(digest, "base64") };
}
