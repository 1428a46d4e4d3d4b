import type { z } from "zod";
import { AppError, type ErrorDetails } from "@/lib/errors";

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
  const { message, values } = wordsOf(issue);
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
  record: "api.fieldObject",
  object: "api.fieldObject",
};

/** A schema's own check names a catalogue id. */
function wordsOf(issue: z.core.$ZodIssue): ErrorDetails {
  if (["custom", "invalid_format", "invalid_union", "too_big", "too_small"].includes(issue.code))
    return { message: issue.message };
  if (issue.code === "unrecognized_keys") return { message: "api.fieldUnknown" };
  if (issue.input === undefined) return { message: "api.fieldMissing" };
  if (issue.code === "invalid_value") {
    return { message: "api.fieldChoice", values: { choices: issue.values.join(", ") } };
  }
  return { message: (issue.code === "invalid_type" && byType[issue.expected]) || unnamed };
}
