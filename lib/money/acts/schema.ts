import { z } from "zod";

/** `open`: it waits for a second person. */
export const moneyActStatuses = ["open", "done", "rejected", "expired"] as const;
export type MoneyActStatus = (typeof moneyActStatuses)[number];

/** Each has a name under `operator.moneyActs.kinds`. */
export const moneyActKinds = [
  "credit.book",
  "credit.enter",
  "credit.adjust",
  "credit.grant",
  "credit.correct",
  "claim.approve",
  "claim.reject",
  "transfer.assign",
  "transfer.unassign",
  "transfer.reverse",
  "transfer.void",
  "transfer.reopen",
  "transfer.closeOwn",
  "transfer.closeReturned",
  "transfer.closeRefund",
  "refund.approve",
  "refund.pay",
  "refund.reject",
  "price.add",
] as const;
export type MoneyActKind = (typeof moneyActKinds)[number];

/** What became of an act: `open`, it waits for a second person under this ID. */
export type Outcome<Result> = { status: "done"; actId: string; result: Result } | { status: "open"; actId: string };

/** What the form of an act learns of it. */
export const isWaiting = ({ status }: { status: string }): { waits: boolean } => ({ waits: status === "open" });

/** Whole đồng, as it is kept in JSON. */
export const keptVnd = z.union([z.bigint(), z.string().transform(BigInt)]);

/** A time, as it is kept in JSON. */
export const keptTime = z.union([z.date(), z.string().transform((text) => new Date(text))]);
