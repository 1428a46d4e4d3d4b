import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import { AppError } from "@/lib/platform/errors";
import { cleanFileName } from "@/lib/platform/text";
import { readSourceUrl } from "@/lib/speech/uploads/by-url";
import { findUpload, readMetadata, type StoredUpload, statusOf } from "@/lib/speech/uploads/uploads";

/** The upload that a job is for. Throws INVALID_REQUEST without one, NOT_FOUND, and CONFLICT while it is not whole. */
export async function findWhole(
  caller: Pick<Caller, "businessId" | "mode">,
  uploadId: string | undefined,
): Promise<StoredUpload> {
  if (uploadId === undefined)
    throw new AppError("INVALID_REQUEST", {
      param: "uploadId",
      message: "api.fieldMissing",
      values: { param: "uploadId" },
    });
  const upload = await findUpload(caller, uploadId).catch((error: Error) => {
    throw error instanceof AppError ? new AppError("NOT_FOUND", { ...error.details, param: "uploadId" }) : error;
  });
  const status = statusOf(upload);
  if (status === "ready") return upload;
  if (status === "fetching") throw new AppError("CONFLICT", { param: "uploadId", message: "jobs.uploadFetching" });
  if (status === "failed") {
    const values = { code: upload.fetchCode ?? "" };
    throw new AppError("CONFLICT", { param: "uploadId", message: "jobs.uploadFailed", values });
  }
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
  const source = readSourceUrl(url);
  return { upload: null, sourceUrl: source.url, fileName: source.fileName };
}

/** The `filename` of an upload's metadata. */
export function fileNameOf(metadata: string | null): string | null {
  const [, encoded = ""] = /(?:^|,)\s*filename ([A-Za-z0-9+/=]+)/.exec(metadata ?? "") ?? [];
  return cleanFileName(Buffer.from(encoded, "base64").toString());
}
