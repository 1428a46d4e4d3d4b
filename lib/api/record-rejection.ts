import "server-only";
import type { Context } from "hono";
import type { AppError } from "@/lib/errors";
import { speechPaths } from "@/lib/history/schema";
import { explain } from "@/lib/mail/support";
import { recordRejectedRequest } from "@/lib/request-log/record";
import { endedJob } from "@/lib/speech/run";
import { type ApiEnv, addressOf } from "./authenticate";

/** Does nothing without a known key: the request then belongs to no business. `cause`: what was thrown. */
export function recordRejection(c: Context<ApiEnv>, error: AppError, cause: Error): void {
  const { code, details } = error;
  const key = c.get("key");
  if (!key) return;
  const { id: message, values } = explain(error);
  recordRejectedRequest({
    requestId: c.get("requestId"),
    businessId: key.businessId,
    keyId: key.keyId,
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

/** The service of a request that would have made a job. */
function serviceOf(method: string, path: string): "tts" | "stt" | undefined {
  if (method !== "POST") return undefined;
  return (["tts", "stt"] as const).find((service) => speechPaths[service].includes(path));
}
