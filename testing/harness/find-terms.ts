export type Words = {
  /** What to write instead of each term: a regular expression of whole words, case-sensitive if it has a capital. */
  terms: Record<string, string>;
  exceptions: { in: string; term: string; reason: string }[];
};

/** `in`: what an exception names, such as a file. `at`: the place to report. */
export type Passage = { in: string; at: string; text: string };

/** Each use of a term without an exception, and the exceptions that nothing needs. */
export function findTerms(passages: Passage[], { terms, exceptions }: Words) {
  const patterns = Object.entries(terms).map(([term, instead]) => ({ term, instead, pattern: toPattern(term) }));
  const used = new Set<Words["exceptions"][number]>();
  const found = passages.flatMap(({ in: place, at, text }) =>
    patterns.flatMap(({ term, instead, pattern }) => {
      const hit = pattern.exec(text)?.[0];
      const exception = exceptions.find((one) => one.in === place && one.term === term);
      if (hit && exception) used.add(exception);
      return hit && !exception ? [`${at}: "${hit}": write ${instead}`] : [];
    }),
  );
  return { found, unneeded: exceptions.filter((one) => !used.has(one)) };
}

function toPattern(term: string): RegExp {
  const hasCapital = /[A-Z]/.test(term.replace(/\\./g, ""));
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${term})(?![\\p{L}\\p{N}_])`, hasCapital ? "u" : "iu");
}
