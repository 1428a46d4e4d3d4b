import { type Atom, countedNouns } from "./digits";

const currency = /^(?:đồng|đô|đôla|dollar|usd|vnd|vnđ|euro|ơ|tệ|yên|won|bảng|xu|triệu|tỷ|tỉ|k|củ)$/;
const currencyPart = /^(?:la|mỹ|rô|anh|chẵn|rưỡi|nghìn|ngàn)$/;
/** Said for thousands and millions where money is the topic. */
const slang = /^(?:k|ca|cành|củ|chai|xị|loét)$/;
const moneyWords = new Set(
  `giá tiền lương phí nợ vay trả thu chi chuyển nạp rút trừ cọc thưởng phạt thuế mua bán tốn hết mất tổng dư mức trị còn thiếu lãi lỗ vốn góp đóng xì
  doanh khoản khuyến giảm tặng hoàn đền bù ứng thuê tip học viện ship cước vé`.split(/\s+/),
);
/** Directly before a number these leave no doubt. */
const prices = new Set(
  "giá lương phí nợ vay cọc thưởng phạt tiền hết tốn lì xì chuyển trả nạp rút ship cước cho đổi là".split(" "),
);
const particles = /^(?:|ạ|nhé|nha|thôi|nữa|rồi|à|đó|đấy|không|chưa|mà|thì|anh|chị|em|có|với|tiền)$/;

/** Whether a number is an amount of money, and where the amount ends: behind its currency. */
export function amountEnd(words: readonly string[], atom: Atom): number | undefined {
  const text = words[atom.from] ?? "";
  if (atom.kind === "written" && /\d(?:k|tr|đ|₫|vnđ|vnd|usd)$/.test(text)) return atom.to;
  const next = words[atom.to] ?? "";
  const isNear = moneyWordBefore(words, atom.from, 6);
  const isGrouped = atom.kind === "written" && /^\d{1,3}(?:[.,]\d{3})+$/.test(text);
  const isQuantity = atom.kind === "quantity" || isGrouped;
  if (currency.test(next) && (isQuantity || !slang.test(next) || isNear)) return currencyEnd(words, atom.to);
  if (slang.test(next) && isNear) return atom.to + 1;
  const isPrice = prices.has(words[atom.from - 1] ?? "") && isNear;
  const isEach = /^(?:một|mỗi)$/.test(next) && countedNouns.has(words[atom.to + 1] ?? "");
  if (!isQuantity) return hundredsEnd(words, atom, isPrice);
  if (isPrice || isEach) return atom.to;
  if (countedNouns.has(next) || /^(?:năm|tháng|số)$/.test(words[atom.from - 1] ?? "")) return undefined;
  const isLarge = words.slice(atom.from, atom.to).some((word) => /^(?:triệu|tỷ|tỉ)$/.test(word));
  return isLarge || isNear || particles.test(next) ? atom.to : undefined;
}

/** "hết bốn trăm hai", "ba trăm sáu một cái": hundreds of thousands without the word. */
function hundredsEnd(words: readonly string[], atom: Atom, isPrice: boolean): number | undefined {
  if (atom.kind !== "compound" || atom.digits.length !== 3) return undefined;
  const digit = /^(?:một|hai|ba|bốn|tư|năm|rưỡi|sáu|bảy|bẩy|tám|chín)$/;
  const isEachAt = (at: number) => /^(?:một|mỗi)$/.test(words[at] ?? "") && countedNouns.has(words[at + 1] ?? "");
  const goesOn = digit.test(words[atom.to] ?? "") && !isEachAt(atom.to) && !countedNouns.has(words[atom.to + 1] ?? "");
  const to = goesOn ? atom.to + 1 : atom.to;
  return isEachAt(to) || (isPrice && !countedNouns.has(words[to] ?? "")) ? to : undefined;
}

function currencyEnd(words: readonly string[], from: number): number {
  let to = from;
  while (currency.test(words[to] ?? "") || currencyPart.test(words[to] ?? "")) to += 1;
  return to;
}

const moneyWordBefore = (words: readonly string[], at: number, reach: number): boolean =>
  words.slice(Math.max(0, at - reach), at).some((word) => moneyWords.has(word));
