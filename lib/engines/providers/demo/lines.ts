import type { Word } from "./recognize-piece";

const pauseSeconds = 0.3;
const longestSeconds = 7;
const longestCharacters = 84;

/** Groups words into subtitle lines: a new line after a pause, and before a line is too long to read. */
export function groupIntoLines(words: readonly Word[]): Word[][] {
  const lines: Word[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line && !isFull(line, word)) line.push(word);
    else lines.push([word]);
  }
  return lines;
}

export const textOf = (words: readonly Word[]): string => words.map(({ word }) => word).join(" ");

function isFull(line: readonly Word[], next: Word): boolean {
  const [first, last] = [line[0] as Word, line.at(-1) as Word];
  return (
    next.start - last.end > pauseSeconds ||
    next.end - first.start > longestSeconds ||
    textOf([...line, next]).length > longestCharacters
  );
}
