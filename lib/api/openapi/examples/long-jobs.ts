import "server-only";
import { type OperationExample, sttId, ttsId } from "./shared";

const uploadId = "upl_01k82ia5n8ecdooi6hh7eb7f8r";

const bookUrl = "https://vang.example/tts/audio?object=8k1c…&expires=1798490279&signature=hP2…";

const version = { "Tus-Resumable": "1.0.0" };

const upload = {
  uploadId,
  status: "receiving",
  sizeBytes: 104_857_600,
  receivedBytes: 8_388_608,
  resultCode: null,
  message: null,
  messageVi: null,
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
  charactersDone: null,
  charactersTotal: null,
  chargeVnd: 36000,
  modelId: "vang-demo-stt",
  voiceId: null,
  languageCode: "vi",
  resultCode: null,
  message: null,
  messageVi: null,
  fromJobId: null,
  resultUrl: null,
  metadata: { meeting: "2026-11" },
  createdAt: "2026-11-28T17:00:00.000Z",
  startedAt: "2026-11-28T17:00:01.000Z",
  endedAt: null,
};

const canceledMessages = {
  message: "The job was canceled. What was finished by then is charged and kept.",
  messageVi: "Tác vụ đã bị hủy. Phần đã xong được tính phí và giữ lại.",
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
  // A file that is sent is shown in the guide, since its parts come from a client of tus.
  createUpload: {
    body: { url: "https://files.example.com/meeting.mp3" },
    response: { ...upload, status: "fetching", sizeBytes: null, receivedBytes: 0 },
  },
  getUpload: { params: { id: uploadId }, response: upload },
  appendUpload: {
    params: { id: uploadId },
    headers: { ...version, "Upload-Offset": "8388608", "Content-Type": "application/offset+octet-stream" },
    isEmpty: true,
  },
  deleteUpload: { params: { id: uploadId }, headers: version, isEmpty: true },
  createJob: {
    body: { kind: "stt", uploadId, languageCode: "vi", formatting: "all", metadata: { meeting: "2026-11" } },
    response: queued,
  },
  listJobs: { query: { status: "running" }, response: { jobs: [job], next: null } },
  getJob: { params: { id: sttId }, response: job },
  streamJobEvents: {
    params: { id: sttId },
    text: `id: running-1800000-7200000-ok\nevent: progress\ndata: ${JSON.stringify(job)}\n\n`,
    type: "text/event-stream",
  },
  getJobChapters: {
    params: { id: ttsId },
    response: {
      jobId: ttsId,
      audioUrl: bookUrl,
      audioDuration: 14.856,
      chapters: [
        {
          number: 1,
          title: "Ngày khởi hành",
          voiceId: "north-linh",
          start: 0,
          end: 14.856,
          audioUrl: bookUrl,
          parts: [
            { number: 1, text: "Ngày khởi hành", start: 0, end: 2.136 },
            { number: 2, text: "Sáng hôm ấy trời trong và gió nhẹ.", start: 2.136, end: 14.856 },
          ],
        },
      ],
    },
  },
  cancelJob: {
    params: { id: sttId },
    response: {
      ...job,
      status: "canceled",
      resultCode: "JOB_CANCELED",
      ...canceledMessages,
      endedAt: "2026-11-28T17:02:00.000Z",
    },
  },
} satisfies Record<string, OperationExample>;
