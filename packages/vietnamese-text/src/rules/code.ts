import { spell } from "../letters";
import { letter, sayCode, sayMixed } from "../mixed-code";
import { cardinal, sayDigitGroups, sayDigits } from "../numbers";
import { after, edge, endsWith, rule, sticky } from "../rule";
import { isSyllable } from "../syllable";
import { sayNumber } from "../written-number";
import { branch, grouped, groupedSecret, hash, iban, named, secret, shortCode } from "./secret";

/** License plates, digit by digit. */
const plate = rule({
  name: "plate",
  begins: "digit",
  pattern: sticky(`(?<area>\\d{2})[- ]?(?<series>[A-ZĐ]{1,2}\\d?)[- ]?(?<serial>\\d{3}\\.?\\d{2}|\\d{4})${edge}`),
  verbalize: ({ area = "", series = "", serial = "" }) =>
    `${sayDigits(area)} ${sayMixed(series, sayDigits)}, ${sayDigits(serial)}`,
});

/**
 * 29H1-678.90, 51H-12345: a plate whose letter could also mean hours or thousands, where its punctuation or the word
 * before it decides.
 */
const surePlate = rule({
  name: "plate",
  begins: "digit",
  behindDigits: "ABCDEFGHIJKLMNOPQRSTUVWXYZĐ-",
  pattern: sticky(
    `(?<area>\\d{2})-?(?<series>[A-ZĐ]{1,2}\\d?)(?:(?<serial>[- ]\\d{3}\\.\\d{2}|(?<=\\d{2}[A-ZĐ]\\d?)-\\d{5})|[- ]?(?<named>\\d{3}\\.?\\d{2}|\\d{4}))${edge}`,
  ),
  verbalize({ area = "", series = "", serial = "", named = "", before = "" }) {
    if (named && !plateWords.test(before)) return null;
    return `${sayDigits(area)} ${sayMixed(series, sayDigits)}, ${sayDigits(serial || named)}`;
  },
});

const plateWords = endsWith("BKS|biển số|biển kiểm soát|biển|bs|BS|biển xe|số xe");

/** GCN số BK 123456: a certificate number. */
const certificate = rule({
  name: "code",
  begins: "letter",
  pattern: sticky(
    `(?=[A-ZĐ]{1,3}[ -]?\\d)${after("số|số hiệu|seri|số seri|số phát hành|GCN|sổ đỏ|sổ hồng|hộ chiếu|bằng lái|số vào sổ")}(?<series>[A-ZĐ]{1,3})[ -]?(?<digits>\\d{5,8})${edge}`,
    "i",
  ),
  verbalize: ({ series = "", digits = "" }) =>
    series === series.toUpperCase() ? `${series === "HS" ? "hồ sơ" : spell(series)} ${sayDigits(digits)}` : null,
});

/** 2,4T, 0.05S: a decimal with letters that are no unit. */
const decimalLetters = rule({
  name: "number",
  begins: "digit",
  behindDigits: ".,",
  pattern: sticky(`(?<number>\\d{1,4}[.,]\\d{1,4})(?<letters>[A-ZĐ]{1,3}(?:-[A-ZĐ]{1,3})?)${edge}`),
  verbalize: ({ number = "", letters = "" }, options) =>
    `${sayNumber(number, options, /^0\./.test(number) ? "amount" : "bare")} ${spell(letters)}`,
});

/** 5in1. */
const inOne = rule({
  name: "number",
  begins: "digit",
  behindDigits: "i",
  pattern: sticky(`(?<count>\\d{1,3})(?: in |in|-in-)(?<whole>1)${edge}`),
  verbalize: ({ count = "" }, options) => `${cardinal(count, options)} trong một`,
});

/** Letters and digits combined: A4, MP3, 4G, COVID-19, B12, VN135, PM2.5; not a size such as 10x15cm. */
const mixed = rule({
  name: "code",
  begins: ["letter", "digit"],
  pattern: sticky(
    `(?!\\d{1,4}x\\d)(?=[${letter}\\d]{0,12}(?:\\d[-–.]?[${letter}]|[${letter}][-–.]?\\d))(?<code>[${letter}\\d]{1,24}(?:[-–.][${letter}\\d]{1,12}){0,3})${edge}`,
  ),
  verbalize: ({ code = "" }, options) => sayCode(code, options),
});

/** INV-2025-00812, PO-2024-118: an order number with leading letters. */
const lettered = rule({
  name: "code",
  begins: "letter",
  pattern: sticky(`(?<letters>[A-ZĐ]{1,6})(?<groups>(?:[-./]\\d{2,8}){2,4})${edge}(?![.,/-]?\\d)`),
  verbalize({ letters = "", groups = "" }) {
    const said = isSyllable(letters) && letters.length > 3 ? letters : spell(letters);
    return `${said} ${groups.slice(1).split(/[-./]/).map(sayDigits).join(" ")}`;
  },
});

/** 26.114.00873, 0098-234-556, 19-0345-6678-01: groupings that no amount or date has. */
const joined = rule({
  name: "code",
  begins: "digit",
  behindDigits: ".-",
  pattern: sticky(
    `(?:(?=\\d{1,6}(?:\\.\\d{2,6}){2,5}${edge}(?![.,/-]?\\d))\\d{1,6}(?:\\.\\d{2,6}){2,5}|(?=0\\d|\\d{1,6}(?:-\\d{2,6}){0,3}-0\\d)\\d{2,6}(?:-\\d{2,6}){1,5})${edge}(?![.,/-]?\\d|[ ]?%)`,
  ),
  verbalize({ all = "" }) {
    const groups = all.split(/[.-]/);
    const isCode = groups.some((group, at) => group.length > 3 || (at > 0 && /^0\d\d/.test(group)));
    const count = all.replace(/\D/g, "").length;
    if (count < (all.includes("-") ? 7 : 8) || (all.includes(".") && !isCode)) return null;
    if (all.includes(".") && /^\d{1,3}(?:\.\d{3})+$/.test(all) && !/^0/.test(all)) return null;
    return groups.map(sayDigitGroups).join(", ");
  },
});

/** Số 05, mã 12: an identifying number with a leading zero is read digit by digit. */
const room = rule({
  name: "code",
  begins: "digit",
  pattern: sticky(
    `${after("phòng|P|căn hộ|chuyến bay|xe buýt số|tuyến số|kênh")}[1-9]0\\d{1,2}${edge}(?![.,/-]?\\d)`,
    "i",
  ),
  verbalize: ({ all = "" }) => (all.length === 3 ? sayDigits(all) : null),
});

/** 12/3/4 Lê Lợi: a house number with alleys. */
const house = rule({
  name: "address",
  begins: "digit",
  behindDigits: "/ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  pattern: sticky(`(?<parts>\\d{1,4}[A-Z]?(?:/\\d{1,4}[A-Z]?){2,5})(?![\\p{L}\\d/.,-]\\d?)`),
  verbalize: ({ parts = "" }, options) =>
    parts
      .split("/")
      .map((part) => (/^\d+$/.test(part) ? cardinal(part, options) : sayCode(part, options)))
      .join(" trên "),
});

/** K12/8 Nguyễn Lương Bằng: an alley in the central provinces. */
const alley = rule({
  name: "address",
  begins: "letter",
  first: "K",
  pattern: sticky(`K(?<parts>\\d{1,4}(?:/\\d{1,4}[A-Z]?){1,3})(?=[ ](?:đường )?\\p{Lu}\\p{Ll})`),
  verbalize: ({ parts = "" }, options) =>
    `kiệt ${parts
      .split("/")
      .map((part) => (/^\d+$/.test(part) ? cardinal(part, options) : sayCode(part, options)))
      .join(" trên ")}`,
});

/** P.1203: a room, since wards have at most two digits. */
const roomShort = rule({
  name: "code",
  begins: "letter",
  pattern: sticky(`(?:P\\.?[ \\u00A0]?|p(?=\\d{3}(?!\\d)))(?<room>\\d{3,4})${edge}(?![.,]?\\d)`),
  verbalize: ({ room = "", before = "" }) => `${/phòng[ \u00A0]$/i.test(before) ? "" : "phòng "}${sayDigits(room)}`,
});

/** PARA 2002: obstetric history, digit by digit. */
const births = rule({
  name: "code",
  begins: "digit",
  pattern: sticky(`(?<=PARA:?[ \\u00A0])\\d{4}${edge}(?![.,]?\\d)`),
  verbalize: ({ all = "" }) => sayDigits(all),
});

/** Boeing 737-800: a model number. */
const model = rule({
  name: "code",
  begins: "digit",
  pattern: sticky(`${after("Boeing")}(?<model>\\d{3})(?:-(?<variant>\\d{1,4}))?${edge}`),
  verbalize: ({ model = "", variant = "" }, options) =>
    `${sayDigits(model)}${variant && ` ${cardinal(variant, options)}`}`,
});

/** Tried before money and phone numbers. */
export const secretRules = [
  surePlate,
  certificate,
  inOne,
  births,
  lettered,
  groupedSecret,
  shortCode,
  grouped,
  secret,
  named,
  branch,
  iban,
  hash,
  model,
  roomShort,
  alley,
];

/** Tried after every other rule for digits. */
export const codeRules = [plate, joined, house, room, decimalLetters, mixed];
