import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/errors";
import { type ActionState, type Complaint, listComplaints, readForm, typedValues } from "@/lib/form";
import type { Locale } from "@/lib/i18n/locale";
import { translate } from "@/lib/i18n/translate";
import { explain } from "@/lib/mail/support";
import { StepUpRequired } from "./fresh";

/** A form with invalid fields. */
class InvalidForm extends AppError {
  constructor(readonly fields: Record<string, Complaint>) {
    super("INVALID_REQUEST", { message: "auth.formInvalid" });
  }
}

/** Throws a `AppError` that names every invalid field. */
export function parseForm<Input extends z.ZodType>(input: Input, form: FormData): z.output<Input> {
  const parsed = input.safeParse(readForm(form));
  if (!parsed.success) throw new InvalidForm(listComplaints(parsed.error));
  return parsed.data;
}

/** An error as the form shows it, in the reader's language, with what was typed but never a secret. */
export function rejectedState(appError: AppError, form: FormData, locale: Locale): ActionState<never> {
  const { id: message, values } = explain(appError);
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
