import { sayDigits } from "./cardinal";
import { after, edge, type Rule, sticky } from "./rule";

const part = "[ .-]?\\d{2,4}";

const groupsOf = (text: string): string[] => {
  const written = text.split(/[ .-]/).filter(Boolean);
  if (written.length > 1) return written;
  // Ten digits in one run are heard in four, three and three.
  const digits = text.replace(/\D/g, "");
  return digits.length === 10
    ? [digits.slice(0, 4), digits.slice(4, 7), digits.slice(7)]
    : (digits.match(/\d{1,3}/g) ?? []);
};

const say = ({ plus = "", rest = "" }: Readonly<Record<string, string>>) =>
  [plus && "cộng tám bốn", ...groupsOf(rest).map(sayDigits)].filter(Boolean).join(", ");

/** 0912 345 678, 0912345678, 028.3829.1234, +84 912 345 678, (+84) 912 345 678. */
const subscriber: Rule = {
  name: "phone",
  pattern: sticky(
    `(?:(?<plus>\\+84|\\(\\+84\\))[ .-]?(?=[1-9])|(?=0[1-9]))(?<rest>\\d{2,4}${part}(?:${part}){0,2}|\\d{9,11})${edge}(?![.,/-]?\\d)`,
  ),
  say: (found) => {
    const count = (found.rest ?? "").replace(/\D/g, "").length;
    return count >= 9 && count <= 11 ? say(found) : null;
  },
};

/** 1900 1234, 18001090. */
const service: Rule = {
  name: "phone",
  pattern: sticky(`(?<rest>1[89]00[ .-]?\\d{4,6})${edge}(?![.,/-]?\\d)`),
  say: ({ rest = "" }) => [rest.slice(0, 4), rest.slice(4)].map(sayDigits).join(", "),
};

/** (028) 3822 1234. */
const withArea: Rule = {
  name: "phone",
  pattern: sticky(`\\((?<rest>0\\d{1,3})\\)[ .-]?(?<local>\\d{3,4}[ .-]?\\d{3,4})${edge}(?![.,/-]?\\d)`),
  say: ({ rest = "", local = "" }) => [rest, ...groupsOf(local)].map(sayDigits).join(", "),
};

/** 113 behind a word for calling; longer runs of digits are accounts and codes. */
const short: Rule = {
  name: "phone",
  pattern: sticky(`${after("gọi|số|tổng đài|hotline|điện thoại|máy")}1[01]\\d${edge}(?![.,/-]?\\d)`, "i"),
  say: ({ all = "" }) => sayDigits(all),
};

export const phoneRules: readonly Rule[] = [subscriber, service, withArea, short];
