import "server-only";
import type { Context } from "hono";
import type { AppError } from "@/lib/errors";
import { recordRejectedRequest } from "@/lib/request-log/record";
import { type ApiEnv, addressOf } from "./authenticate";

/**
 * Records a rejected request, with what its business can see of it. A request without a known key belongs to no
 * business.
 */
export function recordRejection(c: Context<ApiEnv>, { code, details }: AppError): void {
  const key = c.get("key");
  if (!key) return;
  recordRejectedRequest({
    requestId: c.get("requestId"),
    businessId: key.businessId,
    keyId: key.keyId,
    code,
    detail: {
      address: addressOf(c)?.toString() ?? null,
      ...(details.param && { param: details.param }),
      ...details.values,
      ...(key.reason && { reason: key.reason, since: key.since?.toISOString() }),
    },
    method: c.req.method,
    path: c.req.path,
  });
}
