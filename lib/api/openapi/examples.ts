import "server-only";
import { longJobs } from "./examples/long-jobs";
import { management } from "./examples/management";
import { type OperationExample, price, ttsId } from "./examples/shared";
import { openai, speechToText, textToSpeech } from "./examples/speech";
import { webhooks } from "./examples/webhooks";
import type { OperationName } from "./operations";

const voicesAndModels = {
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
} satisfies Record<string, OperationExample>;

const usageAndBilling = {
  getBalance: { response: { availableVnd: 1250000.5, freeVnd: 50000, heldVnd: 12.3, currency: "VND", daysLeft: 31 } },
  getUsage: {
    query: { from: "2026-11-01", to: "2026-11-30", by: "day,model" },
    response: {
      from: "2026-11-01",
      to: "2026-11-30",
      window: { from: "2026-11-01T00:00:00+07:00", to: "2026-12-01T00:00:00+07:00" },
      by: ["day", "model"],
      countedSince: null,
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
  getOwnUsage: {
    response: {
      keyId: "key_01k7s2h9c4m8v1b6n3d5q7t0ea",
      keyName: "Tổng đài",
      keyHint: "x7Qa",
      mode: "live",
      scopes: ["tts:execute", "stt:execute"],
      expiresAt: "2027-02-28T17:00:00.000Z",
      window: { from: "2026-11-01T00:00:00+07:00", to: "2026-12-01T00:00:00+07:00" },
      jobs: 1284,
      spentVnd: 54072,
      capVnd: 200000,
      leftVnd: 145928,
      balanceVnd: null,
      limits: { requestsPerMinute: 120, concurrentRequests: 8 },
      running: { requests: 1, liveSessions: 0, longJobs: 0 },
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
          api: "vang",
          retention: null,
          status: "completed",
          resultCode: null,
          modelId: "vang-espeak",
          voiceId: "north-linh",
          keyId: "key_01k82ia4teekorpcibpf02mqjk",
          keyName: "Tổng đài",
          keyHint: "x7Qa",
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
} satisfies Record<string, OperationExample>;

const service = {
  getHealth: {
    response: { status: "ok", role: "api" },
  },
} satisfies Record<string, OperationExample>;

/** An example for each operation; `examples.test.ts` checks them against the schemas of the description. */
export const examples: Record<OperationName, OperationExample> = {
  ...textToSpeech,
  ...speechToText,
  ...longJobs,
  ...voicesAndModels,
  ...usageAndBilling,
  ...openai,
  ...webhooks,
  ...management,
  ...service,
};
