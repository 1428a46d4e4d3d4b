import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import type { KeyMode } from "@/lib/access/principals/mode";
import { findModelPrice } from "@/lib/engines/catalogue";
import { explainFor, normalizeFor } from "@/lib/engines/reading";
import { countCharged } from "@/lib/engines/spoken-length";
import { quote } from "@/lib/money/prices/quote";
import { statePrice } from "@/lib/money/prices/schema";
import { formatMilli } from "@/lib/platform/amounts";
import { minutes } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { openAttempts } from "@/lib/platform/rate-limit/attempts";
import { findOwnReading } from "@/lib/speech/pronunciations/own-reading";
import { checkText, checkVoice, ignoredOf, textWarningOf } from "./check";
import { type ReadingPreview, type ReadingRequest, readingOf } from "./schema";

/** The text as the engine would get it, and its price. Throws TEXT_*, SPOKEN_TEXT_TOO_LONG, VOICE_*, MODEL_UNKNOWN. */
export async function previewReading(
  businessId: string,
  request: ReadingRequest,
  mode?: KeyMode,
): Promise<ReadingPreview> {
  const { seen, characters, counts, warnings, sayAs, deliveries, ignored, rate } = checkText(request);
  const chosen = checkVoice(request, mode);
  const own = { ...(await findOwnReading(businessId, readingOf(request))), sayAs, deliveries };
  const { spoken: words, changes, unread = [] } = normalizeFor(seen, chosen, own);
  const charged = countCharged(characters, changes);
  const price = await findModelPrice(chosen, businessId);
  return {
    text: seen,
    characters: charged,
    price: statePrice(price),
    chargeVnd: Number(formatMilli(quote(price, charged))),
    spoken: words,
    changes,
    ambiguous: explainFor(seen, chosen, own),
    cleaned: Object.entries(counts).map(([kind, count]) => ({ kind, count })),
    unread: [...new Set(unread.map(({ character }) => character))],
    warnings: warnings.map((warning) => textWarningOf[warning]),
    ignored: ignoredOf({ ignored, rate, deliveries }, chosen),
  };
}

/** Enough for a person who types, at two requests a second, and too few for programs that read whole books this way. */
const limit = 120;
const previews = openAttempts("preview", limit, minutes(1));

type Previewing = Pick<Caller, "businessId" | "mode"> & Partial<Pick<Caller, "keyId" | "isPlayground">>;

/**
 * Lets a business preview 120 texts in a minute on average, its test keys as many more, and so the playground of each
 * session. Throws TOO_MANY_ATTEMPTS.
 */
export async function takePreview({ businessId, mode, keyId, isPlayground }: Previewing): Promise<void> {
  let owner = businessId;
  if (isPlayground) owner = `${businessId} ${keyId}`;
  else if (mode === "test") owner = `${businessId} test`;
  const { exceeded, waitMs } = await previews.take(owner);
  if (!exceeded) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  throw new AppError("TOO_MANY_ATTEMPTS", { message: "api.tooManyPreviews", values: { limit }, retryAfterSeconds });
}
