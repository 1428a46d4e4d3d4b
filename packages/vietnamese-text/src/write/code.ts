import { wordsOf } from "../data";
import { cardinalAt, counters, digitOf } from "./cardinal";
import { digitRunAt, headOf } from "./digits";
import { type Letters, letterAt, lettersAt } from "./letters";
import { Phrases, type Spoken, type WritingRule, type Written } from "./spoken";
import { unitAt } from "./units";

/** "bốn ba a ba hai một chấm sáu bảy": two digits, one or two letters, perhaps a digit, and four or five digits. */
export const plate: WritingRule = (spoken, at) => {
  const area = areaAt(spoken, at);
  const letters = area && lettersAt(spoken, area.to, 2);
  if (!letters) return null;
  const serial = serialAt(spoken, letters.to);
  const isNamed = plateHeads.near(spoken, at, 4) !== null;
  if (!serial || serial.digits.length < (isNamed || letters.sureCount > 0 ? 4 : 5) || serial.digits.length > 6)
    return null;
  const { digits } = serial;
  const hasSeriesDigit = digits.length === 6;
  const series = letters.letters.replace(/^Đ/, "D") + (hasSeriesDigit ? digits[0] : "");
  const rest = hasSeriesDigit ? digits.slice(1) : digits;
  const shown = rest.length === 5 ? `${rest.slice(0, 3)}.${rest.slice(3)}` : rest;
  return { text: `${area.digits}${series}-${shown}`, to: serial.to, kind: "plate" };
};

const plateHeads = new Phrases(
  "xe|biển|biển số|biển số xe|biển kiểm soát|số xe|ô tô|xe máy|taxi|tắc xi|xe tải|xe khách|mang biển|biển là|xe con|xe bán tải|xe đầu kéo",
);

/** The two digits of a province: "bốn ba", "ba mươi". */
function areaAt(spoken: Spoken, at: number): { digits: string; to: number } | null {
  const number = cardinalAt(spoken, at);
  if (number && number.value >= 10 && number.value <= 99 && !number.scale)
    return { digits: String(number.value), to: number.to };
  const first = digitOf(spoken.at(at));
  const second = digitOf(spoken.at(at + 1));
  return first && second !== undefined ? { digits: `${first}${second}`, to: at + 2 } : null;
}

/** Digits with "chấm", "gạch" or "gạch ngang" between. */
function serialAt(spoken: Spoken, at: number): { digits: string; to: number } | null {
  let digits = "";
  let to = at;
  for (let part = 0; part < 4; part++) {
    const from = part === 0 ? skipDash(spoken, to) : skipMark(spoken, to);
    if (part > 0 && from === to) break;
    const run = digitsFrom(spoken, from);
    if (!run) break;
    digits += run.digits;
    to = run.to;
  }
  return digits ? { digits, to } : null;
}

const skipDash = (spoken: Spoken, at: number): number =>
  spoken.at(at) === "gạch" ? at + (spoken.at(at + 1) === "ngang" || spoken.at(at + 1) === "nối" ? 2 : 1) : at;

const skipMark = (spoken: Spoken, at: number): number => (spoken.at(at) === "chấm" ? at + 1 : skipDash(spoken, at));

/** One or more digits that are said one by one or in tens; a whole number of hundreds stays whole. */
export function digitsFrom(spoken: Spoken, at: number): { digits: string; to: number } | null {
  const run = digitRunAt(spoken, at);
  if (run) return run;
  const digit = digitOf(spoken.at(at));
  if (digit !== undefined) return { digits: String(digit), to: at + 1 };
  const number = cardinalAt(spoken, at);
  return number && !number.openTail ? { digits: String(number.value), to: number.to } : null;
}

/** "vê nờ hai một sáu" after "chuyến bay": an airline's two letters and its number. */
export const flight: WritingRule = (spoken, at) => {
  if (!flightHeads.near(spoken, at, 4)) return null;
  const letters = lettersAt(spoken, at, 2);
  if (letters?.letters.length !== 2) return null;
  const number = digitsFrom(spoken, skipDash(spoken, letters.to));
  if (!number || number.digits.length < 2 || number.digits.length > 4) return null;
  // J is called as G is, and no airline of Vietnam is VG.
  const airline = letters.letters.replace(/^VG$/, "VJ");
  return { text: `${airline}${number.digits}`, to: number.to, kind: "flight" };
};

const flightHeads = new Phrases(
  "chuyến bay|chuyến bay số|bay chuyến|chuyến|chuyến bay mã|số hiệu|số hiệu chuyến bay|mã chuyến bay|vé chuyến|máy bay|chuyến bay số hiệu",
);

const codeHeads = new Phrases(
  "chung cư|phòng|phòng số|căn hộ|căn hộ số|căn|căn số|tòa|tòa nhà|tháp|block|blốc|lốc|lô|lô số|ghế|ghế số|cổng|cổng số|cửa|cửa số|bàn|bàn số|khu|phân khu|lớp|mã|mã số|mã đơn|mã hàng|mã vé|mã giảm giá|mã khuyến mãi|mã ưu đãi|mã đặt chỗ|mã sản phẩm|mã bưu gửi|mã vận đơn|mã sinh viên|mã nhân viên|mã lỗi|mã cổ phiếu|giấy|khổ|khổ giấy|cỡ giấy|vitamin|vi ta min|nhóm|nhóm máu|tàu|xe buýt|số|số nhà|nhà số|nhà|số hiệu|quốc lộ|cao tốc|đường|hộ chiếu|dãy|kệ|ô|hàng|tầng|hầm|thang|thang máy|bằng|bằng lái|hạng|bằng lái xe hạng|trục|nút giao|tuyến|làn|bến|sảnh|sân|khối|tổ hợp|tổ hợp môn|ban|mạng|sóng|công nghệ|model|mẫu|phiên bản|máy|dòng|đề|mục|phụ lục|điểm|hóa đơn|đơn hàng|hợp đồng|series|vé|toa|khoang|giường|hẻm|ngõ|ngách|kiệt|cụm|kho|gian hàng|quầy|bãi|xưởng|trạm|virus|vi rút|cúm|protein|biểu mẫu|chuẩn|cúm a|vòng|bảng|màn hình|xăng|dầu|pin|chip|con chip|vi xử lý|iphone|ai phôn|galaxy|trình độ|tiếng anh|cấp|loại|đạt",
);
const generations = new Phrases({
  "hai giê": "2G",
  "ba giê": "3G",
  "bốn giê": "4G",
  "năm giê": "5G",
  "sáu giê": "6G",
  "ba gờ": "3G",
  "bốn gờ": "4G",
  "năm gờ": "5G",
});
const screens = new Phrases("màn hình|ti vi|tivi|video|vi deo|độ phân giải|phim|quay|hình ảnh|chuẩn|chất lượng");

/** Number first, then a letter: a class, a seat, a house. */
const numberFirst = new Phrases(
  "tòa|block|nhà|lớp|ghế|ghế số|số|số nhà|nhà số|quốc lộ|đường|căn|căn hộ|phòng|mạng|sóng|công nghệ|hẻm|ngõ|ngách|kiệt|mục|phụ lục|toa|hàng ghế|tỉnh lộ|khối|giường|lô|biểu mẫu|mẫu|dãy|điều|tổ|khu phố|ấp|thửa",
);

const seats = new Phrases("ghế|ghế số|số ghế|chỗ ngồi");

/** A letter or two with digits, in any order, where a word before or the letters themselves say that it is a code. */
export const code: WritingRule = (spoken, at) => letterFirst(spoken, at) ?? numberThenLetter(spoken, at);

const letterFirst: WritingRule = (spoken, at) => {
  const known = knownCodes.at(spoken, at);
  if (known) return { text: known.meaning, to: known.to, kind: "code" };
  const age = spoken.at(at) === "u" ? cardinalAt(spoken, at + 1) : null;
  if (age && age.value > 12 && age.value < 100) return { text: `U${age.value}`, to: age.to, kind: "code" };
  const letters = lettersAt(spoken, at, 5);
  if (!letters) return null;
  const from = skipMark(spoken, letters.to);
  const number = digitsFrom(spoken, from);
  const isIndex = spoken.at(at - 1) === "số" && spoken.at(at - 2) === "chỉ";
  if (!number || isIndex || isCounting(spoken, from, number.to)) return lettersAlone(spoken, at, letters);
  if (!isCode(spoken, at, letters, number)) return null;
  const mark = from === letters.to ? "" : spoken.at(letters.to) === "chấm" ? "." : "-";
  const rest = moreAt(spoken, number.to);
  // "đê" is said for D, too, and Đ is rare in codes.
  const shown = letters.letters.replaceAll("Đ", "D");
  return { text: `${shown}${mark}${number.digits}${rest.text}`, to: rest.to, kind: "code" };
};

/** Written so by everybody, though their letters alone would not say it. */
const knownCodes = new Phrases({
  "ai ô ét": "iOS",
  "pê hát": "pH",
  "hát hai o": "H2O",
  "xê o hai": "CO2",
  "hát năm nờ một": "H5N1",
  "bê hai bê": "B2B",
  "bê hai xê": "B2C",
});

/** Letters without digits: an abbreviation of three or more, or a name such as "tòa bê". */
function lettersAlone(spoken: Spoken, at: number, { letters, to, sureCount, wordCount }: Letters): Written | null {
  const isLetter = wordCount === 0 || (/^[AEO]$/.test(letters) && groupHeads.before(spoken, at) !== null);
  const isName = letters.length === 1 && isLetter && singleHeads.before(spoken, at) !== null;
  const isKnown = sureCount > 0 || wordsOf(abbreviationOf(letters)) !== undefined;
  const isShort = letters.length > 2 && isKnown && wordCount * 2 <= letters.length;
  return isNamed(spoken, at, to) && (isName || isShort)
    ? { text: isShort ? abbreviationOf(letters) : letters, to, kind: "letters" }
    : null;
}

/** "u bê nờ đê": "đê" is said for D and for Đ, and the abbreviation that is known decides. */
function abbreviationOf(letters: string): string {
  const at = letters.lastIndexOf("Đ");
  if (at < 0 || wordsOf(letters)) return letters;
  const variants = [
    letters.slice(0, at),
    abbreviationOf(letters.slice(0, at)),
    letters.slice(0, at).replaceAll("Đ", "D"),
  ];
  const known = variants.flatMap((start) => [`${start}D${letters.slice(at + 1)}`, `${start}Đ${letters.slice(at + 1)}`]);
  return known.find((variant) => wordsOf(variant)) ?? letters;
}

/** Whether letters have their names, and are not the letters themselves. */
const isNamed = (spoken: Spoken, at: number, to: number): boolean =>
  spoken.words.slice(at, to).some((word) => word.length > 1) || groupHeads.before(spoken, at) !== null;

/** Whether letters before digits can only be a code, by the word before or by themselves. */
function isCode(spoken: Spoken, at: number, letters: Letters, number: { digits: string; to: number }): boolean {
  if (spoken.at(number.to) === "phẩy" || unitAt(spoken, number.to)) return false;
  const { length } = letters.letters;
  const isWord = letters.wordCount === length;
  if (strongHeads.before(spoken, at) || (codeHeads.before(spoken, at) && !isWord)) return true;
  if (headOf(spoken, at, 3) && !isWord) return true;
  if (counters.at(spoken, number.to) || length < 2) return false;
  const hasDigits = number.digits.length > 2 && letters.wordCount === 0;
  return hasDigits || (letters.sureCount > 0 && (letters.wordCount === 0 || letters.sureCount > 1));
}

/** Groups whose names are letters, "a" among them. */
const groupHeads = new Phrases("tòa|tháp|block|dãy|nhóm máu|vitamin|vi ta min|viêm gan|bảng|hạng|khu|lô");

/** Where a single letter is a name: "tòa bê", "nhóm máu bê". */
const singleHeads = new Phrases(
  "tòa|tòa nhà|tháp|block|khu|nhóm máu|lô|cổng|dãy|nhóm|bảng|hạng|khối|sảnh|phương án|đáp án|câu|vitamin|vi ta min|viêm gan|gan|tổ|lớp|phân khu|ga|bến|cấp|loại|ý|mục|phụ lục|zone",
);
/** Words before a code that make even "a", "em" or "tê" a letter. */
const strongHeads = new Phrases(
  "giấy|khổ|khổ giấy|căn hộ|căn|tòa|tháp|block|lô|ghế|cổng|phòng|lớp|vitamin|dãy|mã|mã số|mã đơn|mã hàng|mã vé|quốc lộ|tàu|hộ chiếu|khu|cao tốc|bằng|hạng|số hiệu|mã vận đơn|mã giảm giá|mã lỗi|khối|tổ hợp|tầng|hầm|sảnh|kệ|iphone|vi rút|virus",
);

/** Whether the digit after a letter counts what follows, or belongs to a longer number. */
const isCounting = (spoken: Spoken, at: number, to: number): boolean =>
  to === at + 1 &&
  (spoken.at(at) === "năm" || spoken.at(at) === "không") &&
  /^(?:nay|ngoái|sau|trước|tới|rồi|ai|có|phải|được|biết)$/.test(spoken.at(to));

/** What goes on behind a letter and digits: ".05", "-2", "A". */
function moreAt(spoken: Spoken, at: number): { text: string; to: number } {
  let text = "";
  let to = at;
  for (let parts = 0; parts < 3; parts++) {
    const from = skipMark(spoken, to);
    if (from === to) {
      const letter = letterAt(spoken, to);
      const next = letter ? digitsFrom(spoken, letter.to) : null;
      if (!letter || letter.isWord || !(letter.isSure || spoken.isEnd(letter.to))) break;
      text += letter.letter + (next?.digits ?? "");
      to = next?.to ?? letter.to;
      continue;
    }
    const digits = digitsFrom(spoken, from);
    if (!digits) break;
    text += (spoken.at(to) === "chấm" ? "." : "-") + digits.digits;
    to = digits.to;
  }
  return { text, to };
}

const numberThenLetter: WritingRule = (spoken, at) => {
  const generation = generations.at(spoken, at);
  if (generation) return { text: generation.meaning, to: generation.to, kind: "code" };
  const resolution = spoken.at(at + 1) === "ca" && screens.near(spoken, at, 3) ? digitOf(spoken.at(at)) : undefined;
  if (resolution) return { text: `${resolution}K`, to: at + 2, kind: "code" };
  const isSeat = seats.near(spoken, at, 4) !== null;
  if (!numberFirst.before(spoken, at) && !isSeat) return null;
  const number = digitsFrom(spoken, at);
  if (!number || number.digits.length > (numberFirst.before(spoken, at) ? 4 : 2)) return null;
  const letter = letterAt(spoken, number.to);
  if (letter?.letter.length !== 1) return null;
  const isWord = /^(?:em|ca|hát|tê|ích|ti|di|giây|en|eo|i|o|ô|e|u|tờ|cu|gi|hờ|bờ|cờ|vờ|lờ|mờ|đê|quy|á|y)$/.test(
    spoken.at(number.to),
  );
  const digits = digitsFrom(spoken, letter.to);
  if (isWord && !digits) return null;
  const isDigitPart = digits && digits.digits.length <= 2;
  return {
    text: `${number.digits}${letter.letter}${isDigitPart ? digits.digits : ""}`,
    to: isDigitPart ? digits.to : letter.to,
    kind: "code",
  };
};
