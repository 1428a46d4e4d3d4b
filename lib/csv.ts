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

const utf8 = new TextEncoder();

/** A file to download, made while it is sent. Pulled by its reader: a slow one holds nothing but its own connection. */
export function csvAnswer(name: string, pieces: AsyncGenerator<string>): Response {
  const body = new ReadableStream({
    async pull(stream) {
      const { value, done } = await pieces.next();
      if (done) stream.close();
      else stream.enqueue(utf8.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
  };
  return new Response(body, { headers });
}
