import "server-only";
import { checkText, checkVoice } from "./check";
import { readFor } from "./engine";
import { findOwnReading } from "./own-reading";
import type { ReadingPreview, ReadingRequest } from "./schema";
import { spoken } from "./text";

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
