import "server-only";
import type { FinishedJob } from "@/lib/access/events/finished-job";
import { findModel } from "@/lib/engines/catalogue";
import { knownPrice } from "@/lib/money/prices/find";
import { formatMilli } from "@/lib/platform/amounts";
import { textWarningOf } from "@/lib/speech/check";
import type { RecognizedContent } from "@/lib/speech/content";
import type { Remarks } from "@/lib/speech/synthesize";

type Charged = {
  finished: Pick<FinishedJob, "trackingId" | "amountMilli" | "priceId" | "units" | "modelId" | "resultCode">;
  isReplay: boolean;
};

/** The headers of every response to a charged request. */
export function chargeHeaders({ finished, isReplay }: Charged, engine?: string | null): Record<string, string> {
  const price = finished.priceId === null ? undefined : knownPrice(finished.priceId);
  return {
    "x-tracking-id": finished.trackingId,
    "x-charge-vnd": formatMilli(BigInt(finished.amountMilli)),
    ...(finished.priceId !== null && {
      "x-charge-units": String(finished.units ?? 0),
      "x-price-id": finished.priceId,
    }),
    ...(price && { "x-price-vnd": String(price.priceVnd), "x-price-from": price.from.toISOString() }),
    ...resultHeaders(finished, engine),
    ...(isReplay && { "idempotent-replayed": "true" }),
  };
}

/** What can be wrong with a text. */
export const remarkHeaders = ({ warnings }: Remarks): Record<string, string> =>
  warnings.length > 0 ? { "x-text-warnings": warnings.map((warning) => textWarningOf[warning]).join(", ") } : {};

/** How a transcript was formatted, and what its key terms did. */
export const transcriptHeaders = ({ formatting = [], keyterms }: RecognizedContent): Record<string, string> => ({
  "x-formatting": formatting.join(", ") || "none",
  ...(keyterms && { "x-keyterms": keyterms.cut > 0 ? `${keyterms.effect}; cut=${keyterms.cut}` : keyterms.effect }),
});

/** The headers of a result, in the first response and at every later look-up. */
export function resultHeaders(
  { modelId, resultCode }: Pick<FinishedJob, "modelId" | "resultCode">,
  engine: string | null = findModel(modelId)?.engine ?? null,
): Record<string, string> {
  return {
    "cache-control": "no-store",
    ...(engine && { "x-engine": engine }),
    ...(resultCode && { "x-result-code": resultCode }),
  };
}
