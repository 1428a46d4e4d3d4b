import "server-only";
import {
  inputLink,
  type OperationExample,
  price,
  receipt,
  signed,
  sttId,
  transcription,
  transcripts,
  ttsId,
} from "./shared";

const audioLink = signed("uzx2ynsr36n32z5ufxc3u8viq4iakqjk.wav");

const speech = {
  trackingId: ttsId,
  audioUrl: `https://vang.example/tts/audio?${new URLSearchParams(audioLink)}`,
  audioDuration: 1.168,
  fileSizeBytes: 51608,
  processingTimeMs: 31,
  languageCode: null,
};

const unkept = (trackingId: string) => ({
  ...receipt(trackingId, []),
  auditEntry: null,
  retention: "none",
});

const speechReceipt = receipt(ttsId, [
  { kind: "audio", sizeBytes: 51608 },
  { kind: "text", sizeBytes: 142 },
]);

const acb = { written: "ACB", spoken: "a xê bê" };

const streamedEvents = `event: mark
data: {"word":"Xin","start":0.03,"end":0.253}

event: audio
data: {"sequence":0,"audio":"UklGRv////9XQVZF"}

event: done
data: ${JSON.stringify({ ...speech, chargeVnd: 5.1 })}

`;

export const textToSpeech = {
  createSpeech: {
    body: { text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" },
    response: speech,
  },
  createSpeechStream: {
    body: { text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" },
    file: "audio/wav",
    texts: { "text/event-stream": streamedEvents },
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
      cleaned: [],
      unread: [],
      warnings: [],
      ignored: [],
    },
  },
  downloadSpeechAudio: { query: audioLink, file: "audio/wav" },
  getSpeechAudio: { params: { trackingId: ttsId }, file: "audio/wav" },
  listPronunciations: { response: { pronunciations: [acb] } },
  savePronunciation: { body: acb, response: acb },
  changePronunciations: { body: { save: [acb], remove: ["VTB"] }, response: { saved: 1, removed: 0 } },
  deletePronunciation: { query: { written: "ACB" }, response: { written: "ACB", removed: true } },
  deleteSpeech: { query: { id: ttsId }, response: speechReceipt },
  getSpeechReceipt: { query: { id: ttsId }, response: unkept(ttsId) },
  deleteSpeechAlias: { params: { trackingId: ttsId }, response: speechReceipt },
} satisfies Record<string, OperationExample>;

const transcriptionReceipt = receipt(sttId, [
  { kind: "transcript", sizeBytes: 143 },
  { kind: "input", sizeBytes: 51608 },
]);

export const speechToText = {
  createTranscription: {
    form: { file: "hello.wav", modelId: "vang-demo-stt", responseFormat: "json" },
    response: transcription,
    texts: transcripts,
  },
  createLiveToken: {
    body: { ttlSeconds: 60, maxSessionSeconds: 600 },
    response: { token: "p7Yc0nVtQm3kT4xWb8ZrLg5sHd2uJf9aEi6oN1vKqXM", expiresAt: "2026-11-22T14:25:26.799Z" },
  },
  getTranscription: { query: { id: sttId }, response: transcription, texts: transcripts },
  getTranscriptionAlias: { params: { trackingId: sttId }, response: transcription, texts: transcripts },
  downloadInputAudio: { query: inputLink, file: "audio/wav" },
  deleteTranscription: { query: { id: sttId }, response: transcriptionReceipt },
  getTranscriptionReceipt: { query: { id: sttId }, response: unkept(sttId) },
  deleteTranscriptionAlias: { params: { trackingId: sttId }, response: transcriptionReceipt },
} satisfies Record<string, OperationExample>;

const streamedSpeech = `data: {"type":"speech.audio.delta","audio":"SUQzBA=="}

data: {"type":"speech.audio.done","usage":{"input_tokens":17,"output_tokens":0,"total_tokens":17}}

`;

const streamedTranscript = `data: {"type":"transcript.text.delta","delta":"Xin chào Việt Nam."}

data: {"type":"transcript.text.done","text":"Xin chào Việt Nam."}

`;

const openAiModel = { id: "vang-espeak", object: "model" as const, created: 0, owned_by: "vang" };

export const openai = {
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
} satisfies Record<string, OperationExample>;
