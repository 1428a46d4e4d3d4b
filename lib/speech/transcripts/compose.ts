import "server-only";
import type { RecognizedContent } from "@/lib/speech/content";
import { type Improvements, type Recognized, type WrittenTranscript, writeTranscript } from "./format";

type Wanted = {
  improvements: Improvements;
  /** Whether the channels were transcribed apart, as `channels=separate` asks. */
  isSeparate: boolean;
  /** Missing where there are no key terms; `isRepaired`: whether they are put into a language of ours. */
  keyterms?: { isBiased: boolean; isRepaired: boolean; cut: number };
};

/** `hidden`: when each redacted place was said; null where that is not known. `isWritten` is false after a failure. */
export type Composed = {
  content: Omit<RecognizedContent, "fileName" | "config">;
  hidden: WrittenTranscript["hidden"];
  isWritten: boolean;
};

export const changesWords = (improvements: Improvements): boolean =>
  Object.values(improvements).some((list) => list.length > 0);

/** The transcript of a file from those of its channels, written as wanted. Throws REDACTION_FAILED. */
export function composeTranscript(
  channels: readonly Recognized[],
  { improvements, isSeparate, keyterms }: Wanted,
): Composed {
  const isChanged = changesWords(improvements);
  const written = channels.map((channel) =>
    isChanged ? writeTranscript(channel, improvements) : { ...channel, hidden: [] },
  );
  const isWritten = written.every((channel) => channel !== null);
  const join = (parts: readonly Recognized[]): Recognized & Pick<RecognizedContent, "channels"> => {
    const [first = { transcript: "", segments: [] }] = parts;
    return isSeparate ? mergeChannels(parts) : first;
  };
  const { formatting, redact } = improvements;
  const isRedacted = redact.length > 0;
  const isCorrected = keyterms?.isRepaired && isWritten;
  const effect = keyterms?.isBiased ? "biased" : isCorrected ? "corrected" : "ignored";
  return {
    content: {
      ...join(isWritten ? written.map(withoutHidden) : channels),
      formatting: isWritten ? [...formatting] : [],
      ...(keyterms && { keyterms: { effect, cut: keyterms.cut } }),
      ...(isRedacted && { redacted: [...redact] }),
      ...(isWritten && isChanged && !isRedacted && { raw: withoutWords(join(channels)) }),
    },
    hidden: written.flatMap((channel) => channel?.hidden ?? []),
    isWritten,
  };
}

const withoutHidden = ({ transcript, segments }: WrittenTranscript): Recognized => ({ transcript, segments });

const withoutWords = ({ transcript, segments }: Recognized): RecognizedContent["raw"] => ({
  transcript,
  segments: segments.map(({ start, end, text, channel, speaker }) => ({ start, end, text, channel, speaker })),
});

/** The transcripts of channels as one, in the order in which people speak: each turn is a line. */
function mergeChannels(parts: readonly Recognized[]): Recognized & Pick<RecognizedContent, "channels"> {
  const segments = parts
    .flatMap((one, index) => one.segments.map((segment) => ({ ...segment, channel: index + 1 })))
    .sort((one, other) => one.start - other.start);
  const turns: string[] = [];
  for (const [index, { channel, speaker, text }] of segments.entries()) {
    const before = segments[index - 1];
    if (before?.channel === channel && before?.speaker === speaker) turns.push(`${turns.pop()} ${text}`);
    else turns.push(text);
  }
  const channels = parts.map(({ transcript }, index) => ({ channel: index + 1, transcript }));
  return { transcript: turns.join("\n"), segments, channels };
}
