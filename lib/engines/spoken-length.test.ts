// @module-tag promise
import { verbalize } from "vietnamese-text";
import { expect, test } from "vitest";
import { checkSpokenLength, countCharged } from "./spoken-length";

/** Checks a text in which each `x` is pronounced as `spoken`. */
function check(text: string, spoken?: string) {
  const pronunciations = spoken === undefined ? [] : [{ written: "x", spoken }];
  const byRules = () => verbalize(text, { region: "north" });
  checkSpokenLength(verbalize(text, { region: "north", pronunciations }), byRules);
}

const tooLong = (max: number, spoken: number) =>
  expect.objectContaining({
    code: "SPOKEN_TEXT_TOO_LONG",
    details: expect.objectContaining({ values: { spoken, max } }),
  });

test("15,000 spoken characters are allowed and one more is not, with and without custom pronunciations", () => {
  check("a ".repeat(7500));
  expect(() => check(`${"a ".repeat(7500)}a`)).toThrow(tooLong(15_000, 15_001));
  check(`${"a ".repeat(6500)}${"x ".repeat(20)}`, "y".repeat(99));
  expect(() => check(`${"a ".repeat(6500)}${"x ".repeat(20)}a`, "y".repeat(99))).toThrow(tooLong(15_000, 15_001));
});

test("custom pronunciations make a text at most three times as long as the rules alone would", () => {
  check("x ".repeat(1000), "y".repeat(5));
  expect(() => check("x ".repeat(1000), "y".repeat(6))).toThrow(tooLong(6000, 7000));
});

test("custom pronunciations make a short text at most 2,000 characters longer", () => {
  check("x ".repeat(20), "y".repeat(101));
  expect(() => check("x ".repeat(20), "y".repeat(102))).toThrow(tooLong(2040, 2060));
});

test("a text that the rules alone make long is not limited by the growth rule", () => {
  check(`x ${"5 ".repeat(1400)}`, "y".repeat(50));
});

test.each([
  ["x and x", "y".repeat(10), 16],
  ["x and x", "yy", 7],
  ["x and 5", "yyyyyyyyy", 7],
  ["x and 1999", undefined, 10],
])("%j with x pronounced %j is charged as %i characters", (text, spoken, charged) => {
  const pronunciations = spoken === undefined ? [] : [{ written: "x", spoken }];
  expect(countCharged(text.length, verbalize(text, { region: "north", pronunciations }).changes)).toBe(charged);
});
