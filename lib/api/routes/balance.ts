import "server-only";
import type { Hono } from "hono";
import type { ApiEnv } from "@/lib/api/authenticate";
import { endpoint } from "@/lib/api/openapi/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { findDaysLeft } from "@/lib/billing/usage/days-left";
import { formatMilli } from "@/lib/wallet/amounts";
import { getCallerBalance } from "@/lib/wallet/balance";

const inVnd = (milli: bigint) => Number(formatMilli(milli));

/** The credit of the key's business. */
export function declareBalance(app: Hono<ApiEnv>): void {
  for (const operation of operations.getBalance) {
    endpoint(app, operation, async ({ caller }) => {
      const { businessId } = caller;
      const { availableMilli, heldMilli } = await getCallerBalance(caller);
      const daysLeft = (await findDaysLeft([{ businessId, availableMilli }])).get(businessId) ?? null;
      const body = {
        availableVnd: inVnd(availableMilli),
        heldVnd: inVnd(heldMilli),
        currency: "VND",
        daysLeft,
      } as const;
      return { body, headers: { "cache-control": "no-store" } };
    });
  }
}
