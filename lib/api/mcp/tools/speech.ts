import { z } from "zod";
import { type Answered, type Catalogue, chargeOf, paid, pathOf, pricesOf, readOnly, tool } from "../tool";

/** More would break the result limits of many assistants. */
const mostInlineBytes = 256 * 1024;

const mimeTypes = { mp3: "audio/mpeg", wav: "audio/wav", opus: "audio/ogg" } as const;

const formats = Object.keys(mimeTypes) as (keyof typeof mimeTypes)[];

/** A schema of few is a list to choose from. */
const oneOf = (values: readonly string[]) =>
  values.length > 0 && values.length <= 60 ? z.enum(values as [string, ...string[]]) : z.string();

export const voiceField = ({ voices }: Catalogue) =>
  oneOf(voices.map(({ voiceId }) => voiceId))
    .optional()
    .describe("Voice; list_voices says how each sounds. Without it, the first one.");

export const modelField = ({ models }: Catalogue, kind: "tts" | "stt") =>
  oneOf(models.filter((one) => one.kind === kind).map(({ modelId }) => modelId))
    .optional()
    .describe(
      kind === "tts" ? "Model; without it, the first one of the voice." : "Model; without it, the default one.",
    );

export const repeatField = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .describe("Any text of your own. A call that is repeated with the same one and the same arguments is charged once.");

/** The wanted voice with one of its models. */
function choose({ voices, models }: Catalogue, sent: { voiceId?: string; modelId?: string }) {
  const voice = sent.voiceId
    ? voices.find(({ voiceId }) => voiceId === sent.voiceId)
    : voices.find(({ modelIds }) => sent.modelId === undefined || modelIds.includes(sent.modelId));
  const modelId =
    sent.modelId ?? models.find((one) => one.kind === "tts" && voice?.modelIds.includes(one.modelId))?.modelId;
  return { voiceId: voice?.voiceId ?? sent.voiceId ?? "", modelId: modelId ?? voice?.modelIds[0] ?? "" };
}

const textField = z.string().min(1).describe("Vietnamese text, at most 5,000 characters.");

const textToSpeech = tool({
  name: "text_to_speech",
  title: "Speak a Vietnamese text",
  scope: "tts:execute",
  runs: true,
  makesJob: true,
  annotations: paid,
  describe: (catalogue) =>
    `Speaks a Vietnamese text and links the audio. ${pricesOf(catalogue, "tts")} preview_reading is free and says how numbers, dates and abbreviations will be read.`,
  input: (catalogue) =>
    z.strictObject({
      text: textField,
      voiceId: voiceField(catalogue),
      modelId: modelField(catalogue, "tts"),
      audioFormat: z.enum(formats as [keyof typeof mimeTypes]).default("mp3"),
      speed: z.number().min(0.25).max(4).optional().describe("1 is the voice's own pace."),
      inlineAudio: z
        .boolean()
        .default(false)
        .describe("Whether the result has the audio itself too, if that has at most 256 KiB."),
      idempotencyKey: repeatField,
    }),
  output: z.object({
    trackingId: z.string(),
    audioUrl: z.string().describe("A signed link, which expires."),
    audioDuration: z.number().describe("Seconds."),
    fileSizeBytes: z.number(),
    chargeVnd: z.number(),
    note: z.string().optional(),
  }),
  async run({ text, audioFormat, speed, inlineAudio, idempotencyKey, ...wanted }, { ask, catalogue }) {
    const { voiceId, modelId } = choose(catalogue, wanted);
    const hasSpeed = catalogue.models.find((one) => one.modelId === modelId)?.config.speed !== undefined;
    const config = speed !== undefined && hasSpeed ? { config: { speed } } : {};
    const spoken = await ask("POST", "/tts", {
      json: { text, voiceId, modelId, audioFormat, ...config },
      idempotencyKey,
    });
    const { trackingId, audioUrl, audioDuration, fileSizeBytes } = spoken.json;
    const mimeType = mimeTypes[audioFormat];
    const isInline = inlineAudio && fileSizeBytes <= mostInlineBytes;
    const audio = isInline ? { bytes: (await ask("GET", pathOf(audioUrl))).bytes, mimeType } : undefined;
    const notes = [
      ...(speed !== undefined && !hasSpeed ? [`${modelId} has no speed.`] : []),
      ...(inlineAudio && !isInline ? ["The audio has more than 256 KiB and is linked only."] : []),
      ...warningsOf(spoken),
    ];
    return {
      fields: {
        trackingId,
        audioUrl,
        audioDuration,
        fileSizeBytes,
        chargeVnd: chargeOf(spoken),
        note: notes.join(" ") || undefined,
      },
      link: { uri: audioUrl, name: `${trackingId}.${audioFormat}`, mimeType },
      audio,
    };
  },
});

function warningsOf({ headers }: Answered): string[] {
  const [warnings, ignored] = [headers.get("x-text-warnings"), headers.get("x-ignored")];
  return [
    ...(warnings ? [`The text may be wrong: ${warnings}.`] : []),
    ...(ignored ? [`Without effect: ${ignored}.`] : []),
  ];
}

const previewReading = tool({
  name: "preview_reading",
  title: "How a text will be read",
  scope: "tts:execute",
  runs: true,
  annotations: readOnly,
  describe: () =>
    "Free. Says in words how a Vietnamese text will be read aloud: numbers, dates, money, abbreviations and foreign names.",
  input: (catalogue) =>
    z.strictObject({ text: textField, voiceId: voiceField(catalogue), modelId: modelField(catalogue, "tts") }),
  output: z.object({
    spoken: z.string().describe("The text in words, as the voice says it."),
    characters: z.number().describe("What text_to_speech would charge for."),
    chargeVnd: z.number().describe("What text_to_speech would charge; this call is free."),
    ambiguous: z.array(z.string()).describe("What can be read in several ways."),
    unread: z.array(z.string()).describe("Characters that are left out."),
  }),
  async run({ text, ...wanted }, { ask, catalogue }) {
    const { json } = await ask("POST", "/tts/preview", { json: { text, ...choose(catalogue, wanted) } });
    const { spoken, characters, chargeVnd, ambiguous, unread } = json;
    const named = (ambiguous as { written: string }[]).map(({ written }) => written);
    return { fields: { spoken, characters, chargeVnd, ambiguous: [...new Set(named)], unread } };
  },
});

export const speechTools = [textToSpeech, previewReading];
