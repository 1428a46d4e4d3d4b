import { belowHundred, type Cardinal, cardinalAt, counters, digitOf, endingOf, isAmount, scaleOf } from "./cardinal";
import { Phrases, type Spoken } from "./spoken";
import { unitAt } from "./units";

/** A number in Vietnamese notation. */
export type ShownNumber = {
  text: string;
  to: number;
  kind: "cardinal" | "decimal" | "fraction" | "range";
  /** NaN for a range or fraction. */
  value: number;
  /** It was said as one digit, and nothing follows that makes it more. */
  isDigit: boolean;
};

/** Dots between thousands, a comma before decimals. */
export function grouped(value: number): string {
  const [whole = "", decimals] = String(value).split(".");
  const dotted = whole.replace(/\B(?=(\d{3})+$)/g, ".");
  return decimals ? `${dotted},${decimals}` : dotted;
}

const currencyWords = new Set(["đồng", "đô", "đ", "vnđ", "usd", "ơ-rô"]);

/** The number in full, or null if what follows the last scale could be read in two ways. */
export function fullValueOf(spoken: Spoken, at: number, { value, scale, openTail, to }: Cardinal): number | null {
  if (!openTail) return value;
  const last = scaleOf(spoken.at(openTail.at - 1)) ?? 1;
  if (!isAmount(spoken, at) && !currencyWords.has(spoken.at(to)) && !scale) return null;
  if (!isAmount(spoken, at) && !currencyWords.has(spoken.at(to))) return null;
  return value + (openTail.value * last) / (openTail.value < 100 ? 100 : 1000);
}

function showCardinal(spoken: Spoken, at: number, cardinal: Cardinal): string | null {
  const { value, scale, openTail } = cardinal;
  const full = fullValueOf(spoken, at, cardinal);
  if (full === null) {
    if (!openTail || !scale || scale.count > 1) return null;
    return `${grouped(value / scale.factor)} ${spoken.show(scale.at, scale.at + 1)} ${openTail.value}`;
  }
  if (scale?.factor === 1e3 && full % 1000 === 0 && isEndOfRange(spoken, at))
    return `${grouped(full / 1000)} ${spoken.show(scale.at, scale.at + 1)}`;
  if (!scale || scale.factor < 1e6 || openTail) return grouped(full);
  const inScale = full / scale.factor;
  const isShort =
    Number.isInteger(inScale * 1000) && (scale.count === 1 || scale.factor === 1e9 || Number.isInteger(inScale));
  return isShort ? `${grouped(inScale)} ${spoken.show(scale.at, scale.at + 1)}` : grouped(full);
}

/** "từ hai trăm đến ba trăm nghìn": the thousands count for both. */
function isEndOfRange(spoken: Spoken, at: number): boolean {
  if (!/^(?:đến|tới|hoặc|hay)$/.test(spoken.at(at - 1))) return false;
  for (let start = at - 2; start >= at - 6 && start >= 0; start--) {
    const first = cardinalAt(spoken, start);
    if (first?.to === at - 1) return !first.scale && first.value < 1000;
  }
  return false;
}

/** The number that begins at a place: whole, decimal, negative, a fraction or an approximation. */
export const numberAt = (spoken: Spoken, at: number): ShownNumber | null => spoken.once(readNumber, at);

function readNumber(spoken: Spoken, at: number): ShownNumber | null {
  return (
    approximationAt(spoken, at) ??
    fractionAt(spoken, at) ??
    ratioAt(spoken, at) ??
    decimalAt(spoken, at) ??
    countedPairAt(spoken, at) ??
    wholeAt(spoken, at) ??
    negativeAt(spoken, at)
  );
}

function wholeAt(spoken: Spoken, at: number): ShownNumber | null {
  const cardinal = cardinalAt(spoken, at);
  if (!cardinal) return null;
  const text = showCardinal(spoken, at, cardinal);
  if (text === null) return null;
  const isDigit = cardinal.to === at + 1 && cardinal.value < 10;
  return { text, to: cardinal.to, kind: text.includes(",") ? "decimal" : "cardinal", value: cardinal.value, isDigit };
}

/** Behind these a single digit is a name, and the next one counts: "quận bảy hai người". */
const names =
  /^(?:thứ|quận|phường|tổ|lớp|nhóm|số|phòng|tầng|lầu|khối|đội|hạng|tháng|mùng|ngày|bài|câu|trang|tập|chương|phần|điều|khoản|mục|cấp|hiệp|vòng|lượt|lần|quý|ca|kỳ|bến|cổng|mươi|mười|trăm|nghìn|triệu|tỷ|linh|phẩy|chấm|vài|mấy|chia|nhân|tỷ|thắng|thua|hòa|lúc)$/;
const kin = /^(?:anh|chị|chú|cô|bác|dì|cậu|ông|bà|em|con|thằng|út|má)$/;

/** "hai chín người", "sáu tám cân": tens without "mươi" before what is counted, unless they say about how many. */
function countedPairAt(spoken: Spoken, at: number): ShownNumber | null {
  const [ten, one] = [digitOf(spoken.at(at)), digitOf(spoken.at(at + 1))];
  if (!ten || !one || ten === 1 || ten === 5 || one === 5 || one === ten + 1) return null;
  const before = spoken.at(at - 1);
  if (names.test(before) || digitOf(before) !== undefined || endingOf(before) !== undefined) return null;
  const counter = counters.at(spoken, at + 2)?.meaning ?? unitAt(spoken, at + 2)?.sign;
  if (!counter || (kin.test(before) && counter !== "tuổi") || /^(?:chục|bên|ngày|giờ|số)$/.test(counter)) return null;
  const value = ten * 10 + one;
  return { text: String(value), to: at + 2, kind: "cardinal", value, isDigit: false };
}

function negativeAt(spoken: Spoken, at: number): ShownNumber | null {
  if (spoken.at(at) !== "âm" && spoken.at(at) !== "trừ") return null;
  const number = fractionAt(spoken, at + 1) ?? decimalAt(spoken, at + 1) ?? wholeAt(spoken, at + 1);
  if (number?.isDigit && digitOf(spoken.at(number.to)) !== undefined) return null;
  if (!number || (spoken.at(at) === "trừ" && spoken.at(number.to) !== "độ")) return null;
  return { text: `-${number.text}`, to: number.to, kind: number.kind, value: -number.value, isDigit: false };
}

/** Digits behind a comma: one by one or in twos. "năm" at the end is a year unless something measured follows. */
function decimalsAt(spoken: Spoken, at: number): { digits: string; to: number } | null {
  let digits = "";
  let to = at;
  while (digits.length < 9) {
    const word = spoken.at(to);
    const pair = belowHundred(spoken, to);
    if (pair && pair.value >= 10) {
      digits += pair.value;
      to = pair.to;
      continue;
    }
    const digit = digitOf(word) ?? endingOf(word);
    if (digit === undefined) break;
    if (word === "năm" && digits.length === 1 && digits !== "0" && !isMeasured(spoken, to + 1)) break;
    if (word === "không" && digits && !isMeasured(spoken, to + 1) && digitOf(spoken.at(to + 1)) === undefined) break;
    digits += digit;
    to += 1;
  }
  return digits ? { digits, to } : null;
}

const isMeasured = (spoken: Spoken, at: number): boolean =>
  scaleOf(spoken.at(at)) !== undefined ||
  spoken.at(at) === "phần" ||
  spoken.at(at) === "đồng" ||
  unitAt(spoken, at) !== null;

function decimalAt(spoken: Spoken, at: number): ShownNumber | null {
  const isZero = spoken.at(at) === "không";
  const whole = isZero ? { value: 0, to: at + 1, scale: undefined } : cardinalAt(spoken, at);
  if (!whole || spoken.at(whole.to) !== "phẩy") return null;
  const decimals = decimalsAt(spoken, whole.to + 1);
  if (!decimals || ("openTail" in whole && whole.openTail)) return null;
  const text = `${grouped(whole.value)},${decimals.digits}`;
  const scale = scaleOf(spoken.at(decimals.to));
  const value = Number(`${whole.value}.${decimals.digits}`) * (scale ?? 1);
  if (!scale) return { text, to: decimals.to, kind: "decimal", value, isDigit: false };
  const isBillions = spoken.at(decimals.to + 1) === "tỷ" && scale < 1e9;
  const to = decimals.to + (isBillions ? 2 : 1);
  return {
    text: `${text} ${spoken.show(decimals.to, to)}`,
    to,
    kind: "decimal",
    value: isBillions ? value * 1e9 : value,
    isDigit: false,
  };
}

const parting = new Phrases("làm|thành|ra|mỗi|từng|cho|gọi|mua|ăn");
const denominators: Record<string, number> = {
  hai: 2,
  ba: 3,
  tư: 4,
  bốn: 4,
  năm: 5,
  sáu: 6,
  bảy: 7,
  tám: 8,
  chín: 9,
  mười: 10,
};

/** "ba phần tư"; not "chia làm hai phần, ba …", nor "mười phần trăm". */
function fractionAt(spoken: Spoken, at: number): ShownNumber | null {
  const top = cardinalAt(spoken, at);
  if (!top || top.scale || spoken.at(top.to) !== "phần" || spoken.at(at - 1) === "phần" || parting.before(spoken, at))
    return null;
  const bottom = cardinalAt(spoken, top.to + 1);
  if (bottom?.value === 1000)
    return { text: `${top.value}/1000`, to: bottom.to, kind: "fraction", value: Number.NaN, isDigit: false };
  const small = denominators[spoken.at(top.to + 1)];
  const value = bottom && bottom.value >= 10 ? bottom.value : small;
  const to = bottom && bottom.value >= 10 ? bottom.to : top.to + 2;
  if (!value || value <= 1 || bottom?.scale || counters.at(spoken, to)?.meaning === "phần trăm") return null;
  if (spoken.at(to) === "phần" || (value === 5 && /^(?:nay|trước|sau|qua|tới|ngoái|nữa)$/.test(spoken.at(to))))
    return null;
  return { text: `${top.value}/${value}`, to, kind: "fraction", value: Number.NaN, isDigit: false };
}

/** "tám trên mười", "mười hai trên tám": a score, a share, blood pressure. */
function ratioAt(spoken: Spoken, at: number): ShownNumber | null {
  const top = cardinalAt(spoken, at);
  if (!top || top.scale || spoken.at(top.to) !== "trên") return null;
  const bottom = cardinalAt(spoken, top.to + 1);
  if (!bottom || bottom.scale || !isPlain(spoken, bottom.to) || digitOf(spoken.at(at - 1)) !== undefined) return null;
  const third = spoken.at(bottom.to) === "trên" ? cardinalAt(spoken, bottom.to + 1) : null;
  if (third && !third.scale)
    return {
      text: `${top.value}/${bottom.value}/${third.value}`,
      to: third.to,
      kind: "fraction",
      value: Number.NaN,
      isDigit: false,
    };
  if (third) return null;
  return { text: `${top.value}/${bottom.value}`, to: bottom.to, kind: "fraction", value: Number.NaN, isDigit: false };
}

const isPlain = (spoken: Spoken, at: number): boolean =>
  digitOf(spoken.at(at)) === undefined && !/^(?:phẩy|phần|tuổi|mươi)$/.test(spoken.at(at));

const tens: Record<string, number> = { mươi: 10, chục: 10, trăm: 100 };

/** "ba bốn người", "hai ba trăm nghìn", "bảy tám mươi", "mười lăm hai mươi phút": two numbers that say about how much. */
function approximationAt(spoken: Spoken, at: number): ShownNumber | null {
  const low = digitOf(spoken.at(at));
  const high = digitOf(spoken.at(at + 1));
  const isAlsoUsual =
    (low === 5 && high === 7) || (low === 3 && high === 5 && (tens[spoken.at(at + 2)] || scaleOf(spoken.at(at + 2))));
  if (low && (high === low + 1 || (high && isAlsoUsual))) return digitsAt(spoken, at, low, high);
  const from = cardinalAt(spoken, at);
  if (!from || from.scale || from.value < 9) return null;
  const until = cardinalAt(spoken, from.to);
  if (!until || until.scale || until.value < 10 || until.value > 99 || from.value > until.value) return null;
  const gap = until.value - from.value;
  const isUsual = gap === 1 || ((gap === 5 || gap === 10) && from.value % 5 === 0);
  const isSure = isCounted(spoken, until.to) || (gap === 1 && isNounAt(spoken, until.to));
  if (!isUsual || !isSure) return null;
  return { text: `${from.value}-${until.value}`, to: until.to, kind: "range", value: Number.NaN, isDigit: false };
}

/** A word that no number and no mark is. */
const isNounAt = (spoken: Spoken, at: number): boolean =>
  !spoken.isEnd(at) &&
  cardinalAt(spoken, at) === null &&
  !/^(?:không|linh|chấm|gạch|xuyệt|xẹt|mươi|tháng)$/.test(spoken.at(at));

function digitsAt(spoken: Spoken, at: number, low: number, high: number): ShownNumber | null {
  const before = digitOf(spoken.at(at - 1)) ?? endingOf(spoken.at(at - 1));
  if (before !== undefined || ["mươi", "mười", "phẩy", "linh", "thứ"].includes(spoken.at(at - 1))) return null;
  const factor = tens[spoken.at(at + 2)] ?? 1;
  let to = factor > 1 ? at + 3 : at + 2;
  // "năm bảy trăm bốn mươi tư": a year, and no "500-700".
  if (factor === 100 && (spoken.at(to) === "linh" || cardinalAt(spoken, to))) return null;
  const range = `${low * factor}-${high * factor}`;
  const shown = (text: string): ShownNumber => ({ text, to, kind: "range", value: Number.NaN, isDigit: false });
  if (scaleOf(spoken.at(to))) {
    const from = to;
    while (scaleOf(spoken.at(to))) to += 1;
    return shown(`${range} ${spoken.show(from, to)}`);
  }
  if (spoken.at(at + 1) === "năm" && /^(?:học|trường|nay|trời|liền|qua|lần)$/.test(spoken.at(to))) return null;
  return factor > 10 || isCounted(spoken, to) || (factor > 1 && !spoken.isEnd(to)) ? shown(range) : null;
}

const isCounted = (spoken: Spoken, at: number): boolean =>
  counters.at(spoken, at) !== null ||
  spoken.at(at) === "năm" ||
  unitAt(spoken, at) !== null ||
  spoken.at(at) === "phần";
