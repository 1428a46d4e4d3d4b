import { cardinal } from "./cardinal";
import { after, edge, type Rule, sticky } from "./rule";

const values: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100 };

function valueOfRoman(text: string): number {
  const numbers = Array.from(text, (letter) => values[letter] ?? 0);
  return numbers.reduce((sum, value, at) => sum + (value < (numbers[at + 1] ?? 0) ? -value : value), 0);
}

const heads =
  "thế kỷ|thế kỉ|chương|khóa|khoá|quý|phần|mục|đại hội|lần thứ|thứ|tập|kỳ|hạng|loại|cấp|đợt|vòng|Đệ nhất|thế chiến|quân khu|đời";

/** Thế kỷ XXI, chương IV, quý IV. */
export const romanRule: Rule = {
  name: "roman",
  pattern: sticky(
    `${after(`${heads}|${heads.toUpperCase()}`)}(?<roman>(?=[IVXLC])(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3}))${edge}`,
    "i",
  ),
  say: ({ before = "", roman = "" }, region) => {
    // Lower case is a word: "chương vi".
    if (roman !== roman.toUpperCase() || roman === "") return null;
    const value = valueOfRoman(roman);
    return value === 4 && /(?:quý|thứ)[ \u00A0]$/i.test(before) ? "tư" : cardinal(String(value), region);
  },
};
