import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import { AppError } from "@/lib/platform/errors";
import { findUpload, type StoredUpload } from "@/lib/speech/uploads/uploads";

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

/** The `filename` of an upload's metadata, in NFC and without invisible characters. */
export function fileNameOf(metadata: string | null): string | null {
  const [, encoded = ""] = /(?:^|,)\s*filename ([A-Za-z0-9+/=]+)/.exec(metadata ?? "") ?? [];
  const name = Buffer.from(encoded, "base64").toString().normalize("NFC");
  return [...name.replace(/[\p{Cc}\p{Cf}]/gu, "")].slice(0, 255).join("").trim() || null;
}
