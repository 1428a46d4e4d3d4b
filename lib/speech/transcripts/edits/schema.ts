import { z } from "zod";
import { asIssue } from "@/lib/platform/errors";
import { formattings } from "@/lib/speech/transcripts/choices";
import { parseKeyterms } from "@/lib/speech/transcripts/schema";

const place = z.int().nonnegative();

/** A longer text is no sentence any more. */
const mostCharacters = 2000;

const editsSchema = z.object({
  names: z.record(z.string().max(20), z.string().trim().min(1).max(60)),
  texts: z
    .array(z.object({ from: place, to: place, text: z.string().trim().max(mostCharacters) }))
    .max(5000)
    .refine((texts) => texts.every(({ from, to }, index) => from < to && (texts[index - 1]?.to ?? 0) <= from)),
});

/** Edits as they are stored, with who saved them. */
export const storedEditsSchema = editsSchema.extend({ editedBy: z.string(), editedAt: z.iso.datetime() });

export type StoredEdits = z.infer<typeof storedEditsSchema>;

export const saveEditsSchema = z.object({
  trackingId: z.string().max(64),
  /** Of the edits from which these began; empty for the recognizer's own text. */
  version: z.string().max(64),
  edits: z
    .string()
    .max(900_000)
    .transform((text, context) => {
      const parsed = editsSchema.safeParse(parseJson(text));
      if (parsed.success) return parsed.data;
      context.addIssue({ code: "custom", message: "transcriptEditor.notValid" });
      return z.NEVER;
    }),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const previewSchema = z.object({
  trackingId: z.string().max(64),
  formatting: z.array(z.enum(formattings)).default([]),
  /** One term a line. */
  keyterms: z.string().max(10_000).default("").superRefine(asIssue(parseKeyterms)).transform(parseKeyterms),
  redact: z.array(z.string().max(20)).max(20).default([]),
});

export const shareTranscriptSchema = z.object({
  trackingId: z.string().max(64),
  showsTranscript: z.literal("on", "transcriptEditor.share.notChosen"),
});
