import { z } from "zod";
import { configFieldSchema, pricesSchema } from "@/lib/engines/config/fields";

const id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/, "must be small letters, digits and hyphens");

/** A name that the engine itself uses; sent to it unchanged. */
const upstreamName = z.string().min(1).max(200);

const voiceKind = {
  gender: z.enum(["female", "male"]),
  region: z.enum(["north", "central", "south"]),
  languageCode: z.string().default("vi"),
  styles: z.array(z.string()).default(["neutral"]),
  experimental: z.boolean().optional(),
};

const voiceSchema = z.strictObject({
  voiceId: id,
  upstreamVoice: upstreamName.optional(),
  name: z.string().min(1),
  ...voiceKind,
});

const discoverSchema = z.strictObject({
  discover: z.literal(true),
  /** Only voices whose upstream name has this prefix. */
  startsWith: z.string().default(""),
  gender: voiceKind.gender.default("female"),
  region: voiceKind.region.default("north"),
  languageCode: voiceKind.languageCode,
});

const modelShape = {
  modelId: id,
  upstreamModel: upstreamName,
  name: z.string().min(1),
  languageCodes: z.array(z.string()).min(1).default(["vi"]),
  prices: pricesSchema,
  /** Added to the default options or replacing them; null removes a default option. */
  config: z.record(z.string().regex(/^[a-zA-Z]\w{0,39}$/), configFieldSchema.nullable()).default({}),
  /** Maps our option names to the engine's. */
  rename: z.record(z.string(), upstreamName).default({}),
};

const ttsModelSchema = z.strictObject({
  kind: z.literal("tts"),
  ...modelShape,
  voices: z.union([
    z.literal("discover").transform(() => discoverSchema.parse({ discover: true })),
    discoverSchema,
    z.array(voiceSchema).min(1),
  ]),
  normalises: z.boolean().default(true),
  responseFormat: z.enum(["wav", "pcm", "mp3", "flac", "opus"]).default("wav"),
  /** `pcm` responses do not state their sample rate. */
  pcmSampleRate: z.int().min(8000).max(192_000).default(24_000),
  /** UTF-16 units per request; a longer text is split at the ends of sentences. */
  maxInput: z.int().min(100).max(100_000).default(4096),
});

const sttModelSchema = z.strictObject({
  kind: z.literal("stt"),
  ...modelShape,
  /** The `response_format` in which its segments have a `speaker`; missing where it does not distinguish speakers. */
  diarize: z.enum(["diarized_json", "verbose_json"]).optional(),
});

const upstreamSchema = z
  .strictObject({
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .refine((url) => !/[@?#]/.test(url), "must have no user, query or fragment"),
    apiKey: z.string().min(1).optional(),
    apiKeyEnv: z.string().min(1).optional(),
    weight: z.number().positive().max(1000).default(1),
    concurrency: z.int().min(1).max(1000).default(16),
  })
  .refine(({ apiKey, apiKeyEnv }) => !apiKey || !apiKeyEnv, "has both apiKey and apiKeyEnv");

const timeoutMs = z.int().min(50).max(600_000);

export const openAiSchema = z.strictObject({
  id,
  type: z.literal("openai"),
  upstreams: z.array(upstreamSchema).min(1),
  models: z.array(z.discriminatedUnion("kind", [ttsModelSchema, sttModelSchema])).min(1),
  timeouts: z
    .strictObject({
      connectMs: timeoutMs.default(1000),
      /** Until the first byte of a speech response. A transcription may take the whole budget of its call. */
      firstByteMs: timeoutMs.default(10_000),
      betweenBytesMs: timeoutMs.default(10_000),
    })
    .prefault({}),
});

export type OpenAiEngine = z.infer<typeof openAiSchema>;
export type OpenAiModel = OpenAiEngine["models"][number];
export type OpenAiTtsModel = z.infer<typeof ttsModelSchema>;
export type OpenAiUpstream = z.infer<typeof upstreamSchema>;
export type Discovery = z.infer<typeof discoverSchema>;
