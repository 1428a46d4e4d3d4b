import { Phrases, type Spoken } from "./spoken";

/** A number as it was said. */
export type Cardinal = {
  value: number;
  to: number;
  /** Where the largest of "nghìn", "triệu", "tỷ" stands, and how many of these words were said. */
  scale?: { at: number; factor: number; count: number };
  /** "ba triệu hai trăm", "một tỷ hai lăm": what follows the last scale without one of its own, from `at`. */
  openTail?: { at: number; value: number };
  /** A single digit that is short for tens, hundreds, and so on, from this place: "hai trăm ba", "một triệu tư". */
  shortTailAt?: number;
};

type Part = { value: number; to: number; shortTailAt?: number };

const digits: Record<string, number> = {
  không: 0,
  một: 1,
  hai: 2,
  ba: 3,
  bốn: 4,
  năm: 5,
  sáu: 6,
  bảy: 7,
  tám: 8,
  chín: 9,
};
/** Forms that stand only behind tens or a scale. */
const endings: Record<string, number> = { mốt: 1, tư: 4, lăm: 5 };
const scales: Record<string, number> = { nghìn: 1e3, triệu: 1e6, tỷ: 1e9 };

/** The value of a digit's name, or undefined. */
export const digitOf = (word: string): number | undefined => digits[word];
export const endingOf = (word: string): number | undefined => endings[word];
export const scaleOf = (word: string): number | undefined => scales[word];

/** "ba triệu chứng", "hai tỷ phú" are no numbers. */
const scaleAt = (spoken: Spoken, at: number): number | undefined =>
  otherScales.at(spoken, at) ? undefined : scales[spoken.at(at)];

const otherScales = new Phrases(
  "triệu chứng|triệu tập|triệu phú|triệu hồi|triệu hoàn|triệu vời|tỷ phú|tỷ số|tỷ lệ|tỷ trọng|tỷ suất|tỷ muội|nghìn trùng|nghìn thu",
);

/** Beyond it a value is not exact, and no one says it. */
const largest = 9e15;

/** What is counted one by one, so that a digit before it is no short ending: "một trăm, hai cái". */
export const counters = new Phrases(
  "người|cái|con|chiếc|đứa|bạn|em|anh|chị|cô|chú|ông|bà|cháu|bé|thằng|ly|cốc|chai|lon|hộp|gói|túi|bao|thùng|tô|bát|đĩa|phần|suất|cuốn|quyển|tờ|bức|cây|bông|quả|trái|viên|củ|bó|miếng|lát|đôi|cặp|bộ|căn|ngôi|phòng|bài|câu|chữ|dòng|trang|lần|lượt|bước|vòng|chuyến|bữa|ngày|tuần|tháng|quý|đêm|hôm|buổi|tiết|tiếng|giờ|phút|giây|tuổi|nước|tỉnh|huyện|xã|phường|quận|thành phố|hộ|gia đình|trường|lớp|học sinh|sinh viên|công nhân|nhân viên|khách|hành khách|bệnh nhân|ca|trường hợp|vụ|trận|bàn|điểm|loại|kiểu|mẫu|màu|món|tấm|sợi|mảnh|mặt|bên|phía|đầu|chân|tay|mắt|vợ chồng|mẹ con|cha con|bố con|anh em|chị em|nhà|xe|tàu|máy|cửa|cổng|tầng|lầu|hàng|dãy|ghế|giường|đơn|sản phẩm|mặt hàng|dự án|công ty|doanh nghiệp|chi nhánh|cửa hàng|thành viên|cầu thủ|đội|nhóm|tổ|khóa|kỳ|mét|cân|kí|lít|tấn|tạ|lạng|gam|cây số|héc ta|sào|mẫu|công đất|chục|thế kỷ|thế hệ|thập kỷ|thập niên|cuộc|ván|set|hiệp|bậc|số|phần trăm|lá|que|cọng|hạt|giọt|thìa|muỗng|nén|lọ|hũ|ống|tuýp|vỉ|hòn|ngọn|bản|tập|kênh|đường|làn|chủng|tên|tội|lý do|ý|vấn đề|nguyên nhân|cách|hướng|chiều|yếu tố|giai đoạn|đợt|mũi|liều|cỡ|size|kg|km|m|cm|g|ml",
);

const moneyHeads = new Phrases(
  "giá|bán|mua|trả|tiền|lương|thưởng|phí|cước|vay|nợ|lãi|lỗ|vốn|góp|chi|thu|chốt|cọc|đặt cọc|tốn|mất|hết|tổng|thuê|bớt|giảm|thối|thừa|thiếu|nộp|đóng|gửi|chuyển|chuyển khoản|nạp|rút|giá gốc|trị giá|doanh thu|lợi nhuận|thu nhập|học phí|viện phí|phạt|mượn|đưa|được giá|còn|chỉ còn|có giá|giá chỉ|giá còn|có",
);

/** After these, "hai trăm năm" is no time. */
const priceHeads = new Phrases(
  "giá|bán|mua|trả|tiền|lương|thưởng|phí|cước|vay|nợ|lãi|lỗ|vốn|góp|cọc|đặt cọc|thuê|bớt|thối|nộp|chuyển khoản|nạp|rút|giá gốc|trị giá|doanh thu|lợi nhuận|thu nhập|học phí|viện phí|phạt|được giá|có giá|giá chỉ|giá còn",
);

/** Whether a number that begins here is an amount of money, by a word shortly before it. */
export const isAmount = (spoken: Spoken, at: number): boolean => moneyHeads.near(spoken, at, 3) !== null;

/** What makes "năm" before it a digit, where it could also mean a year. */
const isScaled = (spoken: Spoken, at: number): boolean => {
  const word = spoken.at(at);
  return (
    scales[word] !== undefined ||
    word === "đồng" ||
    (word === "đô" && !/^(?:hộ|thị|đốc|vật|thành)$/.test(spoken.at(at + 1))) ||
    (word === "phần" && spoken.at(at + 1) === "trăm")
  );
};

/** The last digit of tens. "năm" is a year there, unless a scale follows; "lăm" is the digit. */
function lastDigitAt(spoken: Spoken, at: number): number | undefined {
  const word = spoken.at(at);
  const next = spoken.at(at + 1);
  if (next === "mươi" || next === "trăm" || next === "chục") return undefined;
  if (word === "năm" && !isScaled(spoken, at + 1)) return undefined;
  return endings[word] ?? (digits[word] || undefined);
}

/** A number below a hundred, also one that was said without "mươi": "hai lăm". */
export function belowHundred(spoken: Spoken, at: number): Part | null {
  const word = spoken.at(at);
  const next = spoken.at(at + 1);
  if (word === "mười") {
    const unit = next === "mốt" || next === "tư" ? undefined : lastDigitAt(spoken, at + 1);
    return unit === undefined ? { value: 10, to: at + 1 } : { value: 10 + unit, to: at + 2 };
  }
  if (word === "hăm") {
    const unit = lastDigitAt(spoken, at + 1);
    return unit === undefined ? null : { value: 20 + unit, to: at + 2 };
  }
  const ten = digits[word];
  if (!ten) return null;
  if (next === "mươi" && ten > 1) {
    const unit = lastDigitAt(spoken, at + 2);
    return unit === undefined ? { value: ten * 10, to: at + 2 } : { value: ten * 10 + unit, to: at + 3 };
  }
  if (next === "chục" && isScaled(spoken, at + 2)) return { value: ten * 10, to: at + 2 };
  if (ten > 1 && endings[next] && !(next === "tư" && isOtherFour(spoken, at)))
    return { value: ten * 10 + (endings[next] ?? 0), to: at + 2 };
  const ones = digits[next];
  if (ones && isPairBeforeThousands(spoken, at, ten, ones)) return { value: ten * 10 + ones, to: at + 2 };
  return { value: ten, to: at + 1 };
}

/** "chín chín nghìn", "sáu hai nghìn"; not "hai ba nghìn" or "năm bảy nghìn", which say about how much. */
const isPairBeforeThousands = (spoken: Spoken, at: number, ten: number, one: number): boolean =>
  (scales[spoken.at(at + 2)] !== undefined ||
    (/^(?:kí|ki)$/.test(spoken.at(at + 2)) && spoken.at(at - 1) === "nặng")) &&
  ten > 1 &&
  ten !== 5 &&
  one !== ten + 1 &&
  !(ten === 3 && one === 5) &&
  digits[spoken.at(at - 1)] === undefined;

/**
 * Tens without "mươi" behind hundreds or thousands: the "chín hai" of "một trăm chín hai". Not where a third digit follows,
 * "năm" is a year, or the second digit counts what follows, as in "giá hai trăm ba một cái".
 */
function bareTensAt(spoken: Spoken, start: number, at: number): Part | null {
  const [ten, one] = [digits[spoken.at(at)], digits[spoken.at(at + 1)]];
  const next = spoken.at(at + 2);
  if (!ten || !one || digits[next] !== undefined || endings[next]) return null;
  if (/^(?:mươi|mười|trăm|chục|phẩy|chấm|phần|rưỡi|linh)$/.test(next)) return null;
  if (spoken.at(at + 1) === "năm" && !isScaled(spoken, at + 2)) return null;
  const isCounted = counters.at(spoken, at + 2) !== null && scales[next] === undefined;
  if (isCounted && (one === ten + 1 || one === 1 || priceHeads.near(spoken, start, 3))) return null;
  return { value: ten * 10 + one, to: at + 2 };
}

/** "thứ hai, tư, sáu" are days, and "ba tư" is a country. */
const isOtherFour = (spoken: Spoken, at: number): boolean =>
  (spoken.at(at) === "ba" && !isScaled(spoken, at + 2)) || spoken.at(at - 1) === "thứ";

/** A digit that is short for ten times as much: the "ba" of "hai trăm ba". Not one that counts what follows. */
function shortDigitAt(spoken: Spoken, at: number): number | undefined {
  const word = spoken.at(at);
  const value = endings[word] ?? (digits[word] || undefined);
  if (value === undefined || counters.at(spoken, at + 1)) return undefined;
  const next = spoken.at(at + 1);
  if (next === "một" && counters.at(spoken, at + 2) && word !== "một") return value;
  if (word === "một" && !spoken.isEnd(at + 1) && !isScaled(spoken, at + 1)) return undefined;
  if (digits[next] !== undefined || endings[next] || ["mươi", "mười", "trăm", "phẩy", "chấm", "phần"].includes(next))
    return undefined;
  return value;
}

/** As `shortDigitAt`, where "năm" is a year unless a scale or a currency follows, or it ends an amount. */
const shortEndAt = (spoken: Spoken, start: number, at: number): number | undefined =>
  spoken.at(at) === "năm" &&
  !isScaled(spoken, at + 1) &&
  !(priceHeads.near(spoken, start, 2) && !/^(?:nay|trước|nữa|sau|qua|tới|liền)?$/.test(spoken.at(at + 1) || "-"))
    ? undefined
    : shortDigitAt(spoken, at);

function belowThousand(spoken: Spoken, at: number, start = at): Part | null {
  const hundreds = digits[spoken.at(at)];
  if (!hundreds || spoken.at(at + 1) !== "trăm") return belowHundred(spoken, at);
  return behindHundreds(spoken, at + 2, hundreds * 100, start);
}

function behindHundreds(spoken: Spoken, at: number, hundreds: number, start: number): Part {
  const word = spoken.at(at);
  if (word === "linh") {
    const unit = digits[spoken.at(at + 1)] ?? endings[spoken.at(at + 1)];
    return unit ? { value: hundreds + unit, to: at + 2 } : { value: hundreds, to: at };
  }
  if (word === "rưỡi" && hundreds > 0) return { value: hundreds + 50, to: at + 1 };
  const rest = belowHundred(spoken, at);
  if (rest && rest.value >= 10) return { value: hundreds + rest.value, to: rest.to };
  const bare = bareTensAt(spoken, start, at);
  if (bare) return { value: hundreds + bare.value, to: bare.to };
  const short = hundreds > 0 ? shortEndAt(spoken, start, at) : undefined;
  return short === undefined
    ? { value: hundreds, to: at }
    : { value: hundreds + short * 10, to: at + 1, shortTailAt: at };
}

/**
 * What may follow a scale: "không trăm linh năm", "hai trăm", "linh năm". Bare tens follow only a single digit and its
 * scale, as in "hai nghìn hai mươi" or "một triệu hai lăm".
 */
function behindScale(spoken: Spoken, at: number, start: number, isBrief: boolean): Part | null {
  const word = spoken.at(at);
  if (word === "không" && spoken.at(at + 1) === "trăm") {
    const part = behindHundreds(spoken, at + 2, 0, start);
    return part.value > 0 ? part : null;
  }
  if (word === "linh") {
    if (spoken.at(at + 2) === "trăm") return belowThousand(spoken, at + 1, start);
    const part =
      belowHundred(spoken, at + 1) ??
      (endings[spoken.at(at + 1)] ? { value: endings[spoken.at(at + 1)] ?? 0, to: at + 2 } : null);
    return part && part.value > 0 ? part : null;
  }
  const part = bareTensAt(spoken, start, at) ?? belowThousand(spoken, at, start);
  if (part && part.value < 100 && !isBrief && !scaleAt(spoken, part.to)) return null;
  return part && (part.value >= 10 || scaleAt(spoken, part.to)) ? part : null;
}

/** The longest number that begins at a place; "không" alone is none. */
export const cardinalAt = (spoken: Spoken, at: number): Cardinal | null => spoken.once(readCardinal, at);

function readCardinal(spoken: Spoken, start: number): Cardinal | null {
  const first = belowThousand(spoken, start);
  if (!first) return null;
  let total = 0;
  let pending: Part = first;
  let last = Number.POSITIVE_INFINITY;
  let scale: Cardinal["scale"];
  for (;;) {
    const factor = scaleAt(spoken, pending.to);
    if (!factor || factor >= last) break;
    total += pending.value * factor;
    let at = pending.to;
    scale = scale ? { at: scale.at, factor: scale.factor, count: scale.count + 1 } : { at, factor, count: 1 };
    at += 1;
    last = factor;
    // "một nghìn tỷ", "một nghìn hai trăm tỷ": what came so far counts billions.
    if (last === 1e3 && scale.factor < 1e9) {
      const rest = spoken.at(at) === "tỷ" ? { value: 0, to: at } : behindScale(spoken, at, start, pending.value < 10);
      if (rest && spoken.at(rest.to) === "tỷ") {
        total = (total + rest.value) * 1e9;
        scale = { at: rest.to, factor: 1e9, count: 1 };
        last = 1e9;
        at = rest.to + 1;
      }
    }
    if (total > largest) return null;
    if (spoken.at(at) === "rưỡi") return { value: total + last / 2, to: at + 1, scale };
    const rest = behindScale(spoken, at, start, pending.value < 10);
    if (!rest) return withShortEnd(spoken, start, at, total, last, scale);
    if (scaleAt(spoken, rest.to) && (scaleAt(spoken, rest.to) ?? 0) < last) {
      pending = rest;
      continue;
    }
    if (last === 1e3)
      return {
        value: total + rest.value,
        to: rest.to,
        scale,
        ...(rest.shortTailAt && { shortTailAt: rest.shortTailAt }),
      };
    // "ba triệu không trăm linh chín": what is said to be no hundreds is in full.
    if (spoken.at(at) === "linh" || spoken.at(at) === "không") return { value: total + rest.value, to: rest.to, scale };
    return { value: total, to: rest.to, scale, openTail: { at, value: rest.value } };
  }
  return { value: pending.value, to: pending.to, ...(pending.shortTailAt && { shortTailAt: pending.shortTailAt }) };
}

function withShortEnd(
  spoken: Spoken,
  start: number,
  at: number,
  total: number,
  factor: number,
  scale: Cardinal["scale"],
): Cardinal {
  const short = shortEndAt(spoken, start, at);
  return short === undefined
    ? { value: total, to: at, scale }
    : { value: total + (short * factor) / 10, to: at + 1, scale, shortTailAt: at };
}
