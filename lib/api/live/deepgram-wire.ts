import "server-only";
import { createHash } from "node:crypto";
import { describeError } from "@/lib/api/problem";
import type { LiveOutput } from "@/lib/speech/live/contract";
import { type Control, readMessage, type Wire } from "./connection";

const controls: Record<string, Control> = { KeepAlive: "keepAlive", Finalize: "finalize", CloseStream: "close" };

type Wanted = {
  requestId: string;
  modelId: string;
  channels: number;
  /** `vad_events` and `utterance_end_ms`, which ask for messages. */
  hasStarts: boolean;
  hasEnds: boolean;
};

/** What Deepgram's clients read and send at `/v1/listen`. Unknown messages are ignored there. */
export function deepgramWire({ requestId, modelId, channels, hasStarts, hasEnds }: Wanted): Wire {
  const metadata = {
    request_id: requestId,
    model_info: { name: modelId, version: "1", arch: modelId },
    model_uuid: uuidOf(modelId),
  };
  const results = (output: LiveOutput & { type: "partial" | "final" }) => ({
    type: "Results",
    channel_index: [output.channel, channels],
    duration: inMs(output.end - output.start),
    start: inMs(output.start),
    is_final: output.type === "final",
    speech_final: output.type === "final" && output.isEnd,
    from_finalize: output.type === "final" && output.isRequested,
    channel: {
      alternatives: [
        {
          transcript: output.text,
          confidence: confidenceOf(output.words),
          words: output.words.map(({ word, written, start, end, confidence = 1 }) => ({
            word,
            start,
            end,
            confidence,
            // The words of a number are written as one, which the first has.
            punctuated_word: written ?? word,
          })),
        },
      ],
    },
    metadata,
  });
  return {
    read(text) {
      const { type } = readMessage(text);
      return (typeof type === "string" && controls[type]) || null;
    },
    write(output) {
      switch (output.type) {
        case "partial":
        case "final":
          return [results(output)];
        case "speechStarted":
          return hasStarts
            ? [{ type: "SpeechStarted", channel: [output.channel, channels], timestamp: inMs(output.at) }]
            : [];
        case "utteranceEnd":
          return hasEnds
            ? [{ type: "UtteranceEnd", channel: [output.channel, channels], last_word_end: inMs(output.at) }]
            : [];
        case "error": {
          const { message, code } = describeError(output.error, requestId);
          return [{ type: "Error", description: message, message, variant: code }];
        }
        case "done":
          return [
            {
              type: "Metadata",
              transaction_key: "deprecated",
              request_id: requestId,
              sha256: "",
              created: new Date().toISOString(),
              duration: output.audioSeconds,
              channels,
              models: [metadata.model_uuid],
              model_info: { [metadata.model_uuid]: metadata.model_info },
            },
          ];
        default:
          return [];
      }
    },
    // Deepgram's own code for an idle connection; the message before it has our error code.
    closeCode: ({ details }) => (details.message === "live.idle" ? 1011 : undefined),
  };
}

const inMs = (seconds: number) => Math.round(seconds * 1000) / 1000;

const confidenceOf = (words: readonly { confidence?: number }[]) =>
  words.length === 0 ? 0 : words.reduce((sum, { confidence = 1 }) => sum + confidence, 0) / words.length;

/** A UUID that is the same for a model each time (RFC 9562 section 5.8). */
function uuidOf(modelId: string): string {
  const bytes = createHash("sha256").update(modelId).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
