import "server-only";
import type { OperationName } from "./operations";

/** The parts of the API: the tags of `/openapi.json` and the pages of the reference, by their last path segment. */
export const operationGroups = [
  "text-to-speech",
  "speech-to-text",
  "voices-and-models",
  "usage-and-billing",
  "openai",
  "webhooks",
  "service",
] as const;

export type OperationGroup = (typeof operationGroups)[number];

export const groupOf: Record<OperationName, OperationGroup> = {
  createSpeech: "text-to-speech",
  previewReading: "text-to-speech",
  getSpeech: "text-to-speech",
  downloadSpeechAudio: "text-to-speech",
  getSpeechAudio: "text-to-speech",
  deleteSpeech: "text-to-speech",
  deleteSpeechAlias: "text-to-speech",
  listPronunciations: "text-to-speech",
  savePronunciation: "text-to-speech",
  deletePronunciation: "text-to-speech",
  createTranscription: "speech-to-text",
  getTranscription: "speech-to-text",
  getTranscriptionAlias: "speech-to-text",
  downloadInputAudio: "speech-to-text",
  deleteTranscription: "speech-to-text",
  deleteTranscriptionAlias: "speech-to-text",
  listVoices: "voices-and-models",
  getVoicePreview: "voices-and-models",
  listModels: "voices-and-models",
  getBalance: "usage-and-billing",
  getUsage: "usage-and-billing",
  listHistory: "usage-and-billing",
  createOpenAiSpeech: "openai",
  createOpenAiTranscription: "openai",
  listOpenAiModels: "openai",
  getOpenAiModel: "openai",
  listOpenAiVoices: "openai",
  listOpenAiModelNames: "openai",
  listWebhooks: "webhooks",
  createWebhook: "webhooks",
  getWebhook: "webhooks",
  updateWebhook: "webhooks",
  deleteWebhook: "webhooks",
  rotateWebhookSecret: "webhooks",
  endFormerWebhookSecrets: "webhooks",
  sendWebhookTest: "webhooks",
  sendStreamTest: "webhooks",
  checkWebhook: "webhooks",
  getWebhookStats: "webhooks",
  listWebhookDeliveries: "webhooks",
  getWebhookDelivery: "webhooks",
  createWebhookReplay: "webhooks",
  listWebhookReplays: "webhooks",
  getWebhookReplay: "webhooks",
  cancelWebhookReplay: "webhooks",
  listEvents: "webhooks",
  streamWebhookEvents: "webhooks",
  getHealth: "service",
};

export const isOperationGroup = (text: string): text is OperationGroup =>
  (operationGroups as readonly string[]).includes(text);
