import { cardinalAt, counters, digitOf, endingOf } from "./cardinal";
import { yearAt } from "./date";
import { digitRunAt } from "./digits";
import { letterAt } from "./letters";
import { Phrases, type Spoken, type WritingRule, type Written } from "./spoken";

/** Words that are followed by a number as a name: even a single digit is one there. */
const heads = new Phrases(
  "phím|phím số|gió cấp|giật cấp|bão cấp|mạnh cấp|sóng cấp|trường cấp|học cấp|học sinh cấp|cấp độ|quận|phường|tổ|khu phố|ấp|thôn|xóm|tổ dân phố|khóm|tầng|lầu|phòng|phòng số|trang|bài|câu|lớp|khối|mục|điều|khoản|phần|tuyến|tuyến số|cổng|cổng số|cửa số|bàn số|giường số|vòng|hiệp|đợt|kỳ|học kỳ|hạng|phương án|đường số|quốc lộ|tỉnh lộ|đường|hẻm|ngõ|ngách|kiệt|ga|bến|nhà số|số nhà|nhà văn hóa|xe số|kênh|trạm|khóa|tập|lô|lô số|khu|toa|toa số|làn|làn số|ghế|ghế số|áo số|câu số|bài số|số thứ tự|nhiệm kỳ|cấp độ|bước số|mẫu số|phân đội|ca|ca số|nhóm số|quân khu|sư đoàn|trung đoàn|tiểu đoàn|lữ đoàn|binh đoàn|vùng|vành đai|đội số|thứ tự|chuyên đề|bậc|tiết|mức|số báo danh|windows|uyn đâu|iphone|ai phôn|android|tết|euro|tỉ số|cầu thang|hầm|căn|level|le vồ|a li át",
);
/** Where a single digit as often counts what follows, or stays a word. */
const weak = new Phrases(
  "phím|phòng|phần|ca|đường|ga|bến|bài|câu|tập|khu|tổ|trang|ghế|căn|vòng|lô|nhóm|trạm|tuyến|lớp|vùng|tiết|khối|kênh|toa|hiệp|đợt|kỳ|điều|mức|bậc|cầu thang|tầng|lầu|giường|đội|cổng|khoản|mục|xóm|thôn|hầm|làn|khóa|ngõ|tết|hạng|phương án",
);

/** Words that end as a head does: "triệu tập hai nhân chứng". */
const compounds = new Phrases(
  "bàn phím|triệu tập|học tập|luyện tập|thực tập|sưu tập|tài khoản|chi tiết|sơn ca|cao tầng|hạ tầng",
);

/** Parts of laws and books, quarters, centuries and congresses, with Roman numerals where these are customary. */
const romanHeads = new Phrases(
  "quý|chương|đại hội|đại hội đảng lần thứ|thế chiến|quốc hội khóa|đại hội lần thứ|phụ lục|bác sĩ chuyên khoa|chuyên khoa|đại hội đại biểu toàn quốc lần thứ|sê a games|trung ương khóa",
);
const centuries = new Phrases("thế kỷ|thế kỷ thứ");

const personWords =
  /^(?:nay|ngoái|sau|trước|tới|rồi|xưa|ấy|đó|kia|này|qua|học|tháng|mới|cũ|đầu|cuối|nào|một|hai|ba|tuổi|trời|liền|kinh)$/;

const documents = new Phrases(
  "thông tư|thông tư số|nghị định|nghị định số|quyết định|quyết định số|nghị quyết|nghị quyết số|chỉ thị|chỉ thị số|công văn|công văn số|luật số|bản án số|hợp đồng số|thông báo số|tờ trình số|công điện số|pháp lệnh số|kế hoạch số|văn bản số|thông tư liên tịch số",
);

/** "thông tư ba mươi hai hai nghìn không trăm mười tám": a document's number and its year. */
function documentAt(spoken: Spoken, at: number): Written | null {
  if (!documents.before(spoken, at)) return null;
  const number = cardinalAt(spoken, at) ?? digitAt(spoken, at);
  if (!number || number.value > 999) return null;
  const isSlash = /^(?:xuyệt|xẹt|sẹt|trên|năm)$/.test(spoken.at(number.to));
  if (spoken.at(number.to) === "năm") return { text: String(number.value), to: number.to, kind: "code" };
  const year = yearAt(spoken, number.to + (isSlash ? 1 : spoken.at(number.to) === "gạch" ? 2 : 0));
  return year ? { text: `${number.value}/${year.text}`, to: year.to, kind: "code" } : null;
}

/** "quận hai", "tầng năm", "thế kỷ mười bảy", "quý ba", "lần thứ mười ba". */
export const named: WritingRule = (spoken, at) => {
  const document = documentAt(spoken, at);
  if (document) return document;
  const number = cardinalAt(spoken, at);
  const roman = romanHeads.before(spoken, at) ?? centuries.before(spoken, at);
  if (roman) {
    const value = number && !number.scale ? number : digitAt(spoken, at);
    if (!value || value.value < 1 || value.value > 100 || isCount(spoken, at, value.to, true)) return null;
    const isCentury = centuries.before(spoken, at) !== null;
    return { text: isCentury ? String(value.value) : toRoman(value.value), to: value.to, kind: "roman" };
  }
  if (isThe(spoken, at))
    return number && number.value >= 10 ? { text: String(number.value), to: number.to, kind: "ordinal" } : null;
  if (spoken.at(at - 1) === "số") return numberAfterSo(spoken, at);
  const head = heads.before(spoken, at);
  if (spoken.at(at - 1) === "bậc" && spoken.at(at - 2) === "căn") return null;
  if (!head || isCounted(spoken, head.from) || compounds.before(spoken, head.from + 1)) return null;
  const pair = pairAt(spoken, at);
  if (pair) return { text: pair.text, to: pair.to, kind: "ordinal" };
  const found = number ?? digitAt(spoken, at);
  if (
    !found ||
    number?.scale ||
    (cardinalAt(spoken, found.to)?.value ?? 0) >= 10 ||
    spoken.at(found.to) === "phẩy" ||
    isCount(spoken, at, found.to, weak.before(spoken, at) !== null)
  )
    return null;
  return {
    text: withAlleys(spoken, found.value, found.to).text,
    to: withAlleys(spoken, found.value, found.to).to,
    kind: "ordinal",
  };
};

const isThe = (spoken: Spoken, at: number): boolean => spoken.at(at - 1) === "thứ";

const isNotRange = (digits: string, spoken: Spoken, at: number): boolean =>
  Number(digits[1]) !== Number(digits[0]) + 1 || endingOf(spoken.at(at + 1)) !== undefined;

/** "hai phòng ba giường": the word for a name is itself counted. */
const isCounted = (spoken: Spoken, at: number): boolean =>
  at !== spoken.writtenUpTo &&
  (digitOf(spoken.at(at - 1)) !== undefined ||
    /^(?:mươi|mười|trăm|nghìn|vài|mấy|các|những|mỗi|từng)$/.test(spoken.at(at - 1))) &&
  heads.before(spoken, at - 1) === null;

/** Two digits one by one that name something, and what follows is no measure of theirs. */
function pairAt(spoken: Spoken, at: number): { text: string; to: number } | null {
  const run = digitRunAt(spoken, at);
  if (!run || run.count < 2 || run.count > 3 || run.singles === 0 || run.digits.length > 4) return null;
  if (spoken.at(run.to - 1) === "năm" || spoken.at(at) === "năm") return null;
  // "quận bảy hai căn": the second digit counts.
  const counter = counters.at(spoken, run.to)?.meaning;
  if (run.count === 2 && run.singles === 2 && counter && counter !== "số" && !isAddressBehind(spoken, run.to))
    return null;
  if ((run.digits.length === 2 && !isNotRange(run.digits, spoken, at)) || isCount(spoken, at, run.to, true))
    return null;
  return /^(?:giờ|phút|phần|ngày|tháng|phẩy)$/.test(spoken.at(run.to)) ? null : { text: run.digits, to: run.to };
}

function digitAt(spoken: Spoken, at: number): { value: number; to: number } | null {
  const value = digitOf(spoken.at(at)) ?? (spoken.at(at) === "tư" ? 4 : undefined);
  return value ? { value, to: at + 1 } : null;
}

const isYearBehind = (spoken: Spoken, at: number): boolean =>
  digitOf(spoken.at(at)) !== undefined ||
  cardinalAt(spoken, at) !== null ||
  /^(?:nay|ngoái|sau|trước|tới)$/.test(spoken.at(at));

/** "thôn hai xã hòa tiến", "tổ bốn khu phố hai": what follows is the next part of an address, or is named itself. */
function isAddressBehind(spoken: Spoken, at: number): boolean {
  const head = heads.at(spoken, at);
  const isNamed = head && (digitAt(spoken, head.to) !== null || cardinalAt(spoken, head.to) !== null);
  const isPoint = spoken.at(at) === "điểm" && letterAt(spoken, at + 1) !== null;
  return (
    isNamed ||
    isPoint ||
    /^(?:xã|huyện|phường|quận|tỉnh|thị|thành|khu|ấp|đường|ngõ|ngách|hẻm|tòa|chung)$/.test(spoken.at(at))
  );
}

/** Whether a single digit counts what follows: "phòng ba giường", "lớp năm ngoái". */
function isCount(spoken: Spoken, at: number, to: number, isWeak: boolean): boolean {
  if (to > at + 1) return false;
  const next = spoken.at(to);
  if (spoken.at(at) === "năm" && personWords.test(next)) return true;
  if (next === "năm" && !isYearBehind(spoken, to + 1)) return true;
  if (spoken.at(at) === "một" && next === "năm" && isYearBehind(spoken, to + 1)) return false;
  if (
    isWeak &&
    spoken.at(at) === "một" &&
    /^(?:cách|mình|chút|ít|lần|người|cái|số|bên|hôm|ngày|năm|khi|lúc|phần|nửa|mạch|đi)$/.test(next)
  )
    return true;
  if (next !== "năm" && digitOf(next) !== undefined && digitOf(spoken.at(to + 1)) !== undefined) return true;
  return isWeak && counters.at(spoken, to) !== null && !isAddressBehind(spoken, to);
}

const soHeads = new Phrases(
  "tổ dân phố số|metro số|nhà số|xe số|bàn số|phòng số|câu số|bài số|áo số|kênh số|cổng số|đường số|ghế số|tổ số|ngõ số|hẻm số|kiệt số|cửa số|làn số|toa số|quầy số|đội số|hàng số|tuyến số|căn số|lô số|sảnh số|trạm số|mẫu số|điều số|bến số|sân số|tập số|trang số|nhóm số|ca số|bộ số|cầu thủ số|khu số|xe buýt số|nghị định số|nghị quyết số|quyết định số|công văn số|thông tư số|hợp đồng số|hóa đơn số|đơn số|vé số",
);

function numberAfterSo(spoken: Spoken, at: number): Written | null {
  const number = cardinalAt(spoken, at);
  const pair = pairAt(spoken, at);
  if (pair) return { text: pair.text, to: pair.to, kind: "ordinal" };
  const found = number ?? digitAt(spoken, at);
  if (!found || number?.openTail || spoken.at(found.to) === "phẩy" || found.value > 99_999) return null;
  const isOne = found.to === at + 1 && found.value < 10;
  const isAddress =
    /^(?:đường|phố|ngõ|ngách|hẻm|kiệt|xuyệt|xẹt|sẹt|gạch|tổ|lê|nguyễn|trần|phạm|hoàng|lý|võ|phan|hai|bà|trường|tràng|hàng|quang|phường)$/.test(
      spoken.at(found.to),
    ) || /^(?:ở|tại|nhà|đến)$/.test(spoken.at(at - 2));
  const isLast = spoken.isEnd(found.to) && found.value > 1 && digitOf(spoken.at(at - 2)) === undefined;
  if (isOne && !soHeads.before(spoken, at) && !isAddress && !isLast) return null;
  if (isOne && isCount(spoken, at, found.to, true)) return null;
  const address = withAlleys(spoken, found.value, found.to);
  return {
    text: address.text,
    to: address.to,
    kind: address.to > found.to ? "address" : "ordinal",
  };
}

/** "mười hai xuyệt ba": the numbers of a house in an alley. */
export function withAlleys(spoken: Spoken, value: number, end: number): { text: string; to: number } {
  let text = String(value);
  let to = end;
  for (let parts = 0; parts < 4; parts++) {
    const isSlash = /^(?:xuyệt|suyệt|xẹt|sẹt|xuộc|trên|siệc|xiệc)$/.test(spoken.at(to));
    const from = isSlash ? to + 1 : spoken.at(to) === "gạch" && spoken.at(to + 1) === "chéo" ? to + 2 : to;
    const next = from > to ? (cardinalAt(spoken, from) ?? digitAt(spoken, from)) : null;
    if (!next) break;
    text += `/${next.value}`;
    to = next.to;
  }
  return { text, to };
}

const romans: [number, string][] = [
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
];

function toRoman(value: number): string {
  let rest = value;
  let text = "";
  for (const [amount, sign] of romans)
    while (rest >= amount) {
      text += sign;
      rest -= amount;
    }
  return text;
}
