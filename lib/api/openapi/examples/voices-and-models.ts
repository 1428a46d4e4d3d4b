import "server-only";
import type { OperationExample } from "../examples";
import { price } from "./shared";

export const voicesAndModels = {
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
