import fc from "fast-check";
import { expect, test } from "vitest";
import { anyOfMany } from "./shared-prefixes";

const word = fc.string({ unit: fc.constantFrom(..."ab.(|👍 "), minLength: 1, maxLength: 6 });

test("the pattern finds the longest word at the start of a text", () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), word, (words, text) => {
      const found = new RegExp(`^(?:${anyOfMany(words)})`, "u").exec(text)?.[0];
      const [longest] = words.filter((each) => text.startsWith(each)).sort((a, b) => b.length - a.length);
      expect(found).toBe(longest);
    }),
  );
});

test("the common prefix of 500 words of 100 characters is compared once", () => {
  const words = Array.from({ length: 500 }, (_, index) => "a ".repeat(48) + String(index).padStart(4, "0"));
  expect(anyOfMany(words).length).toBeLessThan(100 + 500 * 10);
});
