import { cardinalAt, counters, digitOf, endingOf, scaleOf } from "./cardinal";
import { Phrases, type Spoken, type WritingRule, type Written } from "./spoken";

const months: Record<string, number> = {
  một: 1,
  hai: 2,
  ba: 3,
  tư: 4,
  bốn: 4,
  năm: 5,
  sáu: 6,
  bảy: 7,
  tám: 8,
  chín: 9,
};

/** The month at a place; "giêng" and "chạp" stay words. */
function monthAt(spoken: Spoken, at: number): { value: number; to: number } | null {
  const padded = spoken.at(at) === "không" ? months[spoken.at(at + 1)] : undefined;
  if (padded) return { value: padded, to: at + 2 };
  const number = cardinalAt(spoken, at);
  if (number && number.value >= 10 && number.value <= 12 && !number.scale)
    return { value: number.value, to: number.to };
  const value = months[spoken.at(at)];
  return value && !/^(?:mươi|trăm)$/.test(spoken.at(at + 1)) ? { value, to: at + 1 } : null;
}

function dayAt(spoken: Spoken, at: number): { value: number; to: number } | null {
  const number = cardinalAt(spoken, at);
  const [tens, ones] = [digitOf(spoken.at(at)), digitOf(spoken.at(at + 1))];
  // "ngày hai tám tháng tám": the tens are not said.
  const isPair =
    spoken.at(at - 1) === "ngày" && spoken.at(at + 2) === "tháng" && tens && ones && tens * 10 + ones <= 31;
  if (isPair) return { value: tens * 10 + ones, to: at + 2 };
  // "không năm tháng không tám"
  const isPadded = tens === 0 && ones && spoken.at(at + 2) === "tháng" && spoken.at(at + 3) === "không";
  if (isPadded) return { value: ones, to: at + 2 };
  return number && number.value <= 31 && !number.scale && !number.shortTailAt ? number : null;
}

/** A year in any style: in full, "hai nghìn hai mươi sáu", digit by digit, "mười chín bốn lăm". */
export function yearAt(spoken: Spoken, at: number): { text: string; to: number } | null {
  const digits = fourDigitsAt(spoken, at);
  if (digits) return digits;
  const number = cardinalAt(spoken, at);
  if (!number) return null;
  if (number.scale?.factor === 1e3 && number.scale.count === 1) {
    // "hai nghìn ba", "hai nghìn năm": 2003 and 2005, not 2300.
    const start = number.scale.at + 1;
    const digit = number.to === start || number.shortTailAt !== undefined ? digitOf(spoken.at(start)) : undefined;
    const isYears =
      spoken.at(start) === "năm" &&
      !spoken.isEnd(start + 1) &&
      !/^(?:và|thì|đến|khi|tới|ở|tại)$/.test(spoken.at(start + 1));
    const base = spoken.at(number.scale.at - 1) === "hai" ? 2000 : 0;
    if (base && digit && !isYears) return { text: String(base + digit), to: start + 1 };
    return number.value >= 1000 && number.value < 2200 ? { text: String(number.value), to: number.to } : null;
  }
  if (number.scale) return null;
  const second = cardinalAt(spoken, number.to);
  const round = twentyAt(spoken, at);
  if (round) return round;
  const isPair = (number.value === 19 || number.value === 20) && second && second.value >= 10 && second.value < 100;
  if (isPair && !second.scale) return { text: `${number.value}${second.value}`, to: second.to };
  return null;
}

/** "hai không ba mươi". */
function twentyAt(spoken: Spoken, at: number): { text: string; to: number } | null {
  if (spoken.at(at) !== "hai" || spoken.at(at + 1) !== "không") return null;
  const rest = cardinalAt(spoken, at + 2);
  return rest && rest.value >= 10 && rest.value < 100 && !rest.scale ? { text: `20${rest.value}`, to: rest.to } : null;
}

/** "hai không hai bảy", "một chín bốn lăm", and no fifth digit. */
function fourDigitsAt(spoken: Spoken, at: number): { text: string; to: number } | null {
  let text = "";
  for (let to = at; to < at + 4; to++) {
    // "hai không linh chín"
    const isZero = text === "20" && spoken.at(to) === "linh";
    const digit = isZero ? 0 : (digitOf(spoken.at(to)) ?? (text ? endingOf(spoken.at(to)) : undefined));
    if (digit === undefined) return null;
    text += digit;
  }
  const next = spoken.at(at + 4);
  if (!/^(?:1[0-9]|20|21)/.test(text) || next === "mươi" || next === "trăm") return null;
  const isFree = digitOf(next) === undefined || next === "năm" || next === "không";
  return isFree || /^(?:19|20)$/.test(`${digitOf(next)}${digitOf(spoken.at(at + 5))}`) ? { text, to: at + 4 } : null;
}

/** The year after "năm", with what a date puts before it. */
function yearBehind(spoken: Spoken, at: number): { text: string; to: number } | null {
  if (spoken.at(at) !== "năm") return null;
  const number = cardinalAt(spoken, at + 1);
  const isShort =
    number && number.value >= 10 && number.value < 100 && !number.scale && !counters.at(spoken, number.to);
  return (
    yearAt(spoken, at + 1) ?? (isShort ? { text: String(number.value), to: number.to } : shortYearAt(spoken, at + 1))
  );
}

/** "năm chín tám", "năm bảy lăm": the last two digits of a year. */
function shortYearAt(spoken: Spoken, at: number): { text: string; to: number } | null {
  const tens = digitOf(spoken.at(at));
  const ones = digitOf(spoken.at(at + 1)) ?? endingOf(spoken.at(at + 1));
  const next = spoken.at(at + 2);
  if (tens === undefined || ones === undefined || digitOf(next) !== undefined || counters.at(spoken, at + 2))
    return null;
  return /^(?:mươi|trăm|nghìn|triệu|tỷ|phẩy|phần)$/.test(next) ? null : { text: `${tens}${ones}`, to: at + 2 };
}

const dayHeads = new Phrases(
  "ngày|mùng|hôm|sáng ngày|từ ngày|đến ngày|tối ngày|rạng sáng|chiều|sáng|tối|trưa|đêm|lễ|dịp|từ|đến|trước|sau|hạn|sinh|cuối tuần|thứ hai|thứ ba|thứ tư|thứ năm|thứ sáu|thứ bảy|chủ nhật",
);
/** Days of the year that everybody names without "ngày". */
const famous = new Set([
  "2/9",
  "30/4",
  "1/5",
  "8/3",
  "20/10",
  "20/11",
  "27/7",
  "22/12",
  "1/6",
  "10/3",
  "14/2",
  "26/3",
  "3/2",
  "19/5",
  "19/8",
  "27/2",
  "21/6",
  "13/10",
  "28/6",
  "15/8",
  "15/7",
  "24/12",
  "25/12",
  "1/1",
]);

/** "mười bốn tháng sáu năm hai không hai bảy", from the day on. */
const dayMonth: WritingRule = (spoken, at) => {
  const day = dayAt(spoken, at);
  if (!day) return null;
  const isMonth = spoken.at(day.to) === "tháng";
  const isSlash = /^(?:xuyệt|xẹt|sẹt|gạch)$/.test(spoken.at(day.to));
  if (!isMonth && !(isSlash && spoken.at(at - 1) === "ngày")) return null;
  const month = monthAt(spoken, day.to + (spoken.at(day.to + 1) === "chéo" ? 2 : 1));
  if (!month) return lunar(spoken, at, day);
  const year = yearBehind(spoken, month.to) ?? (isSlash ? yearAt(spoken, month.to + 1) : null);
  const text = `${day.value}/${month.value}`;
  const isStated = dayHeads.before(spoken, at) !== null || isSecondDay(spoken, at);
  // "có một tháng năm": a month, unless another date comes just before.
  if (day.value === 1 && !isStated && !year && (at === 0 || at !== spoken.writtenUpTo)) return null;
  const isFirstDays = spoken.at(at - 1) === "mùng";
  const isDuration =
    !isStated && !year && (day.value < 13 ? !famous.has(text) || isCountedAt(spoken, month.to) : false);
  if (isDuration) return null;
  if (isFirstDays && !year) return { text: `${day.value} tháng ${month.value}`, to: month.to, kind: "date" };
  return { text: year ? `${text}/${year.text}` : text, to: year?.to ?? month.to, kind: "date" };
};

/** "ngày mười và mười một tháng sáu". */
const isSecondDay = (spoken: Spoken, at: number): boolean =>
  /^(?:và|đến|tới|hoặc|hay)$/.test(spoken.at(at - 1)) && namedDays.near(spoken, at - 1, 3) !== null;

const namedDays = new Phrases("ngày|mùng|hôm");

const isCountedAt = (spoken: Spoken, at: number): boolean => counters.at(spoken, at) !== null;

function lunar(spoken: Spoken, at: number, day: { value: number; to: number }): Written | null {
  return /^(?:giêng|chạp)$/.test(spoken.at(day.to + 1)) && (dayHeads.before(spoken, at) || day.value > 12)
    ? { text: String(day.value), to: day.to, kind: "date" }
    : null;
}

const firstParts = new Phrases("đầu|giữa|cuối|trung tuần|thượng tuần|hạ tuần|sang|rằm|từ|đến|hết|vào|hồi");

/** The month after "tháng". "tháng năm" stays words where nothing says that it is May. */
const month: WritingRule = (spoken, at) => {
  if (
    spoken.at(at - 1) !== "tháng" ||
    cardinalAt(spoken, at - 2)?.to === at - 1 ||
    digitOf(spoken.at(at - 2)) !== undefined
  )
    return null;
  const found = monthAt(spoken, at);
  if (!found || scaleOf(spoken.at(found.to)) || /^(?:mỗi|hằng|hàng|mấy|vài|nhiều|từng|nửa|cả)$/.test(spoken.at(at - 2)))
    return null;
  const year = yearBehind(spoken, found.to);
  if (year && year.text.length === 4) return { text: `${found.value}/${year.text}`, to: year.to, kind: "date" };
  if (spoken.at(at) === "năm") {
    const next = spoken.at(found.to);
    const isMay =
      firstParts.before(spoken, at - 1) ||
      /^(?:này|tới|âm|dương)$/.test(next) ||
      (next === "năm" && /^(?:nay|ngoái|sau|trước|tới)$/.test(spoken.at(found.to + 1)));
    if (!isMay || /^(?:qua|trời|dài|tuổi)$/.test(next)) return null;
  }
  return found.value < 10 && counters.at(spoken, found.to)
    ? null
    : { text: String(found.value), to: found.to, kind: "date" };
};

/** The day after "ngày", "mùng" or "hôm", without a month. */
const day: WritingRule = (spoken, at) => {
  const head = spoken.at(at - 1);
  if (head === "mùng") {
    const found = dayAt(spoken, at);
    return found && found.value <= 10 ? { text: String(found.value), to: found.to, kind: "date" } : null;
  }
  // "là ngày hai tám": the tens are not said; "ngày hai ba lần" counts.
  const [tens, ones] = [digitOf(spoken.at(at)), digitOf(spoken.at(at + 1))];
  const value = tens && tens > 1 && ones && ones !== tens + 1 ? tens * 10 + ones : undefined;
  const next = spoken.at(at + 2);
  const isDay = head === "ngày" && value && value <= 31 && digitOf(next) === undefined && scaleOf(next) === undefined;
  if (isDay && !counters.at(spoken, at + 2) && !/^(?:mươi|trăm|phẩy|chấm|phần)$/.test(next))
    return { text: String(value), to: at + 2, kind: "date" };
  return null;
};

const yearHeads = new Phrases(
  "từ|hồi|vào|sinh|đến|tới|cuối|đầu|giữa|trước|sau|mùa xuân|mùa hè|mùa thu|mùa đông|xuân|hè|thu|đông|tết|khoảng|kể từ|hết|trong|khóa|niên khóa|của|là|đời|giai đoạn|thời|các|những",
);

/** The year after "năm". Two digits need a word before "năm" that announces a year. */
const year: WritingRule = (spoken, at) => {
  if (spoken.at(at - 1) !== "năm") return termYear(spoken, at) ?? years(spoken, at);
  const full = yearAt(spoken, at);
  if (full && !isYearCount(spoken, at)) return { text: full.text, to: full.to, kind: "year" };
  if (digitOf(spoken.at(at - 2)) !== undefined || !yearHeads.before(spoken, at - 1)) return null;
  const short = shortYearAt(spoken, at);
  const low = digitOf(spoken.at(at));
  const isApproximate =
    short &&
    Number(short.text[1]) === (low ?? 0) + 1 &&
    !/^(?:lăm|mốt|tư)$/.test(spoken.at(at + 1)) &&
    Number(short.text) < 45;
  return short && !isApproximate ? { text: short.text, to: short.to, kind: "year" } : null;
};

const terms = new Phrases("năm|năm học|niên khóa|nhiệm kỳ|giai đoạn");

/** "nhiệm kỳ hai nghìn không trăm hai mươi mốt đến hai nghìn không trăm hai mươi sáu". */
function termYear(spoken: Spoken, at: number): Written | null {
  const found = yearAt(spoken, at);
  if (!found) return null;
  const isFirst = terms.before(spoken, at);
  const term = /^(?:đến|tới|và)$/.test(spoken.at(at - 1)) ? terms.near(spoken, at - 1, 10) : null;
  const isLast = term && yearAt(spoken, term.to)?.to === at - 1;
  const second = isFirst ? yearAt(spoken, found.to) : null;
  if (second && Number(second.text) > Number(found.text))
    return { text: `${found.text}-${second.text}`, to: second.to, kind: "year" };
  return isFirst || isLast ? { text: found.text, to: found.to, kind: "year" } : null;
}

/** "năm năm nghìn": the digit, not the word before a year. */
const isYearCount = (spoken: Spoken, at: number): boolean =>
  digitOf(spoken.at(at - 2)) !== undefined && spoken.at(at - 3) !== "tháng" && !cardinalAt(spoken, at);

/** "hai không hai bốn đến hai không hai sáu", "hai không hai sáu": digit by digit without "năm". */
const years: WritingRule = (spoken, at) => {
  const found = fourDigitsAt(spoken, at);
  const isYear = found && /^(?:19[3-9]|20[0-4])/.test(found.text) && digitOf(spoken.at(at - 1)) === undefined;
  return isYear && digitOf(spoken.at(found.to)) === undefined ? { text: found.text, to: found.to, kind: "year" } : null;
};

/** "ngày một đến năm tháng chín": the first of two days of one month. */
const firstDay: WritingRule = (spoken, at) => {
  if (!/^(?:ngày|từ|mùng)$/.test(spoken.at(at - 1))) return null;
  const first = dayAt(spoken, at);
  if (!first || !/^(?:đến|tới|và)$/.test(spoken.at(first.to))) return null;
  const next = first.to + (spoken.at(first.to + 1) === "hết" ? 1 : 0);
  const from = next + (/^(?:ngày|mùng)$/.test(spoken.at(next + 1)) ? 2 : 1);
  const last = dayAt(spoken, from);
  const isMonth = last && last.value > first.value && spoken.at(last.to) === "tháng" && monthAt(spoken, last.to + 1);
  return isMonth ? { text: String(first.value), to: first.to, kind: "date" } : null;
};

export const date: WritingRule = (spoken, at) =>
  firstDay(spoken, at) ?? dayMonth(spoken, at) ?? month(spoken, at) ?? day(spoken, at) ?? year(spoken, at);
