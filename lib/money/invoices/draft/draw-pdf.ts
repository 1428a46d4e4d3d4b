import "server-only";
import { join } from "node:path";
import type PdfDocument from "pdfkit";
import type { InvoiceData } from "@/lib/money/invoices/issuer";
import { amountInWords } from "@/lib/money/top-ups/in-words";
import { formatDay, formatNumber } from "@/lib/platform/i18n/format";
import { writable } from "@/lib/platform/text";

/** Whole fonts, since Vietnamese letters are in several files of those that browsers get. */
const fonts = join(process.cwd(), "node_modules/@expo-google-fonts/be-vietnam-pro");
const regular = join(fonts, "400Regular/BeVietnamPro_400Regular.ttf");
const bold = join(fonts, "600SemiBold/BeVietnamPro_600SemiBold.ttf");

const margin = 48;
const titles: Record<InvoiceData["kind"], string> = {
  original: "HÓA ĐƠN GIÁ TRỊ GIA TĂNG",
  adjustment: "HÓA ĐƠN ĐIỀU CHỈNH",
  replacement: "HÓA ĐƠN THAY THẾ",
};

/** The draft as an A4 page to read, in Vietnamese, as invoices are. */
export async function drawPdf(data: InvoiceData, number: string, lookupCode: string): Promise<Uint8Array> {
  const { default: Pdf } = await import("pdfkit");
  const document: typeof PdfDocument.prototype = new Pdf({
    size: "A4",
    margin,
    font: regular,
    info: {
      Title: `${titles[data.kind]} ${writable(number)}`,
      Author: writable(data.seller.legalName),
      CreationDate: new Date(0),
    },
    lang: "vi",
  });
  const pieces: Uint8Array[] = [];
  const done = new Promise<void>((resolve, reject) => {
    document
      .on("data", (piece: Uint8Array) => pieces.push(piece))
      .on("end", resolve)
      .on("error", reject);
  });
  draw(document, data, number, lookupCode);
  document.end();
  await done;
  return Buffer.concat(pieces);
}

function draw(page: typeof PdfDocument.prototype, data: InvoiceData, number: string, lookupCode: string): void {
  const { seller, buyer, lines, vatPercent, references, corrects } = data;
  const width = page.page.width - 2 * margin;
  const vnd = (amount: number) => formatNumber(amount, "vi");
  const text = (
    words: string,
    { size = 10, font = regular, ...options }: { size?: number; font?: string } & PDFKit.Mixins.TextOptions = {},
  ) => page.font(font).fontSize(size).text(writable(words), options);
  const rule = () => {
    page
      .moveDown(0.5)
      .moveTo(margin, page.y)
      .lineTo(margin + width, page.y)
      .lineWidth(0.5)
      .stroke()
      .moveDown(0.5);
  };
  text(titles[data.kind], { size: 18, font: bold, align: "center" });
  text("BẢN NHÁP: KHÔNG CÓ GIÁ TRỊ PHÁP LÝ", { size: 12, font: bold, align: "center" });
  text("Draft: not a legal invoice", { align: "center" });
  page.moveDown(0.5);
  text(`Ký hiệu: ${data.templateCode}    Số: ${number}    Ngày: ${formatDay(data.date, "vi")}`, { align: "center" });
  text(`Mã tra cứu: ${lookupCode}`, { align: "center" });
  if (corrects) text(`Hóa đơn gốc: ${corrects.number}. Lý do: ${corrects.reason}`, { align: "center" });
  rule();
  for (const [title, party] of [
    ["Bên bán", seller],
    ["Bên mua", buyer],
  ] as const) {
    text(`${title}: ${party.legalName}`, { font: bold, size: 11 });
    text(`Mã số thuế: ${party.taxCode}`);
    text(`Địa chỉ: ${party.address}`);
    if ("email" in party) text(`Email: ${buyer.email}`);
    page.moveDown(0.5);
  }
  text(`Hình thức thanh toán: Chuyển khoản    Đồng tiền: ${data.currency}`);
  rule();
  const columns = [0, 28, width - 220, width - 150, width - 90];
  const row = (cells: string[], font = regular) => {
    const top = page.y;
    let bottom = top;
    cells.forEach((cell, index) => {
      const [left = 0, right = width] = [columns[index], columns[index + 1]];
      page
        .font(font)
        .fontSize(10)
        .text(writable(cell), margin + left, top, { width: right - left - 6, align: index < 3 ? "left" : "right" });
      bottom = Math.max(bottom, page.y);
    });
    page.x = margin;
    page.y = bottom + 4;
  };
  row(["STT", "Tên dịch vụ", "Đơn vị", "Số lượng", "Thành tiền (₫)"], bold);
  lines.forEach(({ name, unit, quantity, netVnd }, index) => {
    row([String(index + 1), name, unit, vnd(quantity), vnd(netVnd)]);
  });
  rule();
  const right = { align: "right" } as const;
  text(`Cộng tiền trước thuế: ${vnd(data.netVnd)} ₫`, right);
  text(`Thuế GTGT ${vatPercent}%: ${vnd(data.taxVnd)} ₫`, right);
  text(`Tổng cộng: ${vnd(data.amountVnd)} ₫`, { ...right, font: bold, size: 12 });
  text(`Bằng chữ: ${amountInWords(data.amountVnd)}`, right);
  rule();
  for (const [name, value] of Object.entries(references)) text(`${name}: ${value}`, { size: 9 });
}
