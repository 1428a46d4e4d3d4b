import { writable } from "./text";

/** The byte order mark, by which Excel recognizes UTF-8. */
export const csvStart = "\ufeff";

// Where the decimal sign is a comma, Excel separates cells at semicolons, and within quotes too.
const formulaStart = /(^|[;\t\r\n]["' ]*)(?=[=+\-@\t\r\n＝＋－＠])/g;

/** RFC 4180. An apostrophe goes before what a spreadsheet would take for a formula (OWASP); negative numbers stay. */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const text = writable(cell);
    const plain = /^-\d+(\.\d+)?$/.test(text) ? text : text.replace(formulaStart, "$1'");
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  });
  return `${written.join(",")}\r\n`;
}

const utf8 = new TextEncoder();

/** A file to download, generated while it is sent, at the reader's pace. */
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
