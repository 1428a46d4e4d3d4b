import "server-only";
import type { Context } from "hono";
import type { Refusal } from "@/lib/errors";
import { recordRefusal } from "@/lib/request-log/record";
import { type ApiEnv, addressOf } from "./door";

/** Puts a refused call on record, with what its business may know of it. A call without a known key is nobody's. */
export function noteRefusal(c: Context<ApiEnv>, { code, words }: Refusal): void {
  const key = c.get("key");
  if (!key) return;
  recordRefusal({
    requestId: c.get("requestId"),
    businessId: key.businessId,
    keyId: key.keyId,
    code,
    detail: {
      address: addressOf(c)?.toString() ?? null,
      ...(words.param && { param: words.param }),
      ...words.values,
      ...(key.reason && { reason: key.reason, since: key.since?.toISOString() }),
    },
    method: c.req.method,
    path: c.req.path,
  });
}
