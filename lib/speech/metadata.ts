import { z } from "zod";
import { AppError } from "@/lib/platform/errors";

/** A partner's own keys and values, which come back with the job in its history and events. */
export type Metadata = Record<string, string>;

const mostKeys = 16;
const mostBytes = 4096;

const isText = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

export const metadataSchema = z
  .record(z.string().min(1).max(40).refine(isText), z.string().max(500).refine(isText))
  .refine((metadata) => Object.keys(metadata).length <= mostKeys);

/**
 * A JSON object of at most 16 keys of 40 characters, texts of 500 characters, 4 kB, from the header `X-Metadata` or the
 * body's field `metadata`, which is JSON in a form. Throws INVALID_REQUEST, also if both were sent.
 */
export function readMetadata({ header, field }: { header?: string; field?: unknown }): Metadata | null {
  const isField = field !== undefined && field !== null;
  if (header !== undefined && isField)
    throw new AppError("INVALID_REQUEST", { param: "metadata", message: "api.metadataTwice" });
  // Node reads each byte of a header as a character.
  if (header !== undefined) return check(Buffer.from(header, "latin1"), "X-Metadata");
  return isField ? check(Buffer.from(typeof field === "string" ? field : JSON.stringify(field)), "metadata") : null;
}

function check(bytes: Buffer, param: string): Metadata | null {
  const { data } = metadataSchema.safeParse(parse(bytes));
  if (!data || bytes.length > mostBytes) {
    throw new AppError("INVALID_REQUEST", { param, message: "api.metadataInvalid", values: { param, most: mostKeys } });
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
