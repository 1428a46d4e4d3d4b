import "server-only";
import { type InvoiceDetails, invoiceDetailsSchema } from "@/lib/money/invoices/details/schema";
import { decrypt, encrypt } from "@/lib/platform/encryption";

export const buyerContext = (id: string) => ({ purpose: "invoice buyer", owner: id });
export const documentsContext = (id: string) => ({ purpose: "invoice documents", owner: id });

/** The details of a buyer as they were frozen: `id` of the invoice, or of the top-up that was ordered with one. */
export const encryptBuyer = (id: string, { legalName, taxCode, address, email }: InvoiceDetails): string =>
  encrypt(JSON.stringify({ legalName, taxCode, address, email }), buyerContext(id));

export const decryptBuyer = (id: string, encrypted: string): InvoiceDetails =>
  invoiceDetailsSchema.parse(JSON.parse(decrypt(encrypted, buyerContext(id))));

type Documents = { xml: string; pdf: Uint8Array };

export const encryptDocuments = (id: string, { xml, pdf }: Documents): string =>
  encrypt(JSON.stringify({ xml, pdf: Buffer.from(pdf).toString("base64") }), documentsContext(id));

export function decryptDocuments(id: string, encrypted: string): Documents {
  const { xml, pdf } = JSON.parse(decrypt(encrypted, documentsContext(id)));
  return { xml, pdf: new Uint8Array(Buffer.from(pdf, "base64")) };
}
