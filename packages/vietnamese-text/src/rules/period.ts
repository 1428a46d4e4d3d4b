import { cardinal, sayName, sayYear } from "../numbers";
import type { ReadingOptions } from "../reading-options";
import { after, dash, edge, gap, rule, sticky } from "../rule";
import { isDate, sayDate } from "./date";

const monthNumber = "0?[1-9]|1[0-2]";
const month = `(?<month>${monthNumber})`;
const year = "(?<year>[12]\\d{3})";
const end = `${edge}(?![/-]?\\d|/)`;

const ofYearWords = (year: string, options: ReadingOptions) => year && ` năm ${sayYear(year, options)}`;

const weekdayNames: Record<string, string> = {
  2: "hai",
  3: "ba",
  4: "tư",
  5: "năm",
  6: "sáu",
  7: "bảy",
  C: "chủ nhật",
};

const sayWeekday = (short: string): string =>
  /CN/i.test(short) ? "chủ nhật" : `thứ ${weekdayNames[short.replace(/\D/g, "")]}`;

/** Thứ 3-5: a range of weekdays. */
const weekdays = rule({
  name: "date",
  begins: "digit",
  behindDigits: "-–— \u00A0\u202F",
  pattern: sticky(
    `${after("thứ")}(?<first>[2-7])${gap}${dash}${gap}(?:thứ )?(?<last>[2-7]|CN|chủ nhật)${edge}(?![.,/]\\d)`,
    "i",
  ),
  verbalize: ({ first = "", last = "" }) =>
    `${weekdayNames[first]} đến ${/^c/i.test(last) ? "chủ nhật" : `thứ ${weekdayNames[last]}`}`,
});

/** Thứ 2, 4, 6: a list of weekdays. */
const weekdayList = rule({
  name: "date",
  begins: "digit",
  behindDigits: ", \u00A0",
  pattern: sticky(`${after("thứ")}(?<list>[2-7](?:(?:, | và |,)[2-7]){1,5})${edge}(?![.,/]?\\d| ?(?:tháng|/))`, "i"),
  verbalize: ({ list = "" }) => list.replace(/,(?! )/g, ", ").replace(/\d/g, (digit) => weekdayNames[digit] ?? digit),
});

/** T2-T6, T7-CN, T2, T4 và T6: abbreviated weekdays. */
const shortWeekdays = rule({
  name: "date",
  begins: "letter",
  first: "TtCc",
  pattern: sticky(
    `(?:(?<first>T[2-7]|CN)(?<joint>${gap}${dash}${gap}|, | và | & |,)(?<more>(?:(?:T[2-7]|CN)(?:, | và | & |,)){0,5})(?<last>T[2-7]|CN)|${after("[Ss]áng|[Tt]rưa|[Cc]hiều|[Tt]ối|[Đđ]êm|[Nn]gày|[Hh]ôm|mai|trừ|[Nn]ghỉ|kể cả|từ|đến|vào|lịch|họp|rảnh")}(?!CN (?:hoặc|\\p{Lu}|gần|ngân|NH|nào|khác|số))(?<only>T[2-7]|CN)(?!\\d)|(?<=\\d(?:[hg]\\d{0,2}|:\\d\\d) )(?<timed>T[2-7]|CN)|${after("[Rr]ảnh|[Ss]áng|[Tt]rưa|[Cc]hiều|[Tt]ối|[Nn]ghỉ|off")}(?<small>t[2-7]|cn)(?= |[.,!?]|$)(?! ?[-–]| (?:năm|tháng))|(?<=[Tt][2-7](?: hay| hoặc| và|,) )(?<small2>cn)|(?<next>[Tt][2-7]|CN)(?= (?:(?:hay|hoặc) (?:[Tt][2-7]|cn|CN)|tuần (?:sau|này|tới|trước|rồi)|hàng tuần|hằng tuần|mỗi tuần)(?!\\p{L}))|${after("trước|hết")}(?<only2>CN)(?=[.,;!?]?(?:$|[ \\n]))|(?<=[Tt]ừ )(?<start>T[2-7])(?= đến (?:T[2-7]|CN))|(?<dated>T[2-7]|CN)(?=,?[ \\u00A0](?:ngày[ \\u00A0])?\\d{1,2}[/-]\\d))${edge}(?![-/.]\\d)`,
  ),
  verbalize({
    first = "",
    joint = "",
    more = "",
    last = "",
    only = "",
    only2 = "",
    start = "",
    dated = "",
    timed = "",
    small = "",
    small2 = "",
    next = "",
  }) {
    const alone = only || only2 || start || dated || timed || small || small2 || next;
    if (alone) return sayWeekday(alone);
    const middle = more
      .replace(/T[2-7]|CN/g, sayWeekday)
      .replace(/ & /g, " và ")
      .replace(/,(?! )/g, ", ");
    const mark = /[-–—]/.test(joint) ? " đến " : joint === " & " ? " và " : joint.replace(/,$/, ", ");
    return `${sayWeekday(first)}${mark}${middle}${sayWeekday(last)}`;
  },
});

/** Words that make T6 a Friday: "rảnh t7", "T6 tuần này", "8h T2". */
const besideDays =
  "[Hh]ôm nay|[Nn]ay|[Nn]gày mai|[Rr]ảnh|[Ss]áng|[Tt]rưa|[Cc]hiều|[Tt]ối|[Đđ]êm|[Hh]ôm|[Mm]ai|[Nn]gày|[Qq]ua|[Nn]ghỉ|[Ll]àm|[Hh]ọc|[Ll]ịch học|[Hh]ẹn|[Hh]ọp|[Tt]rừ|[Tt]hứ|[Mm]ỗi|[Cc]ác|[Cc]ả";
const behindDays =
  "tuần|này|tới|sau|trước|hằng tuần|hàng tuần|nha|nhé|nè|nghỉ|học|làm|họp|đi|rảnh|không|được|mình|em|anh|chị|bạn|mới|cũng|có";

const chatDay = rule({
  name: "date",
  begins: "letter",
  first: "tTcC",
  pattern: sticky(
    `(?:(?:${after(besideDays)}|(?<=\\d(?:h|h\\d\\d|g|g\\d\\d|:\\d\\d)[ \\u00A0])|(?<=(?<!\\p{L})[Tt][2-7](?!\\d)[^.\\n]{0,40} (?:về|đi|vào|đến|và|hoặc|hay) )(?=CN|cn)(?!CN \\p{Lu}))(?<day>[tT][2-7]|cn|CN)(?![ \\u00A0](?:năm|đạt|tăng|giảm|so với))|(?<day2>[tT][2-7]|cn)(?=[ \\u00A0](?:${behindDays})(?!\\p{L})|:? ?\\d{1,2}(?:h|:\\d\\d|g\\d)))${edge}(?![-/.]\\d)`,
  ),
  verbalize: ({ day = "", day2 = "" }) => sayWeekday(day || day2),
});

/** Doanh thu T6, T6 tăng 5%: a month, since the noun is counted by months. */
const countedMonth = rule({
  name: "date",
  begins: "letter",
  first: "Tt",
  pattern: sticky(
    `(?:${after("doanh thu|doanh số|lương|thưởng|tiền|tiền điện|tiền nước|phí|cước|hóa đơn|báo cáo|kế hoạch|KPI|CPI|sản lượng|lợi nhuận|chi phí|công nợ|học phí|so với|cuối|đầu|giữa|từ đầu|kỳ|tháng|hết|LUONG|luong|thuong")}T(?<month>[1-7])|T(?<month2>[1-7])(?=[ \\u00A0](?:đạt|tăng|giảm|so với|năm|âm lịch|dương lịch)(?!\\p{L})))${end}`,
    "i",
  ),
  verbalize: ({ month = "", month2 = "" }, options) => `tháng ${sayName(month || month2, options)}`,
});

/** T8-T12, T1 - T6: months, since one of them is no weekday. */
const monthsInShort = rule({
  name: "date",
  begins: "letter",
  first: "T",
  pattern: sticky(`T(?<first>${monthNumber})${gap}${dash}${gap}T?(?<last>${monthNumber})(?:/${year})?${end}`),
  verbalize({ first = "", last = "", year = "" }, options) {
    const numbers = [Number(first), Number(last)];
    if (!year && numbers.every((number) => number >= 2 && number <= 7)) return null;
    return `tháng ${sayName(first, options)} đến tháng ${sayName(last, options)}${ofYearWords(year, options)}`;
  },
});

const monthsOf = (names: string) => Object.fromEntries(names.split(" ").map((name, at) => [name, String(at + 1)]));
const english = monthsOf("jan feb mar apr may jun jul aug sep oct nov dec");
const englishMonth =
  "(?<name>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?";

/** Nov 22, 2025; 22 Nov 2025; 22-Nov-2025. */
const inEnglish = rule({
  name: "date",
  begins: ["letter", "digit"],
  first: "JFMASOND0123456789",
  pattern: sticky(
    `(?:${englishMonth}[ ](?<day>[12]?\\d|3[01])(?:st|nd|rd|th)?,?[ ]${year}|(?<day2>[0-2]?\\d|3[01])(?:st|nd|rd|th)?[ -]${englishMonth.replace("<name>", "<name2>")}[ ,-]{1,2}${year.replace("<year>", "<year2>")})${end}`,
  ),
  verbalize({ name = "", day = "", year = "", name2 = "", day2 = "", year2 = "", before = "" }, options) {
    const month = english[(name || name2).slice(0, 3).toLowerCase()] ?? "";
    return sayDate({ before, day: day || day2, month, year: year || year2 }, options);
  },
});

/** NSX: 011125, HSD 20261105: a date without separators. */
const compact = rule({
  name: "date",
  begins: "digit",
  pattern: sticky(
    `(?=\\d{6})(?<=(?<!\\p{L})(?:HSD|NSX|EXP|MFG|hạn sử dụng|hạn dùng|ngày sản xuất):?[ \\u00A0])(?:(?<year>20\\d{2})(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\\d|3[01])|(?<day2>0[1-9]|[12]\\d|3[01])(?<month2>0[1-9]|1[0-2])(?<year2>(?:20)?\\d{2}))${end}`,
    "i",
  ),
  verbalize({ day = "", month = "", year = "", day2 = "", month2 = "", year2 = "" }, options) {
    const found = { day: day || day2, month: month || month2, year: year || year2.padStart(4, "20") };
    return isDate(found) ? sayDate(found, options) : null;
  },
});

/** T3-T5-T7, thứ 3-5-7: separate weekdays when there are three or more. */
const weekdayRow = rule({
  name: "date",
  begins: ["letter", "digit"],
  first: "T234567",
  pattern: sticky(
    `(?:(?:T[2-7])(?:${gap}[-–/]${gap}(?:T[2-7]|CN)){2,5}|${after("[Tt]hứ")}[2-7](?:${gap}[-–/]${gap}(?:[2-7]|CN)){2,5})${edge}(?![-/.]\\d)`,
  ),
  verbalize: ({ all = "" }) =>
    all
      .split(/[ \u00A0]?[-–/][ \u00A0]?/)
      .map((day) => (/^\d$/.test(day) ? (weekdayNames[day] ?? day) : sayWeekday(day)))
      .join(", "),
});

/** Tháng 4-5, quý 1-2/2026. */
const months = rule({
  name: "date",
  begins: "digit",
  behindDigits: "-–— \u00A0\u202F",
  pattern: sticky(
    `${after("tháng|quý")}(?<first>${monthNumber})${gap}${dash}${gap}(?:tháng )?${month}(?:/${year})?${end}`,
    "i",
  ),
  verbalize: ({ before = "", first = "", month = "", year = "" }, options) =>
    `${sayName(first, options)} đến ${/quý.$/i.test(before) ? "quý" : "tháng"} ${sayName(month, options)}${ofYearWords(year, options)}`,
});

/** Tháng 11/2026, tháng 1 2024, quý 4/2026. */
const ofYear = rule({
  name: "date",
  begins: "digit",
  behindDigits: "/.- –\u00A0\u202F",
  pattern: sticky(
    `${after("tháng|quý")}${month}(?:[/.-]|${gap}[-–]${gap}|[ \\u00A0])${year}${end}(?!${gap}(?:đồng|đ|người|chiếc|suất)(?!\\p{L}))`,
    "i",
  ),
  verbalize: ({ month = "", year = "" }, options) => `${sayName(month, options)}${ofYearWords(year, options)}`,
});

/** Tháng 2/26: a two-digit year. */
const ofShortYear = rule({
  name: "date",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(`${after("tháng|quý")}${month}/(?<year>2\\d|3\\d)${end}`, "i"),
  verbalize: ({ month = "", year = "" }, options) => `${sayName(month, options)} năm ${cardinal(year, options)}`,
});

/** Đợt 2/2025, tuần 47/2025: a number within a year. */
const numberOfYear = rule({
  name: "date",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(
    `${after("đợt|kỳ|lần|tuần|học kỳ|khóa|phiên|vòng|số báo")}(?<count>\\d{1,2})/(?<year>20\\d{2})${end}`,
    "i",
  ),
  verbalize: ({ count = "", year = "" }, options) =>
    `${cardinal(String(Number(count)), options)}${ofYearWords(year, options)}`,
});

/** 11/2026: a month, since no fraction has such a denominator. */
const bareMonth = rule({
  name: "date",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(
    `(?<!/)(?!${after("số|nhà|hẻm|ngõ|quyết định|nghị định|thông tư|nghị quyết|công văn")})${month}/(?<year>(?:19|20)\\d{2})${end}(?!/)`,
    "i",
  ),
  verbalize: ({ month = "", year = "" }, options) => `tháng ${sayName(month, options)}${ofYearWords(year, options)}`,
});

/** T11/2026. */
const shortMonth = rule({
  name: "date",
  begins: "letter",
  first: "T",
  pattern: sticky(`T${month}[/.-]${year}${end}`),
  verbalize: ({ month = "", year = "" }, options) => `tháng ${sayName(month, options)}${ofYearWords(year, options)}`,
});

/** Lương T11, thưởng T13: a month, since there is no such weekday. */
const wageMonth = rule({
  name: "date",
  begins: "letter",
  first: "Tt",
  pattern: sticky(
    `(?:${after("lương|thưởng|tiền|ăn|phí|cước|so với|doanh thu|báo cáo|cuối|đầu|giữa|kỳ|tháng|hết|điện|nước|(?:tiền|tien) (?:điện|nước|nhà|phòng|học|ăn|net|mạng|trọ|dien|nuoc|nha|phong|hoc|tro|hang|an)|học phí|hoc phi|hóa đơn|hoá đơn|HĐ|sao kê|bảng lương|BC|phiếu lương|luong|thuong|cuoc|doanh số|vào|từ|đến|dự kiến|trong|đợt")}T(?<month>[89]|1[0-3])|${after("lương|bảng lương|phiếu lương|luong|(?:tiền|tien) (?:điện|nước|nhà|phòng|học|ăn|net|mạng|trọ|dien|nuoc|nha|phong|hoc|tro)|học phí|hoc phi|doanh thu|doanh số|sao kê|cước")}T(?<month2>[1-7]))${end}`,
    "i",
  ),
  verbalize: ({ month = "", month2 = "" }, options) => `tháng ${sayName(month || month2, options)}`,
});

/** Thẻ hết hạn 12/28: a card's month and year. */
const cardExpiry = rule({
  name: "date",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(
    `(?<=(?<!\\p{L})thẻ[^.\\n]{0,40}(?:hết hạn|hạn dùng|hạn sử dụng|hiệu lực|HSD|đến hạn)(?: vào| đến| tháng| là)?:? )(?<month>0[1-9]|1[0-2])/(?<year>[2-4]\\d)${end}`,
    "i",
  ),
  verbalize: ({ month = "", year = "", before = "" }, options) =>
    `${/tháng[ \u00A0]$/i.test(before) ? "" : "tháng "}${sayName(month, options)}${ofYearWords(`20${year}`, options)}`,
});

const isInAddress =
  /(?:(?:^|[^\p{L}])(?:ở|tại|gần|qua|sang|nhà|đường|phố|khu|nội thành|ship|trung tâm)[ \u00A0]|\p{Lu}\p{Ll}+,[ ]?|[Pp]\.? ?\d{1,2},[ ]?)$/u;

/** Q4/2026, Q1-Q3; Q1, TP.HCM is a district. */
const quarter = rule({
  name: "date",
  begins: "letter",
  first: "Q",
  pattern: sticky(
    `Q(?<quarter>[1-4])(?:${gap}${dash}${gap}Q(?<last>[1-4]))?(?:[/-](?:${year}|(?<brief>2\\d|3\\d))|[ \\u00A0](?<year2>20\\d{2}))?${end}(?=(?<address>,? ?(?:TP|HCM|SG|Sài Gòn|Hồ Chí Minh|đi Q|qua Q|sang Q)|)|)`,
  ),
  verbalize(
    { quarter = "", last = "", year = "", brief = "", year2 = "", before = "", address = "", all = "" },
    options,
  ) {
    const isDistrict = all === `Q${quarter}` && (address || isInAddress.test(before));
    if (isDistrict) return `quận ${cardinal(quarter, options)}`;
    const span = last && ` đến quý ${sayName(last, options)}`;
    const inYear = brief ? ` năm ${cardinal(brief, options)}` : ofYearWords(year || year2, options);
    return `quý ${sayName(quarter, options)}${span}${inYear}`;
  },
});

/** Năm 2026, giai đoạn 2020-2025, năm học 2025-2026. */
const years = rule({
  name: "year",
  begins: "digit",
  pattern: sticky(
    `${after("năm|năm học|giai đoạn|niên khóa|nhiệm kỳ|từ năm|sinh năm|SN|mùa giải|vụ|thời kỳ|khóa")}(?<first>[12]\\d{3})(?:${gap}${dash}${gap}(?<last>[12]\\d{3}))?${end}`,
    "i",
  ),
  verbalize: ({ first = "", last = "" }, options) =>
    [first, last]
      .filter(Boolean)
      .map((digits) => sayYear(digits, options))
      .join(" đến "),
});

/** 2025/26, 2025-2026: a season or school year. */
const season = rule({
  name: "year",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(`(?<century>19|20)(?<first>\\d{2})/(?:\\k<century>)?(?<last>\\d{2})${end}`),
  verbalize({ century = "", first = "", last = "" }, options) {
    if ((Number(first) + 1) % 100 !== Number(last)) return null;
    return `${sayYear(century + first, options)} ${cardinal(last, options)}`;
  },
});

/** 1975-1986: two years in increasing order. */
const yearSpan = rule({
  name: "year",
  begins: "digit",
  behindDigits: "-–— \u00A0\u202F",
  pattern: sticky(
    `(?<first>1[89]\\d{2}|20\\d{2})${gap}${dash}${gap}(?<last>1[89]\\d{2}|20\\d{2})${end}(?!${gap}(?:đồng|đ|người|USD|kg)(?!\\p{L}))`,
  ),
  verbalize: ({ first = "", last = "" }, options) =>
    Number(first) < Number(last) ? `${sayYear(first, options)} đến ${sayYear(last, options)}` : null,
});

/** In order of precedence. */
export const cardRules = [cardExpiry];
export const periodRules = [
  compact,
  inEnglish,
  weekdayRow,
  weekdays,
  weekdayList,
  monthsInShort,
  shortWeekdays,
  countedMonth,
  chatDay,
  months,
  ofYear,
  ofShortYear,
  numberOfYear,
  bareMonth,
  shortMonth,
  wageMonth,
  quarter,
  years,
  season,
  yearSpan,
];
