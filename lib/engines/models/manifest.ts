import { readFile } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { z } from "zod";
import { OperatorError } from "@/lib/platform/errors";
import type { Locale } from "@/lib/platform/i18n/locale";
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

/** A text for the operator in both languages, or in English as in manifests of former versions. */
const textSchema = z.union([z.string(), z.strictObject({ vi: z.string().min(1), en: z.string().min(1) })]);

export type OperatorText = z.infer<typeof textSchema>;

export const textIn = (text: OperatorText, locale: Locale): string => (typeof text === "string" ? text : text[locale]);

const licenseSchema = z
  .strictObject(
    {
      spdx: z.string().min(1),
      url: z.url(),
      source: z.string(),
      commercial: z.boolean(),
      /** If true, the model is installed only when the license is named. */
      acceptRequired: z.boolean(),
      note: textSchema.optional(),
    },
    "has to state its license (license)",
  )
  .refine(
    ({ commercial, acceptRequired }) => commercial || acceptRequired,
    "forbids commercial use, so it has to be accepted by name (acceptRequired)",
  );

/** What a model was trained on, and where its publisher says so. */
const trainingSchema = z.strictObject({ data: textSchema, url: z.url() });

/**
 * How the people whose voices a model has agreed to it, and where that can be read. `corpus`: they recorded a corpus of
 * speech that is published for uses like this one. `statement`: each of them states that they agree to this very voice.
 */
const consentSchema = z.strictObject({ kind: z.enum(["corpus", "statement"]), url: z.url() });

const voiceSchema = z.strictObject({
  voiceId: z.string(),
  name: z.string(),
  gender: z.enum(["female", "male"]),
  region: z.enum(["north", "central", "south"]),
  /** The speaker's number within the model. */
  speaker: z.int().min(0),
  /** The person whom the voice imitates, if it was made to sound like one. */
  imitates: z.string().optional(),
});

export const modelSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
    /** The name under which it is published. */
    release: z.string(),
    name: z.string(),
    /**
     * Not offered by themselves: `diarization` says who speaks, for every recognizer of this machine; `vad` says when
     * someone speaks, for live transcription by recognizers of whole recordings.
     */
    kind: z.enum(["stt", "tts", "diarization", "vad"]),
    engine: z.literal("sherpa-onnx"),
    engineMin: z.string(),
    languageCodes: z.array(z.string()),
    license: licenseSchema,
    /** Every voice that is offered has both; voices that were installed by a former version may lack them. */
    training: trainingSchema.optional(),
    consent: consentSchema.optional(),
    files: z.array(fileSchema).min(1),
    /** The engine's configuration; values that are paths of the model's files are made absolute. */
    config: z.record(z.string(), z.unknown()),
    /** Directory for eSpeak NG's pronunciation data, for voices that need it; written from our own package. */
    espeakData: pathSchema.optional(),
    /** The model writes only capitals, so its output is converted to lower case. */
    writesCapitals: z.boolean().optional(),
    /** A recognizer of sound as it comes, for live transcription; it takes whole recordings too. */
    streaming: z.literal(true).optional(),
    voices: z.array(voiceSchema).default([]),
  })
  .refine(({ kind, voices }) => (kind === "tts") === voices.length > 0, "a tts model has voices, others have none")
  .refine(({ kind, streaming }) => !streaming || kind === "stt", "streams sound but is no recognizer (streaming)");

/** Names of collections whose voices are of people who did not agree to them, and why each is rejected. */
const rejected: readonly { name: string; why: string }[] = builtIn.rejected;

/** Why a model with this name, or a file from this address, is rejected; undefined if it is not. */
const whyRejected = (texts: readonly string[]): string | undefined =>
  rejected.find(({ name }) => texts.some((text) => text.toLowerCase().includes(name)))?.why;

/** What a manifest may offer: a voice only with its training and with the consent of the people whose voice it is. */
export const offeredModelSchema = modelSchema.superRefine((model, context) => {
  const { id, release, kind, license, training, consent, files, voices, config } = model;
  const reject = (message: string) => context.addIssue({ code: "custom", message });
  if (kind === "tts" && !training) reject("has to say what it was trained on (training)");
  if (kind === "tts" && !consent) reject("has to show that the people whose voice it is agreed (consent)");
  const [imitation] = voices.filter(({ imitates }) => imitates !== undefined);
  if (imitation && consent?.kind !== "statement")
    reject(`imitates ${imitation.imitates}, who has to state their consent to this voice (consent.kind: statement)`);
  const why = whyRejected([id, release, license.source, ...files.flatMap(({ url, mirrors }) => [url, ...mirrors])]);
  if (why) reject(why);
  if (listTexts(config).some((text) => isAbsolute(text) || text.split(/[/\\]/).includes("..")))
    reject("names a path outside the model in its config");
});

/** All texts within a configuration. */
const listTexts = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(Object(value)).flatMap(listTexts);

const manifestSchema = z.strictObject({
  schema: z.literal(1),
  /** Ids of models that are installed together. */
  bundles: z.record(z.string(), z.array(z.string())).default({}),
  models: z.array(offeredModelSchema),
  /** Of our own manifest only; other manifests cannot change it. */
  rejected: z.unknown().optional(),
});

export type SpeechModel = z.infer<typeof modelSchema>;
/** Other models serve those that are offered. */
export const isOffered = ({ kind }: SpeechModel): boolean => kind === "stt" || kind === "tts";

export type ModelFile = SpeechModel["files"][number];
export type Manifest = Omit<z.infer<typeof manifestSchema>, "rejected">;

/**
 * The models on offer: those of `file` in the same format, by default of the one that MODELS_MANIFEST names, else ours.
 * Throws OperatorError, which says what each model lacks.
 */
export async function loadManifest(file = process.env.MODELS_MANIFEST): Promise<Manifest> {
  if (!file) return manifestSchema.parse(builtIn);
  return parseManifest(file, await readFile(file, "utf8").catch(asOperatorError(file)));
}

/** Throws OperatorError with a sentence for everything that is wrong with the manifest. */
export function parseManifest(name: string, text: string, schema: z.ZodType<Manifest> = manifestSchema): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return asOperatorError(name)(error as Error);
  }
  const { data, error } = schema.safeParse(json);
  if (data) return data;
  const sentences = error.issues.map(({ path, message }) => `  ${nameOf(json, path)} ${message}.`);
  throw new OperatorError(`${name} is not a manifest:\n${sentences.join("\n")}`, { cause: error });
}

/** The place of an issue; a model by its id where it has one. */
function nameOf(json: unknown, [list, index, ...rest]: readonly PropertyKey[]): string {
  const place = z.core.toDotPath([
    ...(list === undefined ? [] : [list]),
    ...(index === undefined ? [] : [index]),
    ...rest,
  ]);
  if (list !== "models" || typeof index !== "number") return `${place || "the file"}:`;
  const id: unknown = (json as { models: { id?: unknown }[] }).models[index]?.id;
  const isOfModel = rest.length === 0 || (rest.length === 1 && rest[0] === "license");
  return isOfModel ? String(id ?? place) : `${String(id ?? `models[${index}]`)}: ${z.core.toDotPath([...rest])}:`;
}

const asOperatorError = (name: string) => (cause: Error) => {
  throw new OperatorError(`${name} is not a manifest: ${cause.message}`, { cause });
};

/** The models for an id, a published name or a bundle. Throws OperatorError. */
export function chooseModels({ models, bundles }: Manifest, name: string): SpeechModel[] {
  const wanted = Object.hasOwn(bundles, name) ? bundles[name] : [name];
  const found = models.filter(({ id, release }) => wanted?.includes(id) || wanted?.includes(release));
  if (found.length > 0) return found;
  const why = whyRejected([name]);
  if (why) throw new OperatorError(`${name} ${why}.`);
  const known = [...Object.keys(bundles), ...models.map(({ id }) => id)].join(", ");
  throw new OperatorError(`There is no model or bundle "${name}". There are: ${known}.`);
}

/** The maximum size of a file in bytes. */
export const largestSize = ({ size, atMost }: ModelFile): number => size ?? atMost ?? 0;

/** What a model's files have together; `isMost` where the size of one of them is only known as a limit. */
export const sizeOfModel = (files: readonly ModelFile[]): { bytes: number; isMost: boolean } => ({
  bytes: files.reduce((sum, file) => sum + largestSize(file), 0),
  isMost: files.some(({ size }) => size === null),
});
