import "server-only";
import type { Transaction } from "@/lib/platform/db";

/** Locks all invoices of a payment or month, so that one decision at a time is made about them. */
export const lockInvoices = (tx: Transaction, subject: string) =>
  tx.$queryRaw`SELECT id FROM invoices WHERE subject = ${subject} ORDER BY id FOR UPDATE`;
