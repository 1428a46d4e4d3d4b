import type { SayAs } from "../clean/ssml";
import { sayClock, sayHalf } from "../clock";
import { spell } from "../letters";
import { cardinal, sayDigits } from "../numbers";
import type { ReadingOptions } from "../reading-options";
import { sayNumber } from "../written-number";
import { isDate, sayDate } from "./date";

/** The content of `<say-as>` in words; null where it is not what the element says, which is read like other text. */
export function sayAsWanted(
  { as, format }: SayAs,
  content: string,
  before: string,
  options: ReadingOptions,
): string | null {
  switch (as) {
    case "digits":
      return sayEach(content, /\d/g);
    case "characters":
      return sayEach(content, /[\p{L}\d]/gu);
    case "telephone":
      return sayTelephone(content);
    case "cardinal":
      return /^[-−]?\d[\d.,]*$/.test(content)
        ? `${/^[-−]/.test(content) ? "âm " : ""}${sayNumber(content.replace(/^[-−]/, ""), options, "amount")}`
        : null;
    case "ordinal":
      return sayOrdinal(content, before, options);
    case "date":
      return sayDateAs(content, format, before, options);
    case "time":
      return sayTimeAs(content, options);
    case "currency":
      // An amount with its sign is read by the rules for money.
      return /^\d[\d.,]*$/.test(content) ? `${sayNumber(content, options, "currency")} đồng` : null;
  }
}

const names: Record<string, string> = { "@": "a còng", ".": "chấm", "-": "gạch ngang", "/": "gạch chéo", "+": "cộng" };

function sayEach(content: string, kept: RegExp): string | null {
  const said = Array.from(content, (character) =>
    /\d/.test(character)
      ? sayDigits(character)
      : character.match(kept)
        ? spell(character) || character
        : kept.unicode
          ? (names[character] ?? "")
          : "",
  );
  return said.filter(Boolean).join(" ") || null;
}

function sayTelephone(content: string): string | null {
  const groups = content.match(/\d+/g) ?? [];
  const digits = groups.join("");
  if (digits === "") return null;
  const plus = content.trim().startsWith("+") ? "cộng " : "";
  const parts =
    groups.length > 1
      ? groups
      : digits.length === 10
        ? [digits.slice(0, 4), digits.slice(4, 7), digits.slice(7)]
        : (digits.match(/\d{1,3}/g) ?? []);
  return plus + parts.map(sayDigits).join(", ");
}

function sayOrdinal(content: string, before: string, options: ReadingOptions): string | null {
  const digits = /^\d{1,9}/.exec(content)?.[0];
  if (!digits) return null;
  const number = String(Number(digits));
  const words = number === "1" ? "nhất" : number === "4" ? "tư" : cardinal(number, options);
  return /thứ[ ]$/i.test(before) ? words : `thứ ${words}`;
}

const orders: Record<string, string> = {
  mdy: "mdy",
  dmy: "dmy",
  ymd: "ymd",
  ydm: "ydm",
  md: "md",
  dm: "dm",
  ym: "ym",
  my: "my",
};

function sayDateAs(content: string, format: string, before: string, options: ReadingOptions): string | null {
  const numbers = content.match(/\d+/g) ?? [];
  // 20261120 without separators.
  const [only = ""] = numbers;
  const parts =
    numbers.length === 1 && only.length === 8 ? [only.slice(0, 4), only.slice(4, 6), only.slice(6)] : numbers;
  const isIso = (parts[0]?.length ?? 0) === 4;
  const order =
    orders[
      format
        .toLowerCase()
        .replace(/yyyy/, "y")
        .replace(/mm/, "m")
        .replace(/dd/, "d")
        .replace(/[^dmy]/g, "")
    ];
  const letters = order ?? (parts.length === 3 ? (isIso ? "ymd" : "dmy") : parts.length === 2 ? "dm" : "");
  if (letters.length !== parts.length || letters === "") return null;
  const of = (letter: string) => parts[letters.indexOf(letter)] ?? "";
  const [day, month, year] = [of("d"), of("m"), of("y")];
  if (!day) return month ? `tháng ${cardinal(String(Number(month)), options)} năm ${cardinal(year, options)}` : null;
  return isDate({ day, month, year }) ? sayDate({ before, day, month, year }, options) : null;
}

function sayTimeAs(content: string, options: ReadingOptions): string | null {
  const [, hour = "", minutes = "", seconds = "", half = ""] =
    /^(\d{1,2})(?:[:hg.](\d{1,2}))?(?:[:'mp](\d{1,2}))?\s*([ap]\.?m?\.?)?/i.exec(content.trim()) ?? [];
  return hour && Number(hour) <= 24 ? sayClock(hour, minutes, seconds, options) + sayHalf(half, hour) : null;
}
