import { expect, test } from "vitest";
import { testIssuer } from "@/testing/contracts/e-invoice-issuer";
import { amountInWords } from "./amount-in-words";
import { draftIssuer } from "./issuer";

testIssuer(draftIssuer);

test("amounts are written in words as Vietnamese invoices have them", () => {
  expect(amountInWords(1_250_000)).toBe("Một triệu hai trăm năm mươi nghìn đồng");
  expect(amountInWords(-10_000)).toBe("Giảm mười nghìn đồng");
});
