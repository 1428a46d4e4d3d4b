import "server-only";
import { env } from "./env";
import type { Refusal, RefusalWords } from "./errors";

export type SupportContact = { text: string; href: string };

/** Where people get help from the operator of this installation: SUPPORT_URL first, then SUPPORT_EMAIL; none by default. */
export function supportContacts(): SupportContact[] {
  const { SUPPORT_URL: url, SUPPORT_EMAIL: email } = env;
  return [...(url ? [{ text: url, href: url }] : []), ...(email ? [{ text: email, href: `mailto:${email}` }] : [])];
}

/** Whom to write to about a weakness: the support contact, or else the address that our emails come from. */
export function securityContact(): string {
  const [contact] = supportContacts();
  return contact?.href ?? `mailto:${/<([^>]+)>/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM}`;
}

/** The catalogue id and the values that explain a refusal. INTERNAL names the support contact where one is set. */
export function explain({ code, words }: Pick<Refusal, "code" | "words">): {
  id: string;
  values?: RefusalWords["values"];
} {
  const [contact] = supportContacts();
  if (code === "INTERNAL" && contact && !words.message)
    return { id: "api.internal", values: { contact: contact.text } };
  return { id: words.message ?? `errors.${code}`, values: words.values };
}
