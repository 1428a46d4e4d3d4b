type Node = { isEnd: boolean; next: Map<string, Node> };

const node = (): Node => ({ isEnd: false, next: new Map() });

/**
 * Combines words into one pattern, the longest first, in which common prefixes are shared: at each position of a text
 * every character is compared once, however many words there are.
 */
export function anyOfMany(words: Iterable<string>): string {
  const root = node();
  for (const word of words) {
    let at = root;
    for (const character of word) {
      const next = at.next.get(character) ?? node();
      at.next.set(character, next);
      at = next;
    }
    at.isEnd = true;
  }
  return write(root);
}

function write({ isEnd, next }: Node): string {
  if (next.size === 0) return "";
  const branches = [...next].map(([character, after]) => quoted(character) + write(after));
  if (!isEnd && branches.length === 1) return branches.join("");
  return isEnd ? `(?:${branches.join("|")}|)` : `(?:${branches.join("|")})`;
}

const quoted = (character: string): string => character.replace(/[.*+?^${}()|[\]\\/]/, "\\$&");
