import "server-only";
import { withoutLinks } from "@/lib/platform/display-name-schema";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import type { Mail } from "@/lib/platform/mail/send";

export type SecondFactorMail =
  | "twoFactorOn"
  | "twoFactorOff"
  | "recoveryCodesNew"
  | "recoveryCodeUsed"
  | "recoveryCodeProved"
  | "wrongCode";

/** Emails while second factors wait for their removal. */
export type FactorNotice =
  | "factorResetBegun"
  | "factorResetSoon"
  | "factorsSuspended"
  | "factorsSuspendedSoon"
  | "undoWaiting";

/** Emails for a person who lost every second factor, or reported the browser that some were added from. */
type FactorResetMail = {
  /** Its link starts the wait of `hours`; `minutes`: how long it is valid. */
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

export type PasskeyMail = "passkeyAdded" | "passkeyRemoved" | "lastPasskeyRemoved";

type AccountMail = {
  /** `minutes`: how long its link is valid. */
  resetPassword: { name: string; link: string; minutes: number };
  passwordChanged: { name: string; link: string };
  /** `count`: wrong passwords in 24 hours, from browsers that never signed in. */
  manyGuesses: { name: string; link: string; count: number };
  /** Sent to the new address. `hours`: how long its link is valid. */
  confirmEmail: { name: string; link: string; hours: number };
  /** Sent to the current address. `address`: the new one. */
  emailAsked: { name: string; address: string; link: string };
  /** Sent to the previous address. `link` restores it, for `hours`. */
  emailChanged: { name: string; address: string; link: string; hours: number };
  /** Someone wants to change to an address that has an account. */
  emailWanted: { name: string; link: string };
  emailRestored: { name: string; link: string };
  /** Sent to the address that is replaced. `address`: the restored one. `contact`: who helps. */
  emailTakenBack: { name: string; address: string; contact: string; link: string };
  accountDeleted: { name: string; link: string };
  /** The staff answered a request about the person's data. `state`: `open`, or `closed` once nothing more follows. */
  dataRequestAnswered: { name: string; answer: string; state: string; link: string };
};

/** `host`: of the endpoint's URL. `event`, `request`, `response`: of the last failed attempt. */
type WebhookMail = {
  name: string;
  business: string;
  host: string;
  event: string;
  request: string;
  response: string;
  link: string;
};

/** Each email's text is in the catalogues under `mail.<kind>`; these are its values. */
export type MailValues = Record<
  SecondFactorMail,
  /** `left`: recovery codes that still work. */
  { name: string; link: string; time: string; left: number }
> &
  AccountMail &
  FactorResetMail &
  Record<PasskeyMail, { name: string; passkey: string; time: string; link: string }> & {
    /** Confirms an address. `hours`: how long its link is valid. */
    verify: { name: string; link: string; hours: number };
    /** Someone signed up with an address that has an account. */
    taken: { name: string; link: string };
    /** Invites someone to a business. `days`: how long its link is valid. */
    invitation: { business: string; inviter: string; link: string; days: number };
    /** Someone signed in with a browser never used before. `days`: how long its link is valid. */
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
    /** A key was sent in a URL, which ends up in logs. `where`: in which. */
    keyExposed: { name: string; key: string; hint: string; business: string; where: string; link: string };
    /** A key gained permissions. `gained`: which, and `actor`: who changed it. */
    keyWidened: {
      name: string;
      actor: string;
      key: string;
      hint: string;
      business: string;
      gained: string;
      link: string;
    };
    /** Webhook endpoints now receive events. `actor`: who added them; `host`: of their URLs. */
    webhooksCreated: { name: string; actor: string; business: string; host: string; count: number; link: string };
    webhookCreated: { name: string; actor: string; business: string; host: string; link: string };
    /** A webhook endpoint has another URL. `actor` and `host` as above. */
    webhookUrlChanged: { name: string; actor: string; business: string; host: string; link: string };
    /** What happened after five such emails in an hour. `others`: how many more `names`; `unlisted`: more `changes`. */
    changesDigest: {
      name: string;
      business: string;
      count: number;
      names: string;
      others: number;
      changes: string;
      unlisted: number;
      link: string;
    };
    /** An operator suspended a business. `contact`: whom to ask. */
    businessSuspended: { name: string; business: string; reason: string; contact: string; link: string };
    businessResumed: { name: string; business: string; link: string };
    /** `payment`: the id of the top-up or the payment. `settled`: the part that paid what was owed, or `none`. */
    topUpCredited: {
      name: string;
      business: string;
      amount: string;
      balance: string;
      settled: string;
      payment: string;
      link: string;
    };
    /** A bank took a payment back. `owed`: what the business owes since. `reason`: an operator's words, or `none`. */
    topUpReversed: { name: string; business: string; amount: string; owed: string; reason: string; link: string };
    /** An operator took a payment back that was another business's. */
    topUpUnassigned: { name: string; business: string; amount: string; owed: string; reason: string; link: string };
    /** An operator took a payment back that the bank never had. */
    topUpVoided: { name: string; business: string; amount: string; owed: string; reason: string; link: string };
    /** For someone on the staff who tests whether emails arrive. */
    setupTest: { link: string };
    /** A model gets another price. `former`: the price until then, or a dash; `time`: when it begins. */
    priceChanged: {
      name: string;
      business: string;
      model: string;
      price: string;
      former: string;
      time: string;
      link: string;
    };
    /** For the operator's staff: a payment is not credited before they have checked it. `order`: what was asked for. */
    transferHeld: { amount: string; order: string; business: string; transfer: string; link: string };
    /** For the operator's staff: what waits past its due time. `items`: a line for each of the first. */
    deskOverdue: { count: number; hours: number; items: string; unlisted: number; link: string };
    /** `days`: how many the credit lasts; -1 where that is unknown. `state`: `low` or `usedUp`. */
    creditLow: { name: string; business: string; balance: string; days: number; state: string; link: string };
    /** A month is closed. `balance`: at its end; `link`: the page of the statement, which has its files. */
    statementClosed: { name: string; business: string; month: string; balance: string; link: string };
    /** `percent` of the monthly cap is spent; with 100, requests are rejected. */
    budgetReached: { name: string; business: string; percent: string; spent: string; cap: string; link: string };
    /** An operator found a claimed bank transfer. `reason`: the operator's words. */
    claimApproved: { name: string; business: string; amount: string; reason: string; link: string };
    claimRejected: { name: string; business: string; amount: string; reason: string; link: string };
    /** An operator wrote a message about a claim. `reason`: the message. */
    claimMessage: { name: string; business: string; amount: string; reason: string; link: string };
    /** An operator changed the credit. `amount`: with its sign. */
    creditGranted: { name: string; business: string; amount: string; reason: string; link: string };
    creditAdjusted: { name: string; business: string; amount: string; reason: string; link: string };
    refundPaid: { name: string; business: string; amount: string; reason: string; link: string };
    refundRejected: { name: string; business: string; amount: string; reason: string; link: string };
    /** An endpoint fails. `since`: its first failure; `time`: when that will disable it. */
    webhookFailing: WebhookMail & { since: string; time: string };
    webhookEnding: WebhookMail & { since: string; time: string };
    /** An endpoint is disabled. `reason`: why. */
    webhookDisabled: WebhookMail & { reason: string };
    /** Events for an endpoint that works wait. `since`: when the oldest was due. */
    webhookBehind: { name: string; business: string; host: string; count: number; since: string; link: string };
    /** Someone is now an admin. `address`: their email; `grantedBy`: who gave them the role. */
    adminJoined: {
      name: string;
      admin: string;
      address: string;
      grantedBy: string;
      business: string;
      link: string;
    };
    ownership: { name: string; owner: string; business: string; link: string };
  };

const nameFields = ["name", "business", "inviter", "owner", "passkey", "key", "actor", "admin", "grantedBy", "host"];

/** An email in its reader's language, as plain text and as HTML with the same content. */
export function composeMail<Kind extends keyof MailValues>(
  locale: Locale,
  kind: Kind,
  values: MailValues[Kind],
): Omit<Mail, "to"> {
  // People and businesses choose names, which must not become links.
  const plain = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      nameFields.includes(field) && typeof value === "string" ? withoutLinks(value) : value,
    ]),
  );
  const words = (part: string) => translate(locale, `mail.${kind}.${part}`, plain);
  const content = {
    title: words("title"),
    body: words("body"),
    action: words("action"),
    link: values.link,
    aside: words("aside"),
    signature: translate(locale, "mail.signature"),
  };
  const text = [content.title, content.body, `${content.action}:\n${content.link}`, content.aside, content.signature];
  return { subject: words("subject"), text: `${text.join("\n\n")}\n`, html: layOut(locale, content) };
}

type Content = { title: string; body: string; action: string; link: string; aside: string; signature: string };

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

// Email programs support neither style sheets nor our fonts: attributes only, a table for the width, nothing loaded.
const face = "font-family:'Be Vietnam Pro','Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const button = `${face};display:inline-block;padding:12px 20px;border-radius:8px;background:#b8324f;color:#ffffff;font-size:14px;font-weight:600;text-decoration:none`;
const quiet = `${face};margin:0;font-size:13px;line-height:20px;color:#6b625e`;

/** The one layout of our emails: a title, a paragraph, one button with its URL in full below, an aside. */
function layOut(locale: Locale, content: Content): string {
  const { title, body, action, link, aside, signature } = Object.fromEntries(
    Object.entries(content).map(([part, text]) => [
      part,
      text.replace(/[&<>"']/g, (character) => entities[character] ?? character),
    ]),
  ) as Content;
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0;padding:24px 12px;background:#f7f4f1">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e6dfd9;border-radius:12px">
<tr><td style="padding:32px">
<p style="${face};margin:0 0 24px;font-size:16px;font-weight:600;color:#b8324f">Vang</p>
<h1 style="${face};margin:0 0 12px;font-size:20px;line-height:30px;font-weight:600;color:#2a2421">${title}</h1>
<p style="${face};margin:0 0 24px;font-size:15px;line-height:25px;color:#2a2421">${body.replaceAll("\n", "<br>")}</p>
<p style="margin:0 0 16px"><a href="${link}" style="${button}">${action}</a></p>
<p style="${quiet};margin-bottom:24px;word-break:break-all"><a href="${link}" style="color:#6b625e">${link}</a></p>
<p style="${quiet}">${aside}</p>
</td></tr></table>
<p style="${quiet};padding:16px">${signature}</p>
</td></tr></table>
</body>
</html>
`;
}
