import { counters, digitOf, endingOf, isAmount, scaleOf } from "./cardinal";
import { numberAt } from "./number";
import type { Spoken, WritingRule, Written } from "./spoken";
import { Phrases } from "./spoken";
import { currencyAt, perUnitAt, unitAt } from "./units";

/** What stands behind a number and belongs to it: a currency, a percentage, a unit. */
export const quantity: WritingRule = (spoken, at) => zero(spoken, at) ?? amount(spoken, at);

function amount(spoken: Spoken, at: number): Written | null {
  const number = numberAt(spoken, at);
  if (!number) return bareMeter(spoken, at);
  if (isLoose(spoken, at)) return null;
  const { text, to, isDigit } = number;
  if (spoken.at(at) === "một" && isDigit && at > 0 && at === spoken.writtenUpTo) return null;
  if (spoken.at(to) === "phần") {
    const sign = { trăm: "%", nghìn: "‰" }[spoken.at(to + 1)];
    if (sign) return { text: text + sign, to: to + 2, kind: "percent" };
  }
  const currency = currencyAt(spoken, to);
  if (currency && !(isDigit && (currency.name === "đồng" || !currency.isSure))) {
    const per = perUnitAt(spoken, currency.to);
    return { text: `${text} ${currency.name}${per?.sign ?? ""}`, to: per?.to ?? currency.to, kind: "money" };
  }
  if (
    (spoken.at(to) === "k" ||
      (spoken.at(to) === "ca" &&
        number.value >= 10 &&
        number.value < 1000 &&
        !/^(?:có|thêm|nhận|ghi)$/.test(spoken.at(at - 1)) &&
        (isAmount(spoken, at) || (/^(?:một|mỗi)$/.test(spoken.at(to + 1)) && counters.at(spoken, to + 2))) &&
        (spoken.isEnd(to + 1) || /^(?:một|nhé|thôi|ạ|nha|là)$/.test(spoken.at(to + 1))))) &&
    number.kind !== "fraction"
  )
    return { text: `${text}k`, to: to + 1, kind: "money" };
  const length = metersAndMore(spoken, at) ?? degrees(spoken, at);
  if (length) return length;
  const unit = unitAt(spoken, to);
  if (unit && !(number.kind === "fraction" && unit.isWord) && !(isDigit && unit.sign === "Ω")) {
    const half = spoken.at(unit.to) === "rưỡi" ? halfOf(number.value) : null;
    const tenth = /^(?:kg|cân|lít)$/.test(unit.sign) && isDigit ? tenthAt(spoken, unit.to) : null;
    if (tenth) return { text: `${text},${tenth} ${unit.sign}`, to: unit.to + 1, kind: "measure" };
    const isCount = spoken.at(at) === "một" ? unit.isWord : /^(?:cân|lạng)$/.test(unit.sign);
    if (isDigit && isCount && !half) return null;
    return half
      ? { text: `${half} ${unit.sign}`, to: unit.to + 1, kind: "measure" }
      : { text: `${text} ${unit.sign}`, to: unit.to, kind: "measure" };
  }
  return null;
}

/** Decimals whose whole number stayed words, or was written without them. */
export const isBehindPoint = (spoken: Spoken, at: number): boolean =>
  /^(?:chấm|phẩy)$/.test(spoken.at(at - 1)) &&
  ((at > 1 && at - 1 === spoken.writtenUpTo) || digitOf(spoken.at(at - 2)) !== undefined);

/** A digit directly behind another that stayed a word: "năm bảy triệu" is no seven. */
const isLoose = (spoken: Spoken, at: number): boolean =>
  at !== spoken.writtenUpTo &&
  (/^(?:vài|dăm|mấy|đôi)$/.test(spoken.at(at - 1)) ||
    isBehindPoint(spoken, at) ||
    (spoken.at(at - 1) === "năm" && spoken.isEnd(at - 2) && digitOf(spoken.at(at)) !== undefined) ||
    (/^(?:hai|ba|bốn|sáu|bảy|tám|chín)$/.test(spoken.at(at - 1)) && digitOf(spoken.at(at)) !== undefined));

const halfOf = (value: number): string | null => (Number.isInteger(value) && value < 1000 ? `${value},5` : null);

/** "một kí hai": the last word is tenths. */
const tenthAt = (spoken: Spoken, at: number): number | undefined =>
  spoken.isEnd(at + 1) && spoken.at(at) !== "năm" ? digitOf(spoken.at(at)) || endingOf(spoken.at(at)) : undefined;

/** "một mét bảy", "một mét sáu lăm", "hai kí tư": what follows the unit are its tenths. */
function metersAndMore(spoken: Spoken, at: number): Written | null {
  const whole = numberAt(spoken, at);
  if (!whole || whole.value > 99 || spoken.at(whole.to) !== "mét") return null;
  const rest = restAt(spoken, whole.to + 1);
  if (!rest) return null;
  return { text: `${whole.text}m${rest.digits}`, to: rest.to, kind: "measure" };
}

/** "cao mét sáu lăm": of one meter only the word is said. */
function bareMeter(spoken: Spoken, at: number): Written | null {
  const rest =
    spoken.at(at) === "mét" && /^(?:cao|được|tầm|cỡ)$/.test(spoken.at(at - 1)) ? restAt(spoken, at + 1) : null;
  return rest ? { text: `1m${rest.digits}`, to: rest.to, kind: "measure" } : null;
}

function restAt(spoken: Spoken, at: number): { digits: string; to: number } | null {
  const rest = numberAt(spoken, at);
  if (spoken.at(at) === "linh" || spoken.at(at) === "không") {
    const digit = digitOf(spoken.at(at + 1));
    return digit ? { digits: `0${digit}`, to: at + 2 } : null;
  }
  if (spoken.at(at) === "mốt" || spoken.at(at) === "tư")
    return { digits: spoken.at(at) === "tư" ? "4" : "1", to: at + 1 };
  if (rest?.kind !== "cardinal" || rest.value > 99) return pairAt(spoken, at);
  const isNext = unitAt(spoken, rest.to) || digitOf(spoken.at(rest.to)) !== undefined || scaleOf(spoken.at(rest.to));
  if (isNext && rest.isDigit) return pairAt(spoken, at);
  if (isNext || (/^(?:năm|người|cái|lần|con|chiếc|tấm)$/.test(spoken.at(at)) && rest.isDigit && !spoken.isEnd(at + 1)))
    return null;
  return { digits: rest.text, to: rest.to };
}

/** Two digits one by one: "một mét sáu hai". */
function pairAt(spoken: Spoken, at: number): { digits: string; to: number } | null {
  const [tens, ones, next] = [0, 1, 2].map((step) => digitOf(spoken.at(at + step)));
  return tens && ones !== undefined && next === undefined && spoken.at(at + 1) !== "không"
    ? { digits: `${tens}${ones}`, to: at + 2 }
    : null;
}

/** "hai mươi độ ba mươi phút": an angle keeps its words. */
function degrees(spoken: Spoken, at: number): Written | null {
  const number = numberAt(spoken, at);
  if (!number || spoken.at(number.to) !== "độ") return null;
  const letter = spoken.at(number.to + 1);
  const tenth = digitOf(letter) ?? endingOf(letter);
  const isFever = Number.isInteger(number.value) && number.value > 34 && number.value < 43;
  if (tenth && isFever && fevers.near(spoken, at, 6) && !/^(?:mươi|trăm)$/.test(spoken.at(number.to + 2)))
    return { text: `${number.text},${tenth} độ`, to: number.to + 2, kind: "measure" };
  if (/^(?:xê|c|cê)$/.test(letter)) return { text: `${number.text} độ C`, to: number.to + 2, kind: "measure" };
  return null;
}

const fevers = new Phrases("sốt|thân nhiệt|nhiệt độ cơ thể|người nóng|cặp nhiệt");

const free = new Phrases(
  "sim|vé|giá|phí|cước|xe|gói|ship|síp|học phí|trả trước|vận chuyển|giao hàng|lãi|đơn|khuyến mãi|combo|com bô",
);

/** "không độ", "không đồng", "không phần trăm". */
function zero(spoken: Spoken, at: number): Written | null {
  if (spoken.at(at) !== "không") return null;
  const next = spoken.at(at + 1);
  if (next === "phần" && spoken.at(at + 2) === "trăm") return { text: "0%", to: at + 3, kind: "percent" };
  const isPrice = next === "đồng" && (isAmount(spoken, at) || free.before(spoken, at)) && currencyAt(spoken, at + 1);
  if (isPrice) return { text: "0 đồng", to: at + 2, kind: "money" };
  if (next === "độ" && /^(?:xê|c)$/.test(spoken.at(at + 2))) return { text: "0 độ C", to: at + 3, kind: "measure" };
  return null;
}
