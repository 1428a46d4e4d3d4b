import { readFile } from "node:fs/promises";
import { z } from "zod";
import builtIn from "./manifest.json";

/** What went wrong with a model, in a sentence for the person who runs the command. */
export class ModelProblem extends Error {}

/** Relative, and of plain names only: no manifest can make us write outside the model's directory. */
const pathSchema = z.string().regex(/^(?!.*\.\.)[\w-][\w.-]*(\/[\w-][\w.-]*)*$/);

const fileSchema = z
  .strictObject({
    path: pathSchema,
    url: z.url(),
    /** Tried in turn after `url`, and only for a file whose hash is known. */
    mirrors: z.array(z.url()),
    /** Bytes; null until first verified. */
    size: z.int().positive().nullable(),
    /** What a file of unknown size may not exceed. */
    atMost: z.int().positive().optional(),
    /** Computed by `lock` where there is a network, never copied from elsewhere; null until then. */
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
  })
  .refine(({ size, atMost }) => size !== null || atMost !== undefined, "a file needs size or atMost");

const licenceSchema = z.strictObject({
  spdx: z.string(),
  url: z.url(),
  source: z.string(),
  commercial: z.boolean(),
  /** Then it installs only for someone who names the licence. */
  acceptRequired: z.boolean(),
  note: z.string().optional(),
});

const voiceSchema = z.strictObject({
  voiceId: z.string(),
  name: z.string(),
  gender: z.enum(["female", "male"]),
  region: z.enum(["north", "central", "south"]),
  /** The model's own number of this speaker. */
  speaker: z.int().min(0),
});

export const modelSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
    /** Its name where it is published. */
    release: z.string(),
    name: z.string(),
    kind: z.enum(["stt", "tts"]),
    engine: z.literal("sherpa-onnx"),
    engineMin: z.string(),
    languageCodes: z.array(z.string()),
    licence: licenceSchema,
    files: z.array(fileSchema).min(1),
    /** The engine's own configuration; a text that is one of our paths is made absolute. */
    config: z.record(z.string(), z.unknown()),
    /** Where the pronunciation data of eSpeak NG is laid, for voices that need it; it comes from our own package. */
    espeakData: pathSchema.optional(),
    /** It knows no small letters, so we write all of them small. */
    writesCapitals: z.boolean().optional(),
    voices: z.array(voiceSchema).default([]),
  })
  .refine(({ kind, voices }) => (kind === "tts") === voices.length > 0, "a tts model has voices, an stt model none");

const manifestSchema = z.strictObject({
  schema: z.literal(1),
  /** Models that are installed together, by id. */
  bundles: z.record(z.string(), z.array(z.string())),
  models: z.array(modelSchema),
});

export type SpeechModel = z.infer<typeof modelSchema>;
export type ModelFile = SpeechModel["files"][number];
export type Manifest = z.infer<typeof manifestSchema>;

/** The manifest of this installation, or of a file in the same form. Throws ModelProblem. */
export async function loadManifest(file?: string): Promise<Manifest> {
  if (file === undefined) return manifestSchema.parse(builtIn);
  try {
    return manifestSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    throw new ModelProblem(`${file} is not a manifest: ${(error as Error).message}`, { cause: error });
  }
}

/** The models that a name stands for: an id, a published name or a bundle. Throws ModelProblem. */
export function chooseModels({ models, bundles }: Manifest, name: string): SpeechModel[] {
  const wanted = Object.hasOwn(bundles, name) ? bundles[name] : [name];
  const found = models.filter(({ id, release }) => wanted?.includes(id) || wanted?.includes(release));
  if (found.length > 0) return found;
  const known = [...Object.keys(bundles), ...models.map(({ id }) => id)].join(", ");
  throw new ModelProblem(`There is no model or bundle "${name}". There are: ${known}.`);
}

/** The most bytes a file may have. */
export const largestSize = ({ size, atMost }: ModelFile): number => size ?? atMost ?? 0;
