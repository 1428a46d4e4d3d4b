import type { Problem } from "@/lib/api/problem";
import { parseMilli } from "@/lib/platform/amounts";
import type { ReadingPreview, ReadingRequest, TtsRequest, TtsResponse } from "@/lib/speech/schema";
import type { WordTime } from "@/lib/speech/spoken-words";

/** `chargeMilli` is in thousandths of a đồng; `base` is the URL of the region that ran the request. */
export type Speech = { request: TtsRequest; response: TtsResponse; chargeMilli: bigint; base: string };

export type Refused = { status: "refused"; problem: Problem };

export type SpeechAnswer = { status: "spoken"; speech: Speech } | Refused;

/** What arrives while speech is made. */
export type SpeechParts = {
  onBegin: (trackingId: string) => void;
  onAudio: (bytes: Uint8Array) => void;
  onWord: (word: WordTime) => void;
};

type Sending = {
  base: string;
  priceId: string;
  idempotencyKey: string;
  signal: AbortSignal;
};

/**
 * POST /tts/stream, as a partner's program sends it. `base`: another region's URL, or empty. It is charged only by
 * `priceId`, the price on the page; `idempotencyKey` names the run. Throws when the network fails, the stream breaks
 * off, or the response is not the API's.
 */
export async function streamSpeech(
  request: TtsRequest,
  secret: string,
  { base, priceId, idempotencyKey, signal }: Sending,
  { onBegin, onAudio, onWord }: SpeechParts,
): Promise<SpeechAnswer> {
  const answer = await fetch(`${base}/tts/stream`, {
    method: "POST",
    headers: {
      accept: "text/event-stream",
      "content-type": "application/json",
      "x-api-key": secret,
      "x-price-id": priceId,
      "idempotency-key": idempotencyKey,
    },
    body: JSON.stringify(request),
    signal,
  });
  if (!answer.ok || !answer.body) return { status: "refused", problem: await answer.json() };
  onBegin(answer.headers.get("x-tracking-id") ?? "");
  for await (const { name, data } of eventsOf(answer.body)) {
    if (name === "audio") onAudio(Uint8Array.from(atob(data.audio), (character) => character.charCodeAt(0)));
    else if (name === "mark") onWord(data);
    else if (name === "error") return { status: "refused", problem: data as Problem };
    else if (name === "done") {
      const { chargeVnd, ...response } = data;
      return { status: "spoken", speech: { request, response, chargeMilli: parseMilli(String(chargeVnd)), base } };
    }
  }
  throw new Error("The stream ended without its last event.");
}

/** Server-sent events as `/tts/stream` writes them: a name and JSON each. */
async function* eventsOf(body: ReadableStream<Uint8Array>) {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const [, name = "", data = ""] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? [];
      if (name) yield { name, data: JSON.parse(data) };
    }
  }
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
