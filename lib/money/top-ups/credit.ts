import "server-only";
import { resume } from "@/lib/access/businesses/suspension/change";
import { recordCreditEvent } from "@/lib/access/events/record-event";
import { listRecipients, notify } from "@/lib/access/notices/notify";
import { rearmAlert } from "@/lib/money/alerts/warn";
import { lockWallet } from "@/lib/money/wallet/lock-wallet";
import { type NewTransfer, postTransfer } from "@/lib/money/wallet/post-transfer";
import { formatMilli } from "@/lib/platform/amounts";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { formatVnd } from "@/lib/platform/i18n/format";
import { defaultLocale } from "@/lib/platform/i18n/locale";
import { log } from "@/lib/platform/log";
import { composeMail } from "@/lib/platform/mail/compose";
import { postMailOnce } from "@/lib/platform/mail/post";

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

/** `id`: no payment is credited twice. */
export type Payment = Omit<CreditedPayment, "settledMilli"> & {
  /** How often it was taken back from a business that it was wrongly credited to. */
  round?: number;
};

/** Pays first what the business owes, which ends its suspension. The caller has called `lockBusiness`. */
export async function creditPayment(tx: Transaction, method: PaymentMethod, payment: Payment): Promise<void> {
  const { id, businessId, amountVnd, round } = payment;
  const reference = round ? `${method.kind}:${id}:${round}` : `${method.kind}:${id}`;
  const { settledMilli } = await payIn(tx, method, { businessId, amountMilli: amountVnd * 1000n, reference });
  await announceCredit(tx, { ...payment, settledMilli });
}

/** What paid the business's debt, and what it can spend. In thousandths of a đồng. */
export type Credited = { settledMilli: bigint; availableMilli: bigint };

type PayIn = { businessId: string; amountMilli: bigint; reference: string };

export async function payIn(
  tx: Transaction,
  { debit, kind }: Pick<PaymentMethod, "debit" | "kind">,
  { businessId, amountMilli, reference }: PayIn,
): Promise<Credited> {
  const { available, receivable } = await lockWallet(tx, businessId, [debit]);
  const owedMilli = -receivable;
  const settledMilli = owedMilli < amountMilli ? owedMilli : amountMilli;
  const availableMilli = amountMilli - settledMilli;
  const add = (to: "receivable" | "available", amountMilli: bigint) =>
    amountMilli > 0n &&
    postTransfer(tx, { debit, credit: { businessId, kind: to }, amountMilli, kind, reference: `${reference}:${to}` });
  await add("receivable", settledMilli);
  await add("available", availableMilli);
  await rearmAlert(tx, businessId, available + availableMilli);
  if (settledMilli > 0n && settledMilli === owedMilli) await resume(tx, businessId, "receivable");
  return { settledMilli, availableMilli };
}

export type CreditedPayment = {
  /** Of the bank transfer, or of the top-up. */
  id: string;
  businessId: string;
  topUpId: string | null;
  amountVnd: bigint;
  /** What of it paid the business's debt, in thousandths of a đồng. */
  settledMilli: bigint;
};

/** Sends a receipt to those who read billing, and writes the event. */
export async function announceCredit(tx: Transaction, payment: CreditedPayment): Promise<void> {
  const { id, businessId, topUpId, amountVnd, settledMilli } = payment;
  const { name: business, slug, availableMilli } = await findBusiness(tx, businessId);
  await recordCreditEvent(tx, businessId, "topup.credited", {
    objectId: id,
    payload: {
      paymentId: id,
      topUpId,
      amountVnd: String(amountVnd),
      settledVnd: formatMilli(settledMilli),
      availableVnd: formatMilli(availableMilli),
    },
  });
  const path = topUpId ? `/console/${slug}/billing/top-ups/${topUpId}` : `/console/${slug}/billing`;
  for (const to of await listRecipients(tx, businessId, "billing:read")) {
    const vnd = (milli: bigint) => formatVnd(milli, to.locale);
    const values = {
      business,
      amount: vnd(amountVnd * 1000n),
      balance: vnd(availableMilli),
      settled: settledMilli > 0n ? vnd(settledMilli) : "none",
      payment: topUpId ?? id,
      link: `${env.url}${path}`,
    };
    await notify(tx, to, { kind: "topUpCredited", values, path, businessId });
  }
}

type Held = { id: string; amountVnd: bigint; topUp: { amountVnd: bigint; businessId: string } };

/** Writes to the operator's staff that a payment waits because it is large: at most one email an hour, whatever arrives. */
export async function announceHeld(tx: Transaction, { id: transfer, amountVnd, topUp }: Held): Promise<void> {
  log.warn({ transfer }, "a bank transfer is large and waits for an operator");
  const to = env.STAFF_EMAIL ?? env.SUPPORT_EMAIL;
  if (!to) return;
  const { name: business } = await findBusiness(tx, topUp.businessId);
  const [amount, order] = [amountVnd, topUp.amountVnd].map((vnd) => formatVnd(vnd * 1000n, defaultLocale));
  const values = { amount: amount ?? "", order: order ?? "", business, transfer, link: `${env.url}/health` };
  const hour = clock.now().toISOString().slice(0, 13);
  await postMailOnce(tx, `transfers held:${hour}`, { to, ...composeMail(defaultLocale, "transferHeld", values) });
}

type Taken = { businessId: string; amountVnd: bigint; owedMilli: bigint; reason: string };

/** Notifies those who read billing. `reason`: an operator's, or empty where the bank's own transfer says it. */
export async function announceReversal(
  tx: Transaction,
  { businessId, amountVnd, owedMilli, reason }: Taken,
): Promise<void> {
  const { name: business, slug } = await findBusiness(tx, businessId);
  const path = `/console/${slug}/billing`;
  for (const to of await listRecipients(tx, businessId, "billing:read")) {
    const vnd = (milli: bigint) => formatVnd(milli, to.locale);
    const values = { business, amount: vnd(amountVnd * 1000n), owed: vnd(owedMilli), reason: reason || "none" };
    await notify(tx, to, { kind: "topUpReversed", values: { ...values, link: `${env.url}${path}` }, path, businessId });
  }
}

/** Notifies those who read billing that a payment was credited to their business by mistake, and what is owed since. */
export const announceUnassignment = (tx: Transaction, taken: Taken) => announceTaken(tx, "topUpUnassigned", taken);

export const announceVoid = (tx: Transaction, taken: Taken) => announceTaken(tx, "topUpVoided", taken);

async function announceTaken(tx: Transaction, kind: "topUpUnassigned" | "topUpVoided", taken: Taken): Promise<void> {
  const { businessId, amountVnd, owedMilli, reason } = taken;
  const { name: business, slug } = await findBusiness(tx, businessId);
  const path = `/console/${slug}/billing`;
  for (const to of await listRecipients(tx, businessId, "billing:read")) {
    const vnd = (milli: bigint) => formatVnd(milli, to.locale);
    const amounts = { amount: vnd(amountVnd * 1000n), owed: vnd(owedMilli) };
    const values = { business, ...amounts, reason, link: `${env.url}${path}` };
    await notify(tx, to, { kind, values, path, businessId });
  }
}

async function findBusiness(tx: Transaction, businessId: string) {
  const { accounts, ...business } = await tx.business.findUniqueOrThrow({
    where: { id: businessId },
    select: {
      name: true,
      slug: true,
      accounts: { where: { kind: "available" }, select: { balanceMilli: true } },
    },
  });
  return { ...business, availableMilli: accounts[0]?.balanceMilli ?? 0n };
}
