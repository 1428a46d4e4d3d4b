import "server-only";
import { describeError } from "@/lib/api/problem";
import { AppError } from "@/lib/platform/errors";

const paths = /^\/v1\/(voices|text-to-speech|speech-to-text)(\/|$)/;

/** `/v1/models` is OpenAI's too; only clients of ElevenLabs send their key like this. */
export const isElevenLabs = (path: string, sends: (header: string) => boolean): boolean =>
  paths.test(path) || (path === "/v1/models" && sends("xi-api-key"));

const paramNames: Record<string, string> = {
  voiceId: "voice_id",
  modelId: "model_id",
  languageCode: "language_code",
  audioFormat: "output_format",
  sampleRate: "output_format",
  config: "voice_settings",
};

/** The error with the names of fields that ElevenLabs' clients send. */
export function inElevenLabsNames({ code, details }: AppError): AppError {
  const param = details.param && (paramNames[details.param] ?? details.param);
  return new AppError(code, { ...details, param });
}

/** The error as ElevenLabs' clients read it. */
export function describeElevenLabsError(appError: AppError, requestId: string) {
  const problem = describeError(inElevenLabsNames(appError), requestId);
  const { code, message, param } = problem;
  return { ...problem, detail: { status: code.toLowerCase(), message, param } };
}
