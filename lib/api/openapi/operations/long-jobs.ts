import "server-only";
import { z } from "zod";
import { lookupErrors } from "@/lib/api/openapi/error-sets";
import {
  jobChaptersSchema,
  jobListRequestSchema,
  jobListSchema,
  jobRequestSchema,
  jobSchema,
  mostJobBytes,
} from "@/lib/speech/jobs/schema";
import { uploadRequestSchema, uploadSchema } from "@/lib/speech/uploads/schema";
import { at } from "./shared";

const uploadIdSchema = z.object({
  id: z.string().meta({ description: "docs.described.uploadIdGiven", example: "upl_…" }),
});

const jobIdSchema = z.object({
  id: z.string().meta({ description: "docs.described.jobIdGiven", example: "stt_…" }),
});

const given = (description: string, example: string) => z.string().meta({ description, example });

const versionHeader = z.object({ "Tus-Resumable": given("docs.described.tusResumable", "1.0.0") });

const checksumHeader = {
  "Upload-Checksum": given("docs.described.uploadChecksum", "sha256 …").optional(),
};

const progress = ["Tus-Resumable", "Upload-Offset", "Upload-Length", "Upload-Expires"] as const;

const sending = {
  scope: "speech",
  takesRetention: true,
  bytes: "application/offset+octet-stream",
} as const;

export const longJobs = {
  createUpload: at(["/uploads"], {
    ...sending,
    method: "post",
    body: uploadRequestSchema.optional(),
    headers: versionHeader.partial().extend({
      "Upload-Length": given("docs.described.uploadLength", "104857600").optional(),
      "Upload-Metadata": given("docs.described.uploadMetadata", "filename aOG7jXAubXAz").optional(),
      ...checksumHeader,
    }),
    status: 201,
    response: uploadSchema,
    responseHeaders: ["Location", "Retry-After", ...progress],
    errors: ["CONFLICT", "AUDIO_EMPTY", "PRECONDITION_FAILED", "CHECKSUM_MISMATCH"],
  }),
  getUpload: at(["/uploads/{id}"], {
    method: "get",
    scope: "speech",
    params: uploadIdSchema,
    response: uploadSchema,
    responseHeaders: [...progress, "Upload-Metadata", "Retry-After"],
    errors: ["NOT_FOUND"],
  }),
  appendUpload: at(["/uploads/{id}"], {
    ...sending,
    method: "patch",
    params: uploadIdSchema,
    headers: versionHeader.extend({
      "Upload-Offset": given("docs.described.uploadOffset", "8388608"),
      ...checksumHeader,
    }),
    status: 204,
    response: [],
    responseHeaders: [...progress],
    errors: ["NOT_FOUND", "CONFLICT", "PRECONDITION_FAILED", "CHECKSUM_MISMATCH"],
  }),
  deleteUpload: at(["/uploads/{id}"], {
    method: "delete",
    scope: "speech",
    params: uploadIdSchema,
    headers: versionHeader,
    status: 204,
    response: [],
    responseHeaders: ["Tus-Resumable"],
    errors: ["NOT_FOUND", "CONFLICT", "PRECONDITION_FAILED"],
  }),
  createJob: at(["/jobs"], {
    method: "post",
    scope: "speech",
    body: jobRequestSchema,
    mostJsonBytes: mostJobBytes,
    runs: true,
    isCharged: true,
    isIdempotent: true,
    status: 202,
    response: jobSchema,
    responseHeaders: ["Location", "Retry-After", "X-Tracking-Id", "Idempotent-Replayed", "X-Ignored"],
    errors: [
      "NOT_FOUND",
      "CONFLICT",
      ...lookupErrors,
      "MODEL_UNKNOWN",
      ...(["VOICE_UNKNOWN", "VOICE_NOT_IN_MODEL", "TEXT_EMPTY", "TEXT_TOO_LONG", "TEXT_INVALID"] as const),
      "LIVE_KEY_REQUIRED",
      "AUDIO_UNSUPPORTED",
      "INSUFFICIENT_CREDIT",
      "SPEND_CAP_REACHED",
      "PRICE_CHANGED",
    ],
  }),
  listJobs: at(["/jobs"], {
    method: "get",
    scope: "speech",
    query: jobListRequestSchema,
    response: jobListSchema,
  }),
  getJob: at(["/jobs/{id}"], {
    method: "get",
    scope: "speech",
    params: jobIdSchema,
    response: jobSchema,
    responseHeaders: ["Retry-After"],
    errors: ["RESULT_NOT_FOUND", "WRONG_REGION"],
  }),
  streamJobEvents: at(["/jobs/{id}/events"], {
    method: "get",
    scope: "speech",
    params: jobIdSchema,
    response: ["text/event-stream"],
    errors: ["RESULT_NOT_FOUND", "WRONG_REGION", "CONCURRENCY_LIMITED_KEY", "CONCURRENCY_LIMITED_BUSINESS"],
  }),
  getJobChapters: at(["/jobs/{id}/chapters"], {
    method: "get",
    scope: "tts:execute",
    params: jobIdSchema,
    response: jobChaptersSchema,
    responseHeaders: ["X-AI-Generated"],
    errors: lookupErrors,
  }),
  cancelJob: at(["/jobs/{id}/cancel"], {
    method: "post",
    scope: "speech",
    params: jobIdSchema,
    response: jobSchema,
    responseHeaders: ["Retry-After"],
    errors: ["RESULT_NOT_FOUND", "WRONG_REGION"],
  }),
};
