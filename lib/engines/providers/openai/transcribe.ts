import { z } from "zod";
import { lengthOf } from "@/lib/engines/audio/bytes";
import type { Audio } from "@/lib/engines/audio/formats";
import { splitAtPauses } from "@/lib/engines/pauses";
import {
  ProviderError,
  type Segment,
  type TimedWord,
  type Transcription,
  type TranscriptionRequest,
} from "@/lib/engines/provider";
import { newToken } from "@/lib/platform/crypto";
import { optionsFor } from "./options";
import type { OpenAiModel } from "./schema";
import { nonsense } from "./sound";
import type { UpstreamResponse } from "./upstream";
import type { Upstreams } from "./upstreams";
import { writeWav } from "./write-wav";

const maxJsonBytes = 5_000_000;

/** Twelve minutes at 16 kHz are 23 MB; these servers usually accept 25. */
const lengths = { shortestSeconds: 690, longestSeconds: 720 };

type Hearing = { upstreams: Upstreams; model: OpenAiModel; rejectedTimings: Set<string> };

/** `POST audio/transcriptions`: once, or in parts cut at pauses when the audio exceeds the engine's limit. */
export async function transcribe(
  to: Hearing,
  request: TranscriptionRequest,
  signal: AbortSignal,
): Promise<Transcription> {
  const { sampleRate } = request.audio;
  const parts: Transcription[] = [];
  for (const { start, audio } of splitIfLong(request.audio)) {
    const part = await transcribePart(to, request, writeWav(audio), signal);
    const whole = part.text ? [{ start: 0, end: lengthOf(audio) / sampleRate, text: part.text }] : [];
    const timed = part.segments.length > 0 ? part.segments : whole;
    const placed = part.words ? withWords(timed, part.words) : timed;
    // Nothing says that a name of the second part is the same speaker as in the first.
    const segments = placed.map((segment) => named(segment, request.diarize && `${parts.length} `));
    const { text, isBiased } = part;
    parts.push({ text, segments: segments.map((segment) => shiftSegment(segment, start)), isBiased });
  }
  const text = parts.map((part) => part.text).join(" ");
  const isBiased = parts.some((part) => part.isBiased);
  return { text, segments: parts.flatMap(({ segments }) => segments), ...(isBiased && { isBiased }) };
}

/** What is not split is not converted either: see `audioOfPcm`. */
function splitIfLong(audio: Audio): { start: number; audio: Audio }[] {
  const { sampleRate } = audio;
  if (lengthOf(audio) <= lengths.longestSeconds * sampleRate) return [{ start: 0, audio }];
  return splitAtPauses(audio, lengths).map(({ start, samples }) => ({ start, audio: { samples, sampleRate } }));
}

const named = ({ speaker, ...segment }: Segment, prefix: string | undefined): Segment => ({
  ...segment,
  ...(prefix !== undefined && speaker !== undefined && { speaker: prefix + speaker }),
});

const shiftSegment = ({ words, ...segment }: Segment, by: number): Segment => ({
  ...shift(segment, by),
  ...(words && { words: words.map((word) => shift(word, by)) }),
});

const shift = <Span extends { start: number; end: number }>(span: Span, by: number): Span => ({
  ...span,
  start: span.start + by,
  end: span.end + by,
});

/** Whisper reads the last 224 tokens of a prompt, which are about so many letters of Vietnamese. */
const longestPrompt = 500;

/** The key terms as a prompt, unless the caller has a prompt of their own or the engine rejected one before. */
function promptOf({ model, rejectedTimings }: Hearing, { keyterms = [], config }: TranscriptionRequest) {
  const hasOwn = optionsFor(model, config).some(([name]) => name === "prompt");
  if (keyterms.length === 0 || hasOwn || rejectedTimings.has(`${model.modelId} prompt`)) return undefined;
  let prompt = "";
  for (const term of keyterms) {
    const longer = prompt === "" ? term : `${prompt}, ${term}`;
    if (longer.length > longestPrompt) break;
    prompt = longer;
  }
  return prompt;
}

/** When the engine rejects the timings or the prompt that it is sent, it is sent less, now and from then on. */
async function transcribePart(
  to: Hearing,
  request: TranscriptionRequest,
  wav: readonly Uint8Array[],
  signal: AbortSignal,
  timings = timingsFor(to, request),
): Promise<UpstreamTranscript> {
  const { upstreams, model, rejectedTimings } = to;
  const [timed, ...fewer] = timings;
  const prompt = promptOf(to, request);
  const fields = fieldsOf(model, request, timed);
  if (prompt !== undefined) fields.push(["prompt", prompt]);
  const form = packForm(fields, wav);
  const sending = { method: "POST", path: "audio/transcriptions", ...form, maxBytes: maxJsonBytes } as const;
  try {
    const transcript = await upstreams.call(sending, transcriptOf, signal);
    return { ...transcript, isBiased: prompt !== undefined };
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "rejected") throw error;
    if (prompt !== undefined) {
      const rejectedBefore = rejectedTimings.size;
      const unprompted = { ...request, keyterms: [] };
      const transcript = await transcribePart(to, unprompted, wav, signal, timings);
      if (rejectedTimings.size === rejectedBefore) rejectedTimings.add(`${model.modelId} prompt`);
      return transcript;
    }
    if (!fewer[0]) throw error;
    const transcript = await transcribePart(to, request, wav, signal, [fewer[0], ...fewer.slice(1)]);
    rejectedTimings.add(`${model.modelId} ${timed}`);
    return transcript;
  }
}

/** A form with a WAV file in one piece (RFC 7578): undici would read one of `FormData` through a stream. */
function packForm(fields: readonly [name: string, value: string][], wav: readonly Uint8Array[]) {
  const boundary = `vang-${newToken()}`;
  const part = (name: string, headers = "") =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${encodeName(name)}"${headers}\r\n\r\n`;
  const head = fields.map(([name, value]) => `${part(name)}${value}\r\n`).join("");
  const file = part("file", '; filename="audio.wav"\r\nContent-Type: audio/wav');
  const body = Buffer.concat([Buffer.from(head + file), ...wav, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body, headers: { "content-type": `multipart/form-data; boundary=${boundary}` } };
}

/** As browsers write it (HTML Standard, "multipart form data"). */
const encodeName = (name: string) => name.replace(/[\r\n"]/g, encodeURIComponent);

type Timed = "speakers" | "words" | "segments" | "none";

/** What to ask for, the most first. */
function timingsFor(
  { model, rejectedTimings }: Hearing,
  { wantsWords, diarize }: TranscriptionRequest,
): [Timed, ...Timed[]] {
  if (diarize) return ["speakers"];
  const isRejected = (timed: Timed) => rejectedTimings.has(`${model.modelId} ${timed}`);
  if (isRejected("segments")) return ["none"];
  return wantsWords && !isRejected("words") ? ["words", "segments", "none"] : ["segments", "none"];
}

const granularity = (of: "segment" | "word"): [name: string, value: string] => ["timestamp_granularities[]", of];

function fieldsOf(
  model: OpenAiModel,
  { languageCode, config, diarize }: TranscriptionRequest,
  timed: Timed,
): [name: string, value: string][] {
  const format = { speakers: diarizedFormatOf(model), words: "verbose_json", segments: "verbose_json", none: "json" };
  const language = (languageCode ?? model.languageCodes[0] ?? "vi").split(/[-_]/)[0] as string;
  return [
    ["model", model.upstreamModel],
    ["response_format", format[timed]],
    ...speakerFields(format[timed], timed === "speakers" ? diarize : undefined),
    ...(timed === "none" || format[timed] === "diarized_json" ? [] : [granularity("segment")]),
    ...(timed === "words" ? [granularity("word")] : []),
    ["language", language.toLowerCase()],
    ...optionsFor(model, config).map(([name, value]): [string, string] => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  ];
}

const diarizedFormatOf = (model: OpenAiModel) => (model.kind === "stt" ? model.diarize : undefined) ?? "verbose_json";

/** OpenAI's API requires the strategy; other servers read the other two. */
function speakerFields(format: string, diarize: TranscriptionRequest["diarize"]): [name: string, value: string][] {
  if (!diarize) return [];
  if (format === "diarized_json") return [["chunking_strategy", "auto"]];
  return [
    ["diarize", "true"],
    ...(diarize.speakers ? [["speakers", String(diarize.speakers)] as [string, string]] : []),
  ];
}

const segmentSchema = z.object({
  speaker: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .catch(null),
  start: z.number().nonnegative(),
  end: z.number().nonnegative(),
  text: z.string(),
  no_speech_prob: z.number().min(0).max(1).nullish().catch(null),
});

const wordSchema = z.object({ word: z.string(), start: z.number().nonnegative(), end: z.number().nonnegative() });

const transcriptSchema = z.object({
  text: z.string(),
  segments: z.array(z.unknown()).nullish().catch(null),
  words: z.array(z.unknown()).nullish().catch(null),
});

/** `words` are those of the whole text; null when the engine has no times of words. */
type UpstreamTranscript = Transcription & { words: TimedWord[] | null };

/** Parses a transcription response. Invalid segments and words are left out. Throws ProviderError `broken`. */
function transcriptOf({ bytes }: UpstreamResponse): UpstreamTranscript {
  const parsed = transcriptSchema.safeParse(parse(bytes));
  if (!parsed.success) throw nonsense("an answer that is no transcript");
  const { text, segments, words } = parsed.data;
  return {
    text: clean(text),
    segments: (segments ?? []).flatMap(readSegment),
    words: words?.flatMap(readWord) ?? null,
  };
}

function readWord(value: unknown): TimedWord[] {
  const parsed = wordSchema.safeParse(value);
  return parsed.success && parsed.data.end >= parsed.data.start
    ? [{ ...parsed.data, word: clean(parsed.data.word) }]
    : [];
}

/** Each word is put into the last segment that has begun when the word does. */
function withWords(segments: readonly Segment[], words: readonly TimedWord[]): Segment[] {
  const placed = segments.map((segment) => ({ ...segment, words: [] as TimedWord[] }));
  for (const word of words) {
    const middle = (word.start + word.end) / 2;
    (placed.findLast(({ start }) => start <= middle) ?? placed[0])?.words.push(word);
  }
  return placed;
}

function readSegment(value: unknown): Segment[] {
  const parsed = segmentSchema.safeParse(value);
  if (!parsed.success || parsed.data.end < parsed.data.start) return [];
  const { start, end, text, no_speech_prob: noSpeech, speaker } = parsed.data;
  return [
    {
      start,
      end,
      text: clean(text),
      ...(typeof noSpeech === "number" && { noSpeech }),
      ...(speaker && { speaker: clean(speaker) }),
    },
  ];
}

// PostgreSQL cannot store NUL or lone surrogates.
const clean = (text: string) => text.replaceAll("\0", "").toWellFormed().trim();

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw nonsense("something that is not JSON");
  }
}
