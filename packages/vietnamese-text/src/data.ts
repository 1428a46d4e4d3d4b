import businessTable from "../data/abbreviations/business.tsv";
import dailyTable from "../data/abbreviations/daily.tsv";
import legalTable from "../data/abbreviations/legal.tsv";
import medicalTable from "../data/abbreviations/medical.tsv";
import officialTable from "../data/abbreviations/official.tsv";
import schoolTable from "../data/abbreviations/school.tsv";
import signaturesTable from "../data/abbreviations/signatures.tsv";
import airportsTable from "../data/airports.tsv";
import capitalWordsTable from "../data/capital-words.tsv";
import currenciesTable from "../data/currencies.tsv";
import documentPartsTable from "../data/document-parts.tsv";
import emojiTable from "../data/emoji.tsv";
import foreignWordsTable from "../data/foreign-words.tsv";
import perSignsTable from "../data/per-signs.tsv";
import sensesAtoC from "../data/senses/a-c.tsv";
import chatSenses from "../data/senses/chat.tsv";
import sensesDtoH from "../data/senses/d-h.tsv";
import sensesKtoN from "../data/senses/k-n.tsv";
import sensesPtoS from "../data/senses/p-s.tsv";
import sensesTtoY from "../data/senses/t-y.tsv";
import smallWordsTable from "../data/small-words.tsv";
import titlesTable from "../data/titles.tsv";
import titlesWithoutDotTable from "../data/titles-without-dot.tsv";
import topicsTable from "../data/topics.tsv";
import unitsTable from "../data/units.tsv";
import webWordsTable from "../data/web-words.tsv";

/** The rows below the names of the columns. */
export const rowsOf = (tsv: string): string[][] =>
  tsv
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((row) => row.replace(/\r$/, "").split("\t"));

/** The second column by the first; the others are remarks. */
const tableOf = (tsv: string): Record<string, string> =>
  Object.fromEntries(rowsOf(tsv).map(([written = "", spoken = ""]) => [written, spoken]));

/** Unambiguous abbreviations; their third column names a row of `cases/sources.tsv` or two uses. */
export const knownAbbreviations: readonly Record<string, string>[] = [
  officialTable,
  legalTable,
  medicalTable,
  schoolTable,
  businessTable,
  dailyTable,
].map(tableOf);

export const wordsOf = (short: string): string | undefined =>
  knownAbbreviations.find((table) => table[short] !== undefined)?.[short];

/** Before a signature (Decree 30/2020, article on signing): "KT. CHỦ TỊCH". */
export const signatures = tableOf(signaturesTable);
/** With a dot, before a name or a number: TP. Huế, Q.1, TS. Lan. */
export const titles = tableOf(titlesTable);
/** Without a dot, before a name: BS Lan. */
export const titlesWithoutDot = tableOf(titlesWithoutDotTable);
/** Airport codes (IATA) in Vietnam and of frequent destinations from Vietnam. */
export const airports = tableOf(airportsTable);
/** Document types and their issuers, as in 15/2020/NĐ-CP (Decree 30/2020, appendix III; court forms). */
export const documentParts = tableOf(documentPartsTable);
/** Foreign words, names and brands as pronounced in Vietnam, in lower case. */
export const foreignWords = tableOf(foreignWordsTable);
/** Names of emoji, without skin colors (CLDR 45, annotations in Vietnamese; Unicode License). */
export const emoji = tableOf(emojiTable);
/** Only in capitals: in lower case they are, or could be, Vietnamese words. */
export const capitalWords = tableOf(capitalWordsTable);
/** Lower-case words that cannot be Vietnamese. */
export const smallWords = tableOf(smallWordsTable);
/** Names for parts of web addresses. */
export const webWords = tableOf(webWordsTable);
/**
 * Signs and their words. Prefixed units are listed in full, so that mW and MW differ; `any` in the third column ignores
 * case.
 */
export const units = tableOf(unitsTable);
for (const [sign = "", words = "", letterCase] of rowsOf(unitsTable)) {
  if (letterCase !== "any") continue;
  const lower = sign.toLowerCase();
  for (const variant of [lower, lower.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)])
    units[variant] ??= words;
}
/** Units after the slash, as in 120 km/h: signs are read with "trên", words with "một". */
export const perSigns = tableOf(perSignsTable);
/** Names of currencies, by the signs, codes and words written beside an amount. */
export const currencies = tableOf(currenciesTable);
/** Words that indicate the topic of a text, as a pattern. */
export const topics = tableOf(topicsTable);

/**
 * What short forms with several meanings mean: one row per sense, with the words and kinds of text directly to its left
 * and right, and the words and topics near it. `~` marks weak evidence, `!` evidence against the sense, `<…>` a kind of
 * `senses/kinds.ts`, `#` a topic. A prior of 3 is enough to be read without evidence.
 */
export const senseTables = {
  plain: [sensesAtoC, sensesDtoH, sensesKtoN, sensesPtoS, sensesTtoY],
  chat: chatSenses,
};
