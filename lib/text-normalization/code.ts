import { cardinal, sayDigits } from "./cardinal";
import { spell } from "./letters";
import { after, edge, gap, type Region, type Rule, sticky } from "./rule";

/** Digits singly: nobody counts up to a plate. */
const plate: Rule = {
  name: "plate",
  pattern: sticky(`(?<area>\\d{2})-?(?<series>[A-ZĐ]{1,2}\\d?)[- ]?(?<serial>\\d{3}\\.?\\d{2}|\\d{4})${edge}`),
  say: ({ area = "", series = "", serial = "" }) =>
    `${sayDigits(area)} ${sayMixed(series, sayDigits)}, ${sayDigits(serial)}`,
};

const letter = "\\p{L}\\p{M}";

/** Letters and digits in one: A4, MP3, 4G, COVID-19, B12, VN135, PM2.5. A size such as 10x15cm is none. */
const mixed: Rule = {
  name: "code",
  pattern: sticky(
    `(?!\\d{1,4}x\\d)(?=[${letter}\\d]{0,12}(?:\\d[-–.]?[${letter}]|[${letter}][-–.]?\\d))(?<code>[${letter}\\d]{1,16}(?:[-–.][${letter}\\d]{1,12}){0,3})${edge}`,
  ),
  say: ({ code = "" }, region) => sayCode(code, region),
};

const sayCode = (code: string, region: Region) => sayMixed(code, (digits) => sayShort(digits, region));

const sayShort = (digits: string, region: Region) =>
  digits.length <= 2 ? cardinal(digits, region) : sayDigits(digits);

/** Capitals by their names, digits as told; words between them stay words. */
function sayMixed(code: string, say: (digits: string) => string): string {
  const parts = code.match(/\d+|[\p{L}\p{M}]+|(?<=\d)\.(?=\d)/gu) ?? [];
  return parts.map((part) => (part === "." ? "chấm" : /^\d/.test(part) ? say(part) : sayLetters(part))).join(" ");
}

/** RON 95-III is the third kind. */
const sayLetters = (letters: string) =>
  /^I{2,3}$/.test(letters)
    ? sayDigits(String(letters.length))
    : letters === letters.toUpperCase() && letters.length <= 3
      ? spell(letters) || letters
      : letters;

/** Nghị định 100/2019/NĐ-CP: the parts of a document's number, one by one. */
const document: Rule = {
  name: "code",
  pattern: sticky("(?<number>\\d{1,4})/(?<year>[12]\\d{3})/(?<maker>[A-ZĐ]{2}[A-ZĐ\\d]{0,6}(?:-[A-ZĐ]{2,8}){0,3})"),
  say: ({ number = "", year = "", maker = "" }, region) =>
    [cardinal(number, region), cardinal(year, region), ...maker.split("-").map((part) => sayCode(part, region))].join(
      ", ",
    ),
};

const secrets = "OTP|PIN|mã|mật khẩu";
const numbered = `${secrets}|mã số|xác nhận|xác thực|đơn hàng|vận đơn|tài khoản|TK|STK|CCCD|CMND`;

/** Mã OTP của bạn là 482913: behind such a word a number is no amount. */
export const secretRule: Rule = {
  name: "code",
  pattern: sticky(
    `(?=\\d{4})(?:${after(numbered)}|(?<=(?<!\\p{L})(?:${secrets})(?: \\p{L}{1,10}){0,4}(?: là|:) ))(?<digits>\\d{4,12})${edge}(?![.,/-]?\\d)(?!${gap}(?:đồng|đ|₫|VN[DĐ]|nghìn|ngàn|triệu))`,
    "i",
  ),
  say: ({ digits = "" }) => sayDigits(digits),
};

export const codeRules: readonly Rule[] = [document, plate, mixed];
