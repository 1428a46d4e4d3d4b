import type { InvoiceDetails } from "@/lib/money/invoices/details/schema";
import type { Seller } from "@/lib/platform/env/money";
import type { InvoiceKind } from "./schema";

export type InvoiceLine = { name: string; unit: string; quantity: number; netVnd: number };

/** Amounts are whole đồng; `netVnd` and `taxVnd` add up to `amountVnd`. */
export type InvoiceData = {
  /** Ours: an issuer issues one invoice for it, however often it is asked. */
  id: string;
  kind: InvoiceKind;
  /** In Vietnam: `2026-11-23`. */
  date: string;
  templateCode: string;
  currency: "VND";
  seller: Seller;
  buyer: InvoiceDetails;
  lines: InvoiceLine[];
  vatPercent: number;
  netVnd: number;
  taxVnd: number;
  amountVnd: number;
  /** Numbers that the buyer knows: of the payment or of the statement. */
  references: Record<string, string>;
  corrects: Corrected | null;
};

export type Corrected = { number: string; reason: string };

/** An adjustment, whose amounts are what it adds to the corrected invoice, or a replacement, whose amounts count instead. */
export type CorrectionData = InvoiceData & { corrects: Corrected };

export type IssuedInvoice = {
  number: string;
  /** With which the buyer finds it at the issuer. */
  lookupCode: string;
  xml: string;
  pdf: Uint8Array;
};

/** A provider of e-invoices. Its adapter passes `testing/contracts/e-invoice-issuer.ts`. */
export interface EInvoiceIssuer {
  readonly name: string;
  /** Whether what it writes has no legal effect. */
  readonly isDraft: boolean;
  /** Issues an invoice: for the same id again, what it issued the first time. So do `adjust` and `replace`. */
  issue(data: InvoiceData): Promise<IssuedInvoice>;
  /** Issues an adjustment of an issued invoice, which stays in force. */
  adjust(data: CorrectionData): Promise<IssuedInvoice>;
  /** Issues an invoice in place of an issued one, which ends. */
  replace(data: CorrectionData): Promise<IssuedInvoice>;
  /** Cancels an issued invoice; one that is canceled already stays so. */
  cancel(number: string, reason: string): Promise<void>;
}
