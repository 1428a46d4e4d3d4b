import { cardinalAt, digitOf, endingOf } from "./cardinal";
import { numberAt } from "./number";
import { Phrases, type Spoken, type WritingRule, type Written } from "./spoken";
import { unitAt } from "./units";

/** "phiên bản hai chấm không", "ba chấm hai chấm một", "ba chấm mười bốn". */
export const version: WritingRule = (spoken, at) => {
  const machine = machineAddressAt(spoken, at);
  if (machine) return machine;
  const decimal = saidDecimalAt(spoken, at);
  if (decimal) return decimal;
  const first = partAt(spoken, at);
  if (!first || spoken.at(first.to) !== "chấm" || digitOf(spoken.at(at - 1)) !== undefined) return null;
  let text = first.text;
  let to = first.to;
  let parts = 1;
  while (spoken.at(to) === "chấm") {
    const next = partAt(spoken, to + 1);
    if (!next) break;
    text += `.${next.text}`;
    to = next.to;
    parts += 1;
  }
  const isColon = spoken.at(at) === "hai" && parts === 2 && !versionHeads.near(spoken, at, 2);
  return parts > 1 && !isColon ? { text, to, kind: "version" } : null;
};

/** "mười chấm bảy sáu hai sáu", "sáu mươi chấm hai tư": decimals digit by digit, of which a version has none. */
function saidDecimalAt(spoken: Spoken, at: number): Written | null {
  const whole = cardinalAt(spoken, at);
  if (!whole || whole.scale || whole.value < 10 || spoken.at(whole.to) !== "chấm") return null;
  let digits = "";
  let to = whole.to + 1;
  for (; digits.length < 9; to += 1) {
    const digit = digitOf(spoken.at(to)) ?? (digits ? endingOf(spoken.at(to)) : undefined);
    if (digit === undefined) break;
    digits += digit;
  }
  const isOver = !/^(?:chấm|mươi|mười|trăm|nghìn|phẩy)$/.test(spoken.at(to));
  const isName = versionHeads.near(spoken, at, 2) !== null || /^(?:số|mã|biển)$/.test(spoken.at(at - 1));
  return digits.length > 1 && isOver
    ? { text: `${whole.value}${isName ? "." : ","}${digits}`, to, kind: "decimal" }
    : null;
}

/** "một chín hai chấm một sáu tám chấm một chấm mười": four numbers below 256. */
function machineAddressAt(spoken: Spoken, at: number): Written | null {
  if (digitOf(spoken.at(at - 1)) !== undefined) return null;
  const parts: string[] = [];
  for (let to = at; ; to += 1) {
    let part = "";
    const number = cardinalAt(spoken, to);
    const whole = number && !number.scale && number.value >= 10 ? number : null;
    if (whole) [part, to] = [String(whole.value), whole.to];
    else for (; part.length < 4 && digitOf(spoken.at(to)) !== undefined; to += 1) part += digitOf(spoken.at(to));
    if (part === "" || Number(part) > 255) return null;
    parts.push(part);
    if (parts.length < 4 && spoken.at(to) !== "chấm") return null;
    if (parts.length === 4) return spoken.at(to) === "chấm" ? null : { text: parts.join("."), to, kind: "version" };
  }
}

const versionHeads = new Phrases(
  "phiên bản|bản|mục|điều|android|ios|windows|python|web|công nghiệp|cách mạng|version|vơ sần|ai ô ét|an đờ roi|bluetooth|usb|phần mềm|tiểu mục|điểm|mô hình|tập|chương|hai|được",
);

function partAt(spoken: Spoken, at: number): { text: string; to: number } | null {
  const number = cardinalAt(spoken, at);
  if (number && !number.scale && number.value >= 10) return { text: String(number.value), to: number.to };
  // "hai mươi chấm tư"
  const ending = spoken.at(at - 1) === "chấm" ? endingOf(spoken.at(at)) : undefined;
  const digit = digitOf(spoken.at(at)) ?? ending;
  if (digit === undefined || digitOf(spoken.at(at + 1)) !== undefined) return zeroPadded(spoken, at);
  return { text: String(digit), to: at + 1 };
}

const zeroPadded = (spoken: Spoken, at: number): { text: string; to: number } | null => {
  const digit = digitOf(spoken.at(at + 1));
  return spoken.at(at) === "không" && digit !== undefined ? { text: `0${digit}`, to: at + 2 } : null;
};

const operators: Record<string, string> = { cộng: "+", trừ: "-", nhân: "×", chia: ":", bằng: "=" };

/** "hai cộng hai bằng bốn", "mười mũ sáu". */
export const formula: WritingRule = (spoken, at) => {
  const first = termAt(spoken, at);
  if (!first) return null;
  let text = first.text;
  let to = first.to;
  let parts = 1;
  let hasOperator = first.isPower;
  for (; parts < 12; parts++) {
    const sign = operators[spoken.at(to)];
    const next = sign ? termAt(spoken, to + 1) : null;
    if (!next) break;
    hasOperator ||= sign !== "=";
    text += ` ${sign} ${next.text}`;
    to = next.to;
  }
  if (!hasOperator || (parts === 1 && !first.isPower)) return null;
  const unit = unitAt(spoken, to);
  return unit ? { text: `${text} ${unit.sign}`, to: unit.to, kind: "measure" } : { text, to, kind: "formula" };
};

const powers: Record<string, string> = {
  "0": "⁰",
  "1": "¹",
  "2": "²",
  "3": "³",
  "4": "⁴",
  "5": "⁵",
  "6": "⁶",
  "7": "⁷",
  "8": "⁸",
  "9": "⁹",
  "-": "⁻",
};

function termAt(spoken: Spoken, at: number): { text: string; to: number; isPower: boolean } | null {
  const digit = digitOf(spoken.at(at));
  const number = numberAt(spoken, at) ?? (digit === 0 ? { text: "0", to: at + 1, kind: "cardinal" } : null);
  if (!number || number.kind === "range") return null;
  if (spoken.at(number.to) !== "mũ") return { text: number.text, to: number.to, isPower: false };
  const isMinus = spoken.at(number.to + 1) === "âm" || spoken.at(number.to + 1) === "trừ";
  const power = cardinalAt(spoken, number.to + (isMinus ? 2 : 1));
  if (!power || power.value > 400) return { text: number.text, to: number.to, isPower: false };
  const raised = Array.from(`${isMinus ? "-" : ""}${power.value}`, (sign) => powers[sign] ?? "").join("");
  return { text: `${number.text}${raised}`, to: power.to, isPower: true };
}
