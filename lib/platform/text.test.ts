import fc from "fast-check";
import { expect, test } from "vitest";
import { countCharacters, hasForbiddenCharacters, isSilent, normalizeText, spoken, writable } from "./text";

const anyText = fc.string({ unit: "binary" });

test.each([
  ["Xin chào Việt Nam", 17],
  ["Nguyễn Thị Phương Thảo", 22],
  ["500.000 ₫", 9],
  ["👨‍👩‍👧 gia đình", 14],
])("%j counts %i characters, however its letters were typed", (text, characters) => {
  expect(countCharacters(text.normalize("NFC"))).toBe(characters);
  expect(countCharacters(text.normalize("NFD"))).toBe(characters);
});

test("tone marks of old keyboards and any order of marks make the same letter", () => {
  expect(normalizeText("a\u0340")).toBe("à");
  expect(normalizeText("a\u0341")).toBe("á");
  expect(normalizeText("e\u0323\u0302")).toBe("ệ");
  expect(normalizeText("e\u0302\u0323")).toBe("ệ");
});

test("a line break counts once, whichever system typed it", () => {
  expect(normalizeText("một\r\nhai\nba")).toBe("một\nhai\nba");
  expect(countCharacters("một\r\nhai")).toBe(7);
});

test("zero-width characters are counted and not read", () => {
  expect(countCharacters("xin\u200Bchào")).toBe(8);
  expect(spoken("\uFEFFxin\u200B\u200C\u200D ch\u00ADào")).toBe("xin chào");
});

test("control characters are forbidden, except tab and line breaks", () => {
  for (const text of ["", " \n\t", "\u00A0\u3000", "\u200B\uFEFF\u00AD", "\u2060\u200E"]) {
    expect(isSilent(text)).toBe(true);
  }
  for (const text of ["a", " . ", "\u200Bộ", "👋"]) expect(isSilent(text)).toBe(false);
});

test("control characters are forbidden, except tab and line breaks", () => {
  for (const text of ["a\0b", "\u0001", "\u001B[31m", "\u007F", "\u0007", "\u0080"]) {
    expect(hasForbiddenCharacters(text)).toBe(true);
  }
  expect(hasForbiddenCharacters("một\thai\r\nba\v\f\u0085\u2028 👨‍👩‍👧")).toBe(false);
});

test("any text costs the same decomposed as composed, and normalising twice changes nothing", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(countCharacters(text.normalize("NFD"))).toBe(countCharacters(text));
      expect(normalizeText(normalizeText(text))).toBe(normalizeText(text));
      expect(countCharacters(text)).toBe([...normalizeText(text)].length);
    }),
  );
});

test("what is spoken is never longer than what is charged, and is composed", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const recognized = spoken(normalizeText(text));
      expect([...recognized].length).toBeLessThanOrEqual(countCharacters(text));
      expect(recognized.normalize("NFC")).toBe(recognized);
    }),
  );
});

/** As the production `Char` of XML 1.0. */
const isXml = (text: string) =>
  [...text].every((character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return code === 9 || code === 10 || code === 13;
    return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || code >= 0x10000;
  });

test("what is written into a file has only characters of XML 1.0, and a text of those is unchanged", () => {
  fc.assert(fc.property(anyText, (text) => isXml(writable(text)) && (!isXml(text) || writable(text) === text)));
  for (const wrong of ["\ufffe", "\uffff", "\ud800", "\udfff", "\u0000", "\u0008", "\u000b", "\u001f"])
    expect(writable(`a${wrong}b`), JSON.stringify(wrong)).toBe("a\ufffdb");
  const fine = "Công ty\t\r\n\u0085\ud83d\ude00\u{10ffff}\ufffd";
  expect(writable(fine)).toBe(fine);
});
