import "server-only";
import { describeError } from "@/lib/api/problem";
import type { LiveOutput } from "@/lib/speech/live/contract";
import { confidenceOf, deepgramModel, deepgramWords } from "@/lib/speech/transcripts/deepgram";
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
  const { uuid, info } = deepgramModel(modelId);
  const metadata = { request_id: requestId, model_info: info, model_uuid: uuid };
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
          words: deepgramWords(output.words),
        },
      ],
    },
    metadata,
  });
  return {
    read(text) {
      const { type } = readMessage(text);
      return { control: typeof type === "string" ? controls[type] : undefined };
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
