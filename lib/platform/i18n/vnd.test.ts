import { expect, test } from "vitest";
import { groupDigits, parseVnd, vndInEnglish } from "./vnd";

test.each([
  ["1000000", 1_000_000],
  ["1.000.000", 1_000_000],
  ["1,000,000", 1_000_000],
  ["1 000 000 ₫", 1_000_000],
  ["1\u00a0000\u00a0000", 1_000_000],
  ["1.000.000,00", 1_000_000],
  ["1,000,000.00", 1_000_000],
  ["1000000,0", 1_000_000],
  ["250.000đ", 250_000],
  ["250.000 VND", 250_000],
  ["500 đồng", 500],
  ["1.000", 1000],
  ["999.999.999.999", 999_999_999_999],
])("the amount %j is %i ₫", (typed, amount) => {
  expect(parseVnd(typed)).toBe(amount);
});

test.each([
  "1.000.000,5",
  "1,000,000.50",
  "1.000,000",
  "1,000.000",
  "1.00.000",
  "10.00.000",
  "1.0000",
  "1000.000.000",
  "1.000 000",
  "0.100",
  "0100",
  "1,5 triệu",
  "500k",
  "-5",
  "0",
  "",
  "1.000.000.000.000",
  "١٠٠٠",
])("the amount %j is rejected as no amount or an ambiguous one", (typed) => {
  expect(parseVnd(typed)).toBeNull();
});

/** Types a text into an empty field. */
const type = (text: string, separator: string) =>
  Array.from(text).reduce((field, key) => groupDigits(field + key, separator), "");

test.each([
  ["1000000", ".", "1.000.000"],
  ["1000000", ",", "1,000,000"],
  ["1.000.000", ".", "1.000.000"],
  ["1000.50", ".", "1.000.50"],
  ["1.000.000,00", ".", "1.000.000,00"],
  ["1.000.000", ",", "1.000.000"],
  ["500k", ".", "500k"],
  ["-50000", ".", "-50.000"],
])("digits typed as %j in a field with %j are shown as %j", (typed, separator, shown) => {
  expect(type(typed, separator)).toBe(shown);
});

test("typing never changes which amount a text is", () => {
  for (const separator of [".", ","])
    for (const typed of ["1000.50", "1000,50", "1.000.000,00", "1,000,000.00", "1.000", "1,000", "12345678", "1.00"]) {
      expect(parseVnd(type(typed, separator)), `${typed} with ${separator}`).toBe(
        typed === "1000.50" || typed === "1000,50" ? null : parseVnd(typed),
      );
    }
});

test("a deleted digit moves the groups", () => {
  expect(groupDigits("1.000.00", ".", true)).toBe("100.000");
});

test.each([
  [150_000_000n, "one hundred fifty million đồng"],
  [12_345_678n, "twelve million three hundred forty-five thousand six hundred seventy-eight đồng"],
  [1_000_000_010n, "one billion ten đồng"],
  [20_000n, "twenty thousand đồng"],
  [0n, "zero đồng"],
])("%i ₫ in English words", (amount, words) => {
  expect(vndInEnglish(amount)).toBe(words);
});
