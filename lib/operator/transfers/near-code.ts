/** How many symbols are wrong, missing or extra where a memo is nearest to a code, without case and punctuation. */
export function codeDistance(memo: string, code: string): number {
  const text = memo
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "");
  // Sellers' algorithm: the edit distance of the code to any part of the text.
  let row: number[] = Array.from(code, (_, index) => index);
  row.push(code.length);
  let best = code.length;
  for (const symbol of text) {
    const next = [0];
    for (let index = 1; index <= code.length; index++) {
      const changed = (row[index - 1] ?? 0) + (code[index - 1] === symbol ? 0 : 1);
      next.push(Math.min(changed, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
    best = Math.min(best, row[code.length] ?? best);
  }
  return best;
}
