import { units } from "../data";
import { cardinal } from "../numbers";
import type { ReadingOptions } from "../reading-options";
import { after, edge, endsWith, gap, rule, sticky } from "../rule";

const sayFraction = (above: string, below: string, options: ReadingOptions): string =>
  `${cardinal(above, options)} phần ${below === "4" ? "tư" : cardinal(below, options)}`;

/** Units that can follow a fraction. */
export const sayPartUnit = (unit: string): string => (unit === "s" ? "giây" : (units[unit] ?? unit));
export const fractionUnits = "kg|g|mg|m|km|cm|mm|dm|l|lít|ml|ha|h|s|m2|m²|m3|m³|inch|″";

/** 5 1/2: a mixed number. */
const mixed = rule({
  name: "fraction",
  begins: "digit",
  behindDigits: " \u00A0",
  pattern: sticky(
    `(?!${after("ngày|sáng|chiều|tối|đêm|từ|đến|(?<!hỗn |phân )số|nhà|tháng|phòng|lớp|tập|bài|quận|lúc|hẻm|ngõ")})(?<whole>\\d{1,4})[ \\u00A0](?<above>\\d{1,2})/(?<below>[2-9]|10|12|16)(?:${gap}(?<unit>${fractionUnits}))?${edge}(?![/.,-]\\d|/|${gap}(?:năm \\d|âm lịch))`,
    "i",
  ),
  verbalize: ({ whole = "", above = "", below = "", unit = "" }, options) =>
    Number(above) < Number(below)
      ? `${cardinal(whole, options)} và ${sayFraction(above, below, options)}${unit && ` ${sayPartUnit(unit)}`}`
      : null,
});

const outOf =
  "(?<!phân |hỗn )số|địa chỉ|đ/c|đc|d/c|lớp|lượt|tỷ lệ chọi|tỉ lệ chọi|tỷ lệ mắc|tỉ lệ mắc|nhà|ngõ|ngách|hẻm|kiệt|lô|tổ|thửa|đường|huyết áp|HA|Apgar|thị lực|mắt phải|mắt trái|MP|MT|đạt|trang|hạng|điểm|được|tờ|block|kết quả|tỷ lệ|tỉ lệ|có|với|phiếu";

/** Nouns after "so many out of so many": 8/10 điểm, 23/63 tỉnh. */
const outOfNouns =
  "điểm|mmHg|tỉnh|đội|giường|ghế|đơn vị|doanh nghiệp|dự án|nước|quốc gia|nội dung|mục tiêu|chỉ số|bài|cơ sở|trạm|công trình|lãnh đạo|thành phố|phiếu|người|đại biểu|xã|phường|huyện|quận|bị cáo|câu|trường|học sinh|em|hộ|chỉ tiêu|tiêu chí|bệnh nhân|ca|mẫu|số phiếu|thành viên|cổ phần|sao|trận|môn";

const outOfWords = endsWith(outOf);
const outOfWeakly = endsWith("có|với|được|phiếu|tỷ lệ|tỉ lệ");
const isFraction = endsWith("phân số|tử số|mẫu số");

/** Nouns after a fraction: "two thirds of the people", but "eight out of ten questions". */
const sharedNouns =
  /^[ \u00A0]?(?:số phiếu|phiếu|người|đại biểu|học sinh|em|hộ|bệnh nhân|thành viên|cổ phần|thành phố)(?!\p{L})/iu;

const isShare = (above: string, below: string): boolean =>
  Number(above) > 0 && Number(above) < Number(below) && ["2", "3", "4", "5", "10"].includes(below);

/** Tried after the dates, which match first. */
const plain = rule({
  name: "fraction",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(`(?<above>\\d{1,4})/(?<below>\\d{1,4})${edge}(?![/.,]\\d|/)(?=(?<next>[ \\u00A0]\\p{L}|))`),
  verbalize({ above = "", below = "", before = "", next = "", all = "" }, options) {
    const isPart = Number(below) <= 10 || below === "100" || below === "1000";
    if (isFraction.test(before) && above.length <= 2 && below.length <= 2) return sayFraction(above, below, options);
    const isHouse = /\p{Lu}/u.test(next) && Number(above) > 12;
    const isOutOf = outOfWords.test(before) && !(next && outOfWeakly.test(before) && isShare(above, below));
    if (
      isOutOf ||
      isHouse ||
      above.length > 2 ||
      above === below ||
      Number(above) === 0 ||
      all === "24/7" ||
      /^0/.test(below) ||
      (!isPart && Number(above) > 12)
    )
      return `${cardinal(above, options)} trên ${cardinal(below, options)}`;
    return sayFraction(above, below, options);
  },
});

/** Nhịp 3/4: a time signature in music. */
const beat = rule({
  name: "fraction",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(
    `${after("nhịp|nhịp điệu|số chỉ nhịp")}(?<beats>\\d{1,2})/(?<note>2|4|8|16)${edge}(?![/.,]\\d|/)`,
    "i",
  ),
  verbalize: ({ beats = "", note = "" }, options) => `${cardinal(beats, options)} ${cardinal(note, options)}`,
});

/** 8/10 điểm, 23/63 tỉnh: so many out of so many. */
const counted = rule({
  name: "fraction",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(`(?<above>\\d{1,5})/(?<below>\\d{1,5})(?=(?<noun>${gap}(?:${outOfNouns})(?!\\p{L})))`, "i"),
  verbalize: ({ above = "", below = "", noun = "" }, options) =>
    isShare(above, below) && sharedNouns.test(noun)
      ? sayFraction(above, below, options)
      : `${cardinal(above, options)} trên ${cardinal(below, options)}`,
});

const done =
  "(?:đã|mới|vừa|được|còn) (?:trả|đóng|nộp|thanh toán|học|tập|thực hiện|hoàn thành|uống|tiêm|góp|dạy|qua|đi|làm)|đã đóng được|đã trả được|đã học được|trả được|đóng được|học được|nộp được|tập được|hoàn thành|thực hiện|trả góp|tiến độ";
const steps =
  "kỳ|tháng|buổi|đợt|lần|năm|bài|chương|tuần|ngày|suất|khóa|khoá|lượt|quý|tiết|tín chỉ|mũi|liều|module|hạng mục|gói";

/** Đã trả 5/12 kỳ: completed steps. */
const stepsDone = rule({
  name: "fraction",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(
    `(?<above>\\d{1,3})/(?<below>\\d{1,3})(?=[ \\u00A0](?<noun>${steps})(?!\\p{L}| (?:họp|thi|nghỉ|tháng)))`,
    "i",
  ),
  verbalize({ above = "", below = "", noun = "", before = "" }, options) {
    const isSplit = /^(?:tháng|năm|ngày|tuần|quý|lần|bài|khóa|khoá|suất|đợt)$/i.test(noun) || Number(below) < 6;
    if (isSplit && !isDone.test(before)) return null;
    if (Number(above) > Number(below)) return null;
    const say = (digits: string) => cardinal(String(Number(digits)), options);
    return `${say(above)} trên ${say(below)}`;
  },
});
const isDone = endsWith(done);

const signs: Record<string, string> = {
  "½": "một phần hai",
  "¼": "một phần tư",
  "¾": "ba phần tư",
  "⅓": "một phần ba",
  "⅔": "hai phần ba",
  "⅕": "một phần năm",
  "⅛": "một phần tám",
  "⅜": "ba phần tám",
  "⅝": "năm phần tám",
  "⅞": "bảy phần tám",
};

/** ½, and 2½ after a number. */
const sign = rule({
  name: "fraction",
  begins: "mark",
  pattern: sticky(`(?<sign>[${Object.keys(signs).join("")}])`),
  verbalize: ({ sign = "", before = "" }) => (/\d ?$/.test(before) ? `và ${signs[sign]}` : (signs[sign] ?? null)),
});

/** In order of precedence. */
export const mixedFractionRules = [mixed, stepsDone];
export const fractionRules = [beat, counted, plain, sign];
