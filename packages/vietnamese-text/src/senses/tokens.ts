/** A word, a number, or a mark that belongs to a phrase such as "cổ phần, thương mại". */
export const token = /\p{L}[\p{L}\p{M}]*|\d+|[,–&/%#*-]/gu;
/** Words beyond these are not directly beside the abbreviation. */
const stop = /[.!?;()\n\r\t"“”]/u;

export const tokensOf = (text: string): string[] => text.toLowerCase().match(token) ?? [];

/** The longest phrase of the tables. */
const longest = 5;

/** The phrases that end directly before the abbreviation. */
export function phrasesBefore(text: string): string[] {
  const clause =
    text
      .replace(/[ \u00A0]?\($/, " ")
      .split(stop)
      .at(-1) ?? "";
  const words = tokensOf(clause).slice(-longest);
  return words.map((_, index) => words.slice(index).join(" "));
}

/** The phrases that begin directly behind the abbreviation. */
export function phrasesAfter(text: string): string[] {
  const clause = text.replace(/^[:.]?[ \u00A0]?\(?/, "").split(stop)[0] ?? "";
  const words = tokensOf(clause).slice(0, longest);
  return words.map((_, index) => words.slice(0, index + 1).join(" "));
}

export const withoutMarks = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("đ", "d").replaceAll("Đ", "D");

/** Whether nothing in a text has a Vietnamese mark, so that its words are compared without them. */
export const isUnmarked = (text: string): boolean => !/[^\p{ASCII}\s–—“”…]/u.test(text);
