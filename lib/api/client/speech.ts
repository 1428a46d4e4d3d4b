import type { Problem } from "@/lib/api/problem";
import { parseMilli } from "@/lib/platform/amounts";
import type { ReadingPreview, ReadingRequest, TtsRequest, TtsResponse } from "@/lib/speech/schema";

/** `chargeMilli` is in thousandths of a đồng; `base` is the URL of the region that ran the request. */
export type Speech = { request: TtsRequest; response: TtsResponse; chargeMilli: bigint; base: string };

export type Refused = { status: "refused"; problem: Problem };

export type SpeechAnswer = { status: "spoken"; speech: Speech } | Refused;

/**
 * POST /tts, exactly as a partner's program sends it. `base`: another region's URL, or empty. It is charged only by
 * `priceId`, the price on the page; `idempotencyKey` names the run. Throws when the network fails or the response is
 * not the API's.
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

/** Under this page's origin, which may be another hostname of this installation: pages play only audio of their own. */
export function onThisSite(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
