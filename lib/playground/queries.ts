import type { Problem } from "@/lib/api/problem";
import type { TtsRequest, TtsResponse } from "@/lib/speech/schema";
import { parseMilli } from "@/lib/wallet/amounts";

/** A finished run: what was asked, what came back, and what it cost in thousandths of a đồng. */
export type Speech = { request: TtsRequest; response: TtsResponse; chargeMilli: bigint };

export type SpeechAnswer = { status: "spoken"; speech: Speech } | { status: "refused"; problem: Problem };

/**
 * POST /tts, exactly as a partner's program sends it. Throws when the network fails, and when what comes back is not
 * the API's: a proxy's own error page, for instance.
 */
export async function speak(request: TtsRequest, secret: string): Promise<SpeechAnswer> {
  const answer = await fetch("/tts", {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": secret },
    body: JSON.stringify(request),
  });
  if (!answer.ok) return { status: "refused", problem: await answer.json() };
  const chargeMilli = parseMilli(answer.headers.get("x-charge-vnd") ?? "");
  return { status: "spoken", speech: { request, response: await answer.json(), chargeMilli } };
}

/**
 * The same file on the address this page was opened at, which may be another name of this installation: a page may
 * play only its own site's sounds.
 */
export function onThisSite(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
