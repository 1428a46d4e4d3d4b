import { z } from "zod";
import { AppError } from "@/lib/errors";

/** A partner's own keys and values, which come back with the job in its history and events. */
export type Metadata = Record<string, string>;

const mostKeys = 16;
const mostBytes = 4096;

const isText = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

export const metadataSchema = z
  .record(z.string().min(1).max(40).refine(isText), z.string().max(500).refine(isText))
  .refine((metadata) => Object.keys(metadata).length <= mostKeys);

/** A JSON object of at most 16 keys of 40 characters, texts of 500 characters, 4 kB. Throws INVALID_REQUEST. */
export function readMetadata(header: string | undefined): Metadata | null {
  if (header === undefined) return null;
  // Node reads each byte of a header as a character.
  const bytes = Buffer.from(header, "latin1");
  const { data } = metadataSchema.safeParse(parse(bytes));
  if (!data || bytes.length > mostBytes) {
    const values = { most: mostKeys };
    throw new AppError("INVALID_REQUEST", { param: "X-Metadata", message: "api.metadataInvalid", values });
  }
  return Object.keys(data).length > 0 ? data : null;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
