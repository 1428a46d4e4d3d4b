import { webWords } from "../data";
import { cardinalAt, digitOf } from "./cardinal";
import { digitsFrom } from "./code";
import { digitRunAt } from "./digits";
import { letterAt, lettersAt } from "./letters";
import { Phrases, type Spoken, type Written } from "./spoken";

/** The longest part of an address before its sign, in words. */
const longestPart = 9;

const endings = new Phrases({
  com: "com",
  cơm: "com",
  nét: "net",
  net: "net",
  "vê nờ": "vn",
  "vê en": "vn",
  "vi en": "vn",
  vn: "vn",
  "v n": "vn",
  "e d u": "edu",
  "o rờ gờ": "org",
  "o rờ giê": "org",
  org: "org",
  oóc: "org",
  "ê đu": "edu",
  "e đu": "edu",
  edu: "edu",
  "gờ o vê": "gov",
  "giê o vê": "gov",
  gốp: "gov",
  gov: "gov",
  "in phô": "info",
  info: "info",
  "ai ô": "io",
  "i o": "io",
  io: "io",
  "a i": "ai",
  "ây ai": "ai",
  áp: "app",
  app: "app",
  ếp: "app",
  đép: "dev",
  dev: "dev",
  sóp: "shop",
  shop: "shop",
  "tê vê": "tv",
  me: "me",
  xyz: "xyz",
  "ích i dét": "xyz",
});

const knownWords = new Phrases({
  ...Object.fromEntries(
    Object.entries(webWords)
      .filter(([short]) => short !== "www" && short !== "fb")
      .map(([short, spoken]) => [spoken, short]),
  ),
  "gờ meo": "gmail",
  "gi meo": "gmail",
  "ji meo": "gmail",
  "gờ mêu": "gmail",
  "gi mêu": "gmail",
  "g mail": "gmail",
  "gi mail": "gmail",
  "ya hu": "yahoo",
  "da hu": "yahoo",
  "ao lúc": "outlook",
  "aut lúc": "outlook",
  "hót meo": "hotmail",
  "ai cờ lao": "icloud",
  "phây búc": "facebook",
  "phây sờ búc": "facebook",
  "diu túp": "youtube",
  "iu túp": "youtube",
  "tích tóc": "tiktok",
  "gu gồ": "google",
  "vê kép vê kép vê kép": "www",
  "ba vê kép": "www",
  "vê kép ba lần": "www",
  "in phô": "info",
  áp: "app",
  sóp: "shop",
});

const marks = new Phrases({
  chấm: ".",
  "gạch ngang": "-",
  "gạch nối": "-",
  "gạch giữa": "-",
  "dấu trừ": "-",
  "gạch dưới": "_",
  "gạch chân": "_",
  "dấu gạch dưới": "_",
  "dấu chấm": ".",
});
const slashes = new Phrases({
  "gạch chéo": "/",
  xuyệt: "/",
  xẹt: "/",
  sẹt: "/",
  sẹc: "/",
  xẹc: "/",
  suyệt: "/",
  xuộc: "/",
  "gạch xéo": "/",
  "dấu gạch chéo": "/",
  "sờ lát": "/",
});
const atSigns = new Phrases("a còng|a móc|a vòng|ây còng|ét còng|dấu a còng|còng");

/** Words before an address that are none of its parts. */
const stops = new Phrases(
  "qua|là|tới|đến|về|cho|vào|ở|tại|gửi|email|e meo|i meo|meo|mail|thư|hòm thư|địa chỉ|trang|web|website|oép|oép sai|trang web|truy cập|liên hệ|theo|với|từ|và|hoặc|hay|trên|xem|mở|bằng|gồm|tên miền|kênh|link|đường dẫn|đăng nhập|tài khoản|nhập|gõ|của|viết|nhắn|hỏi|tên|địa chỉ email|thư điện tử|hộp thư|thêm|ghé|website là|web là|xuống|lên|thì|mục|cổng|của tôi|của em|nhé|ạ|dạ|đây|này|có",
);

/** The same before an email address, where "Trang" and "Thư" are names. */
const mailStops = new Phrases(
  "qua|là|tới|đến|về|cho|vào|ở|tại|gửi|email|e meo|i meo|meo|mail|hòm thư|địa chỉ|liên hệ|theo|với|từ|và|hoặc|hay|trên|bằng|đăng nhập|tài khoản|nhập|gõ|của|viết|nhắn|hỏi|địa chỉ email|thư điện tử|hộp thư|của tôi|của em|dạ|đây|này|thì",
);

const schemes = new Phrases(
  Object.fromEntries(
    ["xuyệt", "suyệt", "xẹt", "sẹt", "sẹc", "xẹc", "gạch chéo"].flatMap((slash) => [
      [`hát tê tê pê ét hai chấm ${slash} ${slash}`, "https://"],
      [`h t t p s hai chấm ${slash} ${slash}`, "https://"],
      [`hát tê tê pê hai chấm ${slash} ${slash}`, "http://"],
      [`h t t p hai chấm ${slash} ${slash}`, "http://"],
    ]),
  ),
);

/** Addresses of email and of the web, by the place where they begin. */
export function addressesOf(spoken: Spoken): Map<number, Written> {
  const found = new Map<number, Written>();
  let free = 0;
  for (let at = 0; at < spoken.words.length; at++) {
    if (at < free) continue;
    const address = mailAt(spoken, at, free) ?? siteAt(spoken, at, free);
    if (!address) continue;
    found.set(address.from, { text: address.text, to: address.to, kind: address.kind });
    free = address.to;
  }
  return found;
}

type Address = { text: string; from: number; to: number; kind: "email" | "url" };

function mailAt(spoken: Spoken, at: number, free: number): Address | null {
  const sign = atSigns.at(spoken, at);
  if (!sign) return null;
  const local = partBefore(spoken, at, free, mailStops);
  const domain = domainAt(spoken, sign.to);
  return local && domain
    ? { text: `${local.text}@${domain.text}`, from: local.from, to: domain.to, kind: "email" }
    : null;
}

/** "vang chấm vê en", from its first dot before an ending of domains. */
function siteAt(spoken: Spoken, at: number, free: number): Address | null {
  const dot = marks.at(spoken, at);
  if (dot?.meaning !== ".") return null;
  if (!endsSoon(spoken, dot.to)) return null;
  const name = partBefore(spoken, at, free, stops);
  const domain = domainAt(spoken, dot.to, true);
  if (!name || !domain || !/\p{L}/u.test(name.text)) return null;
  const path = pathAt(spoken, domain.to);
  const scheme = schemes.before(spoken, name.from);
  const from = scheme && scheme.from >= free ? scheme.from : name.from;
  const start = from < name.from ? (scheme?.meaning ?? "") : "";
  return { text: `${start}${name.text}.${domain.text}${path.text}`, from, to: path.to, kind: "url" };
}

const endsSoon = (spoken: Spoken, at: number): boolean => {
  for (let to = at; to < at + longestPart; to++) {
    if (endings.at(spoken, to) && (to === at || marks.before(spoken, to)?.meaning === ".")) return true;
    if (spoken.at(to) === "" || atSigns.at(spoken, to) || slashes.at(spoken, to)) return false;
  }
  return false;
};

/** The words of one part, without tones, joined; `from` where they begin. */
function partBefore(spoken: Spoken, at: number, free: number, limits: Phrases): { text: string; from: number } | null {
  let from = at;
  while (
    from > free &&
    from > at - longestPart &&
    !limits.before(spoken, from) &&
    !slashes.before(spoken, from) &&
    /^[\p{L}\p{N}]+$/u.test(spoken.at(from - 1))
  )
    from -= 1;
  const isOpen = from === at - longestPart && !limits.before(spoken, from);
  if (from === at || isOpen) return null;
  return { text: joined(spoken, from, at), from };
}

function joined(spoken: Spoken, from: number, to: number): string {
  let text = "";
  for (let at = from; at < to; ) {
    const mark = marks.at(spoken, at);
    const known = knownWords.at(spoken, at);
    const digits = digitOf(spoken.at(at)) !== undefined || cardinalAt(spoken, at) ? digitsFrom(spoken, at) : null;
    const letter = letterAt(spoken, at);
    const letters = lettersAt(spoken, at);
    const isSpelled =
      letters &&
      letters.letters.length > 1 &&
      letters.to <= to &&
      (letters.sureCount > 0 || letters.to - at === to - from);
    if (mark && mark.to <= to) {
      text += mark.meaning;
      at = mark.to;
    } else if (known && known.to <= to) {
      text += known.meaning;
      at = known.to;
    } else if (digits && digits.to <= to) {
      text += digits.digits;
      at = digits.to;
    } else if (isSpelled) {
      text += plain(letters.letters);
      at = letters.to;
    } else if (letter?.isSure && letter.to <= to) {
      text += plain(letter.letter);
      at = letter.to;
    } else {
      text += plain(spoken.at(at));
      at += 1;
    }
  }
  return text;
}

const plain = (word: string): string =>
  word.normalize("NFD").replace(/\p{M}/gu, "").replace(/[đĐ]/g, "d").toLowerCase();

/** What follows the sign or the first dot, up to an ending and those behind it: "com chấm vê en". */
function domainAt(spoken: Spoken, at: number, isBehindDot = false): { text: string; to: number } | null {
  for (let to = at; to < at + longestPart; to++) {
    const ending = isBehindDot || to > at ? endings.at(spoken, to) : null;
    const isEnding = ending && (to === at ? isBehindDot : marks.before(spoken, to)?.meaning === ".");
    if (!isEnding || !ending) {
      if (spoken.at(to) === "") return null;
      continue;
    }
    const name = joined(spoken, at, to);
    let text = name + ending.meaning;
    let end = ending.to;
    for (;;) {
      const dot = marks.at(spoken, end);
      const more = dot?.meaning === "." ? endings.at(spoken, dot.to) : null;
      if (!more) break;
      text += `.${more.meaning}`;
      end = more.to;
    }
    return { text, to: end };
  }
  return null;
}

const pathEnds = new Phrases(
  "để|nhé|ạ|và|là|thì|nha|rồi|hoặc|của|cho|trước|có|mà|vào|với|khi|ngay|từ|tại|xem|đăng|trong|đọc",
);

function pathAt(spoken: Spoken, at: number): { text: string; to: number } {
  let text = "";
  let to = at;
  for (;;) {
    const slash = slashes.at(spoken, to);
    if (!slash) return { text, to };
    let end = slash.to;
    const number = digitRunAt(spoken, end);
    if (number) {
      text += `/${number.digits}`;
      to = number.to;
      continue;
    }
    while (
      end < slash.to + 5 &&
      spoken.at(end) &&
      !pathEnds.at(spoken, end) &&
      !slashes.at(spoken, end) &&
      /^[\p{L}\p{N}]+$/u.test(spoken.at(end))
    )
      end += 1;
    if (end === slash.to) return { text, to };
    text += `/${joined(spoken, slash.to, end)}`;
    to = end;
  }
}
