/** Tells Excel that what follows is UTF-8. */
export const csvStart = "\ufeff";

/**
 * One line of a CSV file (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe before it, as
 * OWASP advises: a name or a browser's own description may come from a stranger.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

function csvCell(text: string): string {
  const plain = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
