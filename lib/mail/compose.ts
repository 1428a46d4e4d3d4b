import "server-only";
import type { Locale } from "@/lib/i18n/locale";
import { say } from "@/lib/i18n/words";
import type { Mail } from "@/lib/mail/send";
import { withoutLinks } from "@/lib/names";
import { layOut } from "./layout";

/** What a person hears about their second factor. */
export type SecondFactorMail =
  | "twoFactorOn"
  | "twoFactorOff"
  | "recoveryCodesNew"
  | "recoveryCodeUsed"
  | "recoveryCodeProved"
  | "wrongCode";

/** What a person hears while second factors wait for their removal. */
export type FactorNotice =
  | "factorResetBegun"
  | "factorResetSoon"
  | "factorsSuspended"
  | "factorsSuspendedSoon"
  | "undoWaiting";

/** What a person hears who lost every second factor, or disowned the browser that some were added from. */
type FactorResetMail = {
  /** Its link starts the wait of `hours`; `minutes`: how long it is good. */
  factorResetAsked: { name: string; link: string; minutes: number; hours: number };
  factorResetCancelled: { name: string; link: string };
  /** `factors`: what was removed, a line for each. */
  factorResetDone: { name: string; link: string; factors: string };
  suspendedRemoved: { name: string; link: string; factors: string };
} & Record<
  FactorNotice,
  /** `time`: when the `factors` are removed. `link` ends the wait. `address`: the one the account then goes back to. */
  { name: string; time: string; link: string; factors: string; address: string }
>;

/** What a person hears about a passkey. */
export type PasskeyMail = "passkeyAdded" | "passkeyRemoved" | "lastPasskeyRemoved";

/** What a person hears about their account. */
type AccountMail = {
  /** `minutes`: how long its link is good. */
  resetPassword: { name: string; link: string; minutes: number };
  passwordChanged: { name: string; link: string };
  /** `count`: wrong passwords in 24 hours, from browsers that never signed in. */
  manyGuesses: { name: string; link: string; count: number };
  /** Goes to the address someone wants to have from now on. `hours`: how long its link is good. */
  confirmEmail: { name: string; link: string; hours: number };
  /** Goes to the address it has until then. `address`: the new one. */
  emailAsked: { name: string; address: string; link: string };
  /** Goes to the address it had. `link` brings it back, for `hours`. */
  emailChanged: { name: string; address: string; link: string; hours: number };
  /** Someone wants to change to an address that has an account. */
  emailWanted: { name: string; link: string };
  emailRestored: { name: string; link: string };
  /** Goes to the address it leaves. `address`: the one it is back at. */
  emailTakenBack: { name: string; address: string; link: string };
  accountDeleted: { name: string; link: string };
};

/** Each mail's words lie in the catalogues under `mail.<kind>`; this is what they are told. */
type MailValues = Record<
  SecondFactorMail,
  /** `left`: recovery codes that still work. */
  { name: string; link: string; time: string; left: number }
> &
  AccountMail &
  FactorResetMail &
  Record<PasskeyMail, { name: string; passkey: string; time: string; link: string }> & {
    /** Proves an address. `hours`: how long its link is good. */
    verify: { name: string; link: string; hours: number };
    /** Someone signed up with an address that has an account. */
    taken: { name: string; link: string };
    /** Asks someone into a business. `days`: how long its link is good. */
    invitation: { business: string; inviter: string; link: string; days: number };
    /** Someone signed in with a browser never used before. `days`: how long its link is good. */
    newSignIn: {
      name: string;
      time: string;
      browser: string;
      system: string;
      ip: string;
      link: string;
      days: number;
    };
    /** A key is about to end. `time`: when. */
    keyExpiring: { name: string; key: string; business: string; time: string; link: string };
    /** A key's secret was seen in public and has been ended. `hint`: its last four characters. */
    keyLeaked: { name: string; key: string; hint: string; business: string; source: string; link: string };
    /** A key was sent in a URL, which logs keep. `where`: in which. */
    keyExposed: { name: string; key: string; hint: string; business: string; where: string; link: string };
    /** A key may do more than before. `gained`: what, and `actor`: who changed it. */
    keyWidened: {
      name: string;
      actor: string;
      key: string;
      hint: string;
      business: string;
      gained: string;
      link: string;
    };
    /** Someone is now an admin. `address`: their email; `grantedBy`: who gave them the role. */
    adminJoined: {
      name: string;
      admin: string;
      address: string;
      grantedBy: string;
      business: string;
      link: string;
    };
    /** Offers someone the ownership of a business. */
    ownership: { name: string; owner: string; business: string; link: string };
  };

const nameFields = ["name", "business", "inviter", "owner", "passkey", "key"];

/** The names among what a mail is told: people and businesses choose them, and readers must not take them for links. */
const plainNames = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) =>
      nameFields.includes(field) && typeof value === "string" ? [[field, withoutLinks(value)]] : [],
    ),
  );

/** A mail in its reader's language, as plain text and as HTML that says the same. */
export function composeMail<Kind extends keyof MailValues>(
  locale: Locale,
  kind: Kind,
  values: MailValues[Kind],
): Omit<Mail, "to"> {
  const words = (part: string) => say(locale, `mail.${kind}.${part}`, { ...values, ...plainNames(values) });
  const content = {
    title: words("title"),
    body: words("body"),
    action: words("action"),
    link: values.link,
    aside: words("aside"),
    signature: say(locale, "mail.signature"),
  };
  const text = [content.title, content.body, `${content.action}:\n${content.link}`, content.aside, content.signature];
  return { subject: words("subject"), text: `${text.join("\n\n")}\n`, html: layOut(locale, content) };
}
