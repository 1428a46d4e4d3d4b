import type { Refused } from "@/lib/api/client/speech";
import { parseMilli } from "@/lib/platform/amounts";
import type { SttResponse } from "@/lib/speech/schema";

/** A finished transcription; the charge in thousandths of a đồng, and the API's remark. */
export type Recognized = {
  response: SttResponse;
  chargeMilli: bigint;
  resultCode: string | null;
  engine: string | null;
};

export type TranscriptionAnswer = { status: "transcribed"; recognized: Recognized } | Refused | { status: "cancelled" };

/**
 * `id`: its Idempotency-Key, so that it goes on without the page; `priceId`: the price on it, which alone is charged;
 * `fields`: further ones of the request.
 */
export type Upload = {
  id: string;
  file: File;
  modelId: string;
  priceId: string;
  base: string;
  fields?: Readonly<Record<string, string>>;
};

type Watch = { signal: AbortSignal; onProgress: (sent: number) => void };

/** Uses XMLHttpRequest to report progress, 0 to 1. Rejects when the network fails or the response is not the API's. */
export function transcribe(
  { id, file, modelId, priceId, base, fields = {} }: Upload,
  secret: string,
  watch: Watch,
): Promise<TranscriptionAnswer> {
  const body = new FormData();
  body.set("modelId", modelId);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set("file", file);
  // Cancelled while the page was still waiting for its key.
  if (watch.signal.aborted) return Promise.resolve({ status: "cancelled" });
  const call = new XMLHttpRequest();
  call.open("POST", `${base}/stt`);
  call.setRequestHeader("x-api-key", secret);
  call.setRequestHeader("x-price-id", priceId);
  call.setRequestHeader("idempotency-key", id);
  call.upload.onprogress = ({ loaded, total }) => watch.onProgress(loaded / Math.max(total, 1));
  call.upload.onload = () => watch.onProgress(1);
  return new Promise((resolve, reject) => {
    call.onload = () => resolveAnswer(call, resolve, reject);
    call.onerror = () => reject(new Error("the network failed"));
    call.onabort = () => resolve({ status: "cancelled" });
    watch.signal.addEventListener("abort", () => call.abort(), { once: true });
    call.send(body);
  });
}

function resolveAnswer(
  call: XMLHttpRequest,
  resolve: (answer: TranscriptionAnswer) => void,
  reject: (error: unknown) => void,
) {
  try {
    const body = JSON.parse(call.responseText);
    if (call.status !== 200) return resolve({ status: "refused", problem: body });
    resolve({
      status: "transcribed",
      recognized: {
        response: body,
        chargeMilli: parseMilli(call.getResponseHeader("x-charge-vnd") ?? ""),
        resultCode: call.getResponseHeader("x-result-code"),
        engine: call.getResponseHeader("x-engine"),
      },
    });
  } catch (error) {
    reject(error);
  }
}

export type SubtitleFormat = "srt" | "vtt";

/** Retries for a few seconds, since the record of a new call may be late. Throws when it stays unavailable. */
export async function fetchSubtitles(
  trackingId: string,
  format: SubtitleFormat,
  { secret, base }: { secret: string; base: string },
): Promise<{ status: "done"; text: string } | Refused> {
  const url = `${base}/stt/jobs?${new URLSearchParams({ id: trackingId, responseFormat: format })}`;
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url, { headers: { "x-api-key": secret } });
    if (answer.ok) return { status: "done", text: await answer.text() };
    const problem = await answer.json();
    if (problem.code !== "RESULT_NOT_FOUND" || attempt === 3) return { status: "refused", problem };
    await new Promise((again) => setTimeout(again, 500));
  }
}
