import "server-only";
import { type OperationExample, sttId } from "./shared";

const uploadId = "upl_01k82ia5n8ecdooi6hh7eb7f8r";

const upload = {
  uploadId,
  sizeBytes: 104_857_600,
  receivedBytes: 8_388_608,
  createdAt: "2026-11-28T17:00:00.000Z",
  expiresAt: "2026-11-29T17:00:00.000Z",
};

const job = {
  jobId: sttId,
  kind: "stt",
  status: "running",
  progress: 0.25,
  secondsDone: 1800,
  secondsTotal: 7200,
  secondsLeft: 240,
  chargeVnd: 36000,
  modelId: "vang-demo-stt",
  languageCode: "vi",
  resultCode: null,
  resultUrl: null,
  metadata: { meeting: "2026-11" },
  createdAt: "2026-11-28T17:00:00.000Z",
  startedAt: "2026-11-28T17:00:01.000Z",
  endedAt: null,
};

const queued = {
  ...job,
  status: "queued",
  progress: 0,
  secondsDone: 0,
  secondsTotal: null,
  secondsLeft: null,
  chargeVnd: 0,
  startedAt: null,
};

export const longJobs = {
  createUpload: { response: { ...upload, receivedBytes: 0 } },
  getUpload: { params: { id: uploadId }, response: upload },
  appendUpload: { params: { id: uploadId }, text: "", type: "" },
  deleteUpload: { params: { id: uploadId }, text: "", type: "" },
  createJob: {
    body: { kind: "stt", uploadId, languageCode: "vi", formatting: "all", metadata: { meeting: "2026-11" } },
    response: queued,
  },
  listJobs: { query: { status: "running" }, response: { jobs: [job], next: null } },
  getJob: { params: { id: sttId }, response: job },
  cancelJob: {
    params: { id: sttId },
    response: { ...job, status: "canceled", resultCode: "JOB_CANCELED", endedAt: "2026-11-28T17:02:00.000Z" },
  },
} satisfies Record<string, OperationExample>;
