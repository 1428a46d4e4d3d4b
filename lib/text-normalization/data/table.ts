/** Parses rows of two columns separated by a bar; text after a second bar is a remark. */
export function parseTable(text: string): Record<string, string> {
  const rows = text.trim().split("\n");
  return Object.fromEntries(
    rows.map((row) =>
      row
        .split("|")
        .slice(0, 2)
        .map((cell) => cell.trim()),
    ),
  );
}
