import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { readPublicUrl } from "@/lib/platform/net/public-url";
import { cleanFileName } from "@/lib/platform/text";
import { findUpload, readMetadata, type StoredUpload } from "@/lib/speech/uploads/uploads";

/** The upload that a job is for. Throws INVALID_REQUEST without one, NOT_FOUND, and CONFLICT while it is not whole. */
export async function findWhole(caller: Caller, uploadId: string | undefined): Promise<StoredUpload> {
  if (uploadId === undefined)
    throw new AppError("INVALID_REQUEST", {
      param: "uploadId",
      message: "api.fieldMissing",
      values: { param: "uploadId" },
    });
  const upload = await findUpload(caller, uploadId).catch((error: Error) => {
    throw error instanceof AppError ? new AppError("NOT_FOUND", { ...error.details, param: "uploadId" }) : error;
  });
  if (upload.receivedBytes === upload.sizeBytes) return upload;
  const values = { received: upload.receivedBytes, size: upload.sizeBytes };
  throw new AppError("CONFLICT", { param: "uploadId", message: "jobs.uploadIncomplete", values });
}

type Source = { upload: StoredUpload | null; sourceUrl?: string; fileName: string | null };

/**
 * The recording that a job is for: an upload, or a URL that a worker fetches it from. Throws INVALID_REQUEST for a URL that
 * is not public, and as `findWhole` does.
 */
export async function findSource(
  caller: Caller,
  { uploadId, url }: { uploadId?: string; url?: string },
): Promise<Source> {
  if (url === undefined) {
    const upload = await findWhole(caller, uploadId);
    return { upload, fileName: fileNameOf(await readMetadata(upload)) };
  }
  const read = readPublicUrl(url, { isLocal: env.isSingleMachine });
  if (read.fault) throw new AppError("INVALID_REQUEST", { param: "url", message: `webhooks.urlFaults.${read.fault}` });
  const name = new URL(read.url).pathname.split("/").at(-1) ?? "";
  return { upload: null, sourceUrl: read.url, fileName: cleanFileName(decodePath(name)) };
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The `filename` of an upload's metadata. */
export function fileNameOf(metadata: string | null): string | null {
  const [, encoded = ""] = /(?:^|,)\s*filename ([A-Za-z0-9+/=]+)/.exec(metadata ?? "") ?? [];
  return cleanFileName(Buffer.from(encoded, "base64").toString());
}
