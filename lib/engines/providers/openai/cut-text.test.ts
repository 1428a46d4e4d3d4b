import fc from "fast-check";
import { expect, test } from "vitest";
import { cutText } from "./synthesize";

test("pieces never exceed the limit or split a character, and lose only whitespace", () => {
  const part = fc.constantFrom(
    "Xin chào. ",
    "Trời mưa! ",
    "một ",
    "🙂",
    "e\u0301",
    "x".repeat(30),
    "\n",
    " ",
    "1.000 đ; ",
  );
  const text = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 60 }), (whole, max) => {
      const pieces = cutText(whole, max);
      for (const piece of pieces) {
        expect(piece.length).toBeLessThanOrEqual(max);
        expect(piece.isWellFormed()).toBe(true);
        expect(piece.trim()).not.toBe("");
      }
      expect(pieces.join("").replace(/\s/g, "")).toBe(whole.replace(/\s/g, ""));
    }),
  );
});

test("a text that fits stays whole, and a longer one is split at the ends of sentences", () => {
  expect(cutText("Xin chào. Hôm nay trời mưa.", 100)).toEqual(["Xin chào. Hôm nay trời mưa."]);
  expect(cutText("Xin chào. Hôm nay trời mưa.", 20)).toEqual(["Xin chào. ", "Hôm nay trời mưa."]);
  expect(cutText("", 20)).toEqual([]);
});
