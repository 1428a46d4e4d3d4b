import { type RedactionKind, redactionGroups, redactionKinds, redactionsOf } from "vietnamese-text/redaction-kinds";
import { checkTerms } from "vietnamese-text/term-list";
import { z } from "zod";
import { AppError, asIssue } from "@/lib/platform/errors";
import { type Formatting, formattings } from "./choices";

/** The form fields without brackets in their names that may be sent several times. */
export const listFields: readonly string[] = [
  "formatting",
  "keyterms",
  "keywords",
  "keyterm",
  "keyterms_prompt",
  "redact",
];

/** A field that is sent several times arrives as lines. */
const itemsOf = (value: unknown) =>
  typeof value === "string"
    ? value
        .split(/[\n,]/)
        .map((item) => item.trim().toLowerCase())
        .filter(Boolean)
    : value;

/** `all` and `none` stand alone. */
const formattingSchema = z.preprocess(
  itemsOf,
  z
    .array(z.enum([...formattings, "all", "none"]), "api.fieldFormatting")
    .refine((steps) => steps.length === 1 || !steps.some((step) => step === "all" || step === "none"), {
      message: "api.fieldFormatting",
    })
    .transform((steps) => chosen(steps)),
);

function chosen(steps: readonly (Formatting | "all" | "none")[]): Formatting[] {
  const isAll = steps.includes("all");
  return formattings.filter((formatting) => isAll || steps.includes(formatting));
}

const flag = (description: string) =>
  z
    .stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] })
    .optional()
    .meta({ description, type: "boolean", example: true });

/** The names by which clients of other services ask for formatting. */
const formattingAliases = z.object({
  smart_format: flag("docs.described.smartFormat"),
  numerals: flag("docs.described.numerals"),
  punctuate: flag("docs.described.punctuate"),
  format_text: flag("docs.described.formatText"),
});

const stepsOfAlias: Record<keyof typeof formattingAliases.shape, readonly Formatting[]> = {
  smart_format: formattings,
  numerals: ["numerals"],
  punctuate: ["punctuate", "casing"],
  format_text: ["numerals", "punctuate", "casing"],
};

/** The fields by which a request asks for formatting. */
export const formattingFields = z.object({
  formatting: formattingSchema
    .optional()
    .meta({ type: "string", description: "docs.described.formatting", example: "all" }),
  ...formattingAliases.shape,
});

/** What a request asks for; undefined where it leaves it to its business. `formatting` wins over the other names. */
export function formattingOf({
  formatting,
  ...fields
}: z.output<typeof formattingFields>): readonly Formatting[] | undefined {
  if (formatting) return formatting;
  const aliases = Object.keys(stepsOfAlias) as (keyof typeof stepsOfAlias)[];
  if (aliases.every((alias) => fields[alias] === undefined)) return undefined;
  const wanted = new Set(aliases.flatMap((alias) => (fields[alias] ? stepsOfAlias[alias] : [])));
  return formattings.filter((step) => wanted.has(step));
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** Terms as lines, with commas between them, or as a JSON list. */
function termsOf(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const items = value.split("\n").flatMap((line) => {
    if (!line.trimStart().startsWith("[")) return line.split(",");
    try {
      const list: unknown = JSON.parse(line);
      return isTextList(list) ? list : [line];
    } catch {
      return [line];
    }
  });
  return items.map((item) => item.trim()).filter(Boolean);
}

/** The boost that some clients write behind a term, as in `SePay:2`, has no effect. */
const withoutBoosts = (terms: unknown) =>
  isTextList(terms) ? terms.map((term) => term.replace(/:-?\d+(\.\d+)?$/, "")) : terms;

/** Up to 100 names and words, each once in its own spelling. The issue of a bad one has its place in the list as path. */
const termListSchema = z.array(z.string()).transform((list, context) => {
  const checked = checkTerms(list);
  if ("terms" in checked) return checked.terms;
  const isTooMany = checked.problem === "tooManyTerms";
  context.addIssue({
    code: "custom",
    message: isTooMany ? "api.keytermsTooMany" : "api.keytermInvalid",
    path: isTooMany ? [] : [list.indexOf(checked.term)],
  });
  return z.NEVER;
});

const terms = (description: string, read = termsOf) =>
  z
    .preprocess(read, termListSchema)
    .optional()
    .meta({ type: "string", description: `docs.described.${description}`, example: "SePay, Nguyễn Thị Ánh" });

/** The fields for names and words that the audio contains, under the names of several services. */
export const keytermFields = z.object({
  keyterms: terms("keyterms"),
  keywords: terms("keytermsAlias", (value) => withoutBoosts(termsOf(value))),
  keyterm: terms("keytermsAlias"),
  keyterms_prompt: terms("keytermsAlias"),
});

/** What key terms did: the engine listened for them, or its words were corrected by them afterwards, or neither. */
export const keytermEffects = ["biased", "corrected", "ignored"] as const;

/** The terms of a request under any of their names. */
export const keytermsOf = (fields: z.output<typeof keytermFields>): string[] => [
  ...(fields.keyterms ?? []),
  ...(fields.keywords ?? []),
  ...(fields.keyterm ?? []),
  ...(fields.keyterms_prompt ?? []),
];

/** What covers redacted words in the stored audio. */
export const audioCovers = ["silence", "tone"] as const;

export type AudioCover = (typeof audioCovers)[number];

export const redactionFields = z.object({
  redact: z
    .preprocess(itemsOf, z.array(z.enum([...redactionKinds, ...Object.keys(redactionGroups)]), "api.fieldRedact"))
    .transform((names): RedactionKind[] => {
      const chosen = redactionsOf(names);
      return "kinds" in chosen ? chosen.kinds : [];
    })
    .optional()
    .meta({ type: "string", description: "docs.described.redact", example: "pii" }),
  redactAudio: z.enum(audioCovers).optional().meta({ description: "docs.described.redactAudio" }),
});

/** Whether it is to be said who speaks, and how many speakers there are, if that is known. */
export type Diarize = { speakers?: number };

/** `diarize_model` is the name of another service for it, where any value asks for speakers. */
export const speakerFields = z.object({
  diarize: flag("docs.described.diarize"),
  diarize_model: z.string().optional().meta({ description: "docs.described.diarizeModel", example: "latest" }),
  speakers: z
    .string()
    .regex(/^([1-9]|10)$/, "api.fieldSpeakers")
    .transform(Number)
    .optional()
    .meta({ type: "integer", description: "docs.described.speakers", example: 2 }),
});

/** Undefined without a request for speakers. `diarize` wins over the other name, and the number alone asks for nothing. */
export function diarizeOf({ diarize, diarize_model, speakers }: z.output<typeof speakerFields>): Diarize | undefined {
  const isWanted = diarize ?? diarize_model !== undefined;
  return isWanted ? { ...(speakers !== undefined && { speakers }) } : undefined;
}

/** A business's settings for its transcripts. Without a checked box the list is not sent. */
export const transcriptSettingsSchema = z.object({
  formatting: z.array(z.enum(formattings)).default([]),
  /** One term a line. */
  keyterms: z
    .string()
    .max(10_000, "transcripts.keytermsInvalid")
    .default("")
    .superRefine(asIssue(parseKeyterms))
    .transform(parseKeyterms),
});

/** The terms of a form's field, one a line. Throws INVALID_REQUEST, which names a bad one. */
export function parseKeyterms(text: string): string[] {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const checked = checkTerms(lines);
  if ("terms" in checked) return checked.terms;
  const message = `transcripts.keyterms${checked.problem === "tooManyTerms" ? "TooMany" : "Invalid"}`;
  throw new AppError("INVALID_REQUEST", { param: "keyterms", message, values: { term: checked.term.slice(0, 60) } });
}

export type TranscriptSettings = z.output<typeof transcriptSettingsSchema>;
