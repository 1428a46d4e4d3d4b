import { z } from "zod";
import { AppError, type ErrorDetails } from "@/lib/platform/errors";

/** The catalogue id for an error that its schema gives no message: the schema library's own are in English. */
const unnamed = "api.invalidField";

/** Parses a value with the schema. Throws INVALID_REQUEST with the first invalid field. */
export function parse<Schema extends z.ZodType>(
  schema: Schema | undefined,
  value: unknown,
): z.infer<Schema> | undefined {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { reportInput: true, error: () => unnamed });
  if (result.success) return result.data;
  const issue = result.error.issues[0] && closest(result.error.issues[0]);
  const param = issue?.path.join(".");
  if (!issue || !param) throw new AppError("INVALID_REQUEST", { message: "api.invalidBody" });
  const { message, values } = wordsOf(issue, fieldAt(schema, issue.path));
  throw new AppError("INVALID_REQUEST", { param, message, values: { param, ...values } });
}

/** Where a value can have several forms, the error inside the one that it resembles. */
function closest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code === "unrecognized_keys")
    return { ...issue, path: [...issue.path, ...issue.keys.slice(0, 1).map((key) => key.slice(0, 100))] };
  if (issue.code !== "invalid_union") return issue;
  const inner = issue.errors
    .flatMap(([first]) => (first ? [closest(first as z.core.$ZodIssue)] : []))
    .find(({ path }) => path.length > 0);
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue;
}

const byType: Partial<Record<string, string>> = {
  string: "api.fieldText",
  number: "api.fieldNumber",
  int: "api.fieldInteger",
  boolean: "api.fieldBoolean",
  record: "api.fieldObject",
  object: "api.fieldObject",
};

/** A schema's own check names a catalogue id. */
function wordsOf(issue: z.core.$ZodIssue, field: z.ZodType | undefined): ErrorDetails {
  const isMissing =
    issue.input === undefined && ["invalid_union", "invalid_type", "invalid_value"].includes(issue.code);
  if (isMissing) return { message: "api.fieldMissing" };
  if (issue.code === "too_big" || issue.code === "too_small")
    return issue.message === unnamed ? boundWords(issue, field) : { message: issue.message };
  if (["custom", "invalid_format", "invalid_union"].includes(issue.code)) return { message: issue.message };
  if (issue.code === "unrecognized_keys") return { message: "api.fieldUnknown" };
  if (issue.code === "invalid_value") {
    return { message: "api.fieldChoice", values: { choices: issue.values.join(", ") } };
  }
  return { message: (issue.code === "invalid_type" && byType[issue.expected]) || unnamed };
}

/** The bounds of a number, or the greatest length of a text. */
function boundWords(
  issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall,
  field: z.ZodType | undefined,
): ErrorDetails {
  if (issue.origin === "string" && issue.code === "too_big")
    return { message: "api.fieldTooLong", values: { max: Number(issue.maximum) } };
  if (!(field instanceof z.ZodNumber)) return { message: unnamed };
  const [min, max] = [field.minValue ?? -Infinity, field.maxValue ?? Infinity];
  if (Math.abs(min) >= Number.MAX_SAFE_INTEGER || max >= Number.MAX_SAFE_INTEGER) return { message: unnamed };
  return { message: "api.fieldRange", values: { min, max } };
}

/** The schema of a field, inside `optional`, a default and the like; undefined inside a union or a list. */
function fieldAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  let field: z.ZodType | undefined = inside(schema);
  for (const name of path) field = field instanceof z.ZodObject ? inside(field.shape[String(name)]) : undefined;
  return field;
}

function inside(schema: z.ZodType | undefined): z.ZodType | undefined {
  if (schema instanceof z.ZodPipe)
    return inside((schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in) as z.ZodType);
  const { innerType } = (schema?.def ?? {}) as { innerType?: z.ZodType };
  return innerType ? inside(innerType) : schema;
}
