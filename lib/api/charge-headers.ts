import "server-only";
import type { Ran } from "@/lib/speech/run";
import { formatMilli } from "@/lib/wallet/amounts";

/** What every answer to a charged call says beside its body. */
export function chargeHeaders({ finished, isReplay }: Ran): Record<string, string> {
  return {
    "x-tracking-id": finished.trackingId,
    "x-charge-vnd": formatMilli(BigInt(finished.amountMilli)),
    "cache-control": "no-store",
    ...(finished.resultCode && { "x-result-code": finished.resultCode }),
    ...(isReplay && { "idempotent-replayed": "true" }),
  };
}
