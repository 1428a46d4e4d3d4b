import { expect, test } from "vitest";
import { wordsOf } from "./audit-words";

const reader = {
  locale: "vi",
  say: (text: string) => (text === "owner" ? "Chủ sở hữu" : text),
  none: "không có",
} as const;

test.each([
  ["monthlyCapMilli", "5000000000", "5.000.000 ₫"],
  ["requestsPerMinute", "1300", "1.300"],
  ["expiresAt", "2026-12-31T16:59:59.999Z", "31/12/2026 23:59"],
  ["allowedAddresses", '["203.0.113.0/24","2001:db8::/32"]', "203.0.113.0/24, 2001:db8::/32"],
  ["allowedAddresses", "[]", "không có"],
  ["events", '["tts.completed","stt.*"]', "tts.completed, stt.*"],
  ["role", "owner", "Chủ sở hữu"],
])("a logged %s of %s is shown as %s", (field, text, words) => {
  expect(wordsOf(field, text, reader).replace(/\u00a0/g, " ")).toBe(words);
});

test.each([
  ["hint", "1234"],
  ["name", "2026"],
  ["name", "[nháp"],
])("a logged %s of %s is shown as it was typed", (field, text) => {
  expect(wordsOf(field, text, reader)).toBe(text);
});
