// @module-tag slow
import { expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "@/lib/platform/errors";
import { locales } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { badValues, fieldsOf, looksUntranslated } from "@/testing/harness/bad-values";
import { operations } from "./openapi/operations";
import { parse } from "./parse";

/** A schema's fields, each alone in an object, and theirs. */
function partsOf(schema: z.ZodType, depth = 3): z.ZodType[] {
  if (depth === 0) return [];
  return Object.entries(fieldsOf(schema)).flatMap(([name, field]) => [
    z.object({ [name]: field }),
    ...partsOf(field, depth - 1).map((part) => z.object({ [name]: part })),
  ]);
}

function wrap(schema: z.ZodType, value: unknown): unknown {
  const [[name, field] = ["", z.any()]] = Object.entries(fieldsOf(schema));
  const isNested = field.def.type === "object" && Object.keys(fieldsOf(field)).length === 1;
  return { [name]: isNested ? wrap(field, value) : value };
}

test("no invalid value of any operation is answered in the schema library's words, by a bare catalogue id or an unfilled place", () => {
  const found = new Set<string>();
  const check = (schema: z.ZodType, value: unknown) => {
    try {
      parse(schema, value);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { message = "", values } = error.details;
      for (const locale of locales) {
        const text = translate(locale, message, values);
        if (looksUntranslated(text)) found.add(`${values?.param}: ${text}`);
      }
    }
  };
  const declared = Object.values(operations).flat() as { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType }[];
  const schemas = declared.flatMap(({ params, query, body, ...rest }) => {
    const { form } = rest as { form?: z.ZodType };
    return [params, query, body, form].filter((schema) => schema !== undefined);
  });
  expect(schemas.length).toBeGreaterThan(40);
  for (const schema of schemas) {
    for (const value of badValues) check(schema, value);
    for (const part of partsOf(schema)) for (const value of badValues) check(part, wrap(part, value));
  }
  expect([...found]).toEqual([]);
});
