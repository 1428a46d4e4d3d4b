import "server-only";
import type { Context } from "hono";
import { recordRejectedRequest } from "@/lib/keys/request-log/record";
import type { AppError, ErrorCode } from "@/lib/platform/errors";
import { explain } from "@/lib/platform/mail/support";
import { speechPaths } from "@/lib/speech/history/schema";
import { endedJob } from "@/lib/speech/run";
import { type ApiEnv, addressOf } from "./authenticate";

/**
 * Does nothing without a known key, since the request then belongs to no business, and for what a page of the console
 * asks by itself. `cause`: what was thrown.
 */
export function recordRejection(c: Context<ApiEnv>, error: AppError, cause: Error): void {
  const { code, details } = error;
  const key = c.get("key");
  if (!key || (key.isPlayground && !endedJob(cause) && isByItself(c, code))) return;
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
    method: c.req.method,
    path: c.req.path,
    endedJob: endedJob(cause),
    service: endedJob(cause) ? undefined : serviceOf(c.req.method, c.req.path),
  });
}

/** Codes for a run of a page that goes on under its first request, was left before it was sent, or gets a new key. */
const pageCodes: readonly ErrorCode[] = ["IDEMPOTENCY_RUNNING", "CLIENT_CLOSED", "KEY_INVALID"];

/** Whether a page with a playground key asked it by itself, such as a preview of what is typed, and not for its person. */
const isByItself = ({ req }: Context<ApiEnv>, code: ErrorCode): boolean =>
  serviceOf(req.method, req.path) === undefined || pageCodes.includes(code);

/** The service of a request that would have made a job. */
function serviceOf(method: string, path: string): "tts" | "stt" | undefined {
  if (method !== "POST") return undefined;
  return (["tts", "stt"] as const).find((service) => speechPaths[service].includes(path));
}
