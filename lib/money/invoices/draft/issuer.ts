import "server-only";
import { createHash } from "node:crypto";
import type { EInvoiceIssuer, InvoiceData, InvoiceLine, IssuedInvoice } from "@/lib/money/invoices/issuer";
import { amountInWords } from "@/lib/money/top-ups/in-words";
import { writable } from "@/lib/platform/text";
import { drawPdf } from "./draw-pdf";

/** Short, for people to type: derived from our id, so that asking again gives the same. */
const codeOf = (id: string, purpose: string, length: number) =>
  createHash("sha256").update(`${purpose} ${id}`).digest("hex").slice(0, length).toUpperCase();

async function writeDraft(data: InvoiceData): Promise<IssuedInvoice> {
  const number = `NHAP-${codeOf(data.id, "number", 12)}`;
  const lookupCode = codeOf(data.id, "lookup", 10);
  return { number, lookupCode, xml: writeXml(data, number), pdf: await drawPdf(data, number, lookupCode) };
}

/** The issuer that is built in: it writes drafts, which have no legal effect, and registers nothing anywhere. */
export const draftIssuer: EInvoiceIssuer = {
  name: "draft",
  isDraft: true,
  issue: writeDraft,
  adjust: writeDraft,
  replace: writeDraft,
  async cancel() {
    // A draft is registered nowhere.
  },
};

const named: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
const tag = (name: string, value: string | number) => {
  const escaped = writable(String(value)).replace(/[&<>"']/g, (character) => named[character] ?? character);
  return `<${name}>${escaped}</${name}>`;
};
const element = (name: string, ...children: string[]) => `<${name}>${children.join("")}</${name}>`;

/** The draft's data in the elements of the tax authority's format (Decision 1450/QĐ-TCT), without number and signature. */
export function writeXml(data: InvoiceData, number: string): string {
  const { seller, buyer, lines, vatPercent, netVnd, taxVnd, amountVnd, templateCode, corrects } = data;
  const rate = `${vatPercent}%`;
  const general = element(
    "TTChung",
    ...[tag("PBan", "2.1.0"), tag("THDon", "Hóa đơn giá trị gia tăng"), tag("KHMSHDon", templateCode.slice(0, 1))],
    ...[
      tag("KHHDon", templateCode.slice(1)),
      tag("SHDon", number),
      tag("NLap", data.date),
      tag("DVTTe", data.currency),
    ],
    ...[tag("TGia", 1), tag("HTTToan", "Chuyển khoản")],
    ...(corrects
      ? [
          element(
            "TTHDLQuan",
            tag("TCHDon", data.kind === "replacement" ? 1 : 2),
            tag("SHDCLQuan", corrects.number),
            tag("GChu", corrects.reason),
          ),
        ]
      : []),
    tag("GhiChu", "Bản nháp, không có giá trị pháp lý"),
    element(
      "TTKhac",
      ...Object.entries(data.references).map(([name, value]) =>
        element("TTin", tag("TTruong", name), tag("DLieu", value)),
      ),
    ),
  );
  const sold = element("NBan", tag("Ten", seller.legalName), tag("MST", seller.taxCode), tag("DChi", seller.address));
  const bought = element(
    "NMua",
    ...[tag("Ten", buyer.legalName), tag("MST", buyer.taxCode), tag("DChi", buyer.address), tag("DCTDTu", buyer.email)],
  );
  const item = ({ name, unit, quantity, netVnd }: InvoiceLine, index: number) =>
    element(
      "HHDVu",
      ...[tag("TChat", 1), tag("STT", index + 1), tag("THHDVu", name), tag("DVTinh", unit), tag("SLuong", quantity)],
      ...[tag("ThTien", netVnd), tag("TSuat", rate)],
    );
  const totals = element(
    "TToan",
    element("THTTLTSuat", element("LTSuat", tag("TSuat", rate), tag("ThTien", netVnd), tag("TThue", taxVnd))),
    ...[
      tag("TgTCThue", netVnd),
      tag("TgTThue", taxVnd),
      tag("TgTTTBSo", amountVnd),
      tag("TgTTTBChu", amountInWords(amountVnd)),
    ],
  );
  const content = element("NDHDon", sold, bought, element("DSHHDVu", ...lines.map(item)), totals);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<HDon><DLHDon Id="${data.id}">${general}${content}</DLHDon></HDon>\n`;
}
