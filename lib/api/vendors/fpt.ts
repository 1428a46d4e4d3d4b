import "server-only";
import { describeError } from "@/lib/api/problem";
import { AppError } from "@/lib/platform/errors";

/** The results that FPT.AI's recognizer names by number. */
export const fptStatus = { recognized: 0, noSpeech: 1, rejected: 2, busy: 9 } as const;

export const fptRecognitionPath = "/hmi/asr/general";

/** The error with the names of the headers that FPT.AI's clients send. */
export function inFptNames({ code, details }: AppError): AppError {
  const param = details.param === "voiceId" ? "voice" : details.param === "text" ? "body" : details.param;
  return new AppError(code, { ...details, param });
}

/** The error as FPT.AI's clients read it: `error` of speech is not 0, and `status` of a transcript says what failed. */
export function describeFptError(appError: AppError, requestId: string, path: string) {
  const { status: httpStatus, retryable, ...problem } = describeError(inFptNames(appError), requestId);
  if (path !== fptRecognitionPath) return { ...problem, retryable, error: httpStatus, request_id: requestId };
  const status = retryable ? fptStatus.busy : fptStatus.rejected;
  return { ...problem, retryable, status, hypotheses: [], id: requestId };
}
