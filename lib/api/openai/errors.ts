import "server-only";
import type { Problem } from "@/lib/api/problem";
import { AppError } from "@/lib/platform/errors";

/** The names that OpenAI's clients use for our fields; of the options of a model they send only the speed. */
const paramNames: Record<string, string> = {
  text: "input",
  voiceId: "voice",
  modelId: "model",
  languageCode: "language",
  config: "speed",
};

/** The messages that name our fields and paths, each with one for OpenAI's clients. */
const ownMessages: Record<string, string> = {
  "errors.VOICE_UNKNOWN": "api.v1.someVoiceUnknown",
  "errors.MODEL_UNKNOWN": "api.v1.someModelUnknown",
  "errors.KEY_MISSING": "api.v1.keyMissing",
  "api.voiceUnknown": "api.v1.voiceUnknown",
  "api.modelUnknown": "api.v1.modelUnknown",
  "speech.numberOption": "api.fieldRange",
  "speech.wholeNumberOption": "api.fieldRange",
};

/** The error with the names of fields and paths that an OpenAI client knows, in its parameter and in its message. */
export function inOpenAiNames({ code, details }: AppError): AppError {
  const { param: ownParam, values, message } = details;
  const param = ownParam && (paramNames[ownParam] ?? ownParam);
  const wanted = ownMessages[message ?? `errors.${code}`];
  return new AppError(code, {
    ...details,
    param,
    ...(wanted && { message: wanted }),
    ...(param && { values: { ...values, param } }),
  });
}

const typeByStatus: Record<number, string> = {
  401: "authentication_error",
  402: "insufficient_quota",
  403: "permission_error",
  429: "rate_limit_error",
};

/** The error as OpenAI's clients read it, with the fields of our own problem document beside it. */
export function describeOpenAiError(problem: Problem) {
  const { message, code, status, param } = problem;
  const type = typeByStatus[status] ?? (status >= 500 ? "server_error" : "invalid_request_error");
  return { ...problem, error: { message, type, param, code } };
}

export const isOpenAiPath = (path: string): boolean => path === "/v1" || path.startsWith("/v1/");
