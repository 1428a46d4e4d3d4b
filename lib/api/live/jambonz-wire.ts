import "server-only";
import { z } from "zod";
import { parse } from "@/lib/api/parse";
import { describeError } from "@/lib/api/problem";
import { AppError } from "@/lib/platform/errors";
import type { LiveOutput, LiveRequest } from "@/lib/speech/live/contract";
import { sttRequestSchema } from "@/lib/speech/schema";
import { confidenceOf } from "@/lib/speech/transcripts/deepgram";
import { type Command, readMessage, type Wire } from "./connection";
import { soundRate } from "./schema";

const startSchema = z.object({
  language: sttRequestSchema.shape.languageCode,
  encoding: z.literal("LINEAR16").default("LINEAR16"),
  sampleRateHz: soundRate.default(8000),
  interimResults: z.boolean().default(false),
});

/** What jambonz sends to a recognizer of another vendor, and reads from it. Unknown messages are ignored. */
export class JambonzWire implements Wire {
  readonly #requestId: string;
  #start: z.infer<typeof startSchema> | undefined;

  constructor(requestId: string) {
    this.#requestId = requestId;
  }

  /** Throws INVALID_REQUEST before the message that begins. */
  get request(): Pick<LiveRequest, "languageCode" | "sound" | "wantsPartials"> {
    if (!this.#start) throw new AppError("INVALID_REQUEST", { message: "live.badMessage" });
    const { language, sampleRateHz, interimResults } = this.#start;
    const sound = { encoding: "pcm_s16le", sampleRate: sampleRateHz, channels: 1 } as const;
    return { languageCode: language, sound, wantsPartials: interimResults };
  }

  read(text: string): Command {
    const message = readMessage(text);
    if (message.type === "start") this.#start ??= parse(startSchema, message);
    return { control: message.type === "stop" ? "close" : undefined };
  }

  write(output: LiveOutput): object[] {
    if (output.type === "error")
      return [{ type: "error", error: describeError(output.error, this.#requestId).message, code: output.error.code }];
    if (output.type !== "partial" && output.type !== "final") return [];
    return [
      {
        type: "transcription",
        is_final: output.type === "final",
        alternatives: [{ transcript: output.text, confidence: confidenceOf(output.words) }],
        channel: output.channel + 1,
        ...(this.#start?.language && { language: this.#start.language }),
      },
    ];
  }
}
