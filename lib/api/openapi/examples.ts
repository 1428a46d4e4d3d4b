import "server-only";
import { exampleEventOf } from "@/lib/events/describe";
import { type OperationName, textTypes } from "./operations";

/** One request and its successful response, as the description and the documentation show them. */
export type OperationExample = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** The JSON body of the request. */
  body?: object;
  /** The form of the request; `file` is the name of a file. */
  form?: Record<string, string>;
} & (
  | { response: object /** The same response in its other media types. */; texts?: Record<string, string> }
  /** The media type of a response that is a file. */
  | { file: string; texts?: Record<string, string> }
  /** A response that is text. */
  | { text: string; type: string }
);

const event = exampleEventOf("tts.completed");
const streamed = `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

const ttsId = "tts_01k82ia5n8ecdooi6hh7eb7f8r";
const sttId = "stt_01k82ian95ee9pititqacno5pg";

const signed = (object: string) => ({
  object,
  expires: "1797974660",
  signature: "FZvNpvMrBDVi6wJiavomxbcwBNJhfsJxrBAwLGT8SkI",
});

const audioLink = signed("uzx2ynsr36n32z5ufxc3u8viq4iakqjk.wav");
const inputLink = signed("ojfy07ued9dl8zph8zf2srl8cbyhijmv.wav");

const speech = {
  trackingId: ttsId,
  audioUrl: `https://vang.example/tts/audio?${new URLSearchParams(audioLink)}`,
  audioDuration: 1.168,
  fileSizeBytes: 51608,
  processingTimeMs: 31,
  languageCode: null,
};

const price = {
  priceId: "prc_01k82ia3aqe3bsj2ai9bq9k0t4",
  priceVnd: 300,
  unit: "1000_characters",
  from: "2025-12-31T17:00:00.000Z",
};

const transcription = {
  trackingId: sttId,
  transcript: "xin chào việt nam",
  audioDuration: 1,
  fileSizeBytes: 51608,
  processingTimeMs: 190,
  inputAudioFileName: "hello.wav",
  inputAudioUrl: `https://vang.example/stt/audio?${new URLSearchParams(inputLink)}`,
};

const transcripts = {
  [textTypes.srt]: "1\n00:00:00,080 --> 00:00:01,040\nxin chào việt nam\n",
  [textTypes.vtt]: "WEBVTT\n\n00:00:00.080 --> 00:00:01.040\nxin chào việt nam\n",
  [textTypes.text]: "xin chào việt nam\n",
};

const receipt = (trackingId: string, objects: readonly { kind: string; sizeBytes: number }[]) => ({
  receiptId: "rcp_01k82iapiqe6doj26dg607phua",
  trackingId,
  businessId: "biz_01k82ia4ejem1a45rf650ve21f",
  requestedBy: "key_01k82ia4teekorpcibpf02mqjk",
  requestedAt: "2026-11-22T21:24:26.799Z",
  erasedAt: "2026-11-22T21:24:26.930Z",
  objects: objects.map((object) => ({
    ...object,
    salt: "a0d7430df0a028f6e293cdd2ae931405",
    digest: "84262db68f8c75398fac99b516c2a67daafd12ffa655c59e124c94e0fdf3dbf8",
  })),
  auditEntry: { sequence: 3, digest: "0RD_hzZW5JhhCa05Vy22SSWXIzZ4lM8Z3_mx9QW73bk" },
  signature: "Fs-dwgrMMuG9k6Y0upb9XtW_z7ZHpkV9YusQXmQ_iAM",
});

const speechReceipt = receipt(ttsId, [
  { kind: "audio", sizeBytes: 51608 },
  { kind: "text", sizeBytes: 142 },
]);

const transcriptionReceipt = receipt(sttId, [
  { kind: "transcript", sizeBytes: 143 },
  { kind: "input", sizeBytes: 51608 },
]);

const webhook = {
  id: "whk_01k82icr5te6dbdq7bg3n4s8u2",
  url: "https://example.com/webhooks/vang",
  description: "",
  events: ["tts.completed", "tts.failed"],
  keys: [],
  schemaVersion: 1,
  security: { type: "header" as const, name: "X-Hook-Token" },
  ratePerSecond: null,
  ordered: false,
  content: false,
  status: "active" as const,
  disabledReason: null,
  createdAt: "2026-11-22T21:24:26.799Z",
};

const webhookId = { id: webhook.id };

const delivery = {
  id: "dlv_01k82ia5n8ecdooi6hh7eb7f8r",
  webhookId: webhook.id,
  eventId: "evt_01k82ia5n8ecdooi6hh7eb7f8r",
  type: "tts.completed",
  objectId: ttsId,
  state: "waiting",
  isTest: false,
  attempts: 1,
  lastStatus: 500,
  lastError: "status",
  behindPause: false,
  createdAt: "2026-11-22T14:24:26.799Z",
  nextAttemptAt: "2026-11-22T14:24:32.412Z",
  finishedAt: null,
};

const attempt = {
  id: "att_01k82ia5n8ecdooi6hh7eb7f8r",
  number: 1,
  startedAt: "2026-11-22T14:24:26.910Z",
  durationMs: 84,
  timings: { dnsMs: 3, connectMs: 21, tlsMs: 52, firstByteMs: 80 },
  address: "203.0.113.7",
  url: "https://example.com/webhooks/vang",
  statusCode: 500,
  error: "status",
  requestHeaders: { "content-type": "application/json", "webhook-id": "evt_01k82ia5n8ecdooi6hh7eb7f8r" },
  responseHeaders: { "content-type": "text/plain" },
  responseBody: "column id is missing",
};

const replay = {
  id: "rpl_01k82ia5n8ecdooi6hh7eb7f8r",
  total: 87,
  done: 0,
  state: "running",
  createdAt: "2026-11-23T01:00:00.000Z",
};

const streamedSpeech = `data: {"type":"speech.audio.delta","audio":"SUQzBA=="}

data: {"type":"speech.audio.done","usage":{"input_tokens":17,"output_tokens":0,"total_tokens":17}}

`;

const streamedTranscript = `data: {"type":"transcript.text.delta","delta":"xin chào việt nam"}

data: {"type":"transcript.text.done","text":"xin chào việt nam","usage":{"type":"duration","seconds":1}}

`;

const openAiModel = { id: "vang-espeak", object: "model" as const, created: 0, owned_by: "vang" };

const acb = { written: "ACB", spoken: "a xê bê" };

/** An example for each operation; `examples.test.ts` checks them against the schemas of the description. */
export const examples: Record<OperationName, OperationExample> = {
  createSpeech: {
    body: { text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" },
    response: speech,
  },
  getSpeech: { query: { id: ttsId }, response: speech },
  previewReading: {
    body: {
      text: "Họp lúc 8h30 ngày 22/11/2026, phí 1.250.000đ.",
      voiceId: "north-linh",
      modelId: "vang-espeak",
    },
    response: {
      text: "Họp lúc 8h30 ngày 22/11/2026, phí 1.250.000đ.",
      spoken:
        "Họp lúc tám giờ ba mươi phút ngày hai mươi hai tháng mười một năm hai nghìn không trăm hai mươi sáu, phí một triệu hai trăm năm mươi nghìn đồng.",
      characters: 45,
      price,
      chargeVnd: 13.5,
      changes: [
        { written: "8h30", spoken: "tám giờ ba mươi phút", rule: "time", at: 8 },
        {
          written: "22/11/2026",
          spoken: "hai mươi hai tháng mười một năm hai nghìn không trăm hai mươi sáu",
          rule: "date",
          at: 18,
        },
        { written: "1.250.000đ", spoken: "một triệu hai trăm năm mươi nghìn đồng", rule: "money", at: 34 },
      ],
      ambiguous: [],
    },
  },
  downloadSpeechAudio: { query: audioLink, file: "audio/wav" },
  getSpeechAudio: { params: { trackingId: ttsId }, file: "audio/wav" },
  listPronunciations: { response: { pronunciations: [acb] } },
  savePronunciation: { body: acb, response: acb },
  deletePronunciation: { query: { written: "ACB" }, response: { written: "ACB", removed: true } },
  createTranscription: {
    form: { file: "hello.wav", modelId: "vang-demo-stt", responseFormat: "json" },
    response: transcription,
    texts: transcripts,
  },
  getTranscription: { query: { id: sttId }, response: transcription, texts: transcripts },
  getTranscriptionAlias: { params: { trackingId: sttId }, response: transcription, texts: transcripts },
  downloadInputAudio: { query: inputLink, file: "audio/wav" },
  deleteSpeech: { query: { id: ttsId }, response: speechReceipt },
  deleteSpeechAlias: { params: { trackingId: ttsId }, response: speechReceipt },
  deleteTranscription: { query: { id: sttId }, response: transcriptionReceipt },
  deleteTranscriptionAlias: { params: { trackingId: sttId }, response: transcriptionReceipt },
  listVoices: {
    response: {
      voices: [
        {
          voiceId: "north-linh",
          name: "Linh",
          gender: "female",
          region: "north",
          languageCode: "vi",
          styles: ["neutral"],
          previewUrl: "https://vang.example/tts/voices/preview?voiceId=north-linh",
          modelIds: ["vang-espeak"],
          experimental: false,
        },
      ],
    },
  },
  getVoicePreview: { query: { voiceId: "north-linh" }, file: "audio/mpeg" },
  listModels: {
    response: {
      models: [
        {
          modelId: "vang-espeak",
          name: "eSpeak NG",
          kind: "tts",
          languageCodes: ["vi"],
          config: {
            speed: { type: "number", min: 0.5, max: 2, step: 0.05, default: 1, label: { vi: "Tốc độ", en: "Speed" } },
          },
          priceId: price.priceId,
          priceVnd: price.priceVnd,
          unit: price.unit,
          priceFrom: price.from,
          nextPrice: {
            ...price,
            priceId: "prc_01kar2c4nafd7b2hqg9q1v0s8e",
            priceVnd: 330,
            from: "2026-12-31T17:00:00.000Z",
          },
        },
      ],
    },
  },
  createOpenAiSpeech: {
    body: { model: "tts-1", voice: "alloy", input: "Xin chào Việt Nam", response_format: "mp3" },
    file: "audio/mpeg",
    texts: { "text/event-stream": streamedSpeech },
  },
  createOpenAiTranscription: {
    form: { file: "hello.wav", model: "whisper-1", response_format: "json" },
    response: { text: transcription.transcript, usage: { type: "duration", seconds: 1 } },
    texts: { ...transcripts, "text/event-stream": streamedTranscript },
  },
  listOpenAiModels: { response: { object: "list", data: [openAiModel] } },
  getOpenAiModel: { params: { model: openAiModel.id }, response: openAiModel },
  listOpenAiVoices: { response: { voices: [{ id: "north-linh", name: "Linh" }] } },
  listOpenAiModelNames: { response: { models: [{ id: openAiModel.id }] } },
  getBalance: { response: { availableVnd: 1250000.5, freeVnd: 50000, heldVnd: 12.3, currency: "VND", daysLeft: 31 } },
  getUsage: {
    query: { from: "2026-11-01", to: "2026-11-30", by: "day,model" },
    response: {
      from: "2026-11-01",
      to: "2026-11-30",
      by: ["day", "model"],
      rows: [
        {
          day: "2026-11-22",
          modelId: "vang-espeak",
          requests: 1290,
          jobs: 1284,
          errors: { PROVIDER_FAILED: 2 },
          characters: 180240,
          seconds: 10871.4,
          chargeVnd: 54072,
          latencyMs: { p50: 96, p95: 241, p99: 427 },
        },
      ],
      next: null,
    },
  },
  listHistory: {
    query: { from: "2026-11-22", to: "2026-11-22" },
    response: {
      jobs: [
        {
          trackingId: ttsId,
          metadata: { orderId: "1024" },
          requestId: "req_01k82ia559eaoo1urkogq1bvu1",
          service: "tts",
          status: "completed",
          resultCode: null,
          modelId: "vang-espeak",
          voiceId: "north-linh",
          keyId: "key_01k82ia4teekorpcibpf02mqjk",
          keyName: "Tổng đài",
          region: "VN",
          createdAt: "2026-11-22T14:24:26.799Z",
          characters: 17,
          audioDuration: 1.168,
          processingTimeMs: 31,
          price,
          units: 17,
          chargeVnd: 5.1,
        },
      ],
      next: null,
    },
  },
  listWebhooks: { response: { webhooks: [webhook] } },
  createWebhook: {
    body: {
      url: webhook.url,
      events: webhook.events,
      security: { type: "header", name: "X-Hook-Token", value: "s3cret" },
    },
    response: { ...webhook, secret: "whsec_GjzD0wQtWGmxFQbM8GJLDj0kJxbTeoFQKpLJr6bRG9M=" },
  },
  streamWebhookEvents: { text: streamed, type: "text/event-stream" },
  getWebhook: { params: webhookId, response: webhook },
  updateWebhook: { params: webhookId, body: { paused: true }, response: { ...webhook, status: "paused" } },
  deleteWebhook: { params: webhookId, response: { id: webhook.id, deleted: true } },
  endFormerWebhookSecrets: { params: webhookId, response: { ended: 1 } },
  sendWebhookTest: {
    params: webhookId,
    body: { type: "tts.completed" },
    response: { deliveryId: delivery.id, type: "tts.completed" },
  },
  sendStreamTest: { body: { type: "tts.completed" }, response: { type: "tts.completed", streams: 1 } },
  checkWebhook: {
    params: webhookId,
    response: {
      passed: 7,
      total: 7,
      results: [{ check: "valid", outcome: "passed", statusCode: 200, error: null, durationMs: 84 }],
    },
  },
  getWebhookStats: {
    params: webhookId,
    query: { span: "day" },
    response: {
      span: "day",
      succeeded: 1284,
      failed: 3,
      latencyMs: { p50: 80, p95: 160 },
      slots: [{ from: "2026-11-22T14:00:00.000Z", succeeded: 1284, failed: 3 }],
    },
  },
  listWebhookDeliveries: {
    params: webhookId,
    query: { state: "failed", from: "2026-11-22T00:00:00Z" },
    response: { deliveries: [delivery], next: null },
  },
  getWebhookDelivery: {
    params: { id: delivery.id },
    response: {
      ...delivery,
      region: "VN",
      body: '{"id":"evt_01k82ia5n8ecdooi6hh7eb7f8r","type":"tts.completed"}',
      tries: [attempt],
    },
  },
  createWebhookReplay: { params: webhookId, body: { failedSince: "2026-11-22T00:00:00Z" }, response: replay },
  listWebhookReplays: { params: webhookId, response: { replays: [replay] } },
  getWebhookReplay: {
    params: { ...webhookId, replayId: replay.id },
    response: { ...replay, done: 87, state: "finished" },
  },
  cancelWebhookReplay: { params: { ...webhookId, replayId: replay.id }, response: { ...replay, state: "canceled" } },
  listEvents: {
    query: { from: "2026-11-22T00:00:00Z" },
    response: { events: [exampleEventOf("tts.completed")], next: null },
  },
  rotateWebhookSecret: {
    params: webhookId,
    response: { secret: "whsec_kQlzJ5vM0rnOqL0H8nQ3RZgX0u0Wm5tYb9C2pA7dVfE=" },
  },
  getHealth: {
    response: {
      status: "ok",
      role: "api",
      processes: { api: "running", console: "running", worker: "running" },
      restarts: { api: 0, console: 0, worker: 0 },
      oldestUnprocessedAgeSeconds: 0.057,
      ledger: "protected",
      books: "balanced",
      bankAlarms: [],
    },
  },
};
