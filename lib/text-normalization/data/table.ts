/** Rows of two columns with a bar between them; what stands behind a second bar is for the reader of the table. */
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
