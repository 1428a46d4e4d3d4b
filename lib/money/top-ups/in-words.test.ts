import { expect, test } from "vitest";
import { vndInWords } from "./in-words";

test.each([
  [150_000_000n, "một trăm năm mươi triệu đồng"],
  [123_456_789n, "một trăm hai mươi ba triệu bốn trăm năm mươi sáu nghìn bảy trăm tám mươi chín đồng"],
  [499_999_999n, "bốn trăm chín mươi chín triệu chín trăm chín mươi chín nghìn chín trăm chín mươi chín đồng"],
  [105_000_010n, "một trăm linh năm triệu không trăm mười đồng"],
])("%i ₫ in Vietnamese words", (amount, words) => {
  expect(vndInWords(amount, "vi")).toBe(words);
});

test("the same amount in English words", () => {
  expect(vndInWords(150_000_000n, "en")).toBe("one hundred fifty million đồng");
});
