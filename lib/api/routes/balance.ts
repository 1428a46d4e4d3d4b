import "server-only";
import type { Hono } from "hono";
import type { ApiEnv } from "@/lib/api/authenticate";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { readOwnUsage } from "@/lib/keys/own-usage";
import { answerUsage } from "@/lib/money/usage/answer";
import { findDaysLeft } from "@/lib/money/usage/days-left";
import { getCallerBalance } from "@/lib/money/wallet/balance";
import { findFreeCredit } from "@/lib/money/wallet/grants";
import { formatMilli } from "@/lib/platform/amounts";
import { answerHistory } from "@/lib/speech/history/answer-history";

const inVnd = (milli: bigint) => Number(formatMilli(milli));

const headers = { "cache-control": "no-store" };

export function declareBalance(app: Hono<ApiEnv>): void {
  for (const operation of operations.getBalance) {
    endpoint(app, operation, async ({ caller }) => {
      const { businessId } = caller;
      const { availableMilli, heldMilli } = await getCallerBalance(caller);
      const isTest = caller.mode === "test";
      const { freeMilli } = isTest ? { freeMilli: 0n } : await findFreeCredit(businessId);
      const left = isTest ? new Map<string, number | null>() : await findDaysLeft([{ businessId, availableMilli }]);
      const daysLeft = left.get(businessId) ?? null;
      const body = {
        availableVnd: inVnd(availableMilli),
        freeVnd: inVnd(freeMilli),
        heldVnd: inVnd(heldMilli),
        currency: "VND",
        daysLeft,
      } as const;
      return { body, headers };
    });
  }
  for (const operation of operations.getUsage) {
    endpoint(app, operation, async ({ caller, query }) => ({ body: await answerUsage(caller, query), headers }));
  }
  for (const operation of operations.getOwnUsage) {
    endpoint(app, operation, async ({ caller, secretId }) => ({ body: await readOwnUsage(caller, secretId), headers }));
  }
  for (const operation of operations.listHistory) {
    endpoint(app, operation, async ({ caller, query }) => ({ body: await answerHistory(caller, query), headers }));
  }
}
