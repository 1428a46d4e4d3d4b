import { readFile } from "node:fs/promises";
import { z } from "zod";
import { OperatorError } from "@/lib/platform/errors";
import builtIn from "./manifest.json";

/** Relative and of plain names only, so that no manifest can write outside the model's directory. */
const pathSchema = z.string().regex(/^(?!.*\.\.)[\w-][\w.-]*(\/[\w-][\w.-]*)*$/);

const fileSchema = z
  .strictObject({
    path: pathSchema,
    url: z.url(),
    /** Tried in turn after `url`, only for a file with a known hash. */
    mirrors: z.array(z.url()),
    /** In bytes; null until first verified. */
    size: z.int().positive().nullable(),
    /** The limit for a file of unknown size. */
    atMost: z.int().positive().optional(),
    /** Computed by `lock` from a download, never copied from elsewhere; null until then. */
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
  })
  .refine(({ size, atMost }) => size !== null || atMost !== undefined, "a file needs size or atMost");

const licenseSchema = z.strictObject({
  spdx: z.string(),
  url: z.url(),
  source: z.string(),
  commercial: z.boolean(),
  /** If true, the model is installed only when the license is named. */
  acceptRequired: z.boolean(),
  note: z.string().optional(),
});

const voiceSchema = z.strictObject({
  voiceId: z.string(),
  name: z.string(),
  gender: z.enum(["female", "male"]),
  region: z.enum(["north", "central", "south"]),
  /** The speaker's number within the model. */
  speaker: z.int().min(0),
});

export const modelSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
    /** The name under which it is published. */
    release: z.string(),
    name: z.string(),
    /** `diarization`: says who speaks, for every recognizer of this machine; not offered by itself. */
    kind: z.enum(["stt", "tts", "diarization"]),
    engine: z.literal("sherpa-onnx"),
    engineMin: z.string(),
    languageCodes: z.array(z.string()),
    license: licenseSchema,
    files: z.array(fileSchema).min(1),
    /** The engine's configuration; values that are paths of the model's files are made absolute. */
    config: z.record(z.string(), z.unknown()),
    /** Directory for eSpeak NG's pronunciation data, for voices that need it; written from our own package. */
    espeakData: pathSchema.optional(),
    /** The model writes only capitals, so its output is converted to lower case. */
    writesCapitals: z.boolean().optional(),
    voices: z.array(voiceSchema).default([]),
  })
  .refine(({ kind, voices }) => (kind === "tts") === voices.length > 0, "a tts model has voices, others have none");

const manifestSchema = z.strictObject({
  schema: z.literal(1),
  /** Ids of models that are installed together. */
  bundles: z.record(z.string(), z.array(z.string())),
  models: z.array(modelSchema),
});

export type SpeechModel = z.infer<typeof modelSchema>;
export type ModelFile = SpeechModel["files"][number];
export type Manifest = z.infer<typeof manifestSchema>;

/** This installation's manifest, or a file in the same format. Throws OperatorError. */
export async function loadManifest(file?: string): Promise<Manifest> {
  if (file === undefined) return manifestSchema.parse(builtIn);
  try {
    return manifestSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    throw new OperatorError(`${file} is not a manifest: ${(error as Error).message}`, { cause: error });
  }
}

/** The models for an id, a published name or a bundle. Throws OperatorError. */
export function chooseModels({ models, bundles }: Manifest, name: string): SpeechModel[] {
  const wanted = Object.hasOwn(bundles, name) ? bundles[name] : [name];
  const found = models.filter(({ id, release }) => wanted?.includes(id) || wanted?.includes(release));
  if (found.length > 0) return found;
  const known = [...Object.keys(bundles), ...models.map(({ id }) => id)].join(", ");
  throw new OperatorError(`There is no model or bundle "${name}". There are: ${known}.`);
}

/** The maximum size of a file in bytes. */
export const largestSize = ({ size, atMost }: ModelFile): number => size ?? atMost ?? 0;
