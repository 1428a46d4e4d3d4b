import type { Model } from "@/lib/engines/provider";
import { AppError } from "@/lib/platform/errors";
import type { Recognized } from "./format";
import type { Diarize } from "./schema";

/** Throws INVALID_REQUEST where speakers are wanted of a model whose engine cannot distinguish them. */
export function requireDiarization(
  wanted: Diarize | undefined,
  { modelId, diarizesBy }: Model,
  models: readonly Model[],
) {
  if (!wanted || diarizesBy) return;
  const able = models.filter((model) => model.kind === "stt" && model.diarizesBy).map((model) => model.modelId);
  const values = { modelId, models: able.join(", ") || "–" };
  throw new AppError("INVALID_REQUEST", { param: "diarize", message: "api.cannotDiarize", values });
}

/**
 * The channels of a recording with its speakers as A, B, C in the order of first speech. Speakers are distinguished within a
 * channel, and those of two channels are always different.
 */
export function nameSpeakers(channels: readonly Recognized[]): Recognized[] {
  const labelOf = (channel: number, speaker: string) => `${channel} ${speaker}`;
  const labels = channels
    .flatMap(({ segments }, channel) =>
      segments.flatMap(({ start, speaker }) => (speaker === undefined ? [] : { start, of: labelOf(channel, speaker) })),
    )
    .sort((one, other) => one.start - other.start);
  const order = [...new Set(labels.map((label) => label.of))];
  return channels.map((recognized, channel) => ({
    ...recognized,
    segments: recognized.segments.map((segment) =>
      segment.speaker === undefined
        ? segment
        : { ...segment, speaker: nameOf(order.indexOf(labelOf(channel, segment.speaker))) },
    ),
  }));
}

/** A to Z, then A2, B2 and so on. */
const nameOf = (index: number) =>
  String.fromCharCode(65 + (index % 26)) + (index < 26 ? "" : String(1 + Math.floor(index / 26)));
