import "server-only";
import { z } from "zod";
import { problemSchema } from "@/lib/api/problem";
import { warningCodes } from "@/lib/speech/live/contract";

const id = z
  .string()
  .meta({ description: "docs.described.trackingIdReturned", example: "stt_01k7tmk4a1b5c9d3f7g0h2j4ka" });
const channel = z.int().min(1).meta({ description: "docs.described.liveChannel" });
const at = z.number().meta({ description: "docs.described.liveTime" });

const word = z.object({
  word: z.string().meta({ description: "docs.described.liveWord" }),
  punctuated_word: z.string().optional().meta({ description: "docs.described.livePunctuatedWord" }),
  start: at,
  end: at,
  confidence: z.number().optional().meta({ description: "docs.described.liveConfidence" }),
});

const said = { channel, start: at, end: at, text: z.string().meta({ description: "docs.described.liveText" }) };

/** What a session of our own protocol says, by the message's `type`. */
export const serverMessages = {
  ready: z.object({
    type: z.literal("ready"),
    trackingId: id,
    limits: z
      .object({ sessionSeconds: z.number(), idleSeconds: z.number(), pace: z.number() })
      .meta({ description: "docs.described.liveLimits" }),
    ignored: z.array(z.string()).optional().meta({ description: "docs.described.liveIgnored" }),
  }),
  speechStarted: z.object({ type: z.literal("speechStarted"), channel, at }),
  partial: z.object({ type: z.literal("partial"), ...said }),
  final: z.object({
    type: z.literal("final"),
    ...said,
    words: z.array(word),
    speechFinal: z.boolean().meta({ description: "docs.described.liveSpeechFinal" }),
  }),
  utteranceEnd: z.object({ type: z.literal("utteranceEnd"), channel, at }),
  warning: z.object({
    type: z.literal("warning"),
    code: z.enum(warningCodes).meta({ description: "docs.described.liveWarning" }),
    message: z.string().meta({ description: "docs.described.message" }),
    messageVi: z.string().meta({ description: "docs.described.messageVi" }),
  }),
  error: z.object({ type: z.literal("error"), problem: problemSchema }),
  done: z.object({
    type: z.literal("done"),
    trackingId: id,
    audioSeconds: z.int().meta({ description: "docs.described.liveSeconds" }),
    chargeVnd: z.number().meta({ description: "docs.described.liveCharge" }),
    transcript: z.string(),
  }),
} as const;

export type ServerMessage = z.infer<(typeof serverMessages)[keyof typeof serverMessages]>;

/** What a client of our own protocol says besides sound. */
export const clientMessages = {
  keepAlive: z.object({ type: z.literal("keepAlive") }),
  finalize: z.object({ type: z.literal("finalize") }),
  close: z.object({ type: z.literal("close") }),
} as const;
