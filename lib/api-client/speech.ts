import type { Problem } from "@/lib/api/problem";
import type { ReadingPreview, ReadingRequest, TtsRequest, TtsResponse } from "@/lib/speech/schema";
import { parseMilli } from "@/lib/wallet/amounts";

/**
 * A finished request with its response; the charge in thousandths of a đồng, and the base URL of the region that ran
 * it.
 */
export type Speech = { request: TtsRequest; response: TtsResponse; chargeMilli: bigint; base: string };

/** The API rejected the request. */
export type Refused = { status: "refused"; problem: Problem };

export type SpeechAnswer = { status: "spoken"; speech: Speech } | Refused;

/**
 * POST /tts, exactly as a partner's program sends it; `base` is another region's base URL, or empty for this site.
 * `priceId` is the price on the page, by which alone it is charged; `idempotencyKey` names the run, also when it is sent
 * again. Throws when the network fails, and when the response
 * is not the API's, such as a proxy's error page.
 */
export async function speak(
  request: TtsRequest,
  secret: string,
  { base, priceId, idempotencyKey }: { base: string; priceId: string; idempotencyKey: string },
): Promise<SpeechAnswer> {
  const answer = await fetch(`${base}/tts`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": secret,
      "x-price-id": priceId,
      "idempotency-key": idempotencyKey,
    },
    body: JSON.stringify(request),
  });
  if (!answer.ok) return { status: "refused", problem: await answer.json() };
  const chargeMilli = parseMilli(answer.headers.get("x-charge-vnd") ?? "");
  return { status: "spoken", speech: { request, response: await answer.json(), chargeMilli, base } };
}

export type ReadingAnswer = { status: "read"; preview: ReadingPreview } | Refused;

/** POST /tts/preview: the normalized text. Throws when the network fails. */
export async function previewReading(request: ReadingRequest, secret: string, base: string): Promise<ReadingAnswer> {
  const answer = await fetch(`${base}/tts/preview`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": secret },
    body: JSON.stringify(request),
  });
  if (!answer.ok) return { status: "refused", problem: await answer.json() };
  return { status: "read", preview: await answer.json() };
}

/** Audio of another region keeps its URL. */
export const soundOf = (url: string, base: string): string => (base ? url : onThisSite(url));

/**
 * The same file under the origin of this page, which may be another hostname of this installation: pages play audio
 * only from their own origin.
 */
export function onThisSite(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
