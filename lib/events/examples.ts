import type { EventType, Payload } from "./schema";

const job = {
  requestId: "req_01k7tmk3v2c9h4b7d0n8s5q6ea",
  keyId: "key_01k7s2h9c4m8v1b6n3d5q7t0ea",
  region: "VN",
  languageCode: "vi",
  createdAt: "2026-11-20T02:15:04.512Z",
} as const;

const speech = { ...job, trackingId: "tts_01k7tmk3v5g2r8c1b9n4d6h0sa", modelId: "vang-espeak", voiceId: "south-ngoc" };
const transcription = {
  ...job,
  trackingId: "stt_01k7tmp9b4h6c2v8n1d3q5r7ta",
  modelId: "vang-demo-stt",
  voiceId: null,
  languageCode: null,
};

const key = { keyId: job.keyId, name: "Tổng đài", hint: "x7Qa" };

/** A payload of each type of event, as tests send it and the documentation shows it. */
export const examplePayloads: { [Type in EventType]: Payload<Type> } = {
  "tts.completed": {
    ...speech,
    resultCode: null,
    chargeVnd: "5.1",
    audioDuration: 1.25,
    fileSizeBytes: 20160,
    processingTimeMs: 93,
    expiresAt: "2026-12-20T02:15:04.512Z",
  },
  "tts.failed": { ...speech, code: "PROVIDER_FAILED", chargeVnd: "0", processingTimeMs: 4210 },
  "stt.completed": {
    ...transcription,
    resultCode: "NO_SPEECH_FOUND",
    chargeVnd: "12",
    audioDuration: 12,
    fileSizeBytes: 384044,
    processingTimeMs: 810,
    expiresAt: "2026-12-20T02:15:04.512Z",
  },
  "stt.failed": { ...transcription, code: "AUDIO_INVALID", chargeVnd: "0", processingTimeMs: 35 },
  "topup.credited": {
    paymentId: "btr_01k7tn0c8m2v5b9d4h1q6r3sea",
    topUpId: "top_01k7tmz4h9c3n6v1b8d2q5r7sa",
    amountVnd: "500000",
    settledVnd: "0",
    availableVnd: "612500",
  },
  "credit.low": { availableVnd: "48250.5", daysLeft: 2, reason: "days" },
  "budget.reached": { month: "2026-11", percent: 80, capVnd: "2000000", spentVnd: "1612450.5" },
  "key.expiring": { ...key, expiresAt: "2026-11-27T16:59:59.999Z", noticeDays: 7 },
  "key.revoked": { ...key, reason: "revoked", revokedAt: "2026-11-20T02:15:04.512Z" },
  "webhook.disabled": {
    endpointId: "whk_01k7s9v2b5c8n1d4h7q0r3t6ea",
    url: "https://example.com/vang",
    reason: "failing",
    disabledAt: "2026-11-20T02:15:04.512Z",
  },
  "webhook.test": { endpointId: "whk_01k7s9v2b5c8n1d4h7q0r3t6ea" },
};
