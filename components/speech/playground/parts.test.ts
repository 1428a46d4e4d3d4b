// @module-tag slow
import { expect, test } from "vitest";
import { splitText } from "./parts";

const lengthOf = (text: string) => [...text.normalize("NFC")].length;

test("a text within the limit is one part, as it was typed", () => {
  expect(splitText(" Xin chào.\n", 5000)).toEqual([" Xin chào.\n"]);
  expect(splitText("ệ".normalize("NFD").repeat(5000), 5000)).toHaveLength(1);
});

test.each([
  ["sentences", "Hôm nay trời nhiều mây, chúc bạn một ngày vui. ".repeat(300)],
  ["paragraphs", "Ngày xửa ngày xưa có một cậu bé.\n\n".repeat(400)],
  ["one sentence without an end", "một hai ba bốn năm ".repeat(700)],
  ["one word", "ệ".normalize("NFD").repeat(12_001)],
  ["emoji", "🎧".repeat(12_000)],
])("a long text of %s is read in parts within the limit that are together the whole text", (_, text) => {
  const parts = splitText(text, 5000);
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) expect(lengthOf(part)).toBeLessThanOrEqual(5000);
  expect(parts.join("")).toBe(text);
});

test("a part ends with a sentence", () => {
  const parts = splitText("Hôm nay trời nhiều mây. ".repeat(300), 5000);
  for (const part of parts) expect(part.trimEnd()).toMatch(/mây\.$/);
});
