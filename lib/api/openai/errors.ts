import "server-only";
import { describeError, problemHeaders } from "@/lib/api/problem";
import type { AppError } from "@/lib/errors";

/** The names that OpenAI's clients use for our fields. */
const paramNames: Record<string, string> = {
  text: "input",
  voiceId: "voice",
  modelId: "model",
  languageCode: "language",
};

const typeByStatus: Record<number, string> = {
  401: "authentication_error",
  402: "insufficient_quota",
  403: "permission_error",
  429: "rate_limit_error",
};

/** The error as OpenAI's clients read it, with the fields of our own problem document beside it. */
export function describeOpenAiError(appError: AppError, requestId: string) {
  const problem = describeError(appError, requestId);
  const { message, code, status } = problem;
  const param = problem.param === null ? null : (paramNames[problem.param] ?? problem.param);
  const type = typeByStatus[status] ?? (status >= 500 ? "server_error" : "invalid_request_error");
  return { ...problem, param, error: { message, type, param, code } };
}

/** The error as an HTTP response. OpenAI's clients repeat the request after 408, 409, 429 and 5xx by themselves. */
export function openAiErrorResponse(appError: AppError, requestId: string): Response {
  const body = describeOpenAiError(appError, requestId);
  const headers = {
    ...problemHeaders(appError, requestId),
    "content-type": "application/json",
    ...(body.status === 401 && { "www-authenticate": "Bearer" }),
  };
  return new Response(JSON.stringify(body), { status: body.status, headers });
}

export const isOpenAiPath = (path: string): boolean => path === "/v1" || path.startsWith("/v1/");
