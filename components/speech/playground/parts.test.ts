// @module-tag slow
import { clean } from "vietnamese-text/clean";
import { expect, test } from "vitest";
import { splitMarked, splitText } from "./parts";

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

test("parts of long SSML keep what its elements say about their words", () => {
  const sentence =
    'Mã <say-as interpret-as="digits">12</say-as> &lt; &amp; "a" <break time="500ms"/> <prosody rate="slow">ngày <say-as interpret-as="date" format="dmy">1/2/2026</say-as></prosody> <emphasis>nhé</emphasis>. ';
  const whole = clean(`<speak>${sentence.repeat(200)}</speak>`, { textType: "ssml" });
  const parts = splitMarked(whole, 2000);
  expect(parts.length).toBeGreaterThan(3);
  const cleaned = parts.map(({ text, textType }) => clean(text, { textType }));
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  expect(plain(cleaned.map(({ text }) => text).join(" "))).toBe(plain(whole.text));
  const said = ({ text, sayAs }: typeof whole) =>
    sayAs.map((one) => [text.slice(one.start, one.end), one.as, one.format]);
  expect(cleaned.flatMap(said)).toEqual(said(whole));
  const delivered = ({ text, deliveries }: typeof whole) =>
    deliveries.map((one) => [text.slice(one.start, one.end), one.rate, one.emphasis]);
  expect(cleaned.flatMap(delivered)).toEqual(delivered(whole));
  const paced = splitMarked({ text: "một hai", sayAs: [], deliveries: [], rate: 0.8 }, 5000);
  expect(paced).toEqual([{ text: '<speak><prosody rate="80%">một hai</prosody></speak>', textType: "ssml" }]);
});

test("parts of a text without SSML are sent as they are", () => {
  const parts = splitMarked({ text: "Xin <b>chào. ".repeat(600), sayAs: [], deliveries: [], rate: null }, 5000);
  expect(parts.every(({ textType }) => textType === undefined)).toBe(true);
});
