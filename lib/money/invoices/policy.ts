import "server-only";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

/** Whether an order with an invoice gets one by itself once it is paid. Otherwise none is offered with an order. */
export const invoicesOrders = (): boolean => env.INVOICE_POLICY === "on_topup" && env.seller !== null;

/** Locks all invoices of a payment or month, so that one decision at a time is made about them. */
export const lockInvoices = (tx: Transaction, subject: string) =>
  tx.$queryRaw`SELECT id FROM invoices WHERE subject = ${subject} ORDER BY id FOR UPDATE`;

/** The VAT in percent on a day in Vietnam, `2026-11-23`. */
export function vatPercentOn(day: string): number {
  const rate = env.VAT_RATES.findLast(({ from }) => from <= day);
  if (!rate) throw new Error(`VAT_RATES has no rate for ${day}.`);
  return rate.percent;
}

/** The net amount and the tax in an amount that includes it, in whole đồng; the net amount is rounded half away from zero. */
export function splitVat(amountVnd: bigint, percent: number): { netVnd: bigint; taxVnd: bigint } {
  const divisor = BigInt(100 + percent);
  const size = amountVnd < 0n ? -amountVnd : amountVnd;
  const net = (size * 200n + divisor) / (2n * divisor);
  const netVnd = amountVnd < 0n ? -net : net;
  return { netVnd, taxVnd: amountVnd - netVnd };
}
