import { z } from "zod";

export const uploadStatuses = ["receiving", "fetching", "ready", "failed"] as const;

export type UploadStatus = (typeof uploadStatuses)[number];

/** Of an upload that is not sent but fetched. */
export const uploadRequestSchema = z
  .object({
    url: z.string().meta({
      description: "docs.described.uploadSourceUrl",
      example: "https://files.example.com/meeting.mp3",
    }),
  })
  .meta({ id: "UploadRequest" });

export const uploadSchema = z
  .object({
    uploadId: z.string().meta({ description: "docs.described.uploadId" }),
    status: z.enum(uploadStatuses).meta({ description: "docs.described.uploadStatus" }),
    sizeBytes: z.int().nullable().meta({ format: "int64", description: "docs.described.uploadSize" }),
    receivedBytes: z.int().meta({ format: "int64", description: "docs.described.uploadOffset" }),
    resultCode: z.string().nullable().meta({ description: "docs.described.uploadResultCode" }),
    message: z.string().nullable().meta({ description: "docs.described.resultMessage" }),
    messageVi: z.string().nullable().meta({ description: "docs.described.resultMessageVi" }),
    createdAt: z.iso.datetime().meta({ description: "docs.described.uploadCreated" }),
    expiresAt: z.iso.datetime().meta({ description: "docs.described.uploadExpires" }),
  })
  .meta({ id: "Upload" });
