import { documentParts, wordsOf } from "../data";
import { spell } from "../letters";
import { cardinal, sayDigitGroups, sayDigits } from "../numbers";
import type { ReadingOptions } from "../reading-options";
import { after, edge, endsWith, type Found, gap, rule, sticky } from "../rule";
import { isSyllable } from "../syllable";
import { sayNumber } from "../written-number";

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
    `(?<area>\\d{2})-?(?<series>[A-ZĐ]{1,2}\\d?)(?:(?<serial>[- ]\\d{3}\\.\\d{2}|(?<=\\d{2}[A-ZĐ]\\d?)-\\d{5})|[- ]?(?<told>\\d{3}\\.?\\d{2}|\\d{4}))${edge}`,
  ),
  verbalize({ area = "", series = "", serial = "", told = "", before = "" }) {
    if (told && !plateWords.test(before)) return null;
    return `${sayDigits(area)} ${sayMixed(series, sayDigits)}, ${sayDigits(serial || told)}`;
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

const letter = "\\p{L}\\p{M}";

/** Letters and digits combined: A4, MP3, 4G, COVID-19, B12, VN135, PM2.5; not a size such as 10x15cm. */
const mixed = rule({
  name: "code",
  begins: ["letter", "digit"],
  pattern: sticky(
    `(?!\\d{1,4}x\\d)(?=[${letter}\\d]{0,12}(?:\\d[-–.]?[${letter}]|[${letter}][-–.]?\\d))(?<code>[${letter}\\d]{1,24}(?:[-–.][${letter}\\d]{1,12}){0,3})${edge}`,
  ),
  verbalize: ({ code = "" }, options) => sayCode(code, options),
});

const sayCode = (code: string, options: ReadingOptions) => sayMixed(code, (digits) => sayShort(digits, options));

const sayShort = (digits: string, options: ReadingOptions) =>
  digits.length === 0 ? "" : digits.length <= 2 ? cardinal(digits, options) : sayDigitGroups(digits);

/** Spells capitals, reads digits with `say`, and keeps words. */
function sayMixed(code: string, say: (digits: string) => string): string {
  const parts = code.match(/\d+|[\p{L}\p{M}]+|(?<=\d)\.(?=\d)/gu) ?? [];
  return parts.map((part) => (part === "." ? "chấm" : /^\d/.test(part) ? say(part) : sayLetters(part))).join(" ");
}

const knownParts: Record<string, string> = {
  covid: "cô vít",
  ron: "RON",
  iphone: "ai phôn",
  ipad: "ai pát",
  cop: "cóp",
};

/** RON 95-III: a Roman numeral three. */
const sayLetters = (letters: string) =>
  /^I{2,3}$/.test(letters)
    ? sayDigits(String(letters.length))
    : (knownParts[letters.toLowerCase()] ??
      (letters === letters.toUpperCase() && (letters.length <= 3 || !/[AEIOUY]/.test(letters.normalize("NFD")))
        ? spell(letters) || letters
        : letters.length === 1
          ? spell(letters) || letters
          : letters));

/** NĐ, TTg, QH14: known abbreviations in words, others spelled out. */
function sayDocumentPart(part: string, options: ReadingOptions): string {
  const [, letters = "", digits = ""] = /^(\D+)(\d*)$/.exec(part) ?? [];
  const words = documentParts[letters] ?? (letters.length > 2 ? wordsOf(letters) : undefined);
  if (words) return `${words}${digits && ` khóa ${cardinal(digits, options)}`}`;
  return isSyllable(letters) ? sayCode(part, options) : `${spell(letters)} ${sayShort(digits, options)}`.trim();
}

/** CT in CT-VKS is an indictment by a prosecutor; elsewhere it is a directive. */
const sayParts = (maker: string, options: ReadingOptions): string =>
  maker
    .replace(/^CT(?=-VKS)/, "CTR")
    .split(/[-–.&]/)
    .map((part) => sayDocumentPart(part, options))
    .join(" ");

const maker = "(?<maker>[A-ZĐƯ]{1,8}(?:Tg|r)?\\d{0,2}(?:[-–.&][A-ZĐƯ]{1,10}(?:Tg|r)?\\d{0,2}){0,4})";

/** Nghị định 100/2019/NĐ-CP, hợp đồng 12-2025/HĐKT, bản án 12/2023/HS-ST: number, year and issuer. */
const document = rule({
  name: "document",
  begins: "digit",
  behindDigits: "/-",
  pattern: sticky(`(?<number>\\d{1,5})[/-](?<year>[12]\\d{3})/${maker}(?![\\p{L}\\d])`),
  verbalize: ({ number = "", year = "", maker = "" }, options) =>
    `${cardinal(String(Number(number)), options)}, ${cardinal(year, options)}, ${sayParts(maker, options)}`,
});

/** 123/QĐ-UBND, 05/HĐ-2024. */
const undated = rule({
  name: "document",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(`(?<number>\\d{1,5})/(?=[A-ZĐƯ]{1,8}(?:Tg|r)?-)${maker}(?![\\p{L}\\d])`),
  verbalize: ({ number = "", maker = "" }, options) =>
    `${cardinal(String(Number(number)), options)}, ${sayParts(maker, options)}`,
});

/** 57-NQ/TW, 126-KL/TW: a party document. */
const ofParty = rule({
  name: "document",
  begins: "digit",
  behindDigits: "-",
  pattern: sticky(
    "(?<number>\\d{1,4})-(?<kind>NQ|KL|CT|QĐ|TB|HD|QC|CV)/(?<maker>TW|TƯ|TU|BCĐ|BTC)(?:TW|TƯ)?(?![\\p{L}\\d])",
  ),
  verbalize: ({ number = "", kind = "", maker = "" }, options) =>
    `${cardinal(String(Number(number)), options)}, ${sayDocumentPart(kind, options)} ${sayDocumentPart(maker, options)}`,
});

/** NĐ-CP, QĐ-TTg: type and issuer without a number. */
const issuer = rule({
  name: "document",
  begins: "letter",
  pattern: sticky(
    "(?<maker>(?:NĐ|QĐ|TT|NQ|CT|KH|TB|TTr|CV)-(?:CP|TTg|UBND|HĐND|BYT|BTC|BCA|BGDĐT|NHNN|QH|TW|TƯ|BHXH|BTP|BNV|BCT|BXD|BGTVT))(?![\\p{L}\\d])",
  ),
  verbalize: ({ maker = "" }, options) => sayParts(maker, options),
});

const secrets = "OTP|PIN|CVV|pass|mã|mật khẩu|passcode|ma xac thuc|ma xac nhan|ma giao dich|ma OTP|mat khau";
const numbered = `${secrets}|mã số|mã số thuế|MST|pass|password|PARA|số đuôi|đuôi số|thẻ số|số seri|xác nhận|xác thực|đơn hàng|vận đơn|tài khoản|TK|STK|số tài khoản|số thẻ|thẻ|CCCD|CMND|CMT|hộ chiếu|căn cước|định danh|số seri|serial|IMEI|mã vạch|SBD|số báo danh|mã đơn|mã đơn hàng|hồ sơ số|hóa đơn số|hoá đơn số|mã khách hàng`;
const noAmount = `(?!${gap}(?:(?:đồng|đ|VN[DĐ]|nghìn|ngàn|triệu|tỷ|mAh|Wh|kg|GB|TB|người|điểm)(?!\\p{L})|₫|%))`;

/** Mã OTP của bạn là 482913: after such a word, a number is a code. */
const secret = rule({
  name: "code",
  begins: "digit",
  pattern: sticky(
    `(?=\\d{4})(?:(?<=(?<!\\p{L})(?:${numbered})(?: số| là| so| la)?:?[ \\u00A0])(?!(?:19|20)\\d{2}(?!\\d)(?<!(?:${secrets}) .{0,4}))|(?<=(?<!\\p{L})(?:${secrets})(?: \\p{L}{1,10}){0,4}(?: là| la|:) ))(?<digits>\\d{4,24}(?:-\\d{3})?)${edge}(?![.,/-]?\\d)${noAmount}`,
    "i",
  ),
  verbalize: ({ digits = "" }) => digits.split("-").map(sayDigitGroups).join(", "),
});

/** STK 1903 4567 8901, thẻ 4111 1111 1111 1111: grouped as written. */
const grouped = rule({
  name: "code",
  begins: "digit",
  behindDigits: " .-",
  pattern: sticky(
    `(?=\\d{3,4}[ .-]\\d)(?:(?<=(?<!\\p{L})(?:${numbered})(?: số| là)?:?[ \\u00A0])|(?=\\d{4}[ -]\\d{4}[ -]\\d{4}))\\d{3,4}(?:[ .-]\\d{2,4}){1,6}${edge}(?![.,/-]?\\d)${noAmount}`,
    "i",
  ),
  verbalize: ({ all = "" }) => all.split(/[ .-]/).map(sayDigits).join(", "),
});

/** Mã OTP của bạn là 482 913, Zoom ID 845 2213 9907. */
const groupedSecret = rule({
  name: "code",
  begins: "digit",
  behindDigits: " ",
  pattern: sticky(
    `(?:(?<=(?<!\\p{L})(?:OTP|PIN|mã xác thực|mã xác nhận)(?: \\p{L}{1,10}){0,4}(?: là|:) )\\d{3} \\d{3}|${after("ID|ID:")}\\d{3} \\d{3,4} \\d{3,4})${edge}(?![.,/-]?\\d)${noAmount}`,
  ),
  verbalize: ({ all = "" }) => all.split(" ").map(sayDigits).join(", "),
});

/** Soạn DK gửi 9029, LH 198: a service's short code. */
const shortCode = rule({
  name: "code",
  begins: "digit",
  pattern: sticky(
    `(?=\\d{3,5}(?!\\d))(?:(?<=(?:soạn|nhắn|Soạn|Nhắn|[Cc]ú pháp|SMS|[Cc]u phap|soan|Soan|SOAN|nhan|Nhan)[^.\\n]{1,30} (?:gửi|đến|tới|gui|den|toi) )\\d{3,5}|(?<=(?<!\\p{L})(?:LH|Lh|lh|[Ll]iên hệ|[Tt]ổng đài|[Hh]otline|CSKH|[Gg]ọi|[Gg]ửi|[Bb]ấm gọi):? )(?:1[0-2]\\d|1[5-9]\\d|9\\d{2,3})(?=[ \\u00A0]?(?:[(.,;!?)\\n]|$|(?:để|hoặc|và|miễn phí|nếu|khi)(?!\\p{L}))))${edge}(?![.,/-]?\\d)${noAmount}`,
  ),
  verbalize: ({ all = "" }) => sayDigits(all),
});

const sayVisible = (text: string): string => (text.match(/\d+/g) ?? []).map(sayDigitGroups).join(", ");

/** 4568****1234, 1903xxxx8901: masked digits become a pause, visible ones are read one by one. */
const masked = rule({
  name: "code",
  begins: "digit",
  behindDigits: "*xX• ",
  pattern: sticky(
    `\\d{2,12}[ .-]?(?:[*•]{2,12}|[xX]{2,12})(?:[ .-]?(?:[*•]{2,12}|[xX]{2,12})){0,3}(?:[ .-]?\\d{2,6})?${edge}`,
  ),
  verbalize({ all = "" }) {
    const hidden = /[*•xX]*$/.exec(all)?.[0] ?? "";
    return `${sayVisible(all)}${Array.from(hidden, (sign) => (/x/i.test(sign) ? " ích" : " sao")).join("")}`;
  },
});

/** ****1234, xxx6789, *4321: only the last digits are visible. */
const maskedFront = rule({
  name: "code",
  begins: ["mark", "letter"],
  first: "*•xX",
  pattern: sticky(
    `(?<![\\p{L}\\d*•])(?:(?:[*•]{2,16}|[xX]{2,16})(?:[ .-](?:[*•]{2,8}|[xX]{2,8})){0,3}[ .-]?|(?<=${after("thẻ|the|tài khoản|tai khoan|TK|số|đuôi|dung|dụng|tín dụng|ghi nợ|no|nợ|quốc tế|Visa|VISA|Mastercard|JCB|Napas")})[*•])\\d{3,6}${edge}(?![.,]?\\d)`,
  ),
  verbalize: ({ all = "" }) => sayVisible(all),
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

/** VN12 3456 7890 1234: an IBAN. */
const iban = rule({
  name: "code",
  begins: "letter",
  pattern: sticky(`(?<country>[A-Z]{2})(?<rest>\\d{2}(?: [A-Z\\d]{4}){2,7}(?: [A-Z\\d]{1,3})?)${edge}`),
  verbalize: ({ country = "", rest = "" }) =>
    `${spell(country)} ${rest
      .split(" ")
      .map((group) => sayMixed(group, sayDigits))
      .join(", ")}`,
});

/** 0101248141-001: a tax code with a branch suffix. */
const branch = rule({
  name: "code",
  begins: "digit",
  behindDigits: "-",
  pattern: sticky(`(?<company>\\d{10})-(?<branch>\\d{3})${edge}(?![.,/-]?\\d)`),
  verbalize: ({ company = "", branch = "" }) => `${sayDigitGroups(company)}, ${sayDigits(branch)}`,
});

/** #12345, #1. */
const hash = rule({
  name: "code",
  begins: "mark",
  pattern: sticky(`#(?<code>(?=[A-Z\\d-]*\\d)[A-Z\\d]{1,20}(?:-[A-Z\\d]{1,12}){0,3})${edge}`),
  verbalize({ code = "", before = "" }: Found, options) {
    const said = /^\d+$/.test(code) ? sayShort(code, options) : sayCode(code, options);
    return /(?:số|mã)[ \u00A0]$/i.test(before) ? said : `số ${said}`;
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

/** P.1203: a room, since wards have at most two digits. */
const roomShort = rule({
  name: "code",
  begins: "letter",
  pattern: sticky(`(?:P\\.?[ \\u00A0]?|p(?=\\d{3}(?!\\d)))(?<room>\\d{3,4})${edge}(?![.,]?\\d)`),
  verbalize: ({ room = "", before = "" }) => `${/phòng[ \u00A0]$/i.test(before) ? "" : "phòng "}${sayDigits(room)}`,
});

/** Bảo hành 12T, BN 65t: months of a contract, or a person's age. */
const shortCount = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "tT-",
  pattern: sticky(
    `(?:${after("bảo hành|trả góp|góp|kỳ hạn|thời hạn|gói|trong|HSD|hạn sử dụng|hạn dùng|BH|cọc|đặt cọc|thuê tối thiểu|tối thiểu")}(?:(?<from>\\d{1,2})-)?(?<months>\\d{1,2})[tT]|(?<rated>\\d{1,2})T(?= \\d[\\d,.]{0,4}%)|(?:${after("(?:BN|NB|bé|bé trai|bé gái|cháu|nam|nữ|bệnh nhân|ông|bà|cụ|tuổi|trai|gái),?")}|(?<=(?<!\\p{L})(?:BN|NB|bệnh nhân|bé|cháu|ông|bà):?(?: \\p{Lu}[\\p{L}\\p{M}]{0,8}){1,4},? ))(?<years>\\d{1,3})[tT])${edge}|(?:${after("trẻ|trẻ em|trẻ từ|bé|bé từ|em bé|độ tuổi|lứa tuổi")}|(?<=(?<!\\p{L})(?:tuyển|nam|nữ|nam/nữ|yêu cầu|yc)(?!\\p{L})[^.\\n\\d]{0,30} ))(?<young>\\d{1,2})[-–](?<old>\\d{1,2})t${edge}`,
    "i",
  ),
  verbalize({ from = "", months = "", rated = "", years = "", young = "", old = "" }, options) {
    if (old) return `${cardinal(young, options)} đến ${cardinal(old, options)} tuổi`;
    return months || rated
      ? `${from && `${cardinal(from, options)} đến `}${cardinal(months || rated, options)} tháng`
      : `${cardinal(years, options)} tuổi`;
  },
});

const people =
  "BN|NB|Bệnh nhân|bệnh nhân|Người bệnh|người bệnh|Họ tên|Họ và tên|Tên|[Ôô]ng|[Bb]à|[Aa]nh|[Cc]hị|[Ee]m|[Cc]háu|[Bb]é|[Cc]ụ|[Cc]ô|[Cc]hú|[Bb]ác|Thai phụ|[Ss]ản phụ|[Nn]ạn nhân|[Bb]ị cáo";

/** Bệnh nhân Nguyễn Văn A, 57T; nữ, 34T: a person's age after the name or sex. */
const age = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "tT",
  pattern: sticky(
    `(?<=(?<!\\p{L})(?:${people})(?: nam| nữ)?:?(?: \\p{Lu}[\\p{L}\\p{M}.]{0,8}){1,5}(?:,| -| –)?(?: nam,?| nữ,?)? \\(?|(?<!\\p{L})(?:[Nn]am|[Nn]ữ|[Tt]uổi)(?:,|:| -| –) )(?<years>1?\\d{1,2})[tT]${edge}|(?<years2>1?\\d{1,2})T(?=[, -]{1,3}(?:nam|nữ|Nam|Nữ)(?!\\p{L}))`,
  ),
  verbalize: ({ years = "", years2 = "" }, options) => `${cardinal(years || years2, options)} tuổi`,
});

/** Thai 32w5d: weeks and days. */
const weeks = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "w",
  pattern: sticky(
    `(?<weeks>[1-4]?\\d)w(?:(?<days>[0-6])d|(?<=(?:thai|tuổi thai|thai kỳ|sau|trong|mỗi|nghỉ|khám) \\d{1,2}w))${edge}`,
  ),
  verbalize: ({ weeks = "", days = "" }, options) =>
    `${cardinal(weeks, options)} tuần${Number(days) > 0 ? ` ${cardinal(days, options)} ngày` : ""}`,
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

/** Tried before rules for drawn lines and emphasis, which also use asterisks. */
export const maskedRules = [masked, maskedFront];
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
  branch,
  iban,
  hash,
  model,
  roomShort,
  shortCount,
  age,
  weeks,
];
export const documentRules = [document, undated, ofParty, issuer];
/** Tried after every other rule for digits. */
export const codeRules = [plate, joined, house, room, decimalLetters, mixed];
