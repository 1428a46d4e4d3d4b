import { z } from "zod";
import { urlParameter } from "@/lib/platform/url-parameter";
import { isMailedAtFirst, type OptionalKind, optionalKinds } from "./choices";

export { isMailedAtFirst, type OptionalKind, optionalKinds };

/** Notices that are always sent by email too: about money, and those that someone who took over an account could turn off. */
const securityKinds = [
  "keyLeaked",
  "keyExposed",
  "webhookCreated",
  "webhooksCreated",
  "webhookUrlChanged",
  "businessSuspended",
  "businessResumed",
  "budgetReached",
  "topUpReversed",
  "topUpUnassigned",
  "topUpVoided",
  "claimApproved",
  "claimRejected",
  "claimMessage",
  "creditAdjusted",
  "creditGranted",
  "priceChanged",
  "refundPaid",
  "refundRejected",
  "webhookFailing",
  "webhookEnding",
  "webhookDisabled",
  "webhookBehind",
  "newSignIn",
  "passwordChanged",
  "manyGuesses",
  "twoFactorOn",
  "twoFactorOff",
  "recoveryCodesNew",
  "recoveryCodeUsed",
  "recoveryCodeProved",
  "wrongCode",
  "passkeyAdded",
  "passkeyRemoved",
  "lastPasskeyRemoved",
] as const;

/** The emails of each group have a budget (`budget.ts`), so that many of one group do not delay those of another. */
export const budgetedKinds: readonly (readonly NoticeKind[])[] = [
  [
    ...(["webhookCreated", "webhooksCreated", "webhookUrlChanged", "webhookFailing", "webhookEnding"] as const),
    ...(["webhookDisabled", "webhookBehind", "keyWidened", "keyExposed"] as const),
  ],
  ["creditLow", "budgetReached"],
];

/** Each is also the kind of its email, whose subject is the notice's text. */
export const noticeKinds = [...optionalKinds, ...securityKinds] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** The values of a notice's text: what else its email says is not kept. */
export const shownValues: Partial<Record<NoticeKind, readonly string[]>> = {
  keyExpiring: ["key"],
  keyWidened: ["key"],
  keyLeaked: ["key"],
  keyExposed: ["key"],
  webhookCreated: ["business", "host"],
  webhooksCreated: ["business", "count"],
  webhookUrlChanged: ["business", "host"],
  adminJoined: ["admin", "business"],
  businessSuspended: ["business"],
  businessResumed: ["business"],
  topUpCredited: ["amount", "business"],
  topUpReversed: ["amount", "business"],
  topUpUnassigned: ["amount", "business"],
  topUpVoided: ["amount", "business"],
  creditLow: ["business"],
  statementClosed: ["month", "business"],
  budgetReached: ["percent", "business"],
  claimApproved: ["amount", "business"],
  claimRejected: ["amount", "business"],
  claimMessage: ["amount", "business"],
  creditAdjusted: ["amount", "business"],
  creditGranted: ["amount", "business"],
  priceChanged: ["model", "time"],
  refundPaid: ["amount", "business"],
  refundRejected: ["amount", "business"],
  webhookFailing: ["host"],
  webhookEnding: ["host", "time"],
  webhookDisabled: ["host"],
  webhookBehind: ["host"],
};

export const isNoticeKind = (text: string): text is NoticeKind => (noticeKinds as readonly string[]).includes(text);

export type NoticeRow = { id: string; text: string; path: string; createdAt: Date; isRead: boolean };

/** The notices page's URL: `unread=1` leaves out what was read. */
export const noticesAddressSchema = z.object({
  unread: urlParameter(z.literal("1")),
  cursor: urlParameter(z.string()),
});
export type NoticesAddress = z.infer<typeof noticesAddressSchema>;

export const markReadSchema = z.object({
  id: z.string("notices.unknown").regex(/^ntc_[0-9a-v]{26}$/, "notices.unknown"),
});

export const markAllReadSchema = z.object({});

/** A checked box is sent as `on`, an unchecked one not at all. */
export const noticePreferencesSchema = z.object({
  keyExpiring: z.literal("on").optional(),
  keyWidened: z.literal("on").optional(),
  adminJoined: z.literal("on").optional(),
  topUpCredited: z.literal("on").optional(),
  creditLow: z.literal("on").optional(),
  statementClosed: z.literal("on").optional(),
} satisfies Record<OptionalKind, unknown>);
