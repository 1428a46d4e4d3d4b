import type { RecognizedContent } from "./content";

type Recognized = Pick<RecognizedContent, "transcript" | "segments" | "channels">;

/** The transcripts of channels as one, in the order in which people speak: each turn is a line. */
export function mergeChannels(parts: readonly Recognized[]): Recognized {
  const segments = parts
    .flatMap((one, index) => one.segments.map((segment) => ({ ...segment, channel: index + 1 })))
    .sort((one, other) => one.start - other.start);
  const turns: string[] = [];
  for (const [index, { channel, text }] of segments.entries()) {
    if (segments[index - 1]?.channel === channel) turns.push(`${turns.pop()} ${text}`);
    else turns.push(text);
  }
  const channels = parts.map(({ transcript }, index) => ({ channel: index + 1, transcript }));
  return { transcript: turns.join("\n"), segments, channels };
}
