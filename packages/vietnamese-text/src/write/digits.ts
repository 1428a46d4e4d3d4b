import { cardinalAt, counters, digitOf, endingOf, scaleOf } from "./cardinal";
import { Phrases, type Spoken, type WritingRule, type Written, type WrittenKind } from "./spoken";

/** Digits that were said one by one, or in groups of two or three, and where the run ends. */
export type DigitRun = {
  digits: string;
  to: number;
  /** How many numbers were said, and how many of them were single digits. */
  count: number;
  singles: number;
};

/** Longer runs are no identifier. */
const longestRun = 24;

/** "không chín mười hai ba tư năm": the digits of all that is said without a scale. */
export const digitRunAt = (spoken: Spoken, at: number): DigitRun | null => spoken.once(readRun, at);

function readRun(spoken: Spoken, start: number): DigitRun | null {
  let digits = "";
  let to = start;
  let count = 0;
  let singles = 0;
  while (digits.length < longestRun) {
    const number = cardinalAt(spoken, to);
    if (number && number.value >= 10 && number.value <= 999 && !number.scale && !number.shortTailAt) {
      // "ba mươi tư" are two digits, and so is "ba mươi" before another.
      digits += number.value;
      to = number.to;
      count += 1;
      continue;
    }
    if (count < 3 && spoken.at(to) === "năm" && isYearWord(spoken, to, count === 0)) break;
    // "ba linh hai": the zero of a room.
    if (spoken.at(to) === "linh" && count > 0 && digitOf(spoken.at(to + 1)) && !scaleOf(spoken.at(to - 1))) {
      digits += "0";
      to += 1;
      count += 1;
      continue;
    }
    const digit = digitOf(spoken.at(to)) ?? (count > 0 ? endingOf(spoken.at(to)) : undefined);
    const next = spoken.at(to + 1);
    if (
      digit === undefined ||
      next === "mươi" ||
      next === "trăm" ||
      next === "nghìn" ||
      next === "triệu" ||
      next === "tỷ"
    )
      break;
    digits += digit;
    to += 1;
    count += 1;
    singles += 1;
  }
  return digits.length > 1 ? { digits, to, count, singles } : null;
}

/** "quý ba năm hai không hai sáu": the word before a year, not a digit. */
function isYearWord(spoken: Spoken, at: number, isFirst: boolean): boolean {
  const digits = [1, 2, 3, 4].map((step) => digitOf(spoken.at(at + step)) ?? endingOf(spoken.at(at + step)));
  const isZeroYear = [1, 2, 3].map((step) => spoken.at(at + step)).join(" ") === "hai không linh";
  return (
    isZeroYear ||
    ((isFirst ? /^(?:1\d|20)\d\d$/ : /^(?:19|20)\d\d$/).test(digits.join("")) &&
      digitOf(spoken.at(at + 5)) === undefined)
  );
}

const heads: Record<string, WrittenKind> = {};
const addHeads = (kind: WrittenKind, list: string) => {
  for (const head of list.split("|")) heads[head] = kind;
};
addHeads(
  "phone",
  "số điện thoại|điện thoại|sđt|số máy|gọi|gọi số|gọi tới|gọi đến|hotline|hót lai|tổng đài|đường dây nóng|liên hệ|zalo|da lô|di động|số di động|số zalo|nhắn|nhắn tin|đầu số|máy bàn|bấm|bấm số|cứu hỏa|công an|cấp cứu|cảnh sát|cứu hộ|phôn|số phôn|fax|phắc",
);
addHeads("cccd", "căn cước|căn cước công dân|cccd|số căn cước|định danh|mã định danh|số định danh");
addHeads("cmnd", "chứng minh|chứng minh nhân dân|cmnd|cmt|chứng minh thư|chứng minh thư nhân dân");
addHeads("taxCode", "mã số thuế|mst|mã thuế");
addHeads("account", "tài khoản|số tài khoản|stk|tài khoản số");
addHeads("card", "thẻ|số thẻ|thẻ tín dụng|thẻ ghi nợ|thẻ atm|thẻ visa|thẻ ngân hàng");
addHeads(
  "otp",
  "otp|mã otp|ô tê pê|mã ô tê pê|mã xác nhận|mã xác thực|mã pin|mật khẩu|mã bảo mật|mã kích hoạt|mã bí mật|mã số bí mật|pin",
);
addHeads(
  "code",
  "nhánh|máy lẻ|đuôi|số đuôi|phím|gửi|gửi tới|gửi đến|mã|mã số|đơn hàng|đơn|mã đơn|mã đơn hàng|hóa đơn|số hóa đơn|hợp đồng|hợp đồng số|vận đơn|mã vận đơn|bưu cục|mã bưu chính|mã vùng|số|số hiệu|số báo danh|báo danh|số sổ|hộ chiếu|serial|sê ri|số sê ri|phòng|căn hộ|căn|mã hàng|mã sản phẩm|mã giao dịch|giao dịch|mã hồ sơ|hồ sơ|số hồ sơ|mã khách hàng|khách hàng|mã nhân viên|mã sinh viên|mã giảm giá|bảo hiểm|bảo hiểm xã hội|bảo hiểm y tế|mã vạch|tuyến|xe buýt|quốc lộ|tỉnh lộ|kênh|toa|chuyến|chuyến bay|số khung|số máy|lô|lô hàng|công văn|quyết định|nghị định|vé|vé số|giải đặc biệt|dãy số|phiếu|số phiếu|ticket|biên lai|imei|mã lỗi|lỗi|mẫu|seri|số thứ tự|cổng|port|số phòng|phòng số|xe số|biển|biển số|bàn số|đường số",
);
const headPhrases = new Phrases(heads);

/** The kind of identifier that the words before announce. */
export const headOf = (spoken: Spoken, at: number, reach = 6): { kind: WrittenKind; distance: number } | null => {
  const found = headPhrases.near(spoken, at, reach);
  return found ? { kind: found.meaning as WrittenKind, distance: at - found.to } : null;
};

/** Words for a result, after which digits are goals. */
export const scoreHeads = new Phrases(
  "tỷ số|chung cuộc|luân lưu|thua ngược|thắng ngược|pen|thắng|thua|hòa|dẫn|tỉ số là|kết quả|gỡ hòa|với tỷ số|dẫn trước|hạ|thắng đậm|vượt qua",
);

/** Digits that are never said as an identifier: counting, marching. */
const isChant = (digits: string): boolean =>
  /^(\d)\1*$/.test(digits) ||
  /^(\d\d)\1+$/.test(digits) ||
  "0123456789".includes(digits) ||
  "9876543210".includes(digits);

/** Phone numbers, accounts, one-time passwords and other digits said one by one. */
export const identifier: WritingRule = (spoken, at) => {
  if (spoken.at(at) === "cộng") return international(spoken, at + 1);
  if (digitOf(spoken.at(at)) === undefined && !cardinalAt(spoken, at)) return null;
  const run = digitRunAt(spoken, at);
  if (!run) return null;
  const head = headOf(spoken, at);
  if (!head && scoreHeads.near(spoken, at, 4)) return null;
  return writeRun(spoken, at, withoutQuestion(spoken, run), head);
};

/** "cộng tám bốn chín một hai …": a country and a number. */
function international(spoken: Spoken, at: number): Written | null {
  const run = digitRunAt(spoken, at);
  if (!run || run.digits.length < 10) return null;
  const { digits, to } = run;
  const isOurs = digits.startsWith("84") && (digits.length === 11 || digits.length === 12);
  const text = isOurs ? `84 ${inGroups(digits.slice(2), [digits.length - 8, 3, 3])}` : digits;
  return { text: `+${text}`, to, kind: "phone" };
}

/** A phone number that is asked about: "… ba hai một không". */
function withoutQuestion(spoken: Spoken, run: DigitRun): DigitRun {
  const isLast = spoken.at(run.to - 1) === "không" && run.to >= spoken.words.length;
  const isOneOver = /^0[35789]/.test(run.digits) && run.digits.length === 11;
  return isLast && isOneOver
    ? { digits: run.digits.slice(0, -1), to: run.to - 1, count: run.count - 1, singles: run.singles - 1 }
    : run;
}

function writeRun(
  spoken: Spoken,
  at: number,
  run: DigitRun,
  head: { kind: WrittenKind; distance: number } | null,
): Written | null {
  const { digits, to, count } = run;
  const { length } = digits;
  const kind = head?.kind;
  if (/^(?:11[1-5]){2,}$/.test(digits) && kind === "phone")
    return { text: (digits.match(/.{3}/g) ?? []).join(", "), to, kind: "phone" };
  if (/^0[35789]\d{8}$/.test(digits) && (!kind || kind === "phone" || kind === "code"))
    return { text: inGroups(digits, [4, 3, 3]), to, kind: "phone" };
  if (/^01[2-9]\d{8}$/.test(digits) && (!kind || kind === "phone" || kind === "code"))
    return { text: inGroups(digits, [4, 3, 4]), to, kind: "phone" };
  if (/^02\d{9}$/.test(digits))
    return {
      text: inGroups(digits, digits.startsWith("024") || digits.startsWith("028") ? [3, 4, 4] : [4, 3, 4]),
      to,
      kind: "phone",
    };
  if (/^1[89]00(?:\d{4}|\d{6})$/.test(digits) && (!kind || kind === "phone" || kind === "code"))
    return { text: `${digits.slice(0, 4)} ${digits.slice(4)}`, to, kind: "phone" };
  if (length === 16 && (!kind || kind === "card")) return { text: inGroups(digits, [4, 4, 4, 4]), to, kind: "card" };
  if (length === 12 && (kind === "cccd" || (!kind && digits.startsWith("0"))))
    return { text: digits, to, kind: "cccd" };
  if (count < 3 || !isLikely(spoken, at, run, head)) return null;
  return {
    text: digits,
    to,
    kind: kind && kind !== "phone" ? kind : length >= 3 && kind === "phone" ? "phone" : "code",
  };
}

/** Whether so many digits in a row can only be an identifier. */
function isLikely(
  spoken: Spoken,
  at: number,
  { digits, singles, to }: DigitRun,
  head: { kind: WrittenKind; distance: number } | null,
): boolean {
  const { length } = digits;
  if (head === null && singles < 4) return false;
  // "số đo chín mươi sáu mươi chín mươi": several numbers.
  if (head?.kind === "code" && singles === 0) return false;
  if (length <= 4 && counters.at(spoken, to)) return false;
  if (length >= 9) return true;
  if (length >= 6) return head !== null || !isChant(digits);
  if (length >= 4) return head !== null || !(isChant(digits) || /^(?:một|hai)$/.test(spoken.at(at - 1)));
  return head !== null && head.distance <= 2 && (head.distance === 0 || !isChant(digits));
}

/** Digits in groups of the given lengths, with a space between. */
export function inGroups(digits: string, lengths: readonly number[]): string {
  const groups: string[] = [];
  let at = 0;
  for (const length of lengths) {
    groups.push(digits.slice(at, at + length));
    at += length;
  }
  return groups.join(" ");
}
