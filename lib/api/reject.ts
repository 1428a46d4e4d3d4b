import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "hono";
import { recordRejectedRequest } from "@/lib/keys/request-log/record";
import { isDatabaseUnavailable } from "@/lib/platform/database-unavailable";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { explain } from "@/lib/platform/mail/support";
import { isDiskTrouble } from "@/lib/platform/objects/files/write";
import { increment } from "@/lib/platform/telemetry/metrics";
import { speechServiceOf } from "@/lib/speech/history/schema";
import { endedJob } from "@/lib/speech/run";
import { type ApiEnv, addressOf } from "./authenticate";
import { isLong } from "./body";
import { corsHeaders } from "./cors";
import { problemResponse } from "./problem";
import { vendorErrorResponse, vendorOfRequest } from "./vendors/vendors";

/** The response to what was thrown while a request was served: recorded for its business, and counted. */
export function rejectRequest(c: Context<ApiEnv>, thrown: Error): Response {
  const found = toAppError(thrown, c.get("requestId"), c.req.path);
  // As the client reads it, so that its record says the same.
  const appError = vendorOfRequest(c.req)?.inItsNames(found) ?? found;
  recordRejection(c, appError, thrown);
  const response = respondWith(appError, c);
  // The rest of a body is read and discarded. If that can be much, the connection is closed instead.
  const { incoming } = c.env ?? {};
  const isHere = incoming ? incoming.complete : c.req.raw.bodyUsed || !c.req.raw.body;
  const isRestLong = !isHere && isLong(c.req.header("content-length"));
  if (isRestLong || response.status === 413) response.headers.set("connection", "close");
  return response;
}

/** The error as the client of its path reads it. */
export function respondWith(appError: AppError, { req, get }: Context<ApiEnv>): Response {
  countError(appError.code);
  const vendor = vendorOfRequest(req);
  const requestId = get("requestId");
  return vendor ? vendorErrorResponse(vendor, appError, requestId, req.path) : problemResponse(appError, requestId);
}

const countError = (code: ErrorCode): void => increment("vang_http_errors_total", { code });

function toAppError(error: Error, requestId: string, path: string): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) return new AppError("OVERLOADED", { message: "api.noDatabase" });
  // Messages of database errors quote values; the stack frames are enough.
  const frames = error.stack?.split("\n").slice(1, 8).join("\n");
  log.error({ requestId, path, error: error.name, frames }, "a request failed with a bug");
  return isDiskTrouble(error) ? new AppError("OVERLOADED", { message: "api.noRoom" }) : new AppError("INTERNAL");
}

/** Codes for a run of a page that goes on under its first request, was left before it was sent, or gets a new key. */
const pageCodes: readonly ErrorCode[] = ["IDEMPOTENCY_RUNNING", "CLIENT_CLOSED", "KEY_INVALID"];

/** Does nothing without a known key, since the request then belongs to no business. `cause`: what was thrown. */
function recordRejection(c: Context<ApiEnv>, error: AppError, cause: Error): void {
  const { code, details } = error;
  const { method, path } = c.req;
  const key = c.get("key");
  if (!key) return;
  const hasJob = endedJob(cause);
  // The service of a request that would have made a job.
  const service = method === "POST" ? speechServiceOf(path) : undefined;
  // What a page with a playground key asked by itself, such as a preview of what is typed, and not for its person.
  if (key.isPlayground && !hasJob && (service === undefined || pageCodes.includes(code))) return;

  const { id: message, values } = explain(error);
  recordRejectedRequest({
    requestId: c.get("requestId"),
    businessId: key.businessId,
    keyId: key.keyId,
    keyHint: key.keyHint,
    mode: key.mode,
    code,
    detail: {
      address: addressOf(c)?.toString() ?? null,
      ...(details.param && { param: details.param }),
      ...values,
      message,
      ...(key.reason && { reason: key.reason, since: key.since?.toISOString() }),
    },
    method,
    path,
    endedJob: hasJob,
    readMetadata: hasJob ? undefined : c.get("readMetadata"),
    service: hasJob ? undefined : service,
    api: c.env?.within?.session.caller.api ?? vendorOfRequest(c.req)?.api,
  });
}

/** Rejects a request as the API does, before it reaches the API. Closes the connection where much of its body is still to come. */
export async function rejectEarly(
  request: IncomingMessage,
  response: ServerResponse,
  appError: AppError,
): Promise<void> {
  countError(appError.code);
  increment("vang_http_requests_total", { operation: "other", status: String(appError.status) });
  const { complete, headers } = request;
  const length = headers["content-length"];
  const isRestLong = !complete && (length ?? headers["transfer-encoding"]) !== undefined && isLong(length);
  const problem = problemResponse(appError, newId("request"));
  const body = await problem.text();
  response.writeHead(problem.status, {
    ...Object.fromEntries(problem.headers),
    ...corsHeaders(headers.origin),
    "x-content-type-options": "nosniff",
    "content-length": Buffer.byteLength(body),
    ...(isRestLong && { connection: "close" }),
  });
  response.end(body);
}
