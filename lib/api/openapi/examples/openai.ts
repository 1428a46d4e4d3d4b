import "server-only";
import type { OperationExample } from "../examples";
import { transcription, transcripts } from "./shared";

const streamedSpeech = `data: {"type":"speech.audio.delta","audio":"SUQzBA=="}

data: {"type":"speech.audio.done","usage":{"input_tokens":17,"output_tokens":0,"total_tokens":17}}

`;

const streamedTranscript = `data: {"type":"transcript.text.delta","delta":"xin chào việt nam"}

data: {"type":"transcript.text.done","text":"xin chào việt nam"}

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
