import "server-only";
import { deflateSync } from "node:zlib";
import type { z } from "zod";
import { textTypes } from "@/lib/api/openapi/operations/shared";
import { findModel } from "@/lib/engines/catalogue";
import { timesOf, transcriptTexts } from "@/lib/speech/answer";
import type { Ran } from "@/lib/speech/call";
import type { RecognizedContent } from "@/lib/speech/content";
import { nameLanguage } from "./languages";
import type { openAiDiarizedSchema, openAiTranscriptionSchema, openAiTranscriptSchema } from "./schema";

export const granularities = "timestamp_granularities[]";

export type TranscriptForm = z.infer<typeof openAiTranscriptionSchema>;

type Recognized = { finished: Ran["finished"]; recognized: RecognizedContent };

/** An event of a stream as OpenAI's API sends it. */
export const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

/** The transcript in the form that an OpenAI client asked for. */
export function writeTranscript(
  { finished, recognized }: Recognized,
  form: TranscriptForm,
  headers: Record<string, string>,
) {
  const format = form.response_format;
  const { transcript: text } = recognized;
  const duration = Math.round(finished.audioDuration);
  const usage = { type: "duration" as const, seconds: duration };
  if (form.stream?.toLowerCase() === "true") {
    const deltas = cutBySegments(recognized);
    const spoken = format === "diarized_json" ? diarizedSegments(recognized) : [];
    // OpenAI counts tokens in the usage of its streams, of which our engines have none.
    const events = [
      ...deltas.map((delta) => event({ type: "transcript.text.delta", delta })),
      ...spoken.map(event),
      event({ type: "transcript.text.done", text }),
    ];
    return new Response(events.join(""), { headers: { ...headers, "content-type": "text/event-stream" } });
  }
  if (format === "json") return { body: { text, usage }, headers };
  if (format === "diarized_json") {
    const body: z.input<typeof openAiDiarizedSchema> = {
      task: "transcribe",
      duration,
      text,
      segments: diarizedSegments(recognized),
      usage,
    };
    return { body, headers };
  }
  if (format !== "verbose_json") {
    const type = `${textTypes[format]}; charset=utf-8`;
    return new Response(transcriptTexts[format](recognized), { headers: { ...headers, "content-type": type } });
  }

  // The requested language if the model has it, or else the model's first.
  const { languageCode } = finished;
  const codes = findModel(finished.modelId)?.languageCodes;
  const base = (code: string) => code.toLowerCase().split(/[-_]/)[0];
  const isKnown = languageCode && (!codes || codes.some((code) => base(code) === base(languageCode)));

  const { words, ...times } = timesOf(recognized);
  const body: z.input<typeof openAiTranscriptSchema> = {
    task: "transcribe" as const,
    language: nameLanguage(isKnown ? languageCode : (codes?.[0] ?? "vi")),
    duration,
    text,
    segments: times.segments.map(({ start, end, text: said }, id) => {
      const bytes = Buffer.from(said);
      return {
        id,
        start,
        end,
        text: said,
        // As Whisper computes it: a text that repeats itself is compressed to less.
        compression_ratio: bytes.length / deflateSync(bytes).length,
        ...unknownOfSegment,
      };
    }),
    ...(form[granularities]?.includes("word") && words && { words }),
    usage,
  };
  return { body, headers };
}

/** A segment without a speaker counts as the first speaker's. */
const diarizedSegments = ({ segments }: RecognizedContent) =>
  segments.map(({ start, end, text, speaker = "A" }, index) => ({
    type: "transcript.text.segment" as const,
    id: `seg_${String(index + 1).padStart(3, "0")}`,
    start,
    end,
    text,
    speaker,
  }));

/** The transcript in parts that together are the whole: each ends where its segment does. */
function cutBySegments({ transcript, segments }: RecognizedContent): string[] {
  let from = 0;
  const parts = segments.map(({ text }, index) => {
    const at = transcript.indexOf(text, from);
    const isLast = index === segments.length - 1;
    const to = isLast || at < 0 ? transcript.length : at + text.length;
    const part = transcript.slice(from, to);
    from = to;
    return part;
  });
  return parts.filter((part) => part !== "");
}

/** What Whisper says of a segment and our engines do not know: the values that claim neither doubt nor silence. */
const unknownOfSegment = { seek: 0, tokens: [], temperature: 0, avg_logprob: 0, no_speech_prob: 0 };
