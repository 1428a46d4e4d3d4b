import { expect, test } from "vitest";
import { amountInWords } from "@/lib/money/top-ups/in-words";
import { testIssuer } from "@/testing/contracts/e-invoice-issuer";
import { draftIssuer } from "./issuer";

const strange = "\ufffe\uffff\ud800\udc00x\udc00\u0000\u0001\u000b\u001f<&";

testIssuer(draftIssuer);

test("amounts are written in words as Vietnamese invoices have them", () => {
  expect(amountInWords(1_250_000)).toBe("Một triệu hai trăm năm mươi nghìn đồng");
  expect(amountInWords(-10_000)).toBe("Giảm mười nghìn đồng");
});

test("names, addresses, references and reasons with any characters give an XML that is well formed, and a PDF", async () => {
  const party = { legalName: strange, taxCode: "0314409058", address: strange };
  const { xml, pdf } = await draftIssuer.adjust({
    ...{ id: "ivc_1", kind: "adjustment", date: "2026-11-23", templateCode: "1C26TVA", currency: "VND" },
    ...{ seller: party, buyer: { ...party, email: strange }, vatPercent: 8, netVnd: 100, taxVnd: 8, amountVnd: 108 },
    lines: [{ name: strange, unit: strange, quantity: 1, netVnd: 100 }],
    references: { transfer: strange },
    corrects: { number: strange, reason: strange },
  });
  expect(xml.match(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)).toBeNull();
  expect(xml).toContain("<Ten>\ufffd\ufffd\u{10000}x\ufffd\ufffd\ufffd\ufffd\ufffd&lt;&amp;</Ten>");
  expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe("%PDF-");
});
