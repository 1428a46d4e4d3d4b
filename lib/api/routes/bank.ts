import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Hono } from "hono";
import type { ApiEnv } from "@/lib/api/authenticate";
import { readBytes } from "@/lib/api/body";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import type { ProviderName } from "@/lib/money/bank/notifications/provider";
import { notStored, receiveNotification } from "@/lib/money/bank/notifications/receive-notification";
import { seconds } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

const maxNotificationBytes = 16 * 1024;

/** What is stored later than this is stored again when the provider repeats it: it counts once. */
const longestMs = seconds(1.9);

const headers = { "cache-control": "no-store" };

/** Stores what a bank's provider reports for a worker to credit; what gets no 200 is repeated. Not for partners. */
export function declareBank(app: Hono<ApiEnv>): void {
  for (const operation of operations.receiveBankNotification) {
    const provider = operation.path.replace("/bank/", "") as ProviderName;
    endpoint(app, operation, async ({ request, readAddress }) => {
      const body = await readBytes(request, maxNotificationBytes);
      const received = { headers: request.headers, body, address: readAddress() };
      const late = sleep(longestMs, undefined, { ref: false }).then(() => Promise.reject(new Error("too late")));
      const isVerified = await Promise.race([receiveNotification(provider, received), late]).catch((error: Error) => {
        log.error({ provider, reason: error.message }, notStored);
        throw new AppError("OVERLOADED", { message: "api.noDatabase" });
      });
      return Response.json({ success: isVerified }, { status: isVerified ? 200 : 401, headers });
    });
  }
}
