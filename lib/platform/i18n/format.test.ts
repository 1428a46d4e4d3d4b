import fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatBytes,
  formatDay,
  formatNumber,
  formatRelative,
  formatSeconds,
  formatTime,
  formatVnd,
  formatZonedTime,
} from "./format";

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

test.each([
  [1_250_000_000n, "vi", "1.250.000 ₫"],
  [1_250_000_000n, "en", "₫1,250,000"],
  [50_000_000n, "vi", "50.000 ₫"],
  [0n, "vi", "0 ₫"],
  [300n, "vi", "0,3 ₫"],
  [12_345n, "vi", "12,345 ₫"],
  [12_345n, "en", "₫12.345"],
  [-7_500n, "vi", "-7,5 ₫"],
  [9_007_199_254_740_993_000n, "vi", "9.007.199.254.740.993 ₫"],
] as const)("%s thousandths of a đồng in %s is %s", (amountMilli, locale, text) => {
  expect(plain(formatVnd(amountMilli, locale))).toBe(text);
});

test("shown amounts add up: a balance less a charge is the balance that is shown afterwards", () => {
  const shown = (amountMilli: bigint) =>
    Number(plain(formatVnd(amountMilli, "vi")).replace(" ₫", "").replaceAll(".", "").replace(",", "."));
  expect([50_000_000n, 1_004_100n, 48_995_900n].map((milli) => plain(formatVnd(milli, "vi")))).toEqual([
    "50.000 ₫",
    "1.004,1 ₫",
    "48.995,9 ₫",
  ]);
  const amounts = fc.bigInt(0n, 10n ** 12n);
  fc.assert(
    fc.property(amounts, amounts, (balance, charge) => {
      expect(shown(balance) - shown(charge)).toBeCloseTo(shown(balance - charge), 4);
    }),
  );
});

test("figures, sizes and durations are formatted for the language", () => {
  expect(formatNumber(1234.5, "vi")).toBe("1.234,5");
  expect(plain(formatBytes(48_213n, "vi"))).toBe("48,2 kB");
  expect(plain(formatBytes(0, "en"))).toBe("0 byte");
  expect([0, 7.9, 65, 760, 3600, 11_109].map(formatSeconds)).toEqual([
    "0:00",
    "0:07",
    "1:05",
    "12:40",
    "1:00:00",
    "3:05:09",
  ]);
});

test("relative times use the largest whole unit", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  expect(formatRelative(new Date("2026-11-20T11:54:10Z"), now, "vi")).toBe("5 phút trước");
  expect(formatRelative(new Date("2026-11-19T11:00:00Z"), now, "vi")).toBe("1 ngày trước");
  expect(formatRelative(new Date("2026-11-20T14:30:00Z"), now, "en")).toBe("in 2 hours");
  expect(formatRelative(new Date(+now + 27_000), now, "vi")).toBe("sau 27 giây");
  expect(formatRelative(now, now, "vi")).toBe("vừa xong");
  expect(formatRelative(now, now, "en")).toBe("just now");
});

test("a Vietnamese time is day, month, year and then the 24-hour clock; an English time is the American form", () => {
  const time = new Date("2026-11-22T08:23:00Z");
  expect(formatTime(time, "vi")).toBe("22/11/2026 15:23");
  expect(plain(formatTime(time, "en"))).toBe("Nov 22, 2026, 3:23 PM");
  expect(formatTime(new Date("2026-01-02T17:05:00Z"), "vi")).toBe("03/01/2026 00:05");
  expect(plain(formatTime(time, "en", "Europe/Paris"))).toBe("Nov 22, 2026, 9:23 AM");
});

test("a calendar day is the same day in every zone", () => {
  expect(formatDay("2026-11-02", "vi")).toBe("02/11/2026");
  expect(formatDay("2026-11-02", "en")).toBe("Nov 2, 2026");
});

test("a time in an email contains its zone", () => {
  const time = new Date("2026-11-20T13:41:00Z");
  expect(formatZonedTime(time, "vi", "Asia/Ho_Chi_Minh")).toBe("20/11/2026 20:41 GMT+7");
  expect(plain(formatZonedTime(time, "en", "Europe/Paris"))).toBe("Nov 20, 2026, 2:41 PM GMT+1");
});
