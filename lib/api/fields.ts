import type { z } from "zod";
import { containsSecret } from "@/lib/keys/secret";
import { AppError } from "@/lib/platform/errors";

/**
 * The names of a request's fields that no operation reads, in the order in which they were sent. Throws INVALID_REQUEST
 * for one that is probably a misspelt known field, since the request would otherwise be charged without its effect.
 */
export function findIgnored(sent: unknown, known: readonly string[]): string[] {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return [];
  const ignored = Object.keys(sent).filter((name) => !known.includes(name));
  const spellings = known.map((name) => ({ name, spelling: spellingOf(name) }));
  for (const name of ignored) {
    const spelling = spellingOf(name);
    const meant = spellings.find((one) => isWithinOneEdit(spelling, one.spelling))?.name;
    if (meant === undefined) continue;
    const param = name.slice(0, 100);
    throw new AppError("INVALID_REQUEST", { param, message: "api.fieldMisspelt", values: { param, meant } });
  }
  return ignored;
}

/** The names of what a schema does not declare, which has no effect. */
export const unknownNames = (sent: object, { shape }: z.ZodObject): string[] =>
  Object.keys(sent).filter((name) => !Object.hasOwn(shape, name));

/** A name without what programs write differently: case, hyphens, underscores, spaces and the mark of a list. */
const spellingOf = (name: string): string =>
  name
    .slice(0, 100)
    .toLowerCase()
    .replace(/[\s_-]|\[\d*\]$/g, "");

/** One character more, less or different, or two neighbours in the other order. */
function isWithinOneEdit(one: string, other: string): boolean {
  // A character can be two units of a string.
  if (Math.abs(one.length - other.length) > 2) return false;
  const [short = [], long = []] = [[...one], [...other]].sort((a, b) => a.length - b.length);
  if (long.length - short.length > 1) return false;
  const at = long.findIndex((character, index) => character !== short[index]);
  if (at === -1) return true;
  const isEqualFrom = (fromShort: number, fromLong: number) =>
    short.slice(fromShort).join("") === long.slice(fromLong).join("");
  if (short.length < long.length) return isEqualFrom(at, at + 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return isEqualFrom(at + 1, at + 1) || (isSwapped && isEqualFrom(at + 2, at + 2));
}

const maxNames = 20;
const maxNameBytes = 60;

/**
 * The value of `X-Ignored`; undefined if there is nothing to name. A client may name its fields as it likes: what a
 * header cannot hold is percent-encoded, a long name is cut, and after 20 names the rest are counted.
 */
export function writeIgnored(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const written = names.slice(0, maxNames).map(writeName);
  return [...written, ...(names.length > maxNames ? [`+${names.length - maxNames}`] : [])].join(", ");
}

function writeName(name: string): string {
  // A key that a program sends as the name of a field is not repeated.
  if (containsSecret(name)) return "-";
  let written = "";
  for (const character of name.slice(0, maxNameBytes).toWellFormed()) {
    const encoded = character.replace(/[^!-+\--~]/u, encodeURIComponent);
    if (written.length + encoded.length > maxNameBytes) break;
    written += encoded;
  }
  return written || '""';
}
