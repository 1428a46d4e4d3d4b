/** What a file with a text can be: its own bytes as text, or null for what is neither UTF-8 nor marked as UTF-16. */
export async function readTextFile(file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  const encoding = isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text.replaceAll("\r\n", "\n");
  } catch {
    return null;
  }
}

export const isEpub = ({ name, type }: File): boolean => /\.epub$/i.test(name) || type === "application/epub+zip";

/** Whether a text has headings as Markdown writes them. */
export const hasHeadings = (text: string): boolean => /^#{1,2}[ \t]+\S/m.test(text);
