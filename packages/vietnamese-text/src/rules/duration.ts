import { plain, sayClock, sayHalf } from "../clock";
import { cardinal } from "../numbers";
import type { ReadingOptions } from "../reading-options";
import { after, edge, type Found, gap, rule, sticky } from "../rule";
import { isSyllable } from "../syllable";

export const sayFound = (
  { hour = "", minutes = "", seconds = "", half = "", named = "", all = "" }: Found,
  options: ReadingOptions,
) => {
  if (Number(hour) > 24 && /[:g]/i.test(all)) return null;
  const clock = sayClock(hour, minutes, seconds, options);
  return `${named ? clock.replace(/ phút$/, "") : clock}${sayHalf(half, hour)}`;
};

/** 3p20s, 10p, 30s, 1'30": a duration; not a decade such as 90s. */
export const duration = rule({
  name: "time",
  begins: "digit",
  pattern: sticky(
    `(?:(?<minutes>\\d{1,3})(?:ph?|[ \\u00A0]ph(?![.,]?\\d)|m(?=\\d{1,2}s)|'(?=\\d{1,2}(?:"|''|″|s)))(?:(?<seconds>\\d{1,2})(?:s|"|''|″))?|(?!${after("năm|thập niên|thập kỷ|những năm")})(?<only>\\d{1,4}(?:[.,]\\d{1,2})?)s)${edge}`,
  ),
  verbalize({ minutes = "", seconds = "", only = "" }, options) {
    if (only) return `${cardinalOrDecimal(only, options)} giây`;
    const rest = Number(seconds) > 0 ? ` ${plain(seconds, options)} giây` : "";
    return `${plain(minutes, options)} phút${rest}`;
  },
});

const cardinalOrDecimal = (text: string, options: ReadingOptions): string => {
  const [whole = "", decimals = ""] = text.split(/[.,]/);
  return decimals ? `${plain(whole, options)} phẩy ${cardinal(decimals, options)}` : plain(whole, options);
};

/** Chạy 100m trong 10"35, 1'47"52: seconds and hundredths. */
export const hundredths = rule({
  name: "time",
  begins: "digit",
  behindDigits: "\"'″sp:",
  pattern: sticky(`(?:(?<minutes>\\d{1,2})(?:'|ph?|:))?(?<seconds>\\d{1,2})["″s](?<rest>\\d{2})${edge}(?!["″'])`),
  verbalize: ({ minutes = "", seconds = "", rest = "" }, options) =>
    `${minutes && `${plain(minutes, options)} phút `}${plain(seconds, options)} giây ${cardinal(rest, options)}`,
});

/** 30-45': a range of minutes. */
export const minutesSpan = rule({
  name: "time",
  begins: "digit",
  behindDigits: "-–",
  pattern: sticky("(?<from>\\d{1,3})[-–](?<to>\\d{1,3})['’′](?![\\d'’′\"])"),
  verbalize: ({ from = "", to = "" }, options) =>
    Number(from) < Number(to) ? `${plain(from, options)} đến ${plain(to, options)} phút` : null,
});

/**
 * After a name it is the minute of a match, after any other word a duration. A single word at the start of a sentence
 * is a name if it cannot be Vietnamese: "Messi 23'", but "Nghỉ 5'".
 */
function isBehindScorer(before: string): boolean {
  if (/\($/.test(before)) return true;
  const { lead = "", words = "" } =
    /^(?<lead>.*?)(?<words>(?:\p{Lu}[\p{L}\p{M}]*[ \u00A0])+)\(?$/su.exec(before)?.groups ?? {};
  const names = words.trim().split(/[ \u00A0]/);
  if (words === "" || /(?:chờ|đợi)[ \u00A0]$/i.test(lead) || /^(?:chờ|đợi|còn|nghỉ)$/i.test(names[0] ?? ""))
    return false;
  // KT 15': an abbreviation is no player.
  if (names.every((name) => /^\p{Lu}+$/u.test(name))) return false;
  const beginsSentence = /(?:^|[.!?\n]\s?)$/.test(lead);
  return !beginsSentence || names.length > 1 || !isSyllable(names[0] ?? "");
}

/** (23', 45'+2), Quang Hải 67': the minutes of a match. */
export const matchMinute = rule({
  name: "time",
  begins: "digit",
  pattern: sticky(
    `(?<minute>\\d{1,3})(?:['’′](?:${gap}\\+(?<extra>\\d{1,2})(?:['’′])?)?|\\+(?<extra2>\\d{1,2})['’′])(?![\\d'’′"])(?=(?<named>[ \\u00A0](?:nữa|nhé|nha|thôi|là|trước|sau|để|cho)(?!\\p{L}))|)`,
  ),
  verbalize({ minute = "", extra = "", extra2 = "", named = "", before = "" }, options) {
    const more = extra || extra2 ? ` cộng ${plain(extra || extra2, options)}` : "";
    if (/phút[ \u00A0]$/i.test(before)) return `${plain(minute, options)}${more}`;
    const isOfMatch = more || /['’′],[ \u00A0]$/.test(before) || (!named && isBehindScorer(before));
    return isOfMatch ? `phút ${plain(minute, options)}${more}` : `${plain(minute, options)} phút`;
  },
});
