import "server-only";
import type { z } from "zod";
import { Refusal } from "@/lib/errors";
import { type ActionState, type Complaint, listComplaints, readForm, typedValues } from "@/lib/form";
import type { Locale } from "@/lib/i18n/locale";
import { say } from "@/lib/i18n/words";
import { explain } from "@/lib/support";
import { StepUpRequired } from "./fresh";

/** A form whose fields are wrong. */
class InvalidForm extends Refusal {
  constructor(readonly fields: Record<string, Complaint>) {
    super("INVALID_REQUEST", { message: "auth.formInvalid" });
  }
}

/** Throws a Refusal that names every wrong field. */
export function parseForm<Input extends z.ZodType>(input: Input, form: FormData): z.output<Input> {
  const parsed = input.safeParse(readForm(form));
  if (!parsed.success) throw new InvalidForm(listComplaints(parsed.error));
  return parsed.data;
}

/** A refusal as the form shows it, in the reader's language, with what was typed but never a secret. */
export function refused(refusal: Refusal, form: FormData, locale: Locale): ActionState<never> {
  const { id: message, values } = explain(refusal);
  const { param } = refusal.words;
  const complaints = refusal instanceof InvalidForm ? refusal.fields : param ? { [param]: { message, values } } : {};
  return {
    status: "refused",
    message: say(locale, message, values),
    fields: Object.fromEntries(
      Object.entries(complaints).map(([name, { message, values }]) => [name, say(locale, message, values)]),
    ),
    values: typedValues(form),
    ...(refusal instanceof StepUpRequired && { stepUp: refusal.ways }),
  };
}
