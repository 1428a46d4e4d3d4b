import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Hono } from "hono";
import { type ApiEnv, addressOf } from "@/lib/api/authenticate";
import { readBytes } from "@/lib/api/body";
import { providerNames } from "@/lib/money/bank/notifications/provider";
import { notStored, receiveNotification } from "@/lib/money/bank/notifications/settle-notifications";
import { seconds } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

const maxNotificationBytes = 16 * 1024;

/** What is stored later than this is stored again when the provider repeats it: it counts once. */
const longestMs = seconds(1.9);

const headers = { "cache-control": "no-store" };

/** Stores what a bank's provider reports for a worker to credit; what gets no 200 is repeated. Not for partners. */
export function declareBank(app: Hono<ApiEnv>): void {
  for (const provider of providerNames) {
    app.post(`/bank/${provider}`, async (c) => {
      const body = await readBytes(c.req.raw, maxNotificationBytes);
      const address = addressOf(c)?.toString() ?? null;
      const received = { headers: c.req.raw.headers, body, address };
      const late = sleep(longestMs, undefined, { ref: false }).then(() => Promise.reject(new Error("too late")));
      const isVerified = await Promise.race([receiveNotification(provider, received), late]).catch((error: Error) => {
        log.error({ provider, reason: error.message }, notStored);
        throw new AppError("OVERLOADED", { message: "api.noDatabase" });
      });
      return c.json({ success: isVerified }, isVerified ? 200 : 401, headers);
    });
  }
}
