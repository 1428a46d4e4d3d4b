import type { Pronunciation as Reading } from "vietnamese-text";
import { z } from "zod";
import { mostPronunciations, pronunciationSchema } from "./schema";

/** Of a business, with those that are archived; a new one takes the place of the oldest of these. */
export const mostDictionaries = 50;

/** Of a dictionary; the oldest is forgotten when it has one more. */
export const mostVersions = 50;

/** That one request can name. */
export const mostLocators = 3;

const { written, spoken } = pronunciationSchema.shape;

const match = {
  string_to_replace: written,
  case_sensitive: z.boolean().nullish(),
  word_boundaries: z.boolean().nullish(),
};

/** A rule in ElevenLabs' names. No engine here takes phonemes, so such a rule is kept without effect. */
const ruleSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("alias"), ...match, alias: spoken }),
  z.object({ type: z.literal("phoneme"), ...match, phoneme: spoken, alphabet: z.string().min(1).max(30) }),
]);

export type DictionaryRule = z.output<typeof ruleSchema>;

export const rulesSchema = z.array(ruleSchema).max(mostPronunciations, "pronunciations.manyRules");

/** A dictionary that a request is read by, in its latest version unless it names one. */
export const locatorSchema = z.object({
  pronunciation_dictionary_id: z.string().max(100),
  version_id: z
    .string()
    .max(100)
    .nullish()
    .transform((version) => version ?? null),
});

export type DictionaryLocator = z.output<typeof locatorSchema>;

/** What of the rules has no effect. */
export const rulesIgnored = (rules: readonly DictionaryRule[]): string[] =>
  rules.flatMap((rule, index) => [
    ...(rule.type === "phoneme" ? [`rules.${index}.phoneme`] : []),
    ...(rule.word_boundaries === false ? [`rules.${index}.word_boundaries`] : []),
  ]);

/** How the rules have words read. Of two for the same word the first counts. */
export const readingsOf = (rules: readonly DictionaryRule[]): Reading[] =>
  rules
    .flatMap((rule) =>
      rule.type === "alias"
        ? [{ written: rule.string_to_replace, spoken: rule.alias, isExact: rule.case_sensitive ?? true }]
        : [],
    )
    .reverse();

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The rules as a pronunciation lexicon (W3C PLS 1.0). */
export function writeLexicon(rules: readonly DictionaryRule[]): string {
  const alphabet = rules.find((rule) => rule.type === "phoneme")?.alphabet ?? "ipa";
  const lexemes = rules.map((rule) => {
    const said = rule.type === "alias" ? ["alias", rule.alias] : ["phoneme", rule.phoneme];
    return [
      "  <lexeme>",
      `    <grapheme>${escapeXml(rule.string_to_replace)}</grapheme>`,
      `    <${said[0]}>${escapeXml(said[1] ?? "")}</${said[0]}>`,
      "  </lexeme>",
    ].join("\n");
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="${escapeXml(alphabet)}" xml:lang="vi-VN">
${lexemes.map((lexeme) => `${lexeme}\n`).join("")}</lexicon>
`;
}
