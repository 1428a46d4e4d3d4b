import { type Atom, countedNouns } from "./digits";

const currency = /^(?:đồng|đô|đôla|dollar|dollars|bucks|usd|vnd|vnđ|euro|ơ|tệ|yên|won|bảng|xu|triệu|tỷ|tỉ|k|củ)$/;
const currencyPart = /^(?:la|mỹ|rô|anh|chẵn|rưỡi|nghìn|ngàn)$/;
/** Said for thousands and millions where money is the topic. */
const slang = /^(?:k|ca|cành|củ|chai|xị|loét|lít|lốp)$/;
/** Their numbers are large, too. */
const otherCounts = /^(?:lượt|view|dân|khán|thính|độc|cử|lượng|tích|quãng|follow|dõi|like|share)$/;
/** Begin as currencies do: "thứ ba bảng xếp hạng", "hai đồng nghiệp". */
const otherWords =
  /^(?:bảng (?!anh)|đồng (?:ý|hồ|nghiệp|loạt|bào|chí|phục|đội|thời|môn|hương|tháp|nai|bằng|lòng|minh|lúa|ruộng)|yên (?:tâm|lặng|ổn|bình|bái|tĩnh)|đô (?:thị|hộ|vật|đốc)|củ (?:khoai|hành|tỏi|cà|sắn|gừng|nghệ|cải|lạc|su|đậu|măng|sen|riềng|sả|mì|từ|ấu|dền|năng)|xu (?:hướng|thế|nịnh)|ơ (?!rô)|tệ (?:hại|nạn|lắm))/;
/** What is poured or drunk: "đổ ba lít xăng" is no money. */
const fluids = /^(?:xăng|dầu|nước|sữa|bia|rượu|sơn|nhớt|đổ|uống|bơm|mắm|giấm|mật|đá|cà)$/;
const moneyWords = new Set(
  `giá tiền lương phí nợ vay trả thu chi chuyển nạp rút trừ cọc thưởng phạt thuế mua bán tốn hết mất tổng dư mức trị còn thiếu lãi lỗ vốn góp đóng xì
  doanh khoản khuyến giảm tặng hoàn đền bù ứng thuê tip học viện ship cước vé xin biếu mừng cầm đưa mượn bớt boa thối thừa nhận gửi quyên ủng cúng
  đặt tạm hụi lời cắt price cost pay paid fee`.split(/\s+/),
);
/** Directly before a number these leave no doubt. */
const prices = new Set(
  "giá lương phí nợ vay cọc thưởng phạt tiền hết tốn bớt giảm đưa góp lấy thối thừa thiếu mượn ứng đóng nộp bán tip boa dư lời biếu mừng lại thêm lì xì chuyển trả nạp rút ship cước cho đổi là".split(
    " ",
  ),
);
const particles = /^(?:|ạ|nhé|nha|thôi|nữa|rồi|à|đó|đấy|không|chưa|mà|thì|anh|chị|em|có|với|tiền)$/;
/** Stand between the word for a price and the number. */
const beforePrice = /^(?:em|anh|chị|mình|tôi|cô|chú|bác|bạn|shop|cháu|con|trước)$/;
/** No nouns, so that a number of thousands before them counts nothing but money. */
const notCounted =
  /^(?:|còn|một|hai|ba|bốn|sáu|bảy|tám|chín|mười|tùy|mua|mừng|để|cho|ở|trong|vào|vô|từ|nhưng|nên|vì|khi|lấy|ăn|xài|tiêu|trả|và|hoặc|hay|là|được|bị|đang|sẽ|đã|vẫn|cũng|lại|qua|sang|tới|đến|theo|bằng|nếu|phải|xong|luôn|lận|hết|tròn|cơ|hả|hở|nè|vậy|thế|này|sao|nhờ|giùm|giúp|làm|nộp|đóng|gửi|chuyển|mỗi|nữa|đi|về|nạp|cọc|đặt|mà|thì|rồi|thôi|nha|nhé|ạ)$/;

/** Whether a number is an amount of money, and where the amount ends: behind its currency. */
export function amountEnd(words: readonly string[], atom: Atom): number | undefined {
  const text = words[atom.from] ?? "";
  if (/^[$€£]|\d(?:(?:k|tr|triệu|tỷ)\d*|đ|₫|vnđ|vnd|usd|[$€£])$/.test(text)) return atom.to;
  const next = words[atom.to] ?? "";
  const isNear = moneyWordBefore(words, atom.from, 6);
  const isQuantity = atom.kind === "quantity" || (atom.kind === "written" && /^\d{1,3}(?:[.,]\d{3})+$/.test(text));
  if (isOtherNoun(words, atom)) return undefined;
  if (currency.test(next) && (isQuantity || !slang.test(next) || isNear)) return currencyEnd(words, atom.to);
  if (slang.test(next) && isNear) return atom.to + 1;
  let price = atom.from - 1;
  if (notCounted.test(next)) while (beforePrice.test(words[price] ?? "") && price > atom.from - 4) price -= 1;
  const isOfSomething = /^(?:tiền|giá|phí|cước)$/.test(words[atom.from - 2] ?? "");
  const isPrice = (prices.has(words[price] ?? "") || isOfSomething) && isNear;
  if (!isQuantity) return hundredsEnd(words, atom, isPrice);
  const isEach = /^(?:một|mỗi)$/.test(next) && countedNouns.has(words[atom.to + 1] ?? "");
  return isPrice || isEach || isMoney(words, atom, isNear) ? atom.to : undefined;
}

/** What follows begins as a currency or slang for one, and is none. */
function isOtherNoun(words: readonly string[], { from, to, digits }: Atom): boolean {
  const [next = "", second = ""] = [words[to], words[to + 1]];
  if (otherWords.test(`${next} ${second}`) || (slang.test(next) && fluids.test(second))) return true;
  if (next === "ca") return digits.length < 2 || !notCounted.test(second);
  return /^(?:lít|lốp)$/.test(next) && words.slice(Math.max(0, from - 4), from).some((word) => fluids.test(word));
}

/** Whether thousands or more without a currency are money, by the words beside them. */
function isMoney(words: readonly string[], atom: Atom, isNear: boolean): boolean {
  const [before = "", next = ""] = [words[atom.from - 1], words[atom.to]];
  const isVague = /^(?:vài|mấy|dăm|chục|trăm)$/.test(words[atom.from] ?? "");
  if (isVague && (!isNear || /^(?:mươi|hàng)$/.test(before))) return false;
  const isLarge = words.slice(atom.from, atom.to).some((word) => /^(?:triệu|tỷ|tỉ)$/.test(word));
  if (/^(?:phần|trên|nhân|chia|số|mã|thứ)$/.test(before) || (!isLarge && /^(?:năm|tháng)$/.test(before))) return false;
  const isRound = atom.digits.endsWith("000");
  if (isRound && notCounted.test(next)) return true;
  const isYear = /^(?:19|20)\d\d$/.test(atom.digits) && !isRound;
  if (isYear || countedNouns.has(next)) return false;
  if (isNear) return true;
  if (words.slice(Math.max(0, atom.from - 5), atom.from).some((word) => otherCounts.test(word))) return false;
  return isLarge || (Number(atom.digits) % 500 === 0 && particles.test(next));
}

/** Where an amount begins: "hai trăm đến ba trăm nghìn" is one. */
export function amountStart(words: readonly string[], { from, kind }: Atom, before: Atom | undefined): number {
  const isRange = /^(?:đến|tới|hoặc|hay)$/.test(words[from - 1] ?? "") && before?.to === from - 1;
  return kind === "quantity" && before && before.kind !== "quantity" && isRange ? before.from : from;
}

/** "hết bốn trăm hai", "ba trăm sáu một cái": hundreds of thousands without the word. */
function hundredsEnd(words: readonly string[], atom: Atom, isPrice: boolean): number | undefined {
  const isTens = words[atom.from + 1] === "chục" && isPrice && !countedNouns.has(words[atom.to] ?? "");
  if (isTens && (notCounted.test(words[atom.to] ?? "") || moneyWordBefore(words, atom.from, 2))) return atom.to;
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
