import { cardinal, sayName } from "../numbers";
import { after, dash, gap, rule, sticky } from "../rule";
import { isDate, sayDate } from "./date";
import { month, monthNumber, ofYearWords, periodEnd, year } from "./period-parts";
import { chatDay, shortWeekdays, weekdayList, weekdayRow, weekdays } from "./weekday";
import { season, yearSpan, years } from "./years";

/** Doanh thu T6, T6 tăng 5%: a month, since the noun is counted by months. */
const countedMonth = rule({
  name: "date",
  begins: "letter",
  first: "Tt",
  pattern: sticky(
    `(?:${after("doanh thu|doanh số|lương|thưởng|tiền|tiền điện|tiền nước|phí|cước|hóa đơn|báo cáo|kế hoạch|KPI|CPI|sản lượng|lợi nhuận|chi phí|công nợ|học phí|so với|cuối|đầu|giữa|từ đầu|kỳ|tháng|hết|LUONG|luong|thuong")}T(?<month>[1-7])|T(?<month2>[1-7])(?=[ \\u00A0](?:đạt|tăng|giảm|so với|năm|âm lịch|dương lịch)(?!\\p{L})))${periodEnd}`,
    "i",
  ),
  verbalize: ({ month = "", month2 = "" }, options) => `tháng ${sayName(month || month2, options)}`,
});

/** T8-T12, T1 - T6: months, since one of them is no weekday. */
const monthsInShort = rule({
  name: "date",
  begins: "letter",
  first: "T",
  pattern: sticky(`T(?<first>${monthNumber})${gap}${dash}${gap}T?(?<last>${monthNumber})(?:/${year})?${periodEnd}`),
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
    `(?:${englishMonth}[ ](?<day>[12]?\\d|3[01])(?:st|nd|rd|th)?,?[ ]${year}|(?<day2>[0-2]?\\d|3[01])(?:st|nd|rd|th)?[ -]${englishMonth.replace("<name>", "<name2>")}[ ,-]{1,2}${year.replace("<year>", "<year2>")})${periodEnd}`,
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
    `(?=\\d{6})(?<=(?<!\\p{L})(?:HSD|NSX|EXP|MFG|hạn sử dụng|hạn dùng|ngày sản xuất):?[ \\u00A0])(?:(?<year>20\\d{2})(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\\d|3[01])|(?<day2>0[1-9]|[12]\\d|3[01])(?<month2>0[1-9]|1[0-2])(?<year2>(?:20)?\\d{2}))${periodEnd}`,
    "i",
  ),
  verbalize({ day = "", month = "", year = "", day2 = "", month2 = "", year2 = "" }, options) {
    const found = { day: day || day2, month: month || month2, year: year || year2.padStart(4, "20") };
    return isDate(found) ? sayDate(found, options) : null;
  },
});

/** Tháng 4-5, quý 1-2/2026. */
const months = rule({
  name: "date",
  begins: "digit",
  behindDigits: "-–— \u00A0\u202F",
  pattern: sticky(
    `${after("tháng|quý")}(?<first>${monthNumber})${gap}${dash}${gap}(?:tháng )?${month}(?:/${year})?${periodEnd}`,
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
    `${after("tháng|quý")}${month}(?:[/.-]|${gap}[-–]${gap}|[ \\u00A0])${year}${periodEnd}(?!${gap}(?:đồng|đ|người|chiếc|suất)(?!\\p{L}))`,
    "i",
  ),
  verbalize: ({ month = "", year = "" }, options) => `${sayName(month, options)}${ofYearWords(year, options)}`,
});

/** Tháng 2/26: a two-digit year. */
const ofShortYear = rule({
  name: "date",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(`${after("tháng|quý")}${month}/(?<year>2\\d|3\\d)${periodEnd}`, "i"),
  verbalize: ({ month = "", year = "" }, options) => `${sayName(month, options)} năm ${cardinal(year, options)}`,
});

/** Đợt 2/2025, tuần 47/2025: a number within a year. */
const numberOfYear = rule({
  name: "date",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(
    `${after("đợt|kỳ|lần|tuần|học kỳ|khóa|phiên|vòng|số báo")}(?<count>\\d{1,2})/(?<year>20\\d{2})${periodEnd}`,
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
    `(?<!/)(?!${after("số|nhà|hẻm|ngõ|quyết định|nghị định|thông tư|nghị quyết|công văn")})${month}/(?<year>(?:19|20)\\d{2})${periodEnd}(?!/)`,
    "i",
  ),
  verbalize: ({ month = "", year = "" }, options) => `tháng ${sayName(month, options)}${ofYearWords(year, options)}`,
});

/** T11/2026. */
const shortMonth = rule({
  name: "date",
  begins: "letter",
  first: "T",
  pattern: sticky(`T${month}[/.-]${year}${periodEnd}`),
  verbalize: ({ month = "", year = "" }, options) => `tháng ${sayName(month, options)}${ofYearWords(year, options)}`,
});

/** Lương T11, thưởng T13: a month, since there is no such weekday. */
const wageMonth = rule({
  name: "date",
  begins: "letter",
  first: "Tt",
  pattern: sticky(
    `(?:${after("công nợ|lương|thưởng|tiền|ăn|phí|cước|so với|doanh thu|báo cáo|cuối|đầu|giữa|kỳ|tháng|hết|điện|nước|(?:tiền|tien) (?:điện|nước|nhà|phòng|học|ăn|net|mạng|trọ|dien|nuoc|nha|phong|hoc|tro|hang|an)|học phí|hoc phi|hóa đơn|hoá đơn|HĐ|sao kê|bảng lương|BC|phiếu lương|luong|thuong|cuoc|doanh số|vào|từ|đến|dự kiến|trong|đợt|trước|sau|khoảng|tới|qua|sang|giao|hạn|CPI|GDP|GRDP|IIP|PMI|SK|sao kê")}T(?<month>[89]|1[0-3])|${after("lương|bảng lương|phiếu lương|luong|(?:tiền|tien) (?:điện|nước|nhà|phòng|học|ăn|net|mạng|trọ|dien|nuoc|nha|phong|hoc|tro)|học phí|hoc phi|doanh thu|doanh số|sao kê|cước|công nợ")}T(?<month2>[1-7])|T(?<month3>1[0-2])(?=(?:,| và| &) T(?:1[0-2]|[1-9])(?!\\d))|(?<=(?<!\\p{L})T(?:1[0-2]|[1-9])(?:,| và| &) )T(?<month4>1[0-2]))${periodEnd}`,
    "i",
  ),
  verbalize: ({ month = "", month2 = "", month3 = "", month4 = "", before = "" }, options) =>
    (month3 || month4) && spine.test(before) ? null : `tháng ${sayName(month || month2 || month3 || month4, options)}`,
});

/** T11 và T12 are vertebrae there. */
const spine = /(?:đốt|sống|thân|xẹp|lún|đĩa đệm|thần kinh|rễ|gãy|chụp)(?!\p{L})[^.\n]{0,24}$/iu;

/** Thẻ hết hạn 12/28: a card's month and year. */
const cardExpiry = rule({
  name: "date",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(
    `(?<=(?<!\\p{L})thẻ[^.\\n]{0,40}(?:hết hạn|hạn dùng|hạn sử dụng|hiệu lực|HSD|đến hạn)(?: vào| đến| tháng| là)?:? )(?<month>0[1-9]|1[0-2])/(?<year>[2-4]\\d)${periodEnd}`,
    "i",
  ),
  verbalize: ({ month = "", year = "", before = "" }, options) =>
    `${/tháng[ \u00A0]$/i.test(before) ? "" : "tháng "}${sayName(month, options)}${ofYearWords(`20${year}`, options)}`,
});

const isInAddress =
  /(?:(?:^|[^\p{L}])(?:ở|tại|gần|qua|sang|nhà|đường|phố|khu|nội thành|ship|trung tâm)[ \u00A0]|\p{Lu}\p{Ll}+,[ ]?|[Pp]\.? ?\d{1,2},[ ]?)$/u;

const nearHouse =
  /(?<!\p{L})(?:đường|hẻm|HXH|MT|ngõ|phố|căn hộ|chung cư|CHCC|phòng trọ|nhà|quán|chợ|cầu|mặt bằng)(?!\p{L})[^.;\n]{0,38}$/iu;

/** Q4/2026, Q1-Q3; Q1, TP.HCM is a district. */
const quarter = rule({
  name: "date",
  begins: "letter",
  first: "Q",
  pattern: sticky(
    `Q(?<quarter>[1-4])(?!\\d)(?:${gap}${dash}${gap}Q(?<last>[1-4]))?(?:[/-](?:${year}|(?<brief>2\\d|3\\d))|[ \\u00A0](?<year2>20\\d{2}))?${periodEnd}(?=(?<address>,? ?(?:TP|HCM|SG|Sài Gòn|Hồ Chí Minh|đi Q|qua Q|sang Q)|)|)`,
  ),
  verbalize(
    { quarter = "", last = "", year = "", brief = "", year2 = "", before = "", address = "", all = "" },
    options,
  ) {
    const isDistrict = all === `Q${quarter}` && (address || isInAddress.test(before) || nearHouse.test(before));
    if (isDistrict) return `quận ${cardinal(quarter, options)}`;
    const span = last && ` đến quý ${sayName(last, options)}`;
    const inYear = brief ? ` năm ${cardinal(brief, options)}` : ofYearWords(year || year2, options);
    return `quý ${sayName(quarter, options)}${span}${inYear}`;
  },
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
