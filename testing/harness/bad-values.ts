import type { z } from "zod";

type Fields = Record<string, z.ZodType>;

/** The fields of an object's schema, also inside `optional`, a default, a union, `preprocess` and the like. */
export function fieldsOf(schema: z.ZodType): Fields {
  const {
    shape,
    innerType,
    in: before,
    out,
    options,
    element,
  } = schema.def as unknown as Record<string, z.ZodType> & {
    shape?: Fields;
    options?: z.ZodType[];
  };
  if (shape) return shape;
  const inner = [innerType, before, out, element, ...(options ?? [])].filter((one) => one?.def);
  return Object.fromEntries(inner.flatMap((one) => Object.entries(fieldsOf(one as z.ZodType))));
}

/** What only the schema library writes. */
const english =
  /invalid (input|option|string|key|element|iso)|expected|received|too (big|small):|must match|unrecognized/i;

/** Whether a text is not one of the catalogue's: English of the schema library, a bare id, or an unfilled place. */
export const looksUntranslated = (text: string): boolean =>
  english.test(text) || /^[a-z]\w*(\.\w+)+$/i.test(text) || /\{\w/.test(text);

/** Texts that a form's field can have when no page of ours sends it: missing, empty, short, long, with a NUL, a list. */
export const badTexts: readonly (string | string[] | undefined)[] = [
  ...[undefined, "", " ", "x", "1", "x".repeat(100_000), "a\0b", "\0", "%ff", "{}", "[]", '{"a":1}', "2026-99-99"],
  ...[["x", "y"], Array(1000).fill("x"), "-1", "9".repeat(40), "key_x", "https://", "1e9", "\u202e"],
];

/** The same for JSON. */
export const badValues: readonly unknown[] = [...badTexts, null, 0, -1, 1.5, 1e300, true, {}, { a: "b" }, [], [[]]];
