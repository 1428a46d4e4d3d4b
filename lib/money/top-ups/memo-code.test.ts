import { expect, test } from "vitest";
import { findMemoCodes, newMemoCode } from "./memo-code";

const whole = "LN7K2M9QX5";

test("a code is ten characters of the memo's smallest alphabet and is found in its own memo", () => {
  for (let count = 0; count < 1000; count++) {
    const made = newMemoCode();
    expect(made).toMatch(/^LN[2-9A-HJKMNP-Z]{8}$/);
    expect(findMemoCodes(made)).toEqual([made]);
  }
});

test.each([
  `MBVCB.3278907687.123456.${whole}.CT tu 0123456789 NGUYEN VAN A toi 9876543210`,
  `MBVCB.13818.6106.${whole.slice(0, 6)} ${whole.slice(6)}.FJ0.CT tu 0123 tai Sacombank`,
  `${whole.toLowerCase()} GD 789604-040125 00:05:38`,
  `BankAPINotify ${whole}-CHUYEN TIEN`,
  `nạp tiền ${whole}, cảm ơn`,
  `${whole} ${whole}`,
  `NAP${whole}TIEN`,
])("a bank's memo yields its code: %s", (memo) => {
  expect(findMemoCodes(memo)).toEqual([whole]);
});

test("a memo without a code yields none, and a memo with two yields both", () => {
  const other = newMemoCode();
  expect(findMemoCodes("NGUYEN VAN A chuyen tien")).toEqual([]);
  expect(findMemoCodes("")).toEqual([]);
  expect(findMemoCodes(`${whole} ${other}`).sort()).toEqual([whole, other].sort());
});

test("no code with one wrong symbol or two swapped neighbours is found", () => {
  const alphabet = [..."23456789ABCDEFGHJKMNPQRSTUVWXYZ"];
  for (let position = 2; position < 10; position++) {
    for (const symbol of alphabet.filter((symbol) => symbol !== whole[position]))
      expect(findMemoCodes(whole.slice(0, position) + symbol + whole.slice(position + 1))).toEqual([]);
    const [left, right] = [whole[position], whole[position + 1]];
    if (!right || left === right) continue;
    expect(findMemoCodes(whole.slice(0, position) + right + left + whole.slice(position + 2))).toEqual([]);
  }
});
