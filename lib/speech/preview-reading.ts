import "server-only";
import { readFor } from "@/lib/engines/engine";
import { findOwnReading } from "@/lib/pronunciations/own-reading";
import { spoken } from "@/lib/text";
import { checkText, checkVoice } from "./check";
import type { ReadingPreview, ReadingRequest } from "./schema";

/**
 * How a text will be read by this voice, without reading it: the words its engine gets. Throws TEXT_*,
 * SPOKEN_TEXT_TOO_LONG, VOICE_*, MODEL_UNKNOWN as the call itself would.
 */
export async function previewReading(businessId: string, request: ReadingRequest): Promise<ReadingPreview> {
  const { text, characters } = checkText(request.text);
  checkVoice(request);
  const heard = spoken(text);
  const own = await findOwnReading(businessId, request.reading);
  const { spoken: words, changes } = readFor({ ...request, text: heard }, own);
  return { text: heard, characters, spoken: words, changes };
}
