import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/platform/errors";
import {
  type ActionState,
  type Complaint,
  defaultMessage,
  listComplaints,
  readForm,
  typedValues,
} from "@/lib/platform/form";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { explain } from "@/lib/platform/mail/support";
import { StepUpRequired } from "./fresh";

/** A form with invalid fields. */
class InvalidForm extends AppError {
  constructor(readonly fields: Record<string, Complaint>) {
    super("INVALID_REQUEST", { message: "auth.formInvalid" });
  }
}

/** Throws an `AppError` that names every invalid field. The database cannot store a NUL, so no field may have one. */
export function parseForm<Input extends z.ZodType>(input: Input, form: FormData): z.output<Input> {
  const values = readForm(form);
  const parsed = input.safeParse(values, { error: defaultMessage });
  const withNul = Object.entries(values).filter(([, value]) => [value].flat().some((text) => text.includes("\0")));
  if (parsed.success && withNul.length === 0) return parsed.data;
  const invalid = Object.fromEntries(withNul.map(([name]) => [name, { message: "forms.invalid" }]));
  throw new InvalidForm({ ...invalid, ...(parsed.error && listComplaints(parsed.error)) });
}

/** An error as the form shows it, in the reader's language, with what was typed but never a secret. */
export function rejectedState(appError: AppError, form: FormData, locale: Locale): ActionState<never> {
  // A form has no URL that could be corrected.
  const isGone = appError.code === "NOT_FOUND" && !appError.details.message;
  const { id: message, values } = isGone ? { id: "forms.gone" } : explain(appError);
  const { param } = appError.details;
  const complaints = appError instanceof InvalidForm ? appError.fields : param ? { [param]: { message, values } } : {};
  return {
    status: "refused",
    message: translate(locale, message, values),
    fields: Object.fromEntries(
      Object.entries(complaints).map(([name, { message, values }]) => [name, translate(locale, message, values)]),
    ),
    values: typedValues(form),
    ...(appError instanceof StepUpRequired && { stepUp: appError.ways }),
  };
}
