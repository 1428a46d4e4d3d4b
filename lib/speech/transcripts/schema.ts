import { z } from "zod";

/** What is done with the words of a recognizer, in the order of the work. */
export const formattings = ["numerals", "punctuate", "casing", "paragraphs"] as const;

export type Formatting = (typeof formattings)[number];

/** The form fields without brackets in their names that may be sent several times. */
export const listFields: readonly string[] = ["formatting"];

/** A field that is sent several times arrives as lines. */
const itemsOf = (value: unknown) =>
  typeof value === "string"
    ? value
        .split(/[\n,]/)
        .map((item) => item.trim().toLowerCase())
        .filter(Boolean)
    : value;

/** `all` and `none` stand alone. */
export const formattingSchema = z.preprocess(
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
export const formattingAliases = z.object({
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

type WantedFormatting = { formatting?: readonly Formatting[] } & z.output<typeof formattingAliases>;

/** What a request asks for; undefined where it leaves it to its business. `formatting` wins over the other names. */
export function formattingOf({ formatting, ...fields }: WantedFormatting): readonly Formatting[] | undefined {
  if (formatting) return formatting;
  const aliases = Object.keys(stepsOfAlias) as (keyof typeof stepsOfAlias)[];
  if (aliases.every((alias) => fields[alias] === undefined)) return undefined;
  const wanted = new Set(aliases.flatMap((alias) => (fields[alias] ? stepsOfAlias[alias] : [])));
  return formattings.filter((step) => wanted.has(step));
}

/** A business's settings for its transcripts. Without a checked box the list is not sent. */
export const transcriptSettingsSchema = z.object({
  formatting: z.array(z.enum(formattings)).default([]),
});

export type TranscriptSettings = z.output<typeof transcriptSettingsSchema>;
