/** Something said that stands for digits: the words [from, to). */
export type Atom = {
  from: number;
  to: number;
  digits: string;
  /** "single" digits and "compound" numbers below a thousand can be parts of an identifier; a "quantity" has nghìn or more. */
  kind: "single" | "compound" | "quantity" | "repeated" | "written";
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
/** "tám ba lăm", "oh nine one": only beside another digit. */
const laterDigits: Record<string, string> = { mốt: "1", tư: "4", lăm: "5", nhăm: "5" };
const englishDigits: Record<string, string> = {
  zero: "0",
  one: "1",
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
};
const englishTens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const englishTeens = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const scales: Record<string, number> = {
  nghìn: 1e3,
  ngàn: 1e3,
  triệu: 1e6,
  tỷ: 1e9,
  tỉ: 1e9,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
};
/** Begin an amount that is not counted exactly, or of which the one is not said: "nửa tỷ", "vài chục nghìn", "triệu hai". */
const roughly = /^(?:nửa|vài|mấy|dăm|chục|trăm)$/;
/** "tứ quý tám" is said for 8888. */
const sets: Record<string, number> = { "tam hoa": 3, "tứ quý": 4, "ngũ quý": 5, "lục quý": 6 };

/** Nouns that numbers count, as one word. */
export const countedNouns = new Set(
  `người cái chiếc con quyển cuốn cây bộ hộp chai lon thùng gói cân ký kí ki lít mét mờ phân li độ tuổi giờ phút giây ngày tháng năm tuần quý lần phần
  trang chương câu bài điểm bàn thắng suất vé phòng tầng lớp học khách xe máy hộ đơn sản bản cổ lượt tấn tạ yến héc ha nhà căn bệnh ca cửa doanh dự
  công trường lao mũi liều viên em cháu bạn dân cử quả trái hạt bước vòng chữ từ ảnh tin cuộc kiện bao mẫu lá bông nữa đôi tờ lượng ly bát tô đĩa ổ miếng món buổi đêm vỉ lọ tuýp`.split(
    /\s+/,
  ),
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
  const written = writtenDigits(word);
  if (written && scaleAt(words, from + 1) === undefined)
    return {
      from,
      to: from + 1,
      digits: written,
      kind: /^[$€£]|\d(?:k|tr|đ|₫|v?nđ|vnd|usd|[$€£])/.test(word) ? "quantity" : "written",
    };
  const country = /^(?:cộng|plus)$/.test(word) ? countryCodeEnd(words, from + 1) : undefined;
  if (country) return { from, to: country, digits: "84", kind: "single" };
  const set = sets[`${word} ${words[from + 1]}`];
  const setDigit = plainDigits[words[from + 2] ?? ""];
  if (set && setDigit) return { from, to: from + 3, digits: setDigit.repeat(set), kind: "repeated" };
  const times = { đúp: 2, cặp: 2, double: 2, triple: 3 }[word];
  const digitOfSet = times && (plainDigits[words[from + 1] ?? ""] ?? englishDigits[words[from + 1] ?? ""]);
  if (times && digitOfSet) return { from, to: from + 2, digits: digitOfSet.repeat(times), kind: "repeated" };
  // "không chín lẻ năm": a zero inside an identifier.
  if (isLater && /^(?:linh|lẻ)$/.test(word) && onesOf(words[from + 1]) !== undefined)
    return { from, to: from + 1, digits: "0", kind: "single" };
  const repeated = repeatedAt(words, from);
  if (repeated) return repeated;
  const quantity = quantityAt(words, from);
  if (quantity) return quantity;
  const below = belowThousandAt(words, from) ?? englishAt(words, from);
  if (below) return { from, to: below.to, digits: String(below.value), kind: "compound" };
  if (word === "không" && words[from + 1] === "phải") return undefined;
  const digit =
    plainDigits[word] ?? englishDigits[word] ?? (isLater ? laterDigits[word] : undefined) ?? englishZero(words, from);
  return digit === undefined ? undefined : { from, to: from + 1, digits: digit, kind: "single" };
}

/** "cộng tám bốn", "plus eighty four". */
function countryCodeEnd(words: readonly string[], from: number): number | undefined {
  const code = belowThousandAt(words, from) ?? englishAt(words, from);
  if (code) return code.value === 84 ? code.to : undefined;
  const isSaid = /^(?:tám|eight) (?:bốn|tư|four)$/.test(words.slice(from, from + 2).join(" "));
  return isSaid ? from + 2 : words[from] === "84" ? from + 1 : undefined;
}

/** The digits of a word that an engine wrote in digits, also behind a name that it was joined to: "SĐT:0987654321". */
function writtenDigits(word: string): string | undefined {
  const [, named = "", number = "", unit = ""] =
    /^(\p{L}*[:=#.]?)([$€£+(]?\d[\d.,:/()_\p{Pd}]*)(.*)$/u.exec(word) ?? [];
  const digits = number.replace(/\D/g, "");
  const isAmount = /^(?:(?:k|tr|triệu|tỷ)\d*|đ|₫|vnđ|vnd|usd|[$€£])?$/.test(unit);
  const isJoined = /^0[35789]\d{8}$|^0\d{11}$/.test(digits) && /^\p{L}*$/u.test(unit);
  if (!digits || !(isJoined || (isAmount && (named === "" || /[:=#.]$/.test(named))))) return undefined;
  return digits + unit.replace(/\D/g, "");
}

/** "oh nine", "nine o one": the letter is a zero between digits. */
function englishZero(words: readonly string[], at: number): string | undefined {
  const isBeside = [words[at - 1], words[at + 1]].some((word) => englishDigits[word ?? ""] !== undefined);
  return /^(?:o|oh|ou|âu)$/.test(words[at] ?? "") && isBeside ? "0" : undefined;
}

/** "fifteen", "thirty four". */
function englishAt(words: readonly string[], from: number): { value: number; to: number } | undefined {
  const word = words[from] ?? "";
  const hundreds = words[from + 1] === "hundred" ? Number(englishDigits[word] ?? 0) * 100 : 0;
  if (hundreds) {
    const rest = englishTensAt(words, from + 2);
    return { value: hundreds + (rest?.value ?? 0), to: rest?.to ?? from + 2 };
  }
  return englishTensAt(words, from);
}

function englishTensAt(words: readonly string[], from: number): { value: number; to: number } | undefined {
  const word = words[from] ?? "";
  const teen = englishTeens.indexOf(word);
  if (teen >= 0) return { value: 10 + teen, to: from + 1 };
  const tens = englishTens.indexOf(word);
  if (tens < 0) return undefined;
  const ones = Number(englishDigits[words[from + 1] ?? ""] ?? 0);
  return { value: 20 + tens * 10 + ones, to: from + (ones ? 2 : 1) };
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
    const tens = tensAt(words, from + 2) ?? pairBeforeScaleAt(words, from + 2);
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

/** "chín chín nghìn": tens without "mươi", which only what follows shows. */
function pairBeforeScaleAt(words: readonly string[], at: number): { value: number; to: number } | undefined {
  const tens = plainDigits[words[at] ?? ""];
  const ones = onesOf(words[at + 1]);
  // "năm hai nghìn không trăm" is a year, unless hundreds come before.
  const isYear = words[at] === "năm" && words[at - 1] !== "trăm" && plainDigits[words[at + 1] ?? ""] !== undefined;
  const isPair =
    !isYear && tens !== undefined && tens !== "0" && ones !== undefined && scaleAt(words, at + 2) !== undefined;
  return isPair ? { value: Number(tens) * 10 + ones, to: at + 2 } : undefined;
}

const scaleAt = (words: readonly string[], at: number): number | undefined => scales[words[at] ?? ""];

/** A number with thousands or more: groups with their scales, and what follows them. */
function quantityAt(words: readonly string[], from: number): Atom | undefined {
  let [at, value, scaled, isOdd] = [from, 0, false, false];
  const rough = roughAt(words, from);
  if (rough) [at, value, scaled] = [rough.to, rough.value, true];
  for (;;) {
    const group = groupAt(words, at, scaled);
    if (!group) break;
    const scale = scaleAt(words, group.to);
    if (scale === undefined) {
      // "mười lăm triệu một tháng": a digit that counts what follows is no part of the number before.
      const isPart = isOdd || group.to - at > 1 || !countedNouns.has(words[group.to] ?? "");
      if (scaled && isPart) [value, at] = [value + group.value, group.to];
      break;
    }
    [value, at, scaled] = [value + group.value * scale, group.to + 1, true];
    while (scaleAt(words, at) !== undefined) {
      value *= scaleAt(words, at) ?? 1;
      at += 1;
    }
    if (words[at] === "rưỡi" || words[at] === "rưởi") {
      at += 1;
      break;
    }
    isOdd = /^(?:linh|lẻ)$/.test(words[at] ?? "") && groupAt(words, at + 1, true) !== undefined;
    if (isOdd) at += 1;
  }
  return scaled ? { from, to: at, digits: String(value), kind: "quantity" } : undefined;
}

/** What stands before a scale, or behind the last one. */
function groupAt(words: readonly string[], at: number, scaled: boolean): { value: number; to: number } | undefined {
  const written = /^\d+(?:[.,]\d+)*$/.test(words[at] ?? "") ? words[at] : undefined;
  if (written) {
    const isPart = scaleAt(words, at + 1) !== undefined || (scaled && /^\d{1,3}$/.test(written));
    return isPart ? { value: Number(written.replace(/[.,]/g, "")), to: at + 1 } : undefined;
  }
  const group =
    belowThousandAt(words, at) ?? englishAt(words, at) ?? pairBeforeScaleAt(words, at) ?? oneDigitAt(words, at);
  if (!group) return undefined;
  // "một phẩy hai triệu": the value is that of all its digits, which distinguishes equal ones from others.
  if (/^(?:phẩy|phảy|chấm)$/.test(words[group.to] ?? "")) {
    const decimals =
      belowThousandAt(words, group.to + 1) ?? pairBeforeScaleAt(words, group.to + 1) ?? oneDigitAt(words, group.to + 1);
    if (decimals && scaleAt(words, decimals.to) !== undefined)
      return { value: group.value * 1000 + decimals.value, to: decimals.to };
  }
  // "hai triệu chín lăm"
  const [tens, ones] = [plainDigits[words[at] ?? ""], onesOf(words[at + 1])];
  const isTail = scaled && tens && ones !== undefined && group.to === at + 1 && onesOf(words[at + 2]) === undefined;
  const isCounted = countedNouns.has(words[at + 2] ?? "") && /^(?:một|hai|ba)$/.test(words[at + 1] ?? "");
  return isTail && !isCounted ? { value: Number(tens) * 10 + ones, to: at + 2 } : group;
}

/** "nửa tỷ", "vài chục nghìn"; "triệu hai" and "trăm rưỡi" behind a word. */
function roughAt(words: readonly string[], from: number): { value: number; to: number } | undefined {
  let at = from;
  while (roughly.test(words[at] ?? "") && at < from + 3) at += 1;
  const scale = scaleAt(words, at);
  if (scale !== undefined && at > from) return { value: scale, to: words[at + 1] === "rưỡi" ? at + 2 : at + 1 };
  const isScale = /^(?:triệu|tỷ|tỉ|trăm|nghìn|ngàn)$/.test(words[from] ?? "");
  const behind = words[from + 1] ?? "";
  const isPart =
    isScale && (behind === "rưỡi" || (onesOf(behind) !== undefined && !countedNouns.has(words[from + 2] ?? "")));
  return isPart &&
    /^(?:có|được|tầm|hơn|gần|cỡ|mất|hết|giá|trả|khoảng|bán|mua|là|lên|còn|cả|bớt)$/.test(words[from - 1] ?? "")
    ? { value: 1, to: from + 2 }
    : undefined;
}

function oneDigitAt(words: readonly string[], at: number): { value: number; to: number } | undefined {
  const value =
    onesOf(words[at]) ?? ((englishDigits[words[at] ?? ""] && Number(englishDigits[words[at] ?? ""])) || undefined);
  return value === undefined ? undefined : { value, to: at + 1 };
}
