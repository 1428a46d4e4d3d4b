/** What waits for the staff, with the page that decides it. */
const pages = {
  transferIn: "/operator/transfers/",
  transferOut: "/operator/transfers/",
  claim: "/operator/claims/",
  refund: "/operator/refunds/",
  refundToPay: "/operator/refunds/",
  adjustment: "/operator/adjustments/",
  moneyAct: "/operator/approvals/",
  invoice: "/operator/work/invoices?id=",
  notification: "/operator/notifications/",
  incident: "/operator/incidents/",
  dataRequest: "/operator/data-requests/",
  deadLetters: "/operator/work/",
  outbox: "/operator/work/",
} as const;
export type WaitingKind = keyof typeof pages;

export const waitingKinds = Object.keys(pages) as WaitingKind[];

export const decidedAt = ({ kind, id }: { kind: WaitingKind; id: string }): string => `${pages[kind]}${id}`;
