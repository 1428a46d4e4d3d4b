import type { RedactionKind } from "./kinds";

type Place = { from: number; to: number; kind: RedactionKind; value: string };

/** Words before an address that are no part of it. */
const outside = new Set(
  `là qua sang thành tới đến về cho vào ở tại gửi email mail meo mêu i e thư hòm hộp chỉ địa lạc liên hệ của tôi em anh chị mình dạ vâng ạ nhé nhập gõ với và hoặc hay
  thì mà ghi viết tử điện trên theo thêm đăng nhập khoản tài từ có này đây ấy tên`.split(/\s+/),
);
/** The words that no address goes on before, where all before the sign may be outside: "email là liên hệ a còng". */
const leads =
  /^(?:là|qua|sang|thành|tới|đến|về|cho|vào|email|mail|meo|mêu|gửi|gõ|nhập|ghi|thư|và|hoặc|dạ|vâng|ạ|của|chỉ)$/;
/** How the letters before are written: "viết liền". */
const spelling = /^(?:liền|hoa|thường|tắt|dính|sát|rời)$/;
const endings = /^(?:com|cơm|nét|net|vn|org|oóc|edu|gov|info|io|app|dev|me|shop|vê|vi|en|nờ|ê|đu|gờ|o|rờ|chấm)$/;
const longest = 14;
const domain = 8;

/** Addresses of email that are said or written: all from the word behind "email là" to the ending behind the last "chấm". */
export function emailsOf(said: readonly string[]): Place[] {
  const words = said.map((word) => (word === "dot" ? "chấm" : word));
  const found: Place[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (/^[^@]+@.+\../.test(word)) {
      found.push({ from: at, to: at + 1, kind: "email", value: word });
      continue;
    }
    const sign = signAt(words, at);
    if (!sign) continue;
    const from = startOf(words, at);
    const hasName = from < at || /^[^@]+@/.test(word);
    if (!hasName || !isMail(words, from, at + sign)) continue;
    const to = /@.+\../.test(word) ? at + 1 : endOf(words, at + sign);
    found.push({ from, to, kind: "email", value: words.slice(from, to).join(" ") });
    at = to - 1;
  }
  return found;
}

/** Where the address begins whose sign is at a place. */
function startOf(words: readonly string[], at: number): number {
  const from = backFrom(words, at);
  if (from < at || /^[^@]+@/.test(words[at] ?? "")) return from;
  let lead = at;
  while (lead > 0 && at - lead < 3 && !leads.test(words[lead - 1] ?? "")) lead -= 1;
  return lead;
}

function backFrom(words: readonly string[], at: number): number {
  let from = at;
  for (;;) {
    if (from <= 0 || at - from >= longest) return from;
    const word = words[from - 1] ?? "";
    if (spelling.test(word) && words[from - 2] === "viết") from -= 2;
    else if (!outside.has(word)) from -= 1;
    else return from;
  }
}

/** How many words say "@" at a place. */
function signAt(words: readonly string[], at: number): number {
  const [word, next] = [words[at] ?? "", words[at + 1] ?? ""];
  if (word.includes("@") || word === "còng") return 1;
  if (
    /^(?:a|ây|à|ét|dấu)$/.test(word) &&
    /^(?:còng|móc|vòng|con)$/.test(next) &&
    (next !== "con" || words[at + 2] === "chấm")
  )
    return 2;
  return word === "at" && (words.slice(at, at + domain).includes("chấm") || /\./.test(next)) ? 1 : 0;
}

/** "a còng" is also said before the name of an account: an address has a domain, or is announced. */
const isMail = (words: readonly string[], from: number, behind: number): boolean =>
  words
    .slice(behind - 1, behind + domain)
    .some((word) => /^(?:chấm|gmail|meo|yahoo|hu|outlook|icloud)$|\./.test(word)) ||
  words.slice(Math.max(0, from - 6), from).some((word) => /^(?:email|mail|meo|thư)$/.test(word));

function endOf(words: readonly string[], from: number): number {
  if (/.\../.test(words[from] ?? "")) return from + 1;
  const dot = words.slice(from, from + domain).lastIndexOf("chấm");
  if (dot < 0) return Math.min(words.length, from + 2);
  let to = from + dot + 1;
  while (to < words.length && to < from + dot + 4 && endings.test(words[to] ?? "")) to += 1;
  return Math.max(to, Math.min(words.length, from + dot + 2));
}
