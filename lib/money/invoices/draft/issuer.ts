import "server-only";
import { createHash } from "node:crypto";
import type { EInvoiceIssuer, InvoiceData, IssuedInvoice } from "@/lib/money/invoices/issuer";
import { drawPdf } from "./draw-pdf";
import { writeXml } from "./write-xml";

/** Short, for people to type: derived from our id, so that asking again gives the same. */
const codeOf = (id: string, purpose: string, length: number) =>
  createHash("sha256").update(`${purpose} ${id}`).digest("hex").slice(0, length).toUpperCase();

async function write(data: InvoiceData): Promise<IssuedInvoice> {
  const number = `NHAP-${codeOf(data.id, "number", 12)}`;
  const lookupCode = codeOf(data.id, "lookup", 10);
  return { number, lookupCode, xml: writeXml(data, number), pdf: await drawPdf(data, number, lookupCode) };
}

/** The issuer that is built in: it writes drafts, which have no legal effect, and registers nothing anywhere. */
export const draftIssuer: EInvoiceIssuer = {
  name: "draft",
  isDraft: true,
  issue: write,
  adjust: write,
  replace: write,
  async cancel() {
    // A draft is registered nowhere.
  },
};
