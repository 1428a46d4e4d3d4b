import { after, dash, edge, gap, rule, sticky } from "../rule";

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
export const weekdays = rule({
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
export const weekdayList = rule({
  name: "date",
  begins: "digit",
  behindDigits: ", \u00A0",
  pattern: sticky(`${after("thứ")}(?<list>[2-7](?:(?:, | và |,)[2-7]){1,5})${edge}(?![.,/]?\\d| ?(?:tháng|/))`, "i"),
  verbalize: ({ list = "" }) => list.replace(/,(?! )/g, ", ").replace(/\d/g, (digit) => weekdayNames[digit] ?? digit),
});

/** T2-T6, T7-CN, T2, T4 và T6: abbreviated weekdays. */
export const shortWeekdays = rule({
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
  "[Hh]ôm nay|[Nn]ay|[Nn]gày mai|[Rr]ảnh|[Ss]áng|[Tt]rưa|[Cc]hiều|[Tt]ối|[Đđ]êm|[Hh]ôm|[Mm]ai|[Nn]gày|[Qq]ua|[Nn]ghỉ|[Ll]àm|[Hh]ọc|[Ll]ịch học|[Hh]ẹn|[Hh]ọp|[Tt]rừ|[Tt]hứ|[Mm]ỗi|[Cc]ác|[Cc]ả|[Dd]eadline|hạn chót|[Hh]ạn nộp|[Cc]hốt";

const behindDays =
  "tuần|này|tới|sau|trước|off|thi|là|ko|k|k0|mình|lên|xuống|giao|ship|phải|đóng|mở|hằng tuần|hàng tuần|nha|nhé|nè|nghỉ|học|làm|họp|đi|rảnh|không|được|mình|em|anh|chị|bạn|mới|cũng|có|luôn|hả|nhỉ|z|v|nhe|đó|á";

export const chatDay = rule({
  name: "date",
  begins: "letter",
  first: "tTcC",
  pattern: sticky(
    `(?:(?:${after(besideDays)}|(?<=\\d(?:h|h\\d\\d|g|g\\d\\d|:\\d\\d)[ \\u00A0])|(?<=(?<!\\p{L})[Tt][2-7](?!\\d)[^.\\n]{0,40} (?:về|đi|vào|đến|và|hoặc|hay) )(?=CN|cn)(?!CN \\p{Lu}))(?<day>[tT][2-7]|cn|CN)(?![ \\u00A0](?:năm|đạt|tăng|giảm|so với))|(?<day2>[tT][2-7]|cn)(?=[ \\u00A0](?:${behindDays})(?!\\p{L})|[:,]? ?\\d{1,2}(?:h|:\\d\\d|g\\d)))${edge}(?![-/.]\\d)`,
  ),
  verbalize: ({ day = "", day2 = "" }) => sayWeekday(day || day2),
});

const lessons =
  "[Hh]ọc|[Tt]ối|[Cc]hiều|[Ss]áng|[Ll]ịch|[Cc]a|[Ll]ớp|[Cc]ác ngày|[Dd]ạy|[Tt]ập|[Bb]uổi|[Ll]ịch học|[Cc]ác tối|[Cc]ác buổi|[Kk]hám|[Ll]ịch khám";

/** T3-T5-T7, T2-4-6, thứ 3-5-7: separate weekdays when there are three or more. */
export const weekdayRow = rule({
  name: "date",
  begins: ["letter", "digit"],
  first: "T234567",
  pattern: sticky(
    `(?:(?:T[2-7])(?:${gap}[-–/]${gap}(?:T[2-7]|CN)){2,5}|${after("[Tt]hứ")}[2-7](?:${gap}[-–/]${gap}(?:[2-7]|CN)){2,5}|(?<short>T[2-7](?:[-–/,] ?[2-7]){2,4}|${after(lessons)}(?:2[-–]4[-–]6|3[-–]5[-–]7)))${edge}(?![-/.,]\\d)`,
  ),
  verbalize: ({ all = "", short = "" }) =>
    short
      ? `thứ ${short
          .replace(/\D+/g, " ")
          .trim()
          .replace(/ /g, ", ")
          .replace(/\d/g, (digit) => weekdayNames[digit] ?? digit)}`
      : all
          .split(/[ \u00A0]?[-–/][ \u00A0]?/)
          .map((day) => (/^\d$/.test(day) ? (weekdayNames[day] ?? day) : sayWeekday(day)))
          .join(", "),
});
