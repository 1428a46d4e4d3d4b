import type { NewTransfer } from "@/lib/money/wallet/post-transfer";

/** A way to add credit: which account of the platform the money comes from. */
export type PaymentMethod = {
  name: "bank_transfer" | "operator";
  debit: Extract<NewTransfer["debit"], string>;
  kind: NewTransfer["kind"];
};

/** A transfer to one of our bank accounts whose memo names a top-up. */
export const bankTransferMethod: PaymentMethod = { name: "bank_transfer", debit: "bank", kind: "top_up" };

/** A bank transfer that named no top-up, and was assigned to its business later. */
export const claimedTransferMethod: PaymentMethod = { name: "bank_transfer", debit: "suspense", kind: "claim" };

/** Money that an operator enters, such as under a contract or in cash. It reaches the bank in other ways. */
export const operatorMethod: PaymentMethod = { name: "operator", debit: "receipts", kind: "top_up" };

/** How the ledger's references of corrections of what an operator entered begin. */
export const correctedSource = "corrected:";
