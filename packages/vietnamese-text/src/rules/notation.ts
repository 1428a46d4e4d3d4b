import { cardinal, sayDigits } from "../numbers";
import { after, edge, gap, rule, sticky } from "../rule";
import { sayNumber, sayRange } from "../written-number";
import { isDate, sayDate } from "./date";

const keys: Record<string, string> = { "*": "sao", "#": "thăng" };
const keypad = "[Pp]hím|[Dd]ấu|[Bb]ấm|[Nn]hấn(?! mạnh)|[Ấấ]n|[Gg]ọi|[Ss]oạn|[Qq]uay số|[Nn]hập|[Cc]ú pháp|[Kk]ý tự";

const sayKeys = (all: string): string => all.replace(/[*#]|\d+/g, (part) => ` ${keys[part] ?? sayDigits(part)}`).trim();

/** *101#, #31#: a code to dial. */
const dialed = rule({
  name: "phone",
  begins: "mark",
  first: "*#",
  pattern: sticky(
    `(?<![\\p{L}\\d*#])(?:[*#]{1,2}\\d{1,12}(?:[*#]\\d{1,20}){0,4}#|(?<=(?<!\\p{L})(?:${keypad})[ \\u00A0])[*#]{1,2}\\d{1,12}\\*?)(?![*\\d])`,
  ),
  verbalize: ({ all = "" }) => sayKeys(all),
});

/** Phím *, dấu #, mã thẻ#: a key. */
const key = rule({
  name: "symbol",
  begins: "mark",
  first: "*#",
  pattern: sticky(`(?<=(?<!\\p{L})(?:${keypad})(?:[ \\u00A0][^.!?\\n*#]{0,40})?[ \\u00A0("“]?)[*#](?![*#\\p{L}\\d])`),
  verbalize: ({ all = "" }) => keys[all] ?? null,
});

/** *100*mã thẻ#: the key after what the caller fills in. */
const keyAfterCode = rule({
  name: "symbol",
  begins: "mark",
  first: "#",
  pattern: sticky("(?<=[*#]\\d{1,4}[*#][ <(]?\\p{L}[\\p{L}\\p{M} ]{1,24}[>)]?)#(?![\\p{L}\\d])"),
  verbalize: () => "thăng",
});

const earning =
  "lương|giá|thu nhập|thưởng|phí|cọc|tiền|khoảng|tầm|tiết kiệm|vay|nợ|lãi|mất|tốn|chi|hơn|gần|được|từ|đến|chỉ|còn|ngân sách|doanh thu|trả|nộp|đóng";
const network = "mạng|băng thông|gói|tốc độ|cáp quang|internet|wifi|đường truyền";
const counted =
  "lượt|view|views|follow|followers|sub|người|theo dõi|tim|like|USD|đô|đồng|một tháng|mỗi tháng|nhé|nha|thôi";

/** Lương 10M, 5M lượt xem; mạng 100M; bê tông M250. */
const millions = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "M.,",
  pattern: sticky(
    `(?<amount>\\d{1,4}(?:[.,]\\d{1,2})?)M(?:(?<=${after(network)}[\\d.,]{1,7}M)(?<speed>)|(?<=${after(earning)}[\\d.,]{1,7}M)|(?=/(?:th|tháng|năm|người|suất)(?!\\p{L}))|(?= (?:${counted})(?!\\p{L})))${edge}(?!${gap}[x×])`,
    "i",
  ),
  verbalize({ amount = "", all = "", before = "" }, options) {
    if (!/M$/.test(all)) return null;
    const isSpeed = new RegExp(`(?:${network})[ \\u00A0]$`, "iu").test(before);
    return `${sayNumber(amount, options, "amount")} ${isSpeed ? "mê ga" : "triệu"}`;
  },
});

const concrete = rule({
  name: "code",
  begins: "letter",
  first: "M",
  pattern: sticky(
    `(?<=${"(?:[Bb]ê tông|[Vv]ữa|[Xx]i măng|[Mm]ác|BTCT|BT|BTXM|VXM)(?: thương phẩm| tươi|,)?[ \\u00A0]"})M(?<grade>\\d{2,3})${edge}`,
  ),
  verbalize: ({ grade = "", before = "" }, options) =>
    `${/mác[ \u00A0]$/i.test(before) ? "" : "mác "}${cardinal(grade, options)}`,
});

const loads = "xe|xe tải|tải trọng|hàng|chở|container|cont|cẩu|lô hàng";

/** Xe 15t chở hàng, bé 8th, tr. 25, 500 tr.đ. */
const loaded = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "t",
  pattern: sticky(
    `(?<amount>\\d{1,3})t(?:(?<=${after(loads)}\\d{1,3}t)|(?= (?:chở|hàng|gạo|thép|xi măng|phân bón|lúa|cà phê)(?!\\p{L})))${edge}`,
  ),
  verbalize: ({ amount = "" }, options) => `${cardinal(amount, options)} tấn`,
});

const aged =
  "lúc|khi|trẻ|bé|con|e|em|con e|con em|cháu|em bé|kỳ hạn|bảo hành|BH|trả góp|thai|được|sau|gói|hợp đồng|HĐ|góp|trong|từ|đến";
const monthsOfAge = rule({
  name: "time",
  begins: "digit",
  behindDigits: "t",
  pattern: sticky(`(?<=${after(aged).slice(4, -1)})(?<count>\\d{1,2})th${edge}`, "i"),
  verbalize: ({ count = "" }, options) => `${cardinal(count, options)} tháng`,
});

const page = rule({
  name: "abbreviation",
  begins: "letter",
  first: "tT",
  pattern: sticky("[Tt]r\\.[ ]?(?=\\d{1,4}(?![\\d.,]\\d))"),
  verbalize: () => "trang ",
});

const pages = rule({
  name: "abbreviation",
  begins: "digit",
  behindDigits: "-–",
  pattern: sticky(`(?<=[Tt]r\\.[ ]?)(?<first>\\d{1,4})[-–](?<last>\\d{1,4})${edge}`),
  verbalize: ({ first = "", last = "" }, options) => `${cardinal(first, options)} đến ${cardinal(last, options)}`,
});

const millionDong = rule({
  name: "money",
  begins: "digit",
  pattern: sticky(`(?<amount>\\d{1,3}(?:[.,]\\d{1,3}){0,2})${gap}tr\\.?đ${edge}`),
  verbalize: ({ amount = "" }, options) => `${sayNumber(amount, options, "amount")} triệu đồng`,
});

const pregnant =
  "[Tt]hai|[Tt]uổi thai|[Mm]ang thai|[Bb]ầu|[Kk]hám lại sau|[Tt]ái khám sau|[Hh]ẹn|[Ss]au|[Nn]ghỉ|[Tt]rong|[Mm]ỗi|[Kk]hoảng|[Đđ]ược|[Tt]hêm";

/** Thai 32w, 32w4d, sau 2w: weeks; after other words w is watts. */
const weeks = rule({
  name: "time",
  begins: "digit",
  behindDigits: "w",
  pattern: sticky(
    `(?:${after(pregnant)}(?<weeks>\\d{1,2})w(?:(?<days>[1-6])d?)?|(?<weeks2>\\d{1,2})w(?<days2>[1-6])d|(?<weeks3>\\d)w(?=/\\d lần))${edge}`,
  ),
  verbalize({ weeks = "", days = "", weeks2 = "", days2 = "", weeks3 = "" }, options) {
    const rest = days || days2;
    return `${cardinal(weeks || weeks2 || weeks3, options)} tuần${rest && ` ${cardinal(rest, options)} ngày`}`;
  },
});

const dayOf = "0?[1-9]|[12]\\d|3[01]";
const monthOf = "0?[1-9]|1[0-2]";

/** Từ 1-7 đến 15-7: dates with hyphens between "từ" and "đến". */
const hyphenedSpan = rule({
  name: "date",
  begins: "digit",
  behindDigits: "-",
  pattern: sticky(
    `(?<=[Tt]ừ (?:ngày )?)(?<day>${dayOf})-(?<month>${monthOf})(?:-(?<year>20\\d\\d))?(?<joint> (?:đến|tới)(?: hết)? )(?:ngày )?(?<day2>${dayOf})-(?<month2>${monthOf})(?:-(?<year2>20\\d\\d))?(?![\\d-])`,
  ),
  verbalize({ day = "", month = "", year = "", joint = "", day2 = "", month2 = "", year2 = "", before = "" }, options) {
    const [first, last] = [
      { before, day, month, year },
      { before: "", day: day2, month: month2, year: year2 },
    ];
    return isDate(first) && isDate(last) ? `${sayDate(first, options)}${joint}${sayDate(last, options)}` : null;
  },
});

const points: Record<string, string> = {
  Đ: "đông",
  T: "tây",
  N: "nam",
  B: "bắc",
  ĐB: "đông bắc",
  ĐN: "đông nam",
  TB: "tây bắc",
  TN: "tây nam",
};

/** Gió Đ-ĐB, hướng B: points of the compass. */
const compass = rule({
  name: "abbreviation",
  begins: "letter",
  first: "ĐTNB",
  pattern: sticky(
    `(?<![Tt]ốc độ gió )(?<=(?:[Gg]ió(?: mùa)?|[Hh]ướng|[Pp]hía|chếch|lệch|ban công|cửa chính|hiên)[ \\u00A0])(?<first>[ĐTNB]?(?:ĐB|ĐN|TB|TN)(?=\\.(?:[ \\n]|$)|[^.])|[ĐTNB](?!\\.))(?:[-–](?<last>ĐB|ĐN|TB|TN|[ĐTNB](?!\\.)))?(?![\\p{L}\\d])`,
  ),
  verbalize({ first = "", last = "" }) {
    const lead = first.length === 3 ? `${points[first[0] ?? ""]} ` : "";
    return `${lead}${points[first.slice(-2)] ?? points[first]}${last && ` ${points[last]}`}`;
  },
});

const numbered: Record<string, string> = {
  KP: "khu phố",
  TDP: "tổ dân phố",
  BĐ: "báo động",
  GĐ: "giai đoạn",
  TT: "thông tư",
  KV: "khu vực",
  CS: "cơ sở",
  NV: "nguyện vọng",
};

/** KP3, BĐ1: an abbreviation joined to its number. */
const joinedNumber = rule({
  name: "abbreviation",
  begins: "letter",
  first: "KTBGCN",
  pattern: sticky("(?<short>KP|TDP|BĐ|GĐ|(?:KV|CS|NV)(?=[1-9](?!\\d)))(?=\\d{1,2}(?![\\p{L}\\d./-]))"),
  verbalize: ({ short = "" }) => `${numbered[short]} `,
});

/** Giật c7: the force of a wind. */
const force = rule({
  name: "abbreviation",
  begins: "letter",
  first: "cC",
  pattern: sticky(
    "(?<=(?:[Gg]ió|[Gg]ió (?:[ĐTNB]{1,3})|[Gg]iật|mạnh|lên|sóng|bão|cấp \\d{1,2},?)[ \\u00A0])[cC](?=(?:[1-9]|1[0-7])(?!\\d))",
  ),
  verbalize: () => "cấp ",
});

/** Đổi trả trong 30N: days. */
const days = rule({
  name: "time",
  begins: "digit",
  behindDigits: "N",
  pattern: sticky(
    `(?<=${after("trong|sau|bảo hành|đổi trả|hạn|kỳ hạn|dùng thử|trả góp|hoàn tiền|vòng").slice(4, -1)})(?<count>\\d{1,3})N${edge}`,
  ),
  verbalize: ({ count = "" }, options) => `${cardinal(count, options)} ngày`,
});

/** 3sp, 25HS, 2NL: a quantity of what an abbreviation stands for, not a code. */
const quantity = rule({
  name: "number",
  begins: "digit",
  pattern: sticky(
    "(?<count>\\d{1,4})(?=(?:sp|SP|NL|TE|HS|SV|GV|BN|NV|CN|MT|HV|CT|hs|sv|nv|VĐV|TV|KH)(?![\\p{L}\\d-]))",
  ),
  verbalize: ({ count = "" }, options) => `${cardinal(count, options)} `,
});

/** Khách sạn 5*, KS 4 *: stars. */
const stars = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "*., ",
  pattern: sticky(
    `(?<=(?<!\\p{L})(?:[Kk]hách sạn|KS|ks|[Rr]esort|[Hh]otel|[Hh]omestay|[Tt]iêu chuẩn|chuẩn|[Dd]u thuyền|[Đđ]ánh giá|vote|hạng|lưu trú)(?: \\p{L}{1,8}){0,3}:? )(?<from>[1-7](?:[.,]5)?)(?:${gap}[-–]${gap}(?<to>[1-7]))?[ ]?\\*(?![*\\d\\p{L}])`,
  ),
  verbalize: ({ from = "", to = "" }, options) => `${sayRange(from, to, options)} sao`,
});

/** Before the rules of marks and codes, in order of precedence. */
export const keypadRules = [dialed, keyAfterCode, key];
export const notationRules = [
  hyphenedSpan,
  weeks,
  millions,
  concrete,
  loaded,
  monthsOfAge,
  pages,
  page,
  millionDong,
  compass,
  joinedNumber,
  force,
  days,
  quantity,
  stars,
];
