import "server-only";
import type { OperationExample } from "./shared";

const uploadId = "upl_01k82ia5n8ecdooi6hh7eb7f8r";

const upload = {
  uploadId,
  sizeBytes: 104_857_600,
  receivedBytes: 8_388_608,
  createdAt: "2026-11-28T17:00:00.000Z",
  expiresAt: "2026-11-29T17:00:00.000Z",
};

export const longJobs = {
  createUpload: { response: { ...upload, receivedBytes: 0 } },
  getUpload: { params: { id: uploadId }, response: upload },
  appendUpload: { params: { id: uploadId }, text: "", type: "" },
  deleteUpload: { params: { id: uploadId }, text: "", type: "" },
} satisfies Record<string, OperationExample>;
