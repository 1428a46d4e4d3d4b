import "server-only";
import { type RedactionKind, redactionsOf } from "vietnamese-text/redaction-kinds";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { AppError } from "@/lib/platform/errors";
import { type RecognizedContent, readRecognized } from "@/lib/speech/content";
import { getJob } from "@/lib/speech/history/list";
import type { Formatting } from "@/lib/speech/transcripts/choices";
import { type Recognized, writeTranscript } from "@/lib/speech/transcripts/format";

type Chosen = { formatting: readonly Formatting[]; keyterms: readonly string[]; redact: readonly string[] };

/**
 * How a stored transcript would read with these choices. Nothing is stored or charged. Throws NOT_FOUND, also for
 * another business's, RESULT_EXPIRED, INVALID_REQUEST for an unknown kind, and CONFLICT for a redacted transcript, of
 * whose words nothing else is known.
 */
export async function previewTranscript(member: Member, trackingId: string, chosen: Chosen): Promise<string> {
  requirePermission(member, "speech:use");
  const recognized = await readRecognized(await getJob(member, trackingId));
  if (!recognized) throw new AppError("RESULT_EXPIRED");
  if (recognized.redacted) throw new AppError("CONFLICT", { message: "transcriptEditor.preview.redacted" });
  const improvements = { formatting: chosen.formatting, keyterms: chosen.keyterms, redact: kindsOf(chosen.redact) };
  const written = channelsOf(recognized).map((channel) => writeTranscript(channel, improvements) ?? channel);
  return written.map(({ transcript }) => transcript).join("\n\n");
}

function kindsOf(names: readonly string[]): RedactionKind[] {
  const chosen = redactionsOf(names);
  if ("kinds" in chosen) return chosen.kinds;
  throw new AppError("INVALID_REQUEST", { param: "redact", message: "api.fieldRedact" });
}

/** What the engine recognized in each channel, with the times of its words, which are kept beside the written ones. */
function channelsOf({ transcript, segments, raw, channels }: RecognizedContent): Recognized[] {
  const own = raw ?? { transcript, segments };
  const numbers = channels?.map(({ channel }) => channel) ?? [undefined];
  return numbers.map((number) => {
    const words = segments.flatMap((segment) => (segment.channel === number ? (segment.words ?? []) : []));
    const mine = own.segments.filter(({ channel }) => channel === number);
    return {
      transcript: number === undefined ? own.transcript : mine.map(({ text }) => text).join(" "),
      segments: mine.map(({ start, end, text, speaker }, index) => {
        const until = mine[index + 1]?.start ?? Number.POSITIVE_INFINITY;
        const from = index === 0 ? Number.NEGATIVE_INFINITY : start;
        const said = words
          .filter((one) => one.start >= from && one.start < until)
          .map((one) => ({ word: one.word, start: one.start, end: one.end, confidence: one.confidence }));
        return { start, end, text, speaker, words: said.length > 0 ? said : undefined };
      }),
    };
  });
}
