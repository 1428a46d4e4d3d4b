// @module-tag promise
import fc from "fast-check";
import { verbalize } from "vietnamese-text";
import { expect, test } from "vitest";
import { trials } from "@/testing/harness/deep";
import { withSentenceBreaks } from "./pieces";
import { checkSpokenLength, countCharged, shareCharged } from "./spoken-length";

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

const fragments = ["trời mưa", "xin chào", "1.250.000đ", "8h30", "20/11/2026", "777777", "TP.HCM", "5kg", "x"];
const links = ["… ", ", ", ". ", " [pause:0.5] ", " [pause:2]\n", "! [pause:1]. ", " "];
const typed = fc
  .array(fc.tuple(fc.constantFrom(...fragments), fc.constantFrom(...links)), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.flat().join(""));

test("the beginning of a text is charged at each place for all characters of which a sound is before it", () => {
  const pronunciations = [{ written: "x", spoken: "ích xì ".repeat(9).trim() }];
  fc.assert(
    fc.property(typed, fc.boolean(), (text, isExact) => {
      const byRules = verbalize(text, { region: "north", pronunciations });
      const reading = isExact ? byRules : withSentenceBreaks(byRules);
      const share = shareCharged(text, reading);
      const whole = countCharged(text.length, reading.changes);
      let [before, at] = [0, 0];
      for (let length = 0; length <= reading.spoken.length; length++) {
        expect(share(length)).toBeGreaterThanOrEqual(before);
        before = share(length);
      }
      expect(before).toBe(1);
      // Words that are read as typed are found again in the reading, in their order.
      for (const word of text.matchAll(/trời|mưa|xin|chào/g)) {
        at = reading.spoken.indexOf(word[0], at) + word[0].length;
        expect(Math.round(share(at) * whole)).toBeGreaterThanOrEqual(word.index + word[0].length);
        expect(Math.round(share(at - word[0].length) * whole)).toBeLessThanOrEqual(
          countCharged(word.index, reading.changes),
        );
      }
    }),
    { numRuns: trials(undefined, 60, 2000) },
  );
});

test("digits that are most of what is read are not most of what the words before them cost", () => {
  const [wanted, digits] = ["Xin chào Việt Nam. ", "7".repeat(300)];
  const reading = verbalize(wanted + digits, { region: "north" });
  const share = shareCharged(wanted + digits, reading);
  const at = reading.spoken.indexOf("bảy");
  expect(Math.round(share(at) * (wanted + digits).length)).toBe(wanted.length);
  expect(share(at + 1)).toBe(1);
});

test("what cannot be found again in the text counts whole", () => {
  const share = shareCharged("một hai ba", { spoken: "một mười hai ba", changes: [] });
  expect(share(3)).toBe(0.3);
  expect(share("một mười hai".length)).toBe(1);
});
