import { cardinal, sayDigits } from "../numbers";
import type { ReadingOptions } from "../reading-options";
import { after, edge, type Found, rule, sticky } from "../rule";

const part = "[ .-]?\\d{2,4}";
const end = `${edge}(?![.,/-]?\\d)`;

const groupsOf = (text: string): string[] => {
  const written = text.split(/[ .-]/).filter(Boolean);
  if (written.length > 1) return written;
  // Ten digits are grouped 4-3-3.
  const digits = text.replace(/\D/g, "");
  return digits.length === 10
    ? [digits.slice(0, 4), digits.slice(4, 7), digits.slice(7)]
    : (digits.match(/\d{1,3}/g) ?? []);
};

const say = ({ plus = "", rest = "" }: Found) =>
  [plus && "cộng tám bốn", ...groupsOf(rest).map(sayDigits)].filter(Boolean).join(", ");

/** 0912 345 678, 0912345678, 028.3829.1234, +84 912 345 678, (+84) 912 345 678. */
const subscriber = rule({
  name: "phone",
  begins: ["digit", "mark"],
  pattern: sticky(
    `(?:(?<plus>\\+84|\\(\\+84\\))[ .-]?(?:\\(0\\))?(?=[1-9])|(?=0[1-9]))(?<rest>\\d{3,4}[ .-]\\d[ .]\\d{3}[ .]\\d{3}|\\d{2,4}${part}(?:${part}){0,2}|\\d{9,11})${end}`,
  ),
  verbalize(found) {
    const count = (found.rest ?? "").replace(/\D/g, "").length;
    return count >= 9 && count <= 11 ? say(found) : null;
  },
});

/** 1900 1234, 18001090, 1900 54 54 81. */
const service = rule({
  name: "phone",
  begins: "digit",
  pattern: sticky(
    `(?<rest>1[89]00)(?:[ .-]?(?<short>\\d{4}|\\d{6})|(?<pairs>(?:[ .-]\\d{2}){2,3}|(?:[ .-]\\d{3}){2}))${end}`,
  ),
  verbalize: ({ rest = "", short = "", pairs = "" }) =>
    [
      rest,
      ...(pairs ? pairs.split(/[ .-]/).filter(Boolean) : short.length === 6 ? (short.match(/\d{2}/g) ?? []) : [short]),
    ]
      .map(sayDigits)
      .join(", "),
});

/** (028) 3822 1234, (024)-3822.1234. */
const withArea = rule({
  name: "phone",
  begins: "mark",
  pattern: sticky(
    `\\((?<rest>0\\d{1,3})\\)[ .-]{0,2}(?<local>\\d{3,4}[ .-]?\\d{3,4}|\\d{2,3}(?:[ .]\\d{2,3}){2})${end}`,
  ),
  verbalize: ({ rest = "", local = "" }) => [rest, ...groupsOf(local)].map(sayDigits).join(", "),
});

/** (84-24) 3825 1234. */
const withCountry = rule({
  name: "phone",
  begins: "mark",
  pattern: sticky(`\\(\\+?84[-. ]?(?<area>[1-9]\\d{0,2})\\)[ .-]{0,2}(?<local>\\d{3,4}[ .-]?\\d{3,4})${end}`),
  verbalize: ({ area = "", local = "" }) =>
    ["cộng tám bốn", sayDigits(area), ...groupsOf(local).map(sayDigits)].join(", "),
});

/** 1-800-123-4567: a number of North America. */
const american = rule({
  name: "phone",
  begins: "digit",
  behindDigits: "-.",
  pattern: sticky(`1[-.][2-9]\\d\\d[-.]\\d{3}[-.]\\d{4}${end}`),
  verbalize: ({ all = "" }) => groupsOf(all).map(sayDigits).join(", "),
});

/** 0084 912 345 678, 0084-24-3825-1234: the country code as it is dialed. */
const dialedCountry = rule({
  name: "phone",
  begins: "digit",
  pattern: sticky(`0084[ .-]?(?<rest>[1-9]\\d{0,2}(?:[ .-]?\\d{2,4}){2,4}|[1-9]\\d{8,9})${end}`),
  verbalize({ rest = "" }) {
    const count = rest.replace(/\D/g, "").length;
    return count < 9 || count > 10 ? null : ["không không tám bốn", ...groupsOf(rest).map(sayDigits)].join(", ");
  },
});

/** +1 (800) 555-0199, (+1) 650 253 0000, +44 (0)20 7946 0958: a foreign number with brackets. */
const bracketed = rule({
  name: "phone",
  begins: "mark",
  first: "+(",
  pattern: sticky(
    `(?:\\+(?<country>[1-9]\\d{0,2})[ .-]?\\((?:0\\)[ .-]?(?=\\d)|(?<area>\\d{1,4})\\))|\\(\\+(?<country2>[1-9]\\d{0,2})\\))[ .-]?(?<rest>\\d{1,4}(?:[ .-]?\\d{2,4}){1,4})${end}`,
  ),
  verbalize({ country = "", country2 = "", area = "", rest = "" }, options) {
    if ((area + rest).replace(/\D/g, "").length < 7) return null;
    return [
      `cộng ${sayCountry(country || country2, options)}`,
      ...(area ? [sayDigits(area)] : []),
      ...groupsOf(rest).map(sayDigits),
    ].join(", ");
  },
});

const sayCountry = (country: string, options: ReadingOptions): string =>
  country === "84" ? "tám bốn" : country.length < 3 ? cardinal(country, options) : sayDigits(country);

/** +1 650 253 0000: a foreign number. */
const foreign = rule({
  name: "phone",
  begins: "mark",
  pattern: sticky(
    `\\+(?!\\d{1,3}(?:\\.\\d{3}){1,4}(?![ .-]?\\d))(?<country>[1-9]\\d{0,2})[ .-](?<rest>\\d{1,4}(?:[ .-]\\d{2,4}){1,4})${end}`,
  ),
  verbalize: ({ country = "", rest = "" }, options) =>
    [`cộng ${sayCountry(country, options)}`, ...groupsOf(rest).map(sayDigits)].join(", "),
});

const calls =
  "gọi|gọi ngay|gọi tới|gọi đến|gọi số|gọi cho|gọi ngay cho|gọi điện|gọi cấp cứu|gọi cứu hỏa|gọi công an|bấm|cấp cứu|số|tổng đài|hotline|điện thoại|máy|ĐT|SĐT|đường dây nóng|đầu số|nhắn|công an|cứu hỏa|cứu hoả|cứu nạn|cảnh sát|khẩn cấp|chữa cháy";

/** 113 after a word for calling, 111/113/114; longer digit runs are accounts and codes. */
const short = rule({
  name: "phone",
  begins: "digit",
  pattern: sticky(
    `(?:${after(calls)}|(?<=(?<!\\p{L})[Gg]ọi [^.\\n]{3,60}, )(?=11[1-5](?!\\d)))(?<list>1[01]\\d(?:(?:/|, | hoặc | và )1[01]\\d){0,3})${end}`,
    "i",
  ),
  verbalize: ({ list = "" }) => list.replace(/\//g, ", ").replace(/\d{3}/g, sayDigits),
});

/** Gọi 024.1080: an area code and a service number. */
const areaService = rule({
  name: "phone",
  begins: "digit",
  pattern: sticky(`${after(calls)}(?<area>0\\d{2,3})[. -](?<local>1\\d{2,3})${end}`, "i"),
  verbalize: ({ area = "", local = "" }) => [area, local].map(sayDigits).join(", "),
});

/** In order of precedence. */
export const phoneRules = [
  american,
  dialedCountry,
  subscriber,
  service,
  withArea,
  withCountry,
  bracketed,
  foreign,
  short,
  areaService,
];
