import type { z } from "zod";
import type { ErrorDetails } from "./errors";

/** An error returns the typed values, because React clears a form after its action; never a password or secret. */
export type ActionState<Data = undefined> =
  | { status: "idle" }
  | { status: "done"; data: Data }
  | {
      status: "refused";
      message: string;
      fields: Record<string, string>;
      values: Record<string, string | string[]>;
      /** The same form is accepted after the person has confirmed their identity again, in one of these ways. */
      stepUp?: readonly StepUpWay[];
    };

/** How someone who is signed in can confirm their identity again. */
export type StepUpWay = "password" | "code" | "passkey" | "recoveryCode";

export const idle = { status: "idle" } as const;

/** A name that occurs several times, or ends in `[]`, becomes a list. Next's own fields are left out. */
export function readForm(form: FormData): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (const name of new Set(form.keys())) {
    if (name.startsWith("$")) continue;
    const entries = form.getAll(name).filter((entry) => typeof entry === "string");
    if (name.endsWith("[]")) values[name.slice(0, -2)] = entries;
    else values[name] = entries.length > 1 ? entries : (entries[0] ?? "");
  }
  return values;
}

const secretField = /password|secret|token|^code$/i;

/** What was typed into a form, without its secrets. */
export const typedValues = (form: FormData): Record<string, string | string[]> =>
  Object.fromEntries(Object.entries(readForm(form)).filter(([name]) => !secretField.test(name)));

/** The bodies of rejections to a server action, by their messages' catalogue ids: `useFormAction` recognizes the error. */
export const rejections = { tooManyRequests: "TOO_MANY_REQUESTS", consoleAway: "CONSOLE_AWAY" } as const;

export type Rejection = keyof typeof rejections;

/** The error of a field: a catalogue id and the values of its placeholders. */
export type Complaint = { message: string; values?: ErrorDetails["values"] };

/** The catalogue id for an error that its schema gives no message: the schema library's own are in English. */
export function defaultMessage({ code, input, origin }: z.core.$ZodRawIssue): string {
  if (input === undefined || input === "") return "forms.missing";
  if (code === "too_big" && origin === "string") return "forms.tooLong";
  if (code === "too_small" && origin === "string") return "forms.tooShort";
  return code === "invalid_value" ? "forms.choice" : "forms.invalid";
}

/** The first error of each field: schemas in this project use catalogue ids as their messages. */
export function listComplaints(error: z.ZodError): Record<string, Complaint> {
  const complaints: Record<string, Complaint> = {};
  for (const issue of error.issues)
    complaints[String(issue.path[0] ?? "")] ??= { message: issue.message, values: valuesOf(issue) };
  return complaints;
}

function valuesOf(issue: z.core.$ZodIssue): ErrorDetails["values"] {
  if (issue.code === "too_big") return { most: Number(issue.maximum) };
  if (issue.code === "too_small") return { least: Number(issue.minimum) };
  return issue.code === "custom" ? issue.params : undefined;
}
