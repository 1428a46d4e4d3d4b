import "server-only";
import type { OperationExample } from "../examples";
import { inputLink, receipt, sttId, transcription, transcripts } from "./shared";

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
  getTranscription: { query: { id: sttId }, response: transcription, texts: transcripts },
  getTranscriptionAlias: { params: { trackingId: sttId }, response: transcription, texts: transcripts },
  downloadInputAudio: { query: inputLink, file: "audio/wav" },
  deleteTranscription: { query: { id: sttId }, response: transcriptionReceipt },
  deleteTranscriptionAlias: { params: { trackingId: sttId }, response: transcriptionReceipt },
} satisfies Record<string, OperationExample>;
