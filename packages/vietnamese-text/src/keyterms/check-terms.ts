export const termLimits = { terms: 100, characters: 50, words: 5 } as const;

export type TermProblem = "empty" | "controlCharacter" | "tag" | "tooLong" | "tooManyWords" | "tooManyTerms";

/**
 * The terms of a list, trimmed and each once; or the first bad one and what is wrong with it. Equal terms, whatever their
 * case, count once.
 */
export function checkTerms(list: readonly string[]): { terms: string[] } | { term: string; problem: TermProblem } {
  const terms = new Map<string, string>();
  for (const given of list) {
    const term = given.normalize("NFC").trim().replace(/ +/g, " ");
    const problem = problemOf(term);
    if (problem) return { term: given, problem };
    if (!terms.has(term.toLowerCase())) terms.set(term.toLowerCase(), term);
    if (terms.size > termLimits.terms) return { term: given, problem: "tooManyTerms" };
  }
  return { terms: [...terms.values()] };
}

function problemOf(term: string): TermProblem | undefined {
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(term)) return "controlCharacter";
  if (/[<>]/.test(term)) return "tag";
  if (!/[\p{L}\d]/u.test(term)) return "empty";
  if (Array.from(term).length > termLimits.characters) return "tooLong";
  return term.split(/\s+/).length > termLimits.words ? "tooManyWords" : undefined;
}
