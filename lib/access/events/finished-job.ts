import { z } from "zod";
import { apis } from "@/lib/access/principals/choices";
import { keyModes } from "@/lib/access/principals/mode";

/** The topic to which every finished job is published, once, before its response is sent. */
export const speechFinished = "speech.finished";

/** The type of the column in which history keeps a field, and whether a record may have another value than the event. */
const columns = z.registry<{ type: string; mayDiffer: boolean }>();
const column = <Schema extends z.ZodType>(schema: Schema, type: string, mayDiffer = false): Schema => {
  columns.add(schema, { type, mayDiffer });
  return schema;
};
/** A field that earlier releases did not record, or that is erased with the content. */
const mayDiffer = <Schema extends z.ZodType>(schema: Schema): Schema => column(schema, columnOf(schema).type, true);

const text = (most?: number) => column(most ? z.string().max(most) : z.string(), "text");
const count = () => column(z.int().nonnegative(), "integer");
const bigCount = () => column(z.string().regex(/^\d{1,18}$/), "bigint");
const moment = () => column(z.iso.datetime(), "timestamptz(3)");

/**
 * All that history, billing, webhooks and responses need; text and audio are only in the objects that it names. Amounts
 * and sizes are decimal text, timestamps ISO 8601. Fields with a default are missing in events of older versions.
 */
/** What another vendor's client sent that its callback repeats, or that says what it consists of. */
export const callbackEchoSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

export type CallbackEcho = z.infer<typeof callbackEchoSchema>;

export const finishedJobSchema = z.object({
  trackingId: column(z.string().min(1).max(64), "text"),
  businessId: text(),
  keyId: text(),
  /** The last characters of the secret that was sent. */
  keyHint: text(64).nullable().default(null),
  /** Of its key. */
  mode: column(z.enum(keyModes), '"KeyMode"').default("live"),
  /** The value of the response's X-Request-Id; null for jobs without HTTP. */
  requestId: text(64).nullable().default(null),
  /** The partner's own keys and values. */
  metadata: mayDiffer(column(z.record(z.string(), z.string()), "jsonb").nullable().default(null)),
  /** By which its request came. */
  api: mayDiffer(column(z.enum(apis), "text").nullable().default(null)),
  /** Nothing of its content was to be kept, as its request or its key wished. */
  keepsNothing: mayDiffer(column(z.boolean().default(false), "boolean")),
  service: column(z.enum(["tts", "stt"]), '"Service"'),
  region: text(),
  status: column(z.enum(["completed", "failed"]), '"JobStatus"'),
  /** The error code of a failed job, or a remark on a completed one, such as NO_SPEECH_FOUND. */
  resultCode: text().nullable(),
  modelId: text(),
  voiceId: text().nullable(),
  languageCode: text().nullable(),
  characters: count().nullable(),
  /** Of the normalization rules; null when none were applied, and for speech to text. */
  rulesVersion: text(32).nullable().default(null),
  /** The amount to charge; zero releases the whole hold. */
  amountMilli: bigCount(),
  /** The price it is charged by and how many of its units, zero of a free job. Null where less than the price is charged. */
  priceId: mayDiffer(text(64).nullable().default(null)),
  units: mayDiffer(count().nullable().default(null)),
  audioObject: text().nullable(),
  audioFormat: text().nullable(),
  contentObject: text().nullable(),
  inputObject: text().nullable(),
  /** Seconds. */
  audioDuration: column(z.number().nonnegative(), "double precision"),
  fileSizeBytes: bigCount(),
  processingTimeMs: bigCount(),
  createdAt: moment(),
  expiresAt: moment(),
  inputExpiresAt: moment().nullable(),
  /** The small wave of lists, of audio that is stored: see `sparkOf`. */
  spark: mayDiffer(text(64).nullable().default(null)),
  /** What the text is found by: see `marksOf`. */
  marks: mayDiffer(column(z.array(z.int()), "integer[]").nullable().default(null)),
  /** Where its event is sent besides endpoints. It has been checked, and history does not keep it. */
  callbackUrl: z.string().nullable().default(null),
  callbackEcho: callbackEchoSchema.nullable().default(null),
});

export type FinishedJob = z.output<typeof finishedJobSchema>;

/** Each field with its column in the table of jobs, and the column's type. */
export const finishedJobColumns = Object.entries(
  finishedJobSchema.omit({ callbackUrl: true, callbackEcho: true }).shape,
).map(([field, schema]) => ({
  field: field as keyof FinishedJob,
  column: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  type: columnOf(schema).type,
  mayDiffer: columnOf(schema).mayDiffer,
}));

/** The columns that a response needs: without those by which lists show and find a job. */
export const responseColumns = finishedJobColumns.filter(({ field }) => field !== "spark" && field !== "marks");

function columnOf(schema: z.core.$ZodType): { type: string; mayDiffer: boolean } {
  const inner = schema instanceof z.ZodNullable || schema instanceof z.ZodDefault ? schema.unwrap() : undefined;
  return columns.get(schema) ?? columnOf(inner as z.core.$ZodType);
}
