import { cardinal } from "../numbers";
import type { ReadingOptions } from "../reading-options";
import { after, dash, edge, endsWith, type Found, gap, rule, sticky } from "../rule";
import { dateEnd, dayDigits, isDate, monthDigits, sayDate } from "./date";

const day = `(?<day>${dayDigits})`;
const month = `(?<month>${monthDigits})`;

const dayTimes =
  "ngày|ngay|hôm|sáng sớm|đêm muộn|chiều muộn|mùng|mồng|rằm|sáng|trưa|chiều|tối|đêm|nay|qua|mai|nhật|CN|T[2-7]|thứ (?:[2-7]|hai|ba|tư|năm|sáu|bảy)";
const occasions =
  "dịp|lễ|tết|khánh|phụ nữ|lao động|thiếu nhi|nhà giáo|sự kiện|(?<!(?:phục|dịch|nhiệm|nghiệp|thời|công|học) )vụ|thảm họa|thảm kịch|khủng bố|tấn công|phiên|lượt về|lượt đi|xả kho|ngày hội|sinh nhật(?: (?!là )\\p{L}{1,7}){0,3}(?: là)?|khai giảng|sale|deal|khuyến mãi|khuyến mại|ưu đãi|siêu sale|săn sale|lễ hội|mừng|kỷ niệm|kỉ niệm|hạn|hết|vào|ĐKCC|chốt quyền|đáo hạn|hạn chót|hạn cuối|hạn nộp|deadline|(?:hạn|hạn chót|hạn cuối|hạn nộp|deadline|lịch|thời hạn) là";
/** Streets can be named after dates. */
const places = "đường|phố|quảng trường";
const dayWords = `${dayTimes}|từ|đến|tới|trước|sau|${occasions}|${places}`;

/** No counted noun follows a date: "sau 3-5 ngày" and "ngày 2-3 lần" are amounts. */
const uncounted = `(?!${gap}(?:lần|viên|giờ|tiếng|ngày|tuần|tháng|phút|độ|tuổi|người|lít|ly|cốc|bữa|cái|con|triệu|nghìn|ngàn|tỷ|tỉ|kg)(?!\\p{L})|${gap}%|${gap}năm(?!\\p{L}| (?:nay|ngoái|sau|trước|tới|đó|ấy|\\d)))`;

/** 2-9, as some newspapers write it, after a word for a time of day. */
const hyphened = rule({
  name: "date",
  begins: "digit",
  behindDigits: "-",
  pattern: sticky(
    `${after(`${dayTimes}|lễ|dịp|nghỉ lễ|mừng|chào mừng|kỷ niệm`)}${day}-${month}(?:(?<joint>, | và |/| - )(?<day2>${dayDigits})-(?<month2>${monthDigits}))?${dateEnd}${uncounted}`,
    "i",
  ),
  verbalize({ joint = "", day2 = "", month2 = "", ...found }, options) {
    const other = { day: day2, month: month2 };
    if (!isDate(found) || (joint && !isDate(other))) return null;
    const mark = joint === "/" || joint === " - " ? " đến " : joint;
    return `${sayDate(found, options)}${joint && `${mark}${sayDate(other, options)}`}`;
  },
});

/**
 * 20-11, 30-4: commemorative days, which are more common than scores and cannot be rising ranges. Also "ngày 8 - 3".
 */
const greatDay = rule({
  name: "date",
  begins: "digit",
  behindDigits: "- ",
  pattern: sticky(
    `(?:(?=(?:30-4|19-5|20-10|20-11|22-12|27-7|24-12)(?!\\d))(?!${after("thắng|thua|hòa|tỷ số|tỉ số|set|ván|số|nhà|điểm|dẫn")})${day}-${month}|${after("ngày")}(?<day2>${dayDigits}) - (?<month2>${monthDigits}))${dateEnd}${uncounted}`,
    "i",
  ),
  verbalize({ day = "", month = "", day2 = "", month2 = "", before = "" }, options) {
    if (day2 && Number(day2) <= Number(month2)) return null;
    const found = { before, day: day || day2, month: month || month2 };
    return isDate(found) ? sayDate(found, options) : null;
  },
});

const joint = `(?:${gap}${dash}${gap}|,[ ]?| và | hoặc | đến )`;
const series = `(?<series>${dayDigits}/${monthDigits}(?:${joint}${dayDigits}/${monthDigits}){0,5})${dateEnd}${uncounted}`;

/** Each part of a list separately, with "đến" for a dash between two. */
const sayRow = (row: string, sayPart: (part: string, at: number) => string): string =>
  row.replace(/[ \u00A0]?[-–—][ \u00A0]?/g, " đến ").replace(/\d+(?:\/\d+)?/g, (part, at: number) => sayPart(part, at));

const partsOf = (pair: string) => {
  const [day = "", month = ""] = pair.split("/");
  return { day, month };
};

const pairsOf = (row = "") => (row.match(/\d+\/\d+/g) ?? []).map(partsOf);

function sayPairs({ series = "", before = "" }: Found, options: ReadingOptions): string | null {
  if (!pairsOf(series).every(isDate)) return null;
  return sayRow(series, (pair, at) => sayDate({ ...partsOf(pair), before: at === 0 ? before : "" }, options));
}

/** Tới 2/3 dân số, hết 3/4 thời gian: a fraction, although the word before it often precedes a date. */
const shared =
  "(?:\\d/(?:[2-9]|10)[ \\u00A0](?:số|dân số|tổng|diện tích|quãng đường|chặng đường|đoạn đường|thời gian|thời lượng|chiều dài|sản lượng|doanh thu|thu nhập|giá trị|giá|tài sản|lượng|nội dung|công suất|dung tích|trọng lượng|cơ thể|khối lượng|sức|đất|nước|rừng|lương|học sinh|thành viên|đại biểu|cổ đông|ghế|phiếu|hộ|phần|ca|bát|ly|cốc|chai|thìa|muỗng|quả|củ|viên|kg|lít|mét|km|xuống|lên)(?!\\p{L}))";
const weakWords = "ngay|từ|đến|tới|trước|sau|hết|vào|hạn|nay";

/** 2/9, where the word before it indicates a day. */
const stated = rule({
  name: "date",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(
    `(?=\\d\\d?/)(?:${after(`(?:${dayWords}),?`)}|(?<=\\d(?:h|h\\d\\d['p]?|g|g\\d\\d['p]?|:\\d\\d|[ \\u00A0](?:giờ|phút))[ \\u00A0])|(?<=${after(dayWords)}\\())(?!${after(weakWords)}${shared})${series}`,
    "i",
  ),
  verbalize: sayPairs,
});

const noDays =
  "số|nhà|hẻm|ngõ|ngách|kiệt|lô|tổ|thửa|tỷ lệ|tỉ lệ|tỷ số|tỉ số|phân số|huyết áp|HA|nhịp|điểm|khổ|màn hình|đạt|được|chiếm|khoảng|gần|hơn|bằng|lớp|hạng|trang|nhóm|cộng|trừ|nhân|chia|trên|mũ|là";

/** Pairs that are unlikely as fractions: 30/4, 08/03, and 2/9, the National Day. */
const isLikelyDate = ({ day, month }: { day: string; month: string }): boolean =>
  (Number(day) > Number(month) && Number(day) > 12) ||
  /^0/.test(day) ||
  /^0/.test(month) ||
  ["2/9", "8/3", "10/3", "9/3"].includes(`${day}/${month}`);

/**
 * 30/4 và 1/5: one that cannot be a fraction decides for the others. Before a name it is a house number; 24/7 is never
 * a date.
 */
const unstated = rule({
  name: "date",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(
    `(?=\\d\\d?/)(?!${after(noDays)}|(?<=[-−=+×x*]${gap})|24/7${edge})${series}(?!${gap}(?:(?:đường|phố|điểm|sao|mmHg|phiếu|tỉnh|số)(?!\\p{L})|[=+×*]|[-−][ \\u00A0]?\\d))(?=(?<next>[ \\u00A0]?\\p{L}?))`,
    "i",
  ),
  verbalize({ next = "", ...found }, options) {
    return pairsOf(found.series).some(isLikelyDate) && !/\p{Lu}/u.test(next) ? sayPairs(found, options) : null;
  },
});

const compared = endsWith("bằng|chiếm|khoảng|gần|hơn|đạt|còn");

/** 10/3 âm lịch, 1/6 năm nay. */
const ofYear = rule({
  name: "date",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(
    `(?=\\d\\d?/)${series}(?=,? (?:đều )?lúc \\d|[ \\u00A0](?:âm lịch|dương lịch|ÂL|DL|AL|hằng năm|hàng năm|năm (?:nay|ngoái|sau|trước|tới|\\d{4})))`,
    "i",
  ),
  verbalize: (found, options) => (compared.test(found.before ?? "") ? null : sayPairs(found, options)),
});

/** Các ngày 2, 3 và 4/9: days of one month. */
const days = rule({
  name: "date",
  begins: "digit",
  pattern: sticky(
    `${after("ngày")}(?<firsts>${dayDigits}(?:${joint}${dayDigits}){0,5}${joint})${day}[/-]${month}(?:[/-](?<year>[12]\\d{3}))?${dateEnd}`,
    "i",
  ),
  verbalize({ firsts = "", ...last }, options) {
    if (!isDate(last)) return null;
    // Three days and more with hyphens only, as in 2-3-4/9, are a list.
    const isList = /^(?:\d{1,2}[ \u00A0]?[-–—][ \u00A0]?){2,}$/.test(firsts);
    const list = (isList ? firsts.replace(/[ \u00A0]?[-–—][ \u00A0]?/g, ",") : firsts).replace(/,[ ]?/g, ", ");
    const row = sayRow(list, (digits) => cardinal(String(Number(digits)), options));
    return row + sayDate({ ...last, before: "ngày " }, options);
  },
});

/** In order of precedence. */
export const dayMonthRules = [days, hyphened, greatDay, stated, unstated, ofYear];
