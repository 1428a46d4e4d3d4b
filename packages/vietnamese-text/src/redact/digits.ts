import type { SpokenWord } from "../write/spoken";

/** Something said that stands for digits: the words [from, to). */
export type Atom = {
  from: number;
  to: number;
  digits: string;
  /** "single" digits and "compound" numbers below a thousand can be parts of an identifier; a "quantity" has nghìn or more. */
  kind: "single" | "compound" | "quantity" | "repeated" | "written";
};

/** Digits that were said one after the other, whatever was said between. */
export type DigitRun = {
  from: number;
  to: number;
  digits: string;
  atoms: readonly Atom[];
  /** The digits between corrections ("à nhầm"), in order. */
  segments: readonly string[];
};

const plainDigits: Record<string, string> = {
  không: "0",
  hông: "0",
  một: "1",
  hai: "2",
  ba: "3",
  bốn: "4",
  năm: "5",
  sáu: "6",
  bảy: "7",
  bẩy: "7",
  tám: "8",
  chín: "9",
};
/** Only behind another digit. */
const laterDigits: Record<string, string> = { mốt: "1", tư: "4", lăm: "5", nhăm: "5" };
const scales: Record<string, number> = { nghìn: 1e3, ngàn: 1e3, triệu: 1e6, tỷ: 1e9, tỉ: 1e9 };
/** "tứ quý tám" is said for 8888. */
const sets: Record<string, number> = { "tam hoa": 3, "tứ quý": 4, "ngũ quý": 5, "lục quý": 6 };

/** What people say between the digits of one number, besides pauses. */
const fillers = new Set(
  `à ờ ừ ừm ờm ơ ạ dạ vâng rồi tiếp theo nhé nha nhá nhen ha hả thì là mà ấy cái đấy đó nữa xong sao em anh chị cháu
  bác cô chú nghe ok oke okay đúng chấm gạch ngang nối cách trống khoảng dấu kế xem để nào như chắc hình đi ghi viết
  số đuôi cuối đầu liền nhau chờ chút xíu tí đợi nhớ quên lại đọc thêm hừm ơi ủa ui vậy hiểu biết chưa nè nghen hen
  cơ luôn alo gì mấy tức kiểu bấm phím lần toàn giữa cặp đôi kép tục`.split(/\s+/),
);
const corrections = [
  "nhầm",
  "không phải",
  "xin lỗi",
  "sửa lại",
  "nói lại",
  "đọc lại",
  "lộn",
  "ý là",
  "chính xác là",
  "sai rồi",
  "à quên",
];
const mostFillers = 7;

/** Nouns that numbers count, as one word. */
export const countedNouns = new Set(
  `người cái chiếc con quyển cuốn cây bộ hộp chai lon thùng gói cân ký kí ki lít mét mờ phân li độ tuổi giờ phút giây ngày tháng năm tuần quý lần phần
  trang chương câu bài điểm bàn thắng suất vé phòng tầng lớp học khách xe máy hộ đơn sản bản cổ lượt tấn tạ yến héc ha nhà căn bệnh ca cửa doanh dự
  công trường lao mũi liều viên em cháu bạn dân cử quả trái hạt bước vòng chữ từ ảnh tin cuộc kiện bao mẫu lá bông nữa`.split(
    /\s+/,
  ),
);

/** The bare words of a text, as its redaction compares them. */
export const bareWords = (words: readonly SpokenWord[]): string[] =>
  words.map(({ word }) =>
    word
      .normalize("NFC")
      .toLowerCase()
      .replace(/^[^\p{L}\p{M}\d+]+|[^\p{L}\p{M}\d]+$/gu, ""),
  );

/** All that stands for digits, from left to right. */
export function atomsOf(words: readonly string[]): Atom[] {
  const atoms: Atom[] = [];
  for (let at = 0; at < words.length; ) {
    const atom = atomAt(words, at, atoms.at(-1)?.to === at);
    if (atom) atoms.push(atom);
    at = atom?.to ?? at + 1;
  }
  return atoms;
}

function atomAt(words: readonly string[], from: number, isLater: boolean): Atom | undefined {
  const word = words[from] ?? "";
  if (/^\+?\d[\d.,:/-]*(?:k|tr|đ|₫|vnđ|vnd|usd)?$/.test(word))
    return { from, to: from + 1, digits: word.replace(/\D/g, ""), kind: "written" };
  const plus = word === "cộng" && words[from + 1] === "tám" && words[from + 2] === "bốn";
  if (plus) return { from, to: from + 3, digits: "84", kind: "single" };
  const set = sets[`${word} ${words[from + 1]}`];
  const setDigit = plainDigits[words[from + 2] ?? ""];
  if (set && setDigit) return { from, to: from + 3, digits: setDigit.repeat(set), kind: "repeated" };
  const pair = /^(?:đúp|cặp)$/.test(word) ? plainDigits[words[from + 1] ?? ""] : undefined;
  if (pair !== undefined) return { from, to: from + 2, digits: pair.repeat(2), kind: "repeated" };
  // "không chín lẻ năm": a zero inside an identifier.
  if (isLater && /^(?:linh|lẻ)$/.test(word) && onesOf(words[from + 1]) !== undefined)
    return { from, to: from + 1, digits: "0", kind: "single" };
  const repeated = repeatedAt(words, from);
  if (repeated) return repeated;
  const quantity = quantityAt(words, from);
  if (quantity) return quantity;
  const below = belowThousandAt(words, from);
  if (below) return { from, to: below.to, digits: String(below.value), kind: "compound" };
  if (word === "không" && words[from + 1] === "phải") return undefined;
  const digit = plainDigits[word] ?? (isLater ? laterDigits[word] : undefined);
  return digit === undefined ? undefined : { from, to: from + 1, digits: digit, kind: "single" };
}

/** "ba số không", "hai lần số tám", "bốn con chín". */
function repeatedAt(words: readonly string[], from: number): Atom | undefined {
  const times = Number(plainDigits[words[from] ?? ""] ?? 0);
  if (times < 2 || times > 6) return undefined;
  let at = from + 1;
  while (/^(?:số|con|lần|chữ|cái)$/.test(words[at] ?? "") && at < from + 4) at += 1;
  const digit = at > from + 1 ? plainDigits[words[at] ?? ""] : undefined;
  return digit ? { from, to: at + 1, digits: digit.repeat(times), kind: "repeated" } : undefined;
}

/** Numbers from ten to 999 that are said as such. */
function belowThousandAt(words: readonly string[], from: number): { value: number; to: number } | undefined {
  const digit = plainDigits[words[from] ?? ""];
  if (digit !== undefined && words[from + 1] === "trăm") {
    const hundreds = Number(digit) * 100;
    const next = words[from + 2] ?? "";
    if (/^(?:linh|lẻ)$/.test(next)) {
      const ones = onesOf(words[from + 3]);
      if (ones !== undefined) return { value: hundreds + ones, to: from + 4 };
    }
    const tens = tensAt(words, from + 2);
    if (tens) return { value: hundreds + tens.value, to: tens.to };
    if (next === "rưỡi") return { value: hundreds + 50, to: from + 3 };
    return { value: hundreds, to: from + 2 };
  }
  return tensAt(words, from);
}

const onesOf = (word = ""): number | undefined => {
  const digit = plainDigits[word] ?? laterDigits[word];
  return digit === undefined ? undefined : Number(digit);
};

function tensAt(words: readonly string[], from: number): { value: number; to: number } | undefined {
  const first = words[from] ?? "";
  const isTen = first === "mười";
  const tens = isTen ? 1 : words[from + 1] === "mươi" || words[from + 1] === "chục" ? onesOf(first) : undefined;
  if (tens === undefined) return undefined;
  const behind = from + (isTen ? 1 : 2);
  const ones = onesOf(words[behind]);
  // "mười không" is a ten and a zero, and what comes before "trăm" or "mươi" begins another number.
  if (!ones || /^(?:mươi|trăm|chục)$/.test(words[behind + 1] ?? "")) return { value: tens * 10, to: behind };
  return { value: tens * 10 + ones, to: behind + 1 };
}

/** A number with thousands or more: groups with their scales, and what follows them. */
function quantityAt(words: readonly string[], from: number): Atom | undefined {
  let [at, value, scaled] = [from, 0, false];
  for (;;) {
    const group = belowThousandAt(words, at) ?? oneDigitAt(words, at);
    if (!group) break;
    const scale = scales[words[group.to] ?? ""];
    if (scale === undefined) {
      // "mười lăm triệu một tháng": a digit that counts what follows is no part of the number before.
      const isPart = group.to - at > 1 || !countedNouns.has(words[group.to] ?? "");
      if (scaled && isPart) [value, at] = [value + group.value, group.to];
      break;
    }
    [value, at, scaled] = [value + group.value * scale, group.to + 1, true];
    while (scales[words[at] ?? ""] !== undefined) {
      value *= scales[words[at] ?? ""] ?? 1;
      at += 1;
    }
    if (words[at] === "rưỡi") {
      at += 1;
      break;
    }
    if (/^(?:linh|lẻ)$/.test(words[at] ?? "") && onesOf(words[at + 1]) !== undefined) at += 1;
  }
  return scaled ? { from, to: at, digits: String(value), kind: "quantity" } : undefined;
}

function oneDigitAt(words: readonly string[], at: number): { value: number; to: number } | undefined {
  const value = onesOf(words[at]);
  return value === undefined ? undefined : { value, to: at + 1 };
}

/** Atoms that are parts of one number: nothing between them but fillers, corrections and marks. */
export function runsOf(words: readonly string[], atoms: readonly Atom[]): DigitRun[] {
  const runs: { atoms: Atom[]; segments: string[] }[] = [];
  for (const atom of atoms) {
    const last = runs.at(-1);
    const before = last?.atoms.at(-1);
    if (last && before && atom.kind !== "quantity" && before.kind !== "quantity") {
      const gap = gapBetween(words.slice(before.to, atom.from));
      if (gap !== "other") {
        last.atoms.push(atom);
        if (gap === "correction") last.segments.push(atom.digits);
        else last.segments[last.segments.length - 1] += atom.digits;
        continue;
      }
    }
    runs.push({ atoms: [atom], segments: [atom.digits] });
  }
  for (const { atoms: parts, segments } of runs) {
    const last = parts.at(-1);
    if (!last || parts.length < 2 || words[last.from] !== "không" || !isQuestion(words, last, segments)) continue;
    parts.pop();
    segments[segments.length - 1] = segments.at(-1)?.slice(0, -1) ?? "";
  }
  return runs.flatMap((run) =>
    split(run.atoms).map((atoms, _, all) => asRun(atoms, all.length > 1 ? undefined : run.segments)),
  );
}

const asRun = (atoms: readonly Atom[], segments?: readonly string[]): DigitRun => {
  const digits = atoms.map((atom) => atom.digits).join("");
  return { from: atoms[0]?.from ?? 0, to: atoms.at(-1)?.to ?? 0, digits, atoms, segments: segments ?? [digits] };
};

/** Runs with more parts are redacted as a whole; comparing all their parts would take too long. */
const longestSplit = 64;
const mobile = /^0[35789]\d{8}$/;
const isWhole = (digits: string): boolean =>
  mobile.test(digits) || /^0\d{11}$/.test(digits) || /^[3-6]\d{15}$/.test(digits);

/**
 * Numbers that only fillers separate: two phones, or "hai số là" before one. Nothing is split unless a part is a whole
 * phone, identity or card number, and the whole is not.
 */
function split(atoms: readonly Atom[]): (readonly Atom[])[] {
  const digitsOf = (some: readonly Atom[]) => some.map(({ digits }) => digits).join("");
  if (atoms.length > longestSplit || isWhole(digitsOf(atoms))) return [atoms];
  for (let at = 1; at < atoms.length; at += 1) {
    const [left, right] = [atoms.slice(0, at), atoms.slice(at)];
    const isGap = (left.at(-1)?.to ?? 0) < (right[0]?.from ?? 0);
    const rest = digitsOf(right);
    // Three digits more are the branch of a tax code.
    if (isWhole(digitsOf(left)) && (isWhole(rest) || (isGap && rest.length > 3))) return [left, ...split(right)];
    if (isGap && at === 1 && left[0]?.kind === "single" && isWhole(digitsOf(right))) return [left, right];
  }
  return [atoms];
}

const questions = /^(?:đúng|phải|được|biết|nhớ|có|nghe|hiểu|chưa)$/;

/** "… ba hai một đúng không ạ", or a phone number with a "không" too many: the word asks, and is no digit. */
const isQuestion = (words: readonly string[], { from, to }: Atom, segments: readonly string[]): boolean =>
  questions.test(words[from - 1] ?? "") ||
  (/^0[35789]\d{8}0$/.test(segments.at(-1) ?? "") && /^(?:|ạ|nhỉ|hả|vậy|em|anh|chị)$/.test(words[to] ?? ""));

function gapBetween(words: readonly string[]): "filler" | "correction" | "other" {
  if (words.length === 0) return "filler";
  const said = words.join(" ");
  const correction = corrections.find((phrase) => ` ${said} `.includes(` ${phrase} `));
  const rest = correction ? ` ${said} `.replace(` ${correction} `, " ").trim().split(" ").filter(Boolean) : words;
  if (rest.length > mostFillers || !rest.every((word) => word === "" || fillers.has(word))) return "other";
  return correction ? "correction" : "filler";
}
