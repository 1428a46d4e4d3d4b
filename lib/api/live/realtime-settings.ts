import "server-only";
import { z } from "zod";
import { openAiTranscriptionSchema } from "@/lib/api/openai/schema";
import { chooseLiveRecognizer } from "@/lib/api/vendors/names";
import type { RawEncoding } from "@/lib/engines/audio/samples-as-sent";
import type { LiveRequest } from "@/lib/speech/live/contract";
import { pauseLength, pauses, soundRate } from "./schema";

const encodings = {
  "audio/pcm": "pcm_s16le",
  "audio/pcmu": "mulaw",
  "audio/pcma": "alaw",
} as const satisfies Record<string, RawEncoding>;

/** The names of the API before. */
const earlierFormats = { pcm16: "audio/pcm", g711_ulaw: "audio/pcmu", g711_alaw: "audio/pcma" } as const;

const format = z.object({
  type: z.enum(Object.keys(encodings) as [keyof typeof encodings]),
  /** Of PCM; G.711 has 8 kHz. */
  rate: soundRate.optional(),
});

const transcription = openAiTranscriptionSchema.pick({ model: true, language: true });

/** A semantic one is ended by a pause too. */
const turnDetection = z.object({
  type: z.enum(["server_vad", "semantic_vad"]),
  silence_duration_ms: pauseLength.optional(),
});

/** `session.update`. Other settings have no effect, and are not in what the server says of the session. */
export const realtimeUpdate = z.object({
  session: z.object({
    type: z.literal("transcription").optional(),
    audio: z
      .object({
        input: z
          .object({
            format: format.optional(),
            transcription: transcription.nullish(),
            turn_detection: turnDetection.nullish(),
          })
          .optional(),
      })
      .optional(),
  }),
});

/** `transcription_session.update`, which the API had before. */
export const earlierRealtimeUpdate = z.object({
  session: z.object({
    input_audio_format: z.enum(Object.keys(earlierFormats) as [keyof typeof earlierFormats]).optional(),
    input_audio_transcription: transcription.nullish(),
    turn_detection: turnDetection.nullish(),
  }),
});

/** The settings of a session, as OpenAI names them. Without turn detection its client says when an utterance ends. */
export type RealtimeSettings = {
  format: z.infer<typeof format>;
  transcription: z.infer<typeof transcription>;
  turn_detection: z.infer<typeof turnDetection> | null;
};

type Changes = { [Name in keyof RealtimeSettings]?: RealtimeSettings[Name] | null };

export const changesOf = ({ session }: z.infer<typeof realtimeUpdate>): Changes => session.audio?.input ?? {};

export const earlierChangesOf = ({ session }: z.infer<typeof earlierRealtimeUpdate>): Changes => {
  const { input_audio_format, input_audio_transcription, turn_detection } = session;
  return {
    format: input_audio_format && { type: earlierFormats[input_audio_format] },
    transcription: input_audio_transcription,
    turn_detection,
  };
};

export const startSettings = (model: string | undefined): RealtimeSettings => ({
  format: { type: "audio/pcm", rate: 24_000 },
  transcription: { model },
  turn_detection: { type: "server_vad", silence_duration_ms: 500 },
});

export function changed(settings: RealtimeSettings, { format, transcription, turn_detection }: Changes) {
  return {
    format: format
      ? { ...format, rate: format.type === "audio/pcm" ? (format.rate ?? 24_000) : undefined }
      : settings.format,
    transcription: { ...settings.transcription, ...transcription },
    turn_detection: turn_detection === undefined ? settings.turn_detection : turn_detection,
  };
}

export const describeSettings = ({ format, transcription, turn_detection }: RealtimeSettings) => ({
  type: "transcription",
  object: "realtime.transcription_session",
  audio: { input: { format, transcription, turn_detection, noise_reduction: null } },
});

export const describeEarlier = ({ format, transcription, turn_detection }: RealtimeSettings) => ({
  object: "realtime.transcription_session",
  input_audio_format: Object.entries(earlierFormats).find(([, type]) => type === format.type)?.[0],
  input_audio_transcription: transcription,
  turn_detection,
});

/** Partials are not wanted: a delta cannot be taken back. */
export const realtimeRequest = ({ format, transcription, turn_detection }: RealtimeSettings): LiveRequest => ({
  modelId: chooseLiveRecognizer(transcription.model),
  languageCode: transcription.language,
  sound: { encoding: encodings[format.type], sampleRate: format.rate ?? 8000, channels: 1 },
  wantsPartials: false,
  silenceMs: turn_detection ? (turn_detection.silence_duration_ms ?? pauses.usual) : pauses.max,
});
