import { execFileSync, spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import type { EInvoiceIssuer, InvoiceData } from "@/lib/money/invoices/issuer";
import { newId } from "@/lib/platform/ids";

const hasPdfText = !spawnSync("pdftotext", ["-v"]).error;

const data = (options: Partial<InvoiceData> = {}): InvoiceData => ({
  id: newId("invoice"),
  kind: "original",
  date: "2026-11-30",
  templateCode: "1C26TVA",
  currency: "VND",
  seller: { legalName: "Công ty Vang", taxCode: "0100109106", address: "1 Tràng Tiền, Hà Nội" },
  buyer: {
    legalName: `Công ty "Sách & Nói" <Việt Nam>`,
    taxCode: "0314409058-002",
    address: "12 Nguyễn Huệ, Thành phố Hồ Chí Minh",
    email: "ke-toan@sach-noi.vn",
  },
  lines: [{ name: "Dịch vụ giọng nói, nạp tiền trả trước", unit: "Gói", quantity: 1, netVnd: 1_157_407 }],
  vatPercent: 8,
  netVnd: 1_157_407,
  taxVnd: 92_593,
  amountVnd: 1_250_000,
  references: { "Mã giao dịch": "FT26326123456789" },
  corrects: null,
  ...options,
});

/** What every issuer's adapter guarantees. */
export function testIssuer(issuer: EInvoiceIssuer): void {
  test("the same invoice asked for again, also at the same time, is issued once", async () => {
    const requested = data();
    const issued = await Promise.all([issuer.issue(requested), issuer.issue(requested)]);
    const again = await issuer.issue(requested);
    expect(new Set([...issued, again].map(({ number, lookupCode }) => `${number} ${lookupCode}`)).size).toBe(1);
    expect((await issuer.issue(data())).number).not.toBe(again.number);
  });

  test("the XML names seller, buyer and amounts, and text of the buyer's cannot change its elements", async () => {
    const { xml, number } = await issuer.issue(data());
    expect(xml).toContain("Công ty &quot;Sách &amp; Nói&quot; &lt;Việt Nam&gt;");
    for (const text of [number, "0100109106", "0314409058-002", "1157407", "92593", "1250000", "8%"]) {
      expect(xml).toContain(text);
    }
    const open: string[] = [];
    for (const [, end, name = ""] of xml.matchAll(/<(\/?)([A-Za-z]+)[^>]*>/g)) {
      if (end) expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });

  test.runIf(hasPdfText)("the PDF can be read, with every Vietnamese letter", async () => {
    const { pdf, number } = await issuer.issue(data());
    const text = execFileSync("pdftotext", ["-layout", "-", "-"], { input: Buffer.from(pdf), encoding: "utf8" });
    const said = text.normalize("NFC");
    for (const words of [number, "12 Nguyễn Huệ, Thành phố Hồ Chí Minh", "1.250.000", "0314409058-002"]) {
      expect(said).toContain(words);
    }
    if (issuer.isDraft) expect(said).toContain("BẢN NHÁP");
  });

  test.each(["adjust", "replace"] as const)(
    "what is issued to %s an invoice names it with the reason, and is issued once, also at the same time",
    async (verb) => {
      const { number } = await issuer.issue(data());
      const corrects = { number, reason: "Sai <địa chỉ>" };
      const kind = verb === "adjust" ? ("adjustment" as const) : ("replacement" as const);
      const amounts = verb === "adjust" ? { netVnd: -92_593, taxVnd: -7_407, amountVnd: -100_000 } : {};
      const requested = { ...data({ kind, ...amounts }), corrects };
      const issued = await Promise.all([issuer[verb](requested), issuer[verb](requested)]);
      const again = await issuer[verb](requested);
      expect(new Set([...issued, again].map((one) => one.number)).size).toBe(1);
      expect(again.number).not.toBe(number);
      for (const text of [number, "Sai &lt;địa chỉ&gt;", String(requested.amountVnd)])
        expect(again.xml).toContain(text);
    },
  );

  test("an invoice and its correction can be canceled, also twice", async () => {
    const { number } = await issuer.issue(data());
    const corrects = { number, reason: "Sai địa chỉ" };
    const replaced = await issuer.replace({ ...data({ kind: "replacement" }), corrects });
    for (const one of [replaced.number, replaced.number, number, number]) await issuer.cancel(one, "Nhầm");
  });
}
