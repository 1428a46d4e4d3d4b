import { cardinalAt, digitOf, endingOf } from "./cardinal";
import { headOf } from "./digits";
import { numberAt } from "./number";
import { Phrases, type Spoken, type WritingRule } from "./spoken";

/** Fixed phrases and names with numbers, which stay words. */
const fixed = new Phrases(
  "mười mươi|mười phân vẹn mười|chín bỏ làm mười|hai năm rõ mười|ba bảy hai mốt|ba mươi sáu kế|nghìn lẻ một đêm|một nghìn lẻ một đêm|nghìn linh một đêm|một trăm linh một|trăm hai mươi phần trăm|mười tám đời|mười tám thôn vườn trầu|mười hai bến nước|mười năm trồng cây|trăm năm trồng người|mười mắt trông một|một mười|năm bảy|ba bảy|năm thì mười họa|mười họa|trăm công nghìn việc|một nghìn một|mười cô gái ngã ba đồng lộc|nhất nhì ba|hai mươi bốn trên bảy|một trăm một|mười ba bến nước|ba chìm bảy nổi|bảy nổi ba chìm|ba bốn lần|năm lần bảy lượt|ba lần bảy lượt|mồm năm miệng mười|năm cha ba mẹ|ba voi|chín người mười ý|chín suối|mười phương|mười đầu|mười ngón tay|chẳng mười|tám vạn nghìn tư|trăm người như một",
);
const fixedExceptions = new Phrases(
  "một trăm linh một|một trăm một|một nghìn một|một mười|năm bảy|ba bảy|ba bốn lần|trăm hai mươi phần trăm|mười ngón tay|hai mươi bốn trên bảy",
);

/** The end of a fixed phrase that begins at a place. */
export const fixedPhraseAt = (spoken: Spoken, at: number): number | null => {
  const found = fixed.at(spoken, at);
  return found && !fixedExceptions.at(spoken, at) ? found.to : null;
};

const kin = /^(?:anh|chị|cô|chú|bác|cậu|dì|ông|bà|thầy|má|dượng|thím|mợ|út|tía|thằng|con)$/;
const vague = /^(?:mấy|mươi|vài|mốt)$/;
/** A number after these is part of an identifier or a year, so that no dots group it. */
const undotted = new Phrases(
  "đơn hàng|đơn hàng số|đơn|mã|mã số|mã đơn|phòng|phòng số|số|hóa đơn|hóa đơn số|hợp đồng số|hợp đồng|năm|căn hộ|khóa|niên khóa|thập niên|đời|model|quyết định|quyết định số|nghị định|nghị định số|thông tư|euro|sea games|world cup|mùa|mùa giải|vòng đời|mẫu|công văn|số hiệu|tuyến|toa|lô|gọi|bấm|tổng đài|đời xe",
);

/** A number of two digits or more that no other rule wrote. */
export const plainNumber: WritingRule = (spoken, at) => {
  const number = numberAt(spoken, at);
  if (!number || number.isDigit) return null;
  const { to, kind } = number;
  const cardinal = kind === "cardinal" ? cardinalAt(spoken, at) : null;
  if (vague.test(spoken.at(to)) || isJoined(spoken, at, to)) return null;
  if (
    cardinal &&
    cardinal.value % 100 === 0 &&
    !cardinal.scale &&
    /^(?:hai|ba|bốn|sáu|bảy|tám|chín)$/.test(spoken.at(to))
  )
    return null;
  if (cardinal && cardinal.value === 10 && kin.test(spoken.at(at - 1))) return null;
  if (cardinal && undotted.before(spoken, at) && cardinal.value < 1e6)
    return { text: String(cardinal.value), to, kind: headOf(spoken, at, 1) ? "code" : "year" };
  const rest = rangeAt(spoken, to);
  return { text: number.text, to, kind: rest ? "range" : kind };
};

/** A digit that belongs to what stands before or behind it, in a way that no rule knows: "hai mươi bốn không hai". */
const isJoined = (spoken: Spoken, at: number, to: number): boolean => {
  const before = spoken.at(at - 1);
  const next = spoken.at(to);
  if (endingOf(next) !== undefined) return true;
  if (digitOf(before) !== undefined && before !== "năm" && before !== "không" && before !== "một") return true;
  return digitOf(next) !== undefined && digitOf(spoken.at(to + 1)) !== undefined && next !== "năm";
};

const rangeAt = (spoken: Spoken, at: number): boolean =>
  /^(?:đến|tới)$/.test(spoken.at(at)) && cardinalAt(spoken, at + 1) !== null;

/** "tám đến mười": a single digit before or behind a larger number of the same range. */
export const rangeEnd: WritingRule = (spoken, at) => {
  const value = digitOf(spoken.at(at));
  if (!value) return null;
  if (/^(?:đến|tới)$/.test(spoken.at(at + 1))) {
    const until = numberAt(spoken, at + 2);
    const isRange =
      until &&
      !until.isDigit &&
      until.value > value &&
      (until.value < 100 || /^(?:từ|khoảng)$/.test(spoken.at(at - 1)));
    return isRange && until.kind === "cardinal" && until.value < 1000
      ? { text: String(value), to: at + 1, kind: "range" }
      : null;
  }
  return null;
};

/** "phiên bản hai chấm không", "ba chấm hai chấm một", "ba chấm mười bốn". */
export const version: WritingRule = (spoken, at) => {
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

const versionHeads = new Phrases(
  "phiên bản|bản|mục|điều|android|ios|windows|python|web|công nghiệp|cách mạng|version|vơ sần|ai ô ét|an đờ roi|bluetooth|usb|phần mềm|tiểu mục|điểm|mô hình|tập|chương|hai|được",
);

function partAt(spoken: Spoken, at: number): { text: string; to: number } | null {
  const number = cardinalAt(spoken, at);
  if (number && !number.scale && number.value >= 10) return { text: String(number.value), to: number.to };
  const digit = digitOf(spoken.at(at));
  if (digit === undefined || digitOf(spoken.at(at + 1)) !== undefined) return zeroPadded(spoken, at);
  return { text: String(digit), to: at + 1 };
}

const zeroPadded = (spoken: Spoken, at: number): { text: string; to: number } | null => {
  const digit = digitOf(spoken.at(at + 1));
  return spoken.at(at) === "không" && digit !== undefined ? { text: `0${digit}`, to: at + 2 } : null;
};

/** "tỷ số hai một", "thắng ba không". */
export const score: WritingRule = (spoken, at) => {
  if (!scoreHeads.near(spoken, at, 2)) return null;
  const home = digitOf(spoken.at(at));
  const middle = /^(?:đều|trên|đến)$/.test(spoken.at(at + 1)) ? 1 : 0;
  const away = digitOf(spoken.at(at + 1 + middle));
  const next = spoken.at(at + 2 + middle);
  if (home === undefined || away === undefined || digitOf(next) !== undefined) return null;
  const isCounted =
    /^(?:bàn|trận|điểm|quả|ván|người|mươi|trăm|nghìn|triệu|tỷ|set|lần|đội|cái|phần|giải|ngày|tháng|năm)$/.test(next);
  return isCounted ? null : { text: `${home}-${away}`, to: at + 2 + middle, kind: "score" };
};

const scoreHeads = new Phrases(
  "tỷ số|thắng|thua|hòa|dẫn|tỉ số là|kết quả|gỡ hòa|với tỷ số|dẫn trước|hạ|thắng đậm|vượt qua",
);

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
  return hasOperator && (parts > 1 || first.isPower) ? { text, to, kind: "formula" } : null;
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
