import { z } from "zod";
import { AppError, type ErrorDetails } from "@/lib/platform/errors";

/** The catalogue id for an error that its schema gives no message: the schema library's own are in English. */
const invalidField = "api.invalidField";

/** Parses a value with the schema. Throws INVALID_REQUEST with the first invalid field. */
export function parse<Schema extends z.ZodType>(
  schema: Schema | undefined,
  value: unknown,
): z.infer<Schema> | undefined {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { reportInput: true, error: () => invalidField });
  if (result.success) return result.data;
  const issue = result.error.issues[0] && closestIssue(result.error.issues[0]);
  const param = issue?.path.join(".");
  if (!issue || !param) throw new AppError("INVALID_REQUEST", { message: "api.invalidBody" });
  // Undefined inside a union or a list.
  let field: z.ZodType | undefined = unwrap(schema);
  for (const name of issue.path) field = field instanceof z.ZodObject ? unwrap(field.shape[String(name)]) : undefined;
  const { message, values } = describeIssue(issue, field);
  throw new AppError("INVALID_REQUEST", { param, message, values: { param, ...values } });
}

/** Where a value can have several forms, the error inside the one that it resembles. */
function closestIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code === "unrecognized_keys")
    return { ...issue, path: [...issue.path, ...issue.keys.slice(0, 1).map((key) => key.slice(0, 100))] };
  if (issue.code !== "invalid_union") return issue;
  const inner = issue.errors
    .flatMap(([first]) => (first ? [closestIssue(first as z.core.$ZodIssue)] : []))
    .find(({ path }) => path.length > 0);
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue;
}

const messageOfType: Partial<Record<string, string>> = {
  string: "api.fieldText",
  number: "api.fieldNumber",
  int: "api.fieldInteger",
  boolean: "api.fieldBoolean",
  record: "api.fieldObject",
  object: "api.fieldObject",
};

/** A schema's own check names a catalogue id. For a number the message states both bounds of the field. */
function describeIssue(issue: z.core.$ZodIssue, field: z.ZodType | undefined): ErrorDetails {
  const isMissing =
    issue.input === undefined && ["invalid_union", "invalid_type", "invalid_value"].includes(issue.code);
  if (isMissing) return { message: "api.fieldMissing" };
  if (issue.code === "too_big" || issue.code === "too_small") {
    if (issue.message !== invalidField) return { message: issue.message };
    if (issue.origin === "string" && issue.code === "too_big")
      return { message: "api.fieldTooLong", values: { max: Number(issue.maximum) } };
    if (!(field instanceof z.ZodNumber)) return { message: invalidField };
    const [min, max] = [field.minValue ?? -Infinity, field.maxValue ?? Infinity];
    const isBounded = Math.abs(min) < Number.MAX_SAFE_INTEGER && max < Number.MAX_SAFE_INTEGER;
    return isBounded ? { message: "api.fieldRange", values: { min, max } } : { message: invalidField };
  }
  if (["custom", "invalid_format", "invalid_union"].includes(issue.code)) return { message: issue.message };
  if (issue.code === "unrecognized_keys") return { message: "api.fieldUnknown" };
  if (issue.code === "invalid_value") {
    return { message: "api.fieldChoice", values: { choices: issue.values.join(", ") } };
  }
  return { message: (issue.code === "invalid_type" && messageOfType[issue.expected]) || invalidField };
}

/** The schema of a value that is sent, inside `optional`, a default, a transformation and the like. */
function unwrap(schema: z.ZodType | undefined): z.ZodType | undefined {
  if (schema instanceof z.ZodPipe)
    return unwrap((schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in) as z.ZodType);
  const { innerType } = (schema?.def ?? {}) as { innerType?: z.ZodType };
  return innerType ? unwrap(innerType) : schema;
}
