import "server-only";
import type { KeyMode } from "@/lib/access/principals/mode";
import { findModelPrice } from "@/lib/engines/catalogue";
import { explainFor, normalizeFor } from "@/lib/engines/engine";
import { countCharged } from "@/lib/engines/spoken-length";
import { quote } from "@/lib/money/prices/quote";
import { statePrice } from "@/lib/money/prices/schema";
import { formatMilli } from "@/lib/platform/amounts";
import { spoken } from "@/lib/platform/text";
import { findOwnReading } from "@/lib/speech/pronunciations/own-reading";
import { checkText, checkVoice } from "./check";
import { type ReadingPreview, type ReadingRequest, readingOf } from "./schema";

/** The text as the engine would get it, and its price. Throws TEXT_*, SPOKEN_TEXT_TOO_LONG, VOICE_*, MODEL_UNKNOWN. */
export async function previewReading(
  businessId: string,
  request: ReadingRequest,
  mode?: KeyMode,
): Promise<ReadingPreview> {
  const { text, characters } = checkText(request.text);
  const chosen = checkVoice(request, mode);
  const spokenText = spoken(text);
  const own = await findOwnReading(businessId, readingOf(request));
  const { spoken: words, changes } = normalizeFor(spokenText, chosen, own);
  const charged = countCharged(characters, changes);
  const price = await findModelPrice(chosen, businessId);
  return {
    text: spokenText,
    characters: charged,
    price: statePrice(price),
    chargeVnd: Number(formatMilli(quote(price, charged))),
    spoken: words,
    changes,
    ambiguous: explainFor(spokenText, chosen, own),
  };
}
