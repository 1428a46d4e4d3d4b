import { FormData } from "undici";
import { splitAtPauses } from "@/lib/engines/pauses";
import { ProviderError, type Segment, type Transcription, type TranscriptionRequest } from "@/lib/engines/provider";
import { optionsFor } from "./options";
import type { OpenAiModel } from "./schema";
import { transcriptOf } from "./transcript";
import type { Upstreams } from "./upstreams";
import { writeWav } from "./write-wav";

const maxJsonBytes = 5_000_000;

/** Twelve minutes at 16 kHz are 23 MB; these servers usually accept 25. */
const lengths = { shortestSeconds: 690, longestSeconds: 720 };

type Hearing = { upstreams: Upstreams; model: OpenAiModel; plainModels: Set<string> };

/** `POST audio/transcriptions`: once, or in parts cut at pauses when the audio exceeds the engine's limit. */
export async function transcribe(
  to: Hearing,
  request: TranscriptionRequest,
  signal: AbortSignal,
): Promise<Transcription> {
  const { sampleRate } = request.audio;
  const parts: Transcription[] = [];
  for (const { start, samples } of splitAtPauses(request.audio, lengths)) {
    const part = await transcribePart(to, request, writeWav({ samples, sampleRate }), signal);
    const segments = part.segments.length > 0 ? part.segments : untimed(part.text, samples.length / sampleRate);
    parts.push({ ...part, segments: segments.map((segment) => shift(segment, start)) });
  }
  const text = parts.map((part) => part.text).join(" ");
  return { text, segments: parts.flatMap(({ segments }) => segments) };
}

const untimed = (text: string, seconds: number): Segment[] => (text ? [{ start: 0, end: seconds, text }] : []);

const shift = <Span extends { start: number; end: number }>(span: Span, by: number): Span => ({
  ...span,
  start: span.start + by,
  end: span.end + by,
});

/** Requests timings. When the engine rejects that format, requests plain JSON now and from then on. */
async function transcribePart(
  to: Hearing,
  request: TranscriptionRequest,
  wav: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
) {
  const { upstreams, model, plainModels } = to;
  const ask = (format: "verbose_json" | "json") => {
    const body = new FormData();
    for (const [name, value] of fieldsOf(model, request, format)) body.append(name, value);
    body.append("file", new Blob([wav], { type: "audio/wav" }), "audio.wav");
    const sending = { method: "POST", path: "audio/transcriptions", body, maxBytes: maxJsonBytes } as const;
    return upstreams.call(sending, transcriptOf, signal);
  };
  if (plainModels.has(model.modelId)) return ask("json");
  try {
    return await ask("verbose_json");
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "rejected") throw error;
    const plain = await ask("json");
    plainModels.add(model.modelId);
    return plain;
  }
}

function fieldsOf(
  model: OpenAiModel,
  { languageCode, config }: TranscriptionRequest,
  format: "verbose_json" | "json",
): [name: string, value: string][] {
  const language = (languageCode ?? model.languageCodes[0] ?? "vi").split(/[-_]/)[0] as string;
  return [
    ["model", model.upstreamModel],
    ["response_format", format],
    ...(format === "verbose_json" ? ([["timestamp_granularities[]", "segment"]] as [string, string][]) : []),
    ["language", language.toLowerCase()],
    ...optionsFor(model, config).map(([name, value]): [string, string] => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  ];
}
