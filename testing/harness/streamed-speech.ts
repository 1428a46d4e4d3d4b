import { expect, vi } from "vitest";
import { ProviderError, type SpeechPart } from "@/lib/engines/provider";
import { espeakProvider } from "@/lib/engines/providers/espeak/provider";
import { db } from "@/lib/platform/db";
import { startApi } from "./api";

export const hello = { text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" };

/** The API, and requests for streamed speech to it. */
export async function startStreamedSpeech() {
  const api = await startApi();
  const send = (key: string, body: object, headers: HeadersInit = {}, signal?: AbortSignal) =>
    fetch(`${api.url}/tts/stream`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal,
    });
  return { api, send };
}

export const soon = <Found>(find: () => Found) => vi.waitFor(find, { timeout: 30_000, interval: 20 });

/** A second of sound, once this share of the text is spoken. */
export const second = (progress: number): SpeechPart => ({
  samples: new Float32Array(22_050).fill(0.1),
  sampleRate: 22_050,
  progress,
});

/** The engine says a tenth of the text at a time, each when the test wants it. */
export function speakInTenths() {
  const steps: (() => void)[] = [];
  const state = { made: 0, isStopped: false, isBroken: false, rejects: false };
  vi.spyOn(espeakProvider, "synthesizeStream").mockImplementation(async function* (_, signal) {
    signal.addEventListener("abort", () => steps.splice(0).forEach((step) => void step()));
    try {
      for (let tenth = 1; tenth <= 10; tenth++) {
        await new Promise<void>((resolve) => (signal.aborted ? resolve() : steps.push(resolve)));
        if (state.rejects) throw new ProviderError("rejected", "The text is too long.");
        if (state.isBroken) throw new ProviderError("broken", "The engine ended.");
        if (signal.aborted) return;
        state.made = tenth;
        yield second(tenth / 10);
      }
    } finally {
      state.isStopped = true;
    }
  });
  const next = () => soon(() => expect(steps.length).toBeGreaterThan(0)).then(() => steps.shift()?.());
  return { state, next };
}

export const readerOf = ({ body }: Response) => (body as ReadableStream<Uint8Array>).getReader();

/** The worker records a job that goes on without its client. */
export const isRecorded = (response: Response) => soon(() => jobOf(response));

export const jobOf = (response: Response) =>
  db.job.findUniqueOrThrow({ where: { trackingId: response.headers.get("x-tracking-id") ?? "" } });
