import { plain, sayClock } from "../clock";
import { spell } from "../letters";
import { cardinal } from "../numbers";
import type { ReadingOptions } from "../reading-options";
import { after, dash, edge, gap, rule, sticky } from "../rule";
import { duration, hundredths, matchMinute, minutesSpan, sayFound } from "./duration";

const sixty = "[0-5]\\d";

const dayParts = "sáng|trưa|chiều|tối|đêm|khuya";

const clock = `\\d{1,2}(?:[hH](?:${sixty})?|[:gG]${sixty})(?:'|ph?)?`;

const clockEnd = `${edge}(?![:/]\\d)`;

const sayWritten = (text: string, options: ReadingOptions): string => {
  const [hour = "", minutes = ""] = text.split(/[hg:]/i);
  return sayClock(hour, minutes.replace(/\D/g, ""), "", options);
};

/** 8h30-17h, 7:00-11:30, 9-11h: a range of times. */
const range = rule({
  name: "time",
  begins: "digit",
  pattern: sticky(
    `(?:(?<from>${clock})|(?<bare>\\d{1,2}))${gap}${dash}${gap}(?<to>${clock})${edge}(?!:\\d|/\\d(?!\\d?[hg:]))`,
  ),
  verbalize({ from = "", bare = "", to = "" }, options) {
    const isLength = bare && /^\d+h$/i.test(to) && Number(bare) < Number.parseInt(to, 10);
    if (isLength) return `${plain(bare, options)} đến ${sayWritten(to, options)}`;
    if (Number.parseInt(to, 10) > 24 || Number.parseInt(from || bare, 10) > 24) return null;
    if (bare && (!/^\d+h/i.test(to) || Number(bare) >= Number.parseInt(to, 10))) return null;
    return `${bare ? plain(bare, options) : sayWritten(from, options)} đến ${sayWritten(to, options)}`;
  },
});

const hour = "(?<hour>[01]?\\d|2[0-4])";

/** 14:00 giờ, 8:30h: the unit is in the clock time already. */
const unitAgain = `(?:[hH]|${gap}giờ)?`;

const half = `(?:${gap}(?<half>[AaPp][Mm]|[ap]\\.m\\.))?`;

const played =
  "video|clip|bài hát|ca khúc|đoạn phim|đoạn video|đoạn clip|đoạn ghi âm|ghi âm|bản ghi|podcast|MV|trailer|teaser|bản nhạc|track|audio|file|tệp|đoạn|pace|phút thứ|thời lượng|bản thu";

/** Video dài 12:45: a duration in minutes and seconds. */
const playingTime = rule({
  name: "time",
  begins: "digit",
  behindDigits: ":",
  pattern: sticky(
    `(?<=(?<!\\p{L})(?:${played})(?: dài| thời lượng| này| trên| mới| kéo dài| có độ dài| là| khoảng| hơn| gần){0,3}:? )(?<minutes>\\d{1,3}):(?<seconds>${sixty})(?<each>/km)?${clockEnd}(?!${gap}(?:sáng|trưa|chiều|tối|đêm|AM|PM|am|pm|ngày|hôm))`,
    "i",
  ),
  verbalize({ minutes = "", seconds = "", each = "" }, options) {
    const rest = Number(seconds) > 0 ? ` ${plain(seconds, options)} giây` : "";
    return `${plain(minutes, options)} phút${rest}${each && " một ki lô mét"}`;
  },
});

/** 14:05, 14:05:30, 8:30 PM. Not after a word for a ratio or a score. */
const colon = rule({
  name: "time",
  begins: "digit",
  behindDigits: ":",
  pattern: sticky(
    `(?!${after("tỷ lệ|tỉ lệ|tỷ số|tỉ số|bản đồ|pha|scale")})${hour}:(?<minutes>${sixty})(?::(?<seconds>${sixty})(?:[.,]\\d{1,6})?Z?)?${unitAgain}${half}${clockEnd}`,
  ),
  verbalize: (found, options) =>
    /(?:UTC|GMT)[+−-]$/.test(found.before ?? "") && found.minutes === "00"
      ? plain(found.hour ?? "", options)
      : sayFound(found, options),
});

/** 8h, 8h30, 8h5', 14h05p, 14h05'30". */
const lettered = rule({
  name: "time",
  begins: "digit",
  behindDigits: "hH",
  pattern: sticky(
    `(?<hour>\\d{1,3})[hH](?::(?=${sixty}(?!\\d)))?(?:(?<minutes>${sixty}|\\d(?=['p]|m\\b)|[1-9](?![\\p{L}\\d]))(?:'(?<seconds>${sixty})(?:"|''|″)|(?:'|ph?|m|[hH])(?!\\p{L}))?(?:(?<seconds2>${sixty})s)?)?(?:${gap}giờ(?! (?:kém|rưỡi|hơn)(?!\\p{L})))?${half}${clockEnd}(?=(?<named>[ \\u00A0]phút)|)`,
  ),
  verbalize: ({ seconds2 = "", ...found }, options) =>
    sayFound({ ...found, seconds: found.seconds || seconds2 }, options),
});

/** 1,5h: a duration. */
const decimalHours = rule({
  name: "time",
  begins: "digit",
  behindDigits: ".,",
  pattern: sticky(`(?<whole>\\d{1,3})[.,](?<part>\\d{1,2})h${edge}`),
  verbalize: ({ whole = "", part = "" }, options) => `${plain(whole, options)} phẩy ${cardinal(part, options)} giờ`,
});

/** 100-150h: a range of durations. */
const hoursSpan = rule({
  name: "time",
  begins: "digit",
  behindDigits: "-–",
  pattern: sticky(`(?<from>\\d{1,3})[-–](?<to>\\d{3})h${edge}`),
  verbalize: ({ from = "", to = "" }, options) =>
    Number(from) < Number(to) ? `${plain(from, options)} đến ${plain(to, options)} giờ` : null,
});

/** 24h/24h. */
const allDay = rule({
  name: "time",
  begins: "digit",
  behindDigits: "h",
  pattern: sticky(`24h/24(?<unit>h?)${edge}`),
  verbalize: ({ unit = "" }, options) => `${plain("24", options)} giờ trên ${plain("24", options)}${unit && " giờ"}`,
});

/** 8AM, 10 pm. */
const wholeHour = rule({
  name: "time",
  begins: "digit",
  pattern: sticky(`(?<hour>1[0-2]|[1-9])${gap}(?<half>[AaPp][Mm]|[ap]\\.m\\.)${edge}`),
  verbalize: (found, options) => sayFound(found, options),
});

/** 9:00 utc: a lower-case time zone. */
const zone = rule({
  name: "time",
  begins: "letter",
  pattern: sticky(`(?<=[\\dh][ \\u00A0])(?<zone>gmt|utc|cst|pst|est|jst|cet|ict)${edge}`),
  verbalize: ({ zone = "" }) => spell(zone),
});

/** 8g30, 7g sáng: the southern notation. */
const southern = rule({
  name: "time",
  begins: "digit",
  behindDigits: "gG",
  pattern: sticky(
    `${hour}[gG](?:(?<minutes>${sixty})(?:'|ph?)?|(?=[ \\u00A0](?:${dayParts}))|(?<=${after("lúc|từ|đến|hồi|trước|sau")}\\d{1,2}[gG])(?!${gap}(?:vàng|bột|đường|muối|thuốc|chất)))${clockEnd}`,
  ),
  verbalize: (found, options) => sayFound(found, options),
});

/** 7.30 sáng, lúc 9.15: with a dot, beside a word for a time of day. */
const dotted = rule({
  name: "time",
  begins: "digit",
  behindDigits: ".",
  pattern: sticky(
    `${hour}\\.(?<minutes>${sixty})(?:(?=[ \\u00A0](?:${dayParts})(?!\\p{L}))|(?<=${after("lúc|hồi")}[\\d.]{4,5})${edge}(?!${gap}(?:đồng|triệu|tỷ|điểm)))`,
    "i",
  ),
  verbalize: (found, options) => sayFound(found, options),
});

/** In order of precedence. */
export const timeRules = [
  decimalHours,
  hoursSpan,
  allDay,
  range,
  playingTime,
  colon,
  lettered,
  wholeHour,
  southern,
  dotted,
  minutesSpan,
  hundredths,
  duration,
  matchMinute,
  zone,
];
