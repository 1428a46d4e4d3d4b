import "server-only";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { z } from "zod";
import { findIgnored } from "@/lib/api/fields";
import { parse } from "@/lib/api/parse";
import { runWithinCapacity } from "@/lib/api/running-jobs";
import { formLimits, readFileBody, readUpload } from "@/lib/api/upload";
import { AppError } from "@/lib/platform/errors";
import type { Metadata } from "@/lib/speech/metadata";
import { keytermFields, listFields } from "@/lib/speech/transcripts/schema";
import type { Upload } from "@/lib/speech/uploaded-file";
import type { ApiCall } from "./endpoint";

export type Form<Fields> = { upload: Upload; fields: Fields; fingerprint: string; metadata: Metadata | null };

type AnyCall = ApiCall<z.ZodType, z.ZodType, z.ZodType>;
type Call = Pick<AnyCall, "request" | "incoming" | "isRepeatable" | "ignored" | "readFormMetadata">;

/**
 * Reads a form with a file, and handles it within the capacity of this process; then the file is gone unless it was moved.
 * A field without a value counts as not sent. Where the schema has a list, `name`, `name[]` and `name[0]` are the same one,
 * whose values arrive as lines. Throws what `readUpload`, `findIgnored` and the schema throw.
 */
export async function withForm<Schema extends z.ZodObject, Answer>(
  { request, incoming, isRepeatable, ignored, readFormMetadata }: Call,
  schema: Schema,
  handle: (form: Form<z.infer<Schema>>) => Promise<Answer>,
): Promise<Answer> {
  const known = Object.keys(schema.shape);
  const lists = known.filter((name) => name.endsWith("[]") || listFields.includes(name));
  const bare = (name: string) => name.replace(/\[\d*\]$/, "");
  const listOf = (name: string) => lists.find((one) => bare(one) === bare(name));
  const isSingle = (name: string) => known.includes(name) && !listOf(name);
  // OpenAI's clients send lists, also of fields without an effect, as a field for each value.
  const takesLists = lists.length > 0;
  const limits = takesLists ? { ...formLimits, fields: 128, parts: 136 } : formLimits;
  const repeats = (name: string) => takesLists && !isSingle(name);
  const received = await readUpload(request, { incoming, isRepeatable, limits, repeats });
  const { upload, fingerprint } = received;
  try {
    const fields: Record<string, string> = Object.create(null);
    const writtenAs = new Map<string, string>();
    for (const [sentName, value] of Object.entries(received.fields)) {
      if (value === "") continue;
      const name = listOf(sentName) ?? sentName;
      fields[name] = name in fields ? `${fields[name]}\n${value}` : value;
      writtenAs.set(name, writtenAs.get(name) ?? sentName);
    }
    ignored.push(...findIgnored(fields, [...known, "file"]));
    const metadata = readFormMetadata(fields.metadata);
    const parsed = parseAsWritten(schema, fields, writtenAs);
    return await runWithinCapacity(() => handle({ upload, fields: parsed, fingerprint, metadata }));
  } finally {
    // Does nothing if the file became the stored input.
    if (upload.path) await rm(upload.path, { force: true });
  }
}

/** Reads a body that is a file, and handles it as `withForm` does. */
export async function withFile<Answer>(
  { request, incoming, isRepeatable }: Pick<Call, "request" | "isRepeatable"> & { incoming?: Readable },
  handle: (received: Pick<Form<unknown>, "upload" | "fingerprint">) => Promise<Answer>,
): Promise<Answer> {
  const { upload, fingerprint } = await readFileBody(request, { incoming, isRepeatable });
  try {
    return await runWithinCapacity(() => handle({ upload, fingerprint }));
  } finally {
    if (upload.path) await rm(upload.path, { force: true });
  }
}

/** Names a list in an error as the client wrote it, and of a list of terms which one is meant. */
function parseAsWritten<Schema extends z.ZodObject>(
  schema: Schema,
  fields: Record<string, string>,
  writtenAs: Map<string, string>,
): z.infer<Schema> {
  try {
    return parse(schema, fields) as z.infer<Schema>;
  } catch (error) {
    const [, list, index] =
      /^(\w+(?:\[\])?)\.(\d+)$/.exec((error instanceof AppError && error.details.param) || "") ?? [];
    if (!list) throw error;
    const { code, details } = error as AppError;
    const written = writtenAs.get(list) ?? list;
    const param = list in keytermFields.shape ? `${written.replace(/\[\d*\]$/, "")}[${index}]` : written;
    throw new AppError(code, { ...details, param, values: { ...details.values, param } });
  }
}
