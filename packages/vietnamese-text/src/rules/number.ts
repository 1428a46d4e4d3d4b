import { cardinal } from "../numbers";
import { after, edge, gap, number, rangeDash, rule, spacedNumber, sticky } from "../rule";
import { amountOf, sayNumber, sayRange } from "../written-number";
import { scores } from "./score";

/** 1,5 triệu, 2-3 tỷ, 20 vạn: here a dot is a decimal point, too. */
const scaled = rule({
  name: "number",
  begins: "digit",
  pattern: sticky(
    `(?<from>${number})(?:${rangeDash}(?<to>${number}))?(?=[ \\u00A0]?(?:nghìn|ngàn|vạn|triệu|tỷ|tỉ)(?!\\p{L}))`,
  ),
  verbalize: ({ from = "", to = "" }, options) => sayRange(from, to, options),
});

const quantityWords =
  "số lượng|tổng|tổng cộng|tổng số|cộng|khoảng|gần|hơn|trên|dưới|đạt|giá|tiền|số tiền|trị giá|giá trị|doanh thu|lợi nhuận|dân số|vốn|nợ|ngân sách|kim ngạch|lên|xuống|tăng|giảm|thu|chi|còn|có|bằng|là khoảng|lãi|lỗ";

const counted =
  "người|đồng|đô la|đơn vị|sản phẩm|cái|chiếc|lượt|con|cổ phiếu|hộ|nghìn|triệu|tấn|bản|khách|cây|trang|xe|ca|phiếu|liều|năm|ngày|giờ|mét|lít";

/** Dân số 1400000000, 12000000000 người: a long number is an amount, not a code, beside a word for an amount. */
const longAmount = rule({
  name: "number",
  begins: "digit",
  pattern: sticky(
    `(?=\\d{10})(?!0)(?:${after(quantityWords)}\\d{10,30}${edge}|\\d{10,30}(?=[ \\u00A0](?:${counted})(?!\\p{L})))(?![.,]?\\d)`,
    "i",
  ),
  verbalize: ({ all = "" }, options) => cardinal(all, options),
});

/** 12,345 người: people are counted in whole numbers, so the comma groups. */
const wholeCount = rule({
  name: "number",
  begins: "digit",
  behindDigits: ",",
  pattern: sticky(
    `(?<head>[1-9]\\d{0,2}),(?<tail>\\d{3})(?=[ \\u00A0](?:người|lượt|chiếc|cái|con|cây|hộ|xe|ca|bản|cuốn|vé|phiếu|tài khoản|khách|đơn|bài|học sinh|sinh viên|cổ phiếu|sản phẩm|doanh nghiệp|trường hợp|like|view)(?!\\p{L}))`,
  ),
  verbalize: ({ head = "", tail = "" }, options) => cardinal(head + tail, options),
});

/** 50+ sản phẩm: more than so many. */
const more = rule({
  name: "number",
  begins: "digit",
  behindDigits: ".+",
  pattern: sticky(`(?<count>${number})\\+(?=[ \\u00A0]\\p{Ll}{2,}(?!\\p{L}))`),
  verbalize: ({ count = "" }, options) => `hơn ${sayNumber(count, options, "amount")}`,
});

/** Android 8.0+, iOS 14+: this version or a later one. */
const versions = rule({
  name: "number",
  begins: "digit",
  behindDigits: ".+",
  pattern: sticky(
    `${after("Android|iOS|iPadOS|macOS|Windows|Chrome|Java|Node|Python|PHP|phiên bản|bản|IELTS|TOEIC|HSK|GPA")}(?<version>\\d{1,4}(?:\\.\\d{1,3}){0,2})\\+(?![\\p{L}\\d])`,
  ),
  verbalize: ({ version = "" }, options) =>
    `${version
      .split(".")
      .map((part) => cardinal(String(Number(part)), options))
      .join(" chấm ")} trở lên`,
});

/** 1 250 000: groups separated by spaces. A single group could be two numbers. */
const spaced = rule({
  name: "number",
  begins: "digit",
  behindDigits: " \u00A0\u202F",
  pattern: sticky(
    `(?=\\d{1,3}[ \\u00A0\\u202F]\\d{3}(?:[ \\u00A0\\u202F]\\d{3}|,\\d|[ \\u00A0](?:${counted})(?!\\p{L})))${spacedNumber}(?:,\\d{1,4})?${edge}(?![.,]?\\d)`,
  ),
  verbalize: ({ all = "" }, options) => sayNumber(all, options),
});

/** Màn hình 16:9, độ tương phản 1000:1: a time has two digits after the colon. */
const proportion = rule({
  name: "ratio",
  begins: "digit",
  behindDigits: ":",
  pattern: sticky(`(?<![\\d:.,/-])(?<one>\\d{1,5}):(?<other>\\d)${edge}(?![:.,/-]?\\d|[ \\u00A0]?=)`),
  verbalize: ({ one = "", other = "" }, options) => `${cardinal(one, options)} trên ${cardinal(other, options)}`,
});

/** 3-5, 10~12: a range in increasing order. */
const range = rule({
  name: "range",
  begins: "digit",
  behindDigits: "-–—~÷., \u00A0",
  pattern: sticky(
    `(?!${after(scores)}|(?<=\\d[-–]))(?<from>${number})(?:${rangeDash}|~|÷)(?<to>${number})${edge}(?![-–/]\\d|[ \\u00A0]?=)(?:(?=[ \\u00A0]?\\p{L})|(?=(?<alone>[^]))|)`,
    "i",
  ),
  verbalize({ from = "", to = "", alone: isAlone = "" }, options) {
    if (/^0\d/.test(from) && from.length > 2) return null;
    if (from === "0" && to.length === 1 && isAlone) return null;
    return amountOf(from) < amountOf(to) ? sayRange(from, to, options, "bare") : null;
  },
});

/** 58% - 42%: two shares of a whole, no range. */
const areShares = (one: number, other: number): boolean =>
  one > other || (one > 0 && Math.abs(one + other - 100) < 0.001);

/** 50k-100k, 2%-3%, 3kg - 6kg: a dash between two amounts that each have a unit. */
const span = rule({
  name: "range",
  begins: "mark",
  first: "-–—~",
  pattern: sticky(
    `(?<=\\d[ \\u00A0]?(?:(?:k|tr|tỷ|tỉ)\\d{1,3}|k|tr|triệu|tỷ|tỉ|nghìn|ngàn|đồng|đ|₫|USD|VND|VNĐ|\\$|€|%|°|°C|độ|độ C|kg|g|mg|tấn|km|cm|mm|m|m²|m2|ha|ml|l|lít|[kKMG]?[hH]z|kW|W|V|GB|MB|TB|tuổi|ngày|tuần|tháng|quý|năm|giờ|phút|giây|p|s|h)(?:/\\p{L}{1,5})?[ \\u00A0]?)[-–—~](?:(?<=[ \\u00A0][-–—~])[ \\u00A0]|(?<![ \\u00A0][-–—~]))(?=[$€£]?\\d)(?![\\d.,]{1,20}${gap}(?:đồng|đ|₫)?\\)?[ \\u00A0]?=)(?!-\\d{3}\\.?\\d{2}${edge})(?!\\d{1,3}in\\d)(?!(?<=(?:tháng|tuổi|ngày|tuần|năm|giờ|phút) - )\\d{1,3}(?:[.,]\\d+)?(?: ?(?!tháng|tuổi|ngày|tuần|năm|giờ|phút|tiếng|giây|quý)\\p{L}|%))(?:(?=[ \\u00A0]?(?<other>[\\d.,]{1,6})[ ]?%)|)`,
    "i",
  ),
  verbalize({ before = "", other = "" }) {
    const one = /([\d.,]{1,6})[ ]?%[ \u00A0]?$/.exec(before)?.[1];
    const areWhole = one && other && areShares(amountOf(one), amountOf(other));
    return areWhole && !/(?<!\p{L})(?:từ|khoảng|tầm|tăng|giảm|lên|xuống|đạt|mức|độ ẩm) [\d.,]{1,6} ?% ?$/iu.test(before)
      ? ","
      : "đến";
  },
});

/** 1.290.000đ -30%: a discount. */
const discount = rule({
  name: "minus",
  begins: "mark",
  first: "-−",
  pattern: sticky("(?<=(?:đ|₫|đồng|[kK])[ ]\\(?)[-−](?=\\d{1,2}(?:[.,]\\d)?[ ]?%)"),
  verbalize: () => "giảm ",
});

/** 8h sáng - 5h chiều. */
const hours = rule({
  name: "range",
  begins: "mark",
  first: "-–—",
  pattern: sticky(
    `(?<=\\d(?:(?:h|h\\d\\d|g|g\\d\\d|[ \\u00A0]giờ)[ \\u00A0](?:sáng|trưa|chiều|tối|đêm|khuya)|(?:h|:\\d\\d)?[ \\u00A0]?[AaPp][Mm])[ \\u00A0]?)[-–—][ \\u00A0]?(?=\\d{1,2}(?:h|g|:|[ \\u00A0]giờ|[ \\u00A0]?[AaPp][Mm]))`,
  ),
  verbalize: () => "đến",
});

/** -25, -0,5°C: not in a range, before a phone number, or at each item of a list. */
const minus = rule({
  name: "minus",
  begins: "mark",
  pattern: sticky(`(?:−[ \\u00A0]?|(?<!\\d[ \\u00A0])(?<=^|[\\s(=:≈<>≤≥,;/"“x×])-(?!0\\d{2}))(?=[\\d$€])`),
  verbalize: () => "âm",
});

const listItem = /(?:^|\n)[ \t]{0,8}$/;

/** A leading hyphen marks a list item when neighboring lines have one, too. */
const minusAtLine: typeof minus = {
  ...minus,
  match(text, at, options) {
    const found = minus.match(text, at, options);
    if (!found || !listItem.test(text.slice(Math.max(0, at - 9), at)) || text[at] === "−") return found;
    const next = /^[^\n]{0,200}\n[ \t]{0,8}[-–]/.test(text.slice(at, at + 220));
    const previous = /(?:^|\n)[ \t]{0,8}[-–][^\n]{0,200}\n[ \t]{0,8}$/.test(text.slice(Math.max(0, at - 220), at));
    return next || previous ? { length: 1, spoken: "" } : found;
  },
};

/** All remaining digits: as the last rule it guarantees that no digit reaches the engine. */
const any = rule({
  name: "number",
  begins: "digit",
  pattern: sticky(`(?:${number}${edge}(?![.,]?\\d)|\\d{1,9},\\d{1,4}(?=\\p{L})|\\d+)`),
  verbalize: ({ all = "" }, options) => sayNumber(all, options),
});

/** 90s, 1990s: a decade. */
const decade = rule({
  name: "year",
  begins: "digit",
  pattern: sticky(`(?<=${after("năm|thập niên|thập kỷ|những năm")})(?<digits>\\d{2}|[12]\\d{3})['’]?s${edge}`, "i"),
  verbalize: ({ digits = "" }, options) => cardinal(digits, options),
});

/** 05 ngày, điều 08: a leading zero for padding. */
const padded = rule({
  name: "number",
  begins: "digit",
  pattern: sticky(
    `0[1-9](?=[ \\u00A0](?:ngày|tháng|năm|giờ|phút|giây|người|lần|bản|bộ|chiếc|cái|đồng chí|học sinh|tổ|em|cháu|suất|hộ|xã|huyện|tỉnh|môn|câu|bài|trường hợp|vụ|đối tượng|tuần|tuổi|trang|cửa|phòng|căn|xe|đội|nhóm|thành viên|buổi|mẫu|ngôi|triệu|tỷ|nghìn)(?!\\p{L}))|${after("tháng|lớp|điều|khoản|chương|bài|câu|tổ|quý|phần|mục|lần thứ")}0[1-9]${edge}(?![.,/-]\\d)`,
    "i",
  ),
  verbalize: ({ all = "" }, options) => cardinal(all.slice(1), options),
});

/** Phạt 03 (ba) năm, 01 điện thoại: before a counted noun, but not within a name. */
const paddedCount = rule({
  name: "number",
  begins: "digit",
  pattern: sticky(
    `(?<!(?<!\\p{L})(?:số|mã|đuôi|phòng|kênh|sim|mã số|đầu|khu|lô|ghế|xe|tuyến|nhà|bến|cổng|cửa|mạng|căn|tài khoản|thẻ|là|OTP|PIN|phím):?[ \\u00A0]|\\d[.,:/-]?[ \\u00A0]?|[.:/-])0[1-9](?=[ \\u00A0](?:\\p{Ll}{2,8}(?!\\p{L})|\\(\\p{Ll}{2,5}\\)|(?:USB|CD|laptop|BN|CMND|CCCD|ĐTDĐ|GPLX|HS|SV|GV|KH|NV|CLB|BV|xe|căn)(?!\\p{L})))`,
    "",
  ),
  verbalize: ({ all = "" }, options) => cardinal(all.slice(1), options),
});

export const rangeRules = [range, discount, span, hours, proportion];

export const minusRules = [minusAtLine];

export const amountRules = [versions, more, wholeCount, scaled, longAmount, spaced, decade, padded, paddedCount];

const digitsAlone = /\d+(?![\d.,])/y;

/** Most numbers have no separator, and need no other pattern. */
const anyFast: typeof any = {
  ...any,
  match(text, at, options) {
    digitsAlone.lastIndex = at;
    const digits = digitsAlone.exec(text)?.[0];
    return digits ? { length: digits.length, spoken: sayNumber(digits, options) } : any.match(text, at, options);
  },
};

export const numberRules = [anyFast];
