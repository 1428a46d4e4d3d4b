import { cardinalAt, digitOf, endingOf } from "./cardinal";
import { headOf } from "./digits";
import { named, withAlleys } from "./named";
import { numberAt } from "./number";
import { isBehindPoint, quantity } from "./quantity";
import { Phrases, type Spoken, type WritingRule } from "./spoken";
import { time } from "./time";

/** Fixed phrases and names with numbers, which stay words. */
const fixed = new Phrases(
  "mười mươi|mười phân vẹn mười|chín bỏ làm mười|hai năm rõ mười|ba bảy hai mốt|ba mươi sáu kế|nghìn lẻ một đêm|một nghìn lẻ một đêm|nghìn linh một đêm|mười tám đời|mười tám thôn vườn trầu|mười hai bến nước|mười năm trồng cây|trăm năm trồng người|mười mắt trông một|năm thì mười họa|mười họa|trăm công nghìn việc|mười cô gái ngã ba đồng lộc|nhất nhì ba|mười ba bến nước|ba chìm bảy nổi|bảy nổi ba chìm|năm lần bảy lượt|ba lần bảy lượt|mồm năm miệng mười|năm cha ba mẹ|ba voi|chín người mười ý|năm người mười ý|chín suối|mười phương|mười đầu|chẳng mười|tám vạn nghìn tư|ba cọc ba đồng|học một biết mười|năm bảy đường|năm bảy mối|mười lần như một|muôn người như một|kẻ tám lạng người nửa cân|cách mạng tháng tám|cách mạng tháng mười|một chín một mười|chín tháng mười ngày|trăm người như một",
);

/** The end of a fixed phrase that begins at a place. */
export const fixedPhraseAt = (spoken: Spoken, at: number): number | null => fixed.at(spoken, at)?.to ?? null;

const kin = /^(?:anh|chị|cô|chú|bác|cậu|dì|ông|bà|thầy|má|dượng|thím|mợ|út|tía|thằng|con)$/;
const vague = /^(?:mấy|mươi|vài|mốt)$/;
/** A number after these is part of an identifier or a year, so that no dots group it. */
const undotted = new Phrases(
  "đơn hàng|đơn hàng số|đơn|mã|mã số|mã đơn|phòng|phòng số|số|hóa đơn|hóa đơn số|hợp đồng số|hợp đồng|năm|căn hộ|khóa|niên khóa|thập niên|đời|model|quyết định|quyết định số|nghị định|nghị định số|thông tư|euro|sea games|world cup|mùa|mùa giải|vòng đời|mẫu|công văn|số hiệu|tuyến|toa|lô|gọi|bấm|tổng đài|đời xe",
);

/** A number of two digits or more that no other rule wrote. */
export const plainNumber: WritingRule = (spoken, at) => {
  const number = numberAt(spoken, at);
  if (!number || number.isDigit || isBehindPoint(spoken, at)) return null;
  const { to, kind } = number;
  const cardinal = kind === "cardinal" ? cardinalAt(spoken, at) : null;
  // Decimals that no rule wrote: no part of the number is written without them.
  if (spoken.at(to) === "chấm" && digitOf(spoken.at(to + 1)) !== undefined) return null;
  if (cardinal && cardinal.value < 10_000 && /^(?:xuyệt|suyệt|xẹt|sẹt|xuộc|siệc|xiệc)$/.test(spoken.at(to))) {
    const address = withAlleys(spoken, cardinal.value, to);
    if (address.to > to) return { text: address.text, to: address.to, kind: "address" };
  }
  if (vague.test(spoken.at(to)) || isJoined(spoken, at, to)) return null;
  if (
    cardinal &&
    cardinal.value % 100 === 0 &&
    !cardinal.scale &&
    /^(?:hai|ba|bốn|sáu|bảy|tám|chín)$/.test(spoken.at(to))
  )
    return null;
  if (cardinal && cardinal.value === 10 && kin.test(spoken.at(at - 1))) return null;
  if (cardinal && spoken.at(at - 2) !== "chỉ" && undotted.before(spoken, at) && cardinal.value < 1e6)
    return { text: String(cardinal.value), to, kind: headOf(spoken, at, 1) ? "code" : "year" };
  const rest = rangeAt(spoken, to);
  return { text: number.text, to, kind: rest ? "range" : kind };
};

/** A digit that belongs to what stands before or behind it, in a way that no rule knows: "hai mươi bốn không hai". */
const isJoined = (spoken: Spoken, at: number, to: number): boolean => {
  if (at !== spoken.writtenUpTo && /^(?:vài|dăm|mấy|đôi|trăm|nghìn|triệu|tỷ|vạn|chục|mươi)$/.test(spoken.at(at - 1)))
    return true;
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
    if (until && !until.isDigit && (until.text.includes(" ") || quantity(spoken, at + 2) || time(spoken, at + 2)))
      return { text: String(value), to: at + 1, kind: "range" };
    if (until?.isDigit && (quantity(spoken, at + 2) || time(spoken, at + 2)))
      return { text: String(value), to: at + 1, kind: "range" };
    const isRange =
      until &&
      !until.isDigit &&
      until.value > value &&
      (until.value < 100 || /^(?:từ|khoảng)$/.test(spoken.at(at - 1)));
    return isRange && until.kind === "cardinal" && until.value < 1000
      ? { text: String(value), to: at + 1, kind: "range" }
      : null;
  }
  const isBehind = /^(?:đến|tới)$/.test(spoken.at(at - 1)) && named(spoken, at - 2)?.to === at - 1;
  return isBehind ? { text: String(value), to: at + 1, kind: "range" } : null;
};
