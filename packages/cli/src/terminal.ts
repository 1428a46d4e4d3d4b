import { once } from "node:events";
import type { Writable } from "node:stream";

const { stdout, stderr } = process;

/** Whether a person reads the results: otherwise they are lines with tabs, for another program. */
export const isRead = (): boolean => stdout.isTTY === true;

const hasColors = (stream: NodeJS.WriteStream) =>
  stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== "dumb";

const bold = (text: string) => (hasColors(stdout) ? `\x1b[1m${text}\x1b[22m` : text);

/** Writes to a stream that another program reads at its own speed. */
export async function writeTo(stream: Writable, chunk: string | Uint8Array): Promise<void> {
  if (!stream.write(chunk)) await once(stream, "drain");
}

/** A result. Everything else goes to stderr, so that results can be piped. */
export const print = (text: string): Promise<void> => writeTo(stdout, text.endsWith("\n") ? text : `${text}\n`);

export const printJson = (value: unknown): Promise<void> => print(JSON.stringify(value, null, isRead() ? 2 : 0));

/** What is said besides the result. */
export function note(text: string): void {
  clearProgress();
  stderr.write(`${text}\n`);
}

/** Columns with a head for a person, lines with tabs and no head for a program. */
export async function printTable(head: readonly string[], rows: readonly (readonly string[])[]): Promise<void> {
  if (!isRead())
    return rows.length > 0 ? print(rows.map((cells) => cells.map(oneLine).join("\t")).join("\n")) : undefined;
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((cells) => (cells[at] ?? "").length)));
  const align = (cells: readonly string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd();
  await print([bold(align(head)), ...rows.map(align)].join("\n"));
}

/** Names and values, one a line. */
export const printPairs = (pairs: readonly (readonly [string, string])[]): Promise<void> => {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return print(pairs.map(([name, value]) => `${bold(name.padEnd(width))}  ${value}`).join("\n"));
};

const oneLine = (cell: string) => cell.replace(/[\t\n\r]+/g, " ");

let isProgressShown = false;

/** One line on a terminal that the next one replaces. Shown to a person only. */
export function showProgress(text: string): void {
  if (stderr.isTTY !== true) return;
  const width = (stderr.columns ?? 80) - 1;
  stderr.write(`\r\x1b[2K${text.slice(0, width)}`);
  isProgressShown = true;
}

export function clearProgress(): void {
  if (isProgressShown) stderr.write("\r\x1b[2K");
  isProgressShown = false;
}
