import "server-only";
import { describeError } from "@/lib/api/problem";
import { AppError } from "@/lib/platform/errors";

const paramNames: Record<string, string> = {
  text: "input_text",
  voiceId: "voice_code",
  audioFormat: "audio_type",
  config: "speed_rate",
};

/** The error with the names of fields that Vbee's clients send. */
export function inVbeeNames({ code, details }: AppError): AppError {
  const param = details.param && (paramNames[details.param] ?? details.param);
  return new AppError(code, { ...details, param });
}

/** The error as Vbee's clients read it: `status` is 0 where it is 1 for success. */
export function describeVbeeError(appError: AppError, requestId: string) {
  const { status: httpStatus, ...problem } = describeError(inVbeeNames(appError), requestId);
  return { ...problem, status: 0, error_code: httpStatus, error_message: problem.message };
}
