import "server-only";
import type { OperationExample } from "../examples";
import { price, receipt, signed, ttsId } from "./shared";

const audioLink = signed("uzx2ynsr36n32z5ufxc3u8viq4iakqjk.wav");

const speech = {
  trackingId: ttsId,
  audioUrl: `https://vang.example/tts/audio?${new URLSearchParams(audioLink)}`,
  audioDuration: 1.168,
  fileSizeBytes: 51608,
  processingTimeMs: 31,
  languageCode: null,
};

const speechReceipt = receipt(ttsId, [
  { kind: "audio", sizeBytes: 51608 },
  { kind: "text", sizeBytes: 142 },
]);

const acb = { written: "ACB", spoken: "a xê bê" };

const streamed = `event: mark
data: {"word":"Xin","start":0.03,"end":0.253}

event: audio
data: {"sequence":0,"audio":"UklGRv////9XQVZF"}

event: done
data: ${JSON.stringify({ trackingId: ttsId, audioDuration: 1.168, fileSizeBytes: 51608, chargeVnd: 5.1 })}

`;

export const textToSpeech = {
  createSpeech: {
    body: { text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" },
    response: speech,
  },
  createSpeechStream: {
    body: { text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" },
    file: "audio/wav",
    texts: { "text/event-stream": streamed },
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
  deleteSpeech: { query: { id: ttsId }, response: speechReceipt },
  deleteSpeechAlias: { params: { trackingId: ttsId }, response: speechReceipt },
} satisfies Record<string, OperationExample>;
