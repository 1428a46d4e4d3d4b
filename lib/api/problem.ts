import "server-only";
import { z } from "zod";
import { env } from "@/lib/platform/env";
import { type AppError, type ErrorCode, errorCodes } from "@/lib/platform/errors";
import { translate } from "@/lib/platform/i18n/translate";
import { explain } from "@/lib/platform/mail/support";
import { apiCodes } from "./openapi/error-topics";

const codes = apiCodes as ErrorCode[] as [ErrorCode, ...ErrorCode[]];

/** RFC 9457, with what a developer and a program need besides. */
export const problemSchema = z
  .object({
    type: z.url().meta({ description: "docs.described.problemType" }),
    title: z.string().meta({ description: "docs.described.problemTitle" }),
    status: z.int().meta({ description: "docs.described.problemStatus" }),
    detail: z.string().meta({ description: "docs.described.problemDetail" }),
    instance: z.string().meta({ description: "docs.described.problemInstance" }),
    code: z.enum(codes).meta({ description: "docs.described.code" }),
    message: z.string().meta({ description: "docs.described.message" }),
    messageVi: z.string().meta({ description: "docs.described.messageVi" }),
    requestId: z.string().meta({ description: "docs.described.requestId" }),
    param: z.string().nullable().meta({ description: "docs.described.param" }),
    docUrl: z.url().meta({ description: "docs.described.docUrl" }),
    retryable: z.boolean().meta({ description: "docs.described.retryable" }),
    trackingId: z.string().optional().meta({ description: "docs.described.runningTrackingId" }),
  })
  .meta({ id: "Problem" });

export type Problem = z.infer<typeof problemSchema>;

export function describeError(appError: AppError, requestId: string): Problem {
  const { code, details } = appError;
  const { status, retryable } = errorCodes[code];
  const docUrl = `${env.url}/docs/errors#${code}`;
  const { id, values } = explain(appError);
  const message = translate("en", id, values);
  return {
    type: docUrl,
    // `RESULT_NOT_FOUND` → `Result not found`: the same for every occurrence, as the RFC asks of a title.
    title: code.charAt(0) + code.slice(1).toLowerCase().replaceAll("_", " "),
    status,
    detail: message,
    instance: `urn:vang:request:${requestId}`,
    code,
    message,
    messageVi: translate("vi", id, values),
    requestId,
    param: details.param ?? null,
    docUrl,
    retryable,
    ...(details.trackingId && { trackingId: details.trackingId }),
  };
}

/** When the same request can succeed, unless the error knows better; the others have no time. */
const retryAfterSeconds: Partial<Record<ErrorCode, string>> = {
  OVERLOADED: "1",
  RESULT_NOT_FOUND: "2",
  IDEMPOTENCY_RUNNING: "1",
  TOO_MANY_ATTEMPTS: "60",
};

export function problemHeaders({ code, details }: AppError, requestId: string): Record<string, string> {
  const retryAfter = details.retryAfterSeconds?.toString() ?? retryAfterSeconds[code];
  return {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    "x-request-id": requestId,
    // RFC 9110 section 11.6.1: a 401 names its scheme.
    ...(errorCodes[code].status === 401 && { "www-authenticate": 'ApiKey header="X-Api-Key"' }),
    ...(retryAfter !== undefined && { "retry-after": retryAfter }),
    ...details.headers,
  };
}

export function problemResponse(appError: AppError, requestId: string): Response {
  const headers = problemHeaders(appError, requestId);
  return new Response(JSON.stringify(describeError(appError, requestId)), { status: appError.status, headers });
}
