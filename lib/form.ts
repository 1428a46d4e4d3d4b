import type { z } from "zod";
import type { RefusalWords } from "./errors";

/**
 * What a server action answers, everywhere. A refusal carries the typed values back, because React clears a form
 * after its action; never a password or another secret.
 */
export type ActionState<Data = undefined> =
  | { status: "idle" }
  | { status: "done"; data: Data }
  | {
      status: "refused";
      message: string;
      fields: Record<string, string>;
      values: Record<string, string | string[]>;
      /** The same form is accepted once the person has proved again, in one of these ways, who they are. */
      stepUp?: readonly StepUpWay[];
    };

/** How someone who is signed in can prove again who they are. */
export type StepUpWay = "password" | "code" | "passkey";

export const idle = { status: "idle" } as const;

/** A form as an object: a name that occurs several times, or ends in `[]`, becomes a list. Next's own fields are left out. */
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

/** The text of a 429 to a server action, by which the form that called it knows the error: see `useFormAction`. */
export const tooManyRequests = "TOO_MANY_REQUESTS";

/** What is wrong with a field: a catalogue id, and what its words are told. */
export type Complaint = { message: string; values?: RefusalWords["values"] };

/** The first complaint for each field: schemas in this project use catalogue ids as their messages. */
export function listComplaints(error: z.ZodError): Record<string, Complaint> {
  const complaints: Record<string, Complaint> = {};
  for (const issue of error.issues) {
    const values = issue.code === "custom" ? issue.params : undefined;
    complaints[String(issue.path[0] ?? "")] ??= { message: issue.message, values };
  }
  return complaints;
}
