import type { Problem } from "@/lib/api/problem";
import type { ReadingPreview, ReadingRequest, TtsRequest, TtsResponse } from "@/lib/speech/schema";
import { parseMilli } from "@/lib/wallet/amounts";

/** A finished run: what was asked, what came back, what it cost in thousandths of a đồng, and where it ran. */
export type Speech = { request: TtsRequest; response: TtsResponse; chargeMilli: bigint; base: string };

/** What the API says when it will not. */
export type Refused = { status: "refused"; problem: Problem };

export type SpeechAnswer = { status: "spoken"; speech: Speech } | Refused;

/**
 * POST /tts, exactly as a partner's program sends it; `base` is another region's address, empty for this site's own.
 * Throws when the network fails, and when what comes back is not
 * the API's: a proxy's own error page, for instance.
 */
export async function speak(request: TtsRequest, secret: string, base: string): Promise<SpeechAnswer> {
  const answer = await fetch(`${base}/tts`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": secret },
    body: JSON.stringify(request),
  });
  if (!answer.ok) return { status: "refused", problem: await answer.json() };
  const chargeMilli = parseMilli(answer.headers.get("x-charge-vnd") ?? "");
  return { status: "spoken", speech: { request, response: await answer.json(), chargeMilli, base } };
}

export type ReadingAnswer = { status: "read"; preview: ReadingPreview } | Refused;

/** POST /tts/preview: how the text will be read. Throws when the network fails. */
export async function previewReading(request: ReadingRequest, secret: string, base: string): Promise<ReadingAnswer> {
  const answer = await fetch(`${base}/tts/preview`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": secret },
    body: JSON.stringify(request),
  });
  if (!answer.ok) return { status: "refused", problem: await answer.json() };
  return { status: "read", preview: await answer.json() };
}

/** How far another region's sounds are from this page: they keep their address. */
export const soundOf = (url: string, base: string): string => (base ? url : onThisSite(url));

/**
 * The same file on the address this page was opened at, which may be another name of this installation: a page may
 * play only its own site's sounds.
 */
export function onThisSite(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
