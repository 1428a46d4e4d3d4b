import type { Busboy } from "@fastify/busboy";

type Part = NodeJS.EventEmitter;
type Form = InstanceType<typeof Busboy> & { _parser?: { parser?: NodeJS.EventEmitter } };

/**
 * What a form's parts call their files by RFC 2231 (`filename*`, `filename*0`, …), read from each part's header before
 * busboy reads it: that knows no names in parts, and lets whichever name comes last win. Returns the name of the part
 * whose header came last, or undefined where it has none of this kind.
 */
export function watchFileNames(form: Form): () => string | undefined {
  let name: string | undefined;
  form._parser?.parser?.prependListener("part", (part: Part) => {
    part.prependListener("header", (header: Record<string, string[]>) => {
      name = readExtendedName(header["content-disposition"]?.[0] ?? "");
    });
  });
  return () => name;
}

const parameter = /;\s*filename\*(?:(\d{1,3})(\*)?)?\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/gi;

/** `disposition` as it came, a byte in each character. */
function readExtendedName(disposition: string): string | undefined {
  const whole: string[] = [];
  const pieces: ({ bytes: string; isEncoded: boolean } | undefined)[] = [];
  for (const [, place, star, quoted, bare = ""] of disposition.matchAll(parameter)) {
    const value = quoted?.replace(/\\(.)/g, "$1") ?? bare;
    if (place === undefined) whole.push(value);
    else pieces[Number(place)] = { bytes: value, isEncoded: star !== undefined };
  }
  if (whole[0] !== undefined) return decode([{ bytes: whole[0], isEncoded: true }]);
  const inOrder: { bytes: string; isEncoded: boolean }[] = [];
  // The name ends where a piece is missing.
  for (const piece of pieces) {
    if (!piece) break;
    inOrder.push(piece);
  }
  return inOrder.length > 0 ? decode(inOrder) : undefined;
}

/** The first piece names the character set, before two apostrophes, if it is encoded. */
function decode(pieces: { bytes: string; isEncoded: boolean }[]): string {
  const [, charset = "utf-8", rest] = (pieces[0]?.isEncoded && pieces[0].bytes.match(/^([^']*)'[^']*'(.*)$/s)) || [];
  const values = pieces.map(({ bytes, isEncoded }, index) => {
    const value = index === 0 && rest !== undefined ? rest : bytes;
    return isEncoded
      ? value.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      : value;
  });
  return decoderOf(charset).decode(Buffer.from(values.join(""), "latin1"));
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset || "utf-8");
  } catch {
    return new TextDecoder();
  }
}

const escapes: Record<string, string> = { "%22": '"', "%0D": "\r", "%0A": "\n" };

/** A quoted name as browsers write it (HTML Standard, "multipart form data"): these three characters are escaped. */
export const unescapeQuoted = (name: string): string =>
  name.replace(/%(?:22|0D|0A)/gi, (code) => escapes[code.toUpperCase()] ?? code);
