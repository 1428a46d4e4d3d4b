import "server-only";
import type { OperationName } from "./operations";

/** The parts of the API: the tags of `/openapi.json` and the pages of the reference, by their last path segment. */
export const operationGroups = ["text-to-speech", "speech-to-text", "voices-and-models", "service"] as const;

export type OperationGroup = (typeof operationGroups)[number];

export const groupOf: Record<OperationName, OperationGroup> = {
  speak: "text-to-speech",
  previewReading: "text-to-speech",
  findSpoken: "text-to-speech",
  downloadSpoken: "text-to-speech",
  downloadRecorded: "text-to-speech",
  eraseFoundSpoken: "text-to-speech",
  eraseSpoken: "text-to-speech",
  listPronunciations: "text-to-speech",
  savePronunciation: "text-to-speech",
  removePronunciation: "text-to-speech",
  transcribe: "speech-to-text",
  findHeard: "speech-to-text",
  getHeard: "speech-to-text",
  downloadSent: "speech-to-text",
  eraseFoundHeard: "speech-to-text",
  eraseHeard: "speech-to-text",
  listVoices: "voices-and-models",
  previewVoice: "voices-and-models",
  listModels: "voices-and-models",
  getBalance: "service",
  health: "service",
};

export const isOperationGroup = (text: string): text is OperationGroup =>
  (operationGroups as readonly string[]).includes(text);
