import "server-only";
import { env } from "@/lib/platform/env";
import type { AppError, ErrorDetails } from "@/lib/platform/errors";

export type SupportContact = { text: string; href: string };

/** Where people get help from the operator of this installation: SUPPORT_URL first, then SUPPORT_EMAIL; none by default. */
export function supportContacts(): SupportContact[] {
  const { SUPPORT_URL: url, SUPPORT_EMAIL: email } = env;
  return [...(url ? [{ text: url, href: url }] : []), ...(email ? [{ text: email, href: `mailto:${email}` }] : [])];
}

/** Where to report a vulnerability: the support contact, or else the sender address of our emails. */
export function securityContact(): string {
  const [contact] = supportContacts();
  return contact?.href ?? `mailto:${/<([^>]+)>/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM}`;
}

/** The catalogue id and the values that explain an error. INTERNAL names the support contact where one is set. */
export function explain({ code, details }: Pick<AppError, "code" | "details">): {
  id: string;
  values?: ErrorDetails["values"];
} {
  const [contact] = supportContacts();
  if (code === "INTERNAL" && contact && !details.message)
    return { id: "api.internal", values: { contact: contact.text } };
  return { id: details.message ?? `errors.${code}`, values: details.values };
}
