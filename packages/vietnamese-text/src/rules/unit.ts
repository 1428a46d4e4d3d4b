import { perSigns, units } from "../data";
import { cardinal } from "../numbers";
import type { ReadingOptions } from "../reading-options";
import { after, anyOf, edge, endsWith, gap, number, rangeDash, rule, spacedNumber, sticky } from "../rule";
import { sayNumber, sayRange } from "../written-number";
import { fractionUnits, sayPartUnit } from "./fraction";
import { babyAge, floor, odometer, persons, races, rooms, storeys, tablets, tons } from "./short-unit";

const signs = anyOf(Object.keys(units));

const perWord =
  "giờ|phút|giây|ngày|đêm|tuần|tháng|quý|năm|người|lần|đầu người|con|cây|hộ|xe|vụ|sào|ca|suất|mẻ|chai|hộp|viên|gói|quả|trái|bao|thùng|lon|túi|bình|can|buổi|lượt|bó|cuộn|tấm|cái|chiếc|bộ|củ|nải|khay|vỉ|bịch|lọ|tuýp|ống|lít nước|bát|cốc|ly|trẻ|học sinh|khẩu|nhân khẩu|công|mẫu|tấn|thanh|cặp|đôi|liều|bữa";

const perSign = anyOf(Object.keys(perSigns));

const perTime = "h|giờ|phút|ph|min|giây|s|ngày|24h|24 giờ|tuần|liều|lần|tháng|năm";

const per = `(?:/(?:(?<sign>${perSign})(?:/(?<time>${perTime}))?|(?<word>${perWord}|\\d{1,3} ?km))(?!\\p{L}))?`;

const sayPer = (sign: string, time: string, word: string, options: ReadingOptions): string => {
  if (time) {
    const last = /^24/.test(time) ? `${cardinal("24", options)} giờ` : (perSigns[time] ?? time);
    return ` trên ${perSigns[sign]} trên ${last}`;
  }
  if (sign) return ` trên ${perSigns[sign]}`;
  const distance = /^(\d+) ?km$/.exec(word);
  return distance ? ` trên ${cardinal(distance[1] ?? "", options)} ki lô mét` : word && ` một ${word}`;
};

/** A letter after a class, house or room number is no unit. */
const notMeasured = endsWith(
  "lớp|số|nhà|tòa|toà|block|lô|căn|phòng|ngõ|hẻm|khối|ghế|hàng|dãy|khu|tầng|đường|quốc lộ|mã|bài|câu|mục|nhóm|hạng|khoản|điểm|cổng|cửa|tuyến|xe|bệnh viện|quân đoàn|biển",
);

const endsWithClass = endsWith("lớp|khối|block|phòng|lô|nhóm|mã|căn|tòa|toà|số|nhà");

const electric = endsWith(
  "(?:cầu dao|aptomat|áp tô mát|át|attomat|CB|cầu chì|ổ cắm|phích cắm)(?: \\d[Pp]| loại| chống giật| tự động| tổng)?|dòng|dòng điện|cường độ|cường độ dòng điện|aptomat|áp tô mát|cầu chì|CB|sạc|nguồn|tải|định mức|tối đa|ra|vào|\\d ?V(?:,|/|-| -)?",
);

const isMeasure = (unit: string, written: string, before: string): boolean => {
  if (unit === "v" && Number.parseFloat(written) < 5) return false;
  if (unit === "m") return !endsWithClass.test(before) || /[.,]\d/.test(written);
  if (unit === "A") return electric.test(`${before} `) || electric.test(before) || /[.,]\d/.test(written);
  if (unit === "B" || unit === "N" || unit === "J") return /\d[ \u00A0]/.test(written) && !notMeasured.test(before);
  if (/^[a-zA-Z]$/.test(unit) || unit === "ha") return !notMeasured.test(before) || /[.,]\d/.test(written);
  return true;
};

/** "L/phút" of these means liters per minute; for pulses and breaths it means "times". */
const breathed = endsWith("O2|O₂|oxy|ô xy|khí");

const one = `(?<from>${spacedNumber}|${number})`;

const modelUnits = new Set(["GB", "MB", "TB", "MP", "MAH", "HZ", "W", "INCH", "″", "CC"]);

/** 5kg, 30°C, 120 km/h, 20-25°C, 80m², 8%/năm. */
const measure = rule({
  name: "unit",
  begins: "digit",
  pattern: sticky(
    `${one}(?:(?:${rangeDash}|~)(?<to>${number}))?${gap}(?<unit>(?!KV[ ](?:châu|Đông|miền|Tây|Nam|Bắc|phía|[1-4](?!\\d)))(?!mi[ \\u00A0-](?:li|crô|cro|ni)(?!\\p{L}))(?:${signs}))${per}${edge}(?![-–]\\p{L})`,
  ),
  verbalize({ from = "", to = "", unit = "", sign = "", time = "", word = "", before = "", all = "" }, options) {
    // iPhone 15 128GB are two numbers.
    if (/^\d+[ \u00A0\u202F]/.test(from) && modelUnits.has(unit.toUpperCase())) return null;
    if (!isMeasure(unit, all, before)) return null;
    const words = unit.startsWith("l/p") && breathed.test(before) ? "lít một phút" : units[unit];
    return `${sayRange(from, to, options)} ${words}${sayPer(sign, time, word, options)}`;
  },
});

/** 1/2kg, 3/4 m, 2½ km: a fraction of a unit. */
const part = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(`(?<above>\\d{1,2})/(?<below>[2-9]|10|100|\\d{2,4}(?=s))${gap}(?<unit>${fractionUnits})${edge}`),
  verbalize: ({ above = "", below = "", unit = "" }, options) =>
    `${cardinal(above, options)} phần ${below === "4" ? "tư" : cardinal(below, options)} ${sayPartUnit(unit)}`,
});

/** 10 x 20 cm, 3x4x5m, 1920x1080: dimensions, with the unit after the last or after each. */
const sides = rule({
  name: "unit",
  begins: "digit",
  pattern: sticky(
    `(?<list>${number}(?:${gap}(?:mm|cm|dm|m|km|″|inch))?(?:${gap}[x×*]${gap}${number}(?:${gap}(?:mm|cm|dm|m|km|″|inch|px|TB|GB|MB|kg|g|ml|lít|W|mAh)(?:[2²](?![\\p{L}\\d]|${gap}[x×*]))?)?){1,3})${edge}`,
    "",
  ),
  verbalize: ({ list = "" }, options) =>
    list
      .split(/[ \u00A0]?[x×*][ \u00A0]?(?=\d)/)
      .map((side) => {
        const [, size = "", unit = ""] = /^([\d.,]+)[ \u00A0]?(\D*[2²]?)$/.exec(side) ?? [];
        return `${sayNumber(size, options, "amount")}${unit && ` ${units[unit]}`}`;
      })
      .join(" nhân "),
});

const lengths = "cao|dài|sâu|ngang|dày";

const people = "trẻ|trẻ em|trẻ nhỏ|bé|em bé|cháu|học sinh|chiều cao";

/** 1m75, 2m05. 1m2 and 1m3 are areas and volumes, except after a word for a size or for people. */
const metres = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "m",
  pattern: sticky(
    `(?:(?<whole>\\d{1,3})m(?<rest>\\d{2}|[14-9])|(?<whole2>\\d{1,3})m(?<rest2>[23])(?:(?<=${after(lengths)}\\d{1,3}m[23])|(?<=${after("rộng")}[12]m[23])|(?=,? ?(?:x|dài|cao|sâu))(?<=${after("rộng")}\\dm[23])|(?<=(?<!\\p{L})(?:${people})(?:[^.\\n\\d]{0,24} (?:dưới|trên|từ|đến|tới|hơn|chưa|chưa đến|chưa tới|đủ|khoảng|tầm|quá))? 1m[23])(?! (?:đất|vải|sàn|tường|nhà|gạch|bê tông|nước|cát|gỗ))|(?<=[12]m[1-9]?(?: ?[-–] ?| đến | tới )1m[23])|(?=(?: ?[-–] ?| đến )1m[1-9](?!\\d))(?<=[ (]1m[23])))${edge}`,
    "i",
  ),
  verbalize: ({ whole = "", rest = "", whole2 = "", rest2 = "" }, options) =>
    `${cardinal(whole || whole2, options)} mét ${cardinal(rest || rest2, options)}`,
});

/** 1m1-1m3: a range of heights. */
const heights = rule({
  name: "range",
  begins: "digit",
  behindDigits: "m",
  pattern: sticky(`(?<one>[12])m(?<rest>\\d\\d?) ?[-–] ?(?<other>[12])m(?<rest2>\\d\\d?)${edge}`),
  verbalize({ one = "", rest = "", other = "", rest2 = "", before = "" }, options) {
    const isArea = /^[23]$/.test(rest) && /^[23]$/.test(rest2) && !endsWithPeople.test(before);
    const say = (whole: string, part: string) => `${cardinal(whole, options)} mét ${cardinal(part, options)}`;
    return isArea ? null : `${say(one, rest)} đến ${say(other, rest2)}`;
  },
});

const endsWithPeople = new RegExp(`(?<!\\p{L})(?:${people}|cao)(?!\\p{L})[^.\\n]{0,24}$`, "iu");

/** 2kg5, 1km5, 1l5: a half or tenths after the unit. */
const halves = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "klh",
  pattern: sticky(`(?<whole>\\d{1,3})(?<unit>kg|km|l|ha)(?<rest>\\d)${edge}`),
  verbalize({ whole = "", unit = "", rest = "" }, options) {
    if (unit === "km" && /[23]/.test(rest)) return null;
    if (rest === "5") return `${cardinal(whole, options)} ${units[unit]} rưỡi`;
    return `${cardinal(whole, options)} phẩy ${cardinal(rest, options)} ${units[unit]}`;
  },
});

const compound =
  "m/s²|m/s2|km/s|N/m|V/m|rad/s|g/mol|J/mol|kJ/mol|L/mol|J/kg|kg/m³|kg/m3|g/cm³|g/cm3|W/m²|W/m2|N/m²|N/m2|mol/l|mol/L|mmol/l|mmol/L|µmol/L|mg/l|mg/L|mg/dL|g/l|g/L|l/phút|kg/ha|tấn/ha";

/** Tính bằng m/s²: a compound unit without a number. */
const aloneByAnother = rule({
  name: "unit",
  begins: "letter",
  pattern: sticky(`(?<![\\d./][ \\u00A0]?)(?<unit>${anyOf(compound.split("|"))})(?![\\p{L}\\d/])`),
  verbalize: ({ unit = "" }) =>
    unit
      .split("/")
      .map((part) => units[part] ?? perSigns[part] ?? part)
      .join(" trên "),
});

const screens = "màn hình|tivi|ti vi|TV|laptop|máy|lốp|vành|mâm|ống|đường kính|inch|OLED|LCD";

/** 27" after a word for something measured in inches. */
const inches = rule({
  name: "unit",
  begins: "digit",
  pattern: sticky(
    `(?:(?<=${after(screens)})|(?<=(?<!\\p{L})(?:${screens})(?: \\p{L}[\\p{L}\\d-]{0,14}){1,3} ))(?<size>\\d{1,3}(?:[.,]\\d)?)(?:"|''|”)(?!\\d)`,
    "i",
  ),
  verbalize: ({ size = "" }, options) => `${sayNumber(size, options, "amount")} inh`,
});

/** 120/80 mmHg, 24 độ C: a unit after another word. */
const behindWord = rule({
  name: "unit",
  begins: "letter",
  pattern: sticky(
    `(?<=\\d[ \\u00A0]?)(?<unit>mmHg|(?<=\\d/\\d{1,4}[ \\u00A0]?)(?:U/L|G/L|T/L|UI/L))${edge}|(?<=độ[ \\u00A0])(?<scale>[CF])${edge}`,
  ),
  verbalize: ({ unit = "", scale = "" }) => (scale ? ({ C: "xê", F: "ép" }[scale] ?? null) : (units[unit] ?? null)),
});

/** Trong 10 s, t = 2,5 s: seconds, with a space, behind a word for a time. */
const seconds = rule({
  name: "unit",
  begins: "digit",
  behindDigits: " s.,\u00A0",
  pattern: sticky(
    `(?<=(?<!\\p{L})(?:[Tt]rong|[Ss]au|[Mm]ất|[Hh]ết|[Mm]ỗi|[Cc]ứ|[Cc]hu k[ỳì]|[Tt]hời gian|[Kk]éo dài)(?: là|:)?[ ]|(?<![\\p{L}\\d])[tT][₀-₉\\d]?[ ]?=[ ]?)(?<count>${number})${gap}s(?![\\p{L}\\p{M}\\d])`,
  ),
  verbalize: ({ count = "" }, options) => `${sayNumber(count, options, "amount")} giây`,
});

const lone =
  "mm|cm|dm|km|m2|m²|m3|m³|cm2|cm²|dm2|dm²|km2|km²|mg|kg|ml|kWh|kW|MW|MWh|km/h|m/s|mmHg|mAh|GHz|MHz|kHz|Mbps|kcal|°C|°F";

/** Tính theo m2, đơn vị kWh: a unit without a number. */
const alone = rule({
  name: "unit",
  begins: ["letter", "mark"],
  pattern: sticky(
    `(?<![\\d./])(?<unit>${anyOf(lone.split("|"))}|(?:${after("theo|tính|mỗi|mấy|một|trăm|nghìn|ngàn|chục|đơn vị|là|bằng")}|(?<=[/(]))(?:GB|MB|TB))${edge}(?!/)`,
  ),
  verbalize: ({ unit = "" }) => units[unit] ?? null,
});

/** Vàng 18K, tivi 4K, vàng miếng SJC 1L: grades; K is not thousands and L not liters after these words. */
const graded = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "KkL",
  pattern: sticky(
    `(?:${after("vàng|vàng tây|nhẫn|dây chuyền")}(?<gold>(?:8|9|1[0468]|2[24]))[Kk]|(?:${after("tivi|ti vi|TV|màn hình|HD|UHD|video|phim|quay|chuẩn|độ phân giải|camera|inch|smart tivi")}|(?<=\\d["”] ))(?<pixels>[2458])K|${after("SJC|vàng miếng|DOJI|PNJ")}(?<taels>\\d{1,3})L)${edge}`,
    "i",
  ),
  verbalize: ({ gold = "", pixels = "", taels = "" }, options) =>
    taels ? `${cardinal(taels, options)} lượng` : `${cardinal(gold || pixels, options)} ca`,
});

/** 3N2Đ, 2N 1Đ: days and nights of a journey. */
const journey = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "nN",
  pattern: sticky(`(?<days>\\d{1,2})[Nn][ ]?[/&-]?[ ]?(?<nights>\\d{1,2})[Đđ]${edge}(?![.,]?\\d)`),
  verbalize: ({ days = "", nights = "" }, options) =>
    `${cardinal(days, options)} ngày ${cardinal(nights, options)} đêm`,
});

/** 10°46'N: the direction of a latitude or longitude. */
const bearing = rule({
  name: "unit",
  begins: "letter",
  first: "NSEW",
  pattern: sticky("(?<=°(?:\\d{1,2}(?:[.,]\\d{1,3})?['′])?(?:\\d{1,2}(?:[.,]\\d{1,2})?[\"″])?[ ]?)[NSEW](?!\\p{L})"),
  verbalize: ({ all = "" }) => ({ N: "bắc", S: "nam", E: "đông", W: "tây" })[all] ?? null,
});

/** Tried before times, which have units of their own. */
export const sizeRules = [
  journey,
  rooms,
  floor,
  part,
  sides,
  graded,
  races,
  tons,
  storeys,
  persons,
  odometer,
  babyAge,
  tablets,
];

export const unitRules = [
  seconds,
  aloneByAnother,
  bearing,
  heights,
  metres,
  halves,
  inches,
  measure,
  behindWord,
  alone,
];
