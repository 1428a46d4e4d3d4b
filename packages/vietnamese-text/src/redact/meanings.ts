import { letterNames } from "../letters";
import type { RedactionKind } from "./kinds";
import { PhraseTable } from "./words";

/** What the words beside digits say that they are: a kind to redact, or something else. */
export type Meaning = RedactionKind | "bank" | "code" | "other" | "quantity" | "nothing";

const meanings = new PhraseTable<Meaning>();
const mean = (meaning: Meaning, phrases: string) => {
  for (const phrase of phrases.split("|")) meanings.add(phrase, meaning);
};
mean(
  "phone",
  `số điện thoại|điện thoại|sđt|đt|số máy|số phôn|phôn|hotline|hót lai|tổng đài|đường dây nóng|liên hệ|liên lạc|zalo|da lô|di động|
  số di động|nhắn tin|gọi|gọi số|gọi lại|gọi tới|gọi đến|gọi cho|máy bàn|số bàn|alo|a lô|số thuê bao|thuê bao|số cá nhân|viber|fax|phắc|
  số của em|số của tôi|số của anh|số của chị|số em|số anh|số chị|số mình|số tôi|cho xin số|xin số|số liên lạc|sim|số sim|phone|số phone`,
);
mean(
  "cccd",
  `căn cước|căn cước công dân|thẻ căn cước|cccd|số định danh|định danh|mã định danh|chứng minh|chứng minh nhân dân|
  chứng minh thư|giấy chứng minh|cmnd|cmt|số chứng minh|giấy tờ tùy thân|căn cước gắn chíp`,
);
mean("tax_code", "mã số thuế|mst|mã thuế|số thuế|mã số doanh nghiệp|mã doanh nghiệp");
mean(
  "account",
  `tài khoản|số tài khoản|stk|tài khoản số|chuyển khoản|chuyển khoản vào|chuyển vào số|chuyển vào|số tài khoản là|tk|tê ca|ví|sổ tiết kiệm|
  người thụ hưởng|thụ hưởng`,
);
mean(
  "card",
  `thẻ|số thẻ|thẻ tín dụng|thẻ ghi nợ|thẻ atm|thẻ a tê mờ|thẻ visa|thẻ vi da|visa|mastercard|thẻ mát tơ|thẻ ngân hàng|thẻ napas|jcb|
  cvv|cvc|mã cvv|mã bảo mật|số bảo mật|bảo mật thẻ|mặt sau|số mặt sau`,
);
mean("plate", `biển|biển số|biển số xe|biển kiểm soát|số xe|mang biển|biển xanh|biển trắng|biển vàng|biển đỏ`);
mean(
  "other",
  `otp|mã otp|mã xác nhận|mã xác thực|mã xác minh|mã kích hoạt|mã pin|pin|mật khẩu|đơn hàng|mã đơn|mã đơn hàng|số đơn|
  đơn|hóa đơn|số hóa đơn|hợp đồng|hợp đồng số|vận đơn|mã vận đơn|mã bưu chính|bưu chính|giao dịch|mã giao dịch|mã tham chiếu|mã hồ sơ|hồ sơ|
  số hồ sơ|mã sản phẩm|mã hàng|mã vạch|mã giảm giá|mã khuyến mãi|voucher|serial|sê ri|số sê ri|seri|số seri|imei|i mê i|số khung|phiếu|số phiếu|biên lai|
  biên nhận|vé|vé số|số vé|chuyến bay|chuyến|số báo danh|báo danh|công văn|quyết định|nghị định|thông tư|tờ trình|mã lỗi|lỗi|quốc lộ|tỉnh lộ|phòng|
  căn hộ|tầng|lớp|số nhà|nhà số|ngõ|ngách|hẻm|đường|kiệt|tuyến|xe buýt|mã lớp|mã môn|mã phòng|mã số mượt|phiên bản|bản|mã máy|mã thiết bị|
  mã yêu cầu|mã sự cố|ticket|mã đặt chỗ|mã đặt phòng|đặt chỗ|mã ưu đãi|kiện hàng|lô hàng|số lô|lô|mã khách hàng|mã nhân viên|mã sinh viên|mã số nhân viên|mã số sinh viên|mã số học sinh|mã số khách hàng|mã số bệnh nhân|
  mã học sinh|hộ chiếu|số hộ chiếu|passport|bảo hiểm|thẻ bảo hiểm|sổ bảo hiểm|bảo hiểm y tế|bảo hiểm xã hội|giải đặc biệt|xổ số|kết quả|đếm|thẻ sim`,
);
mean(
  "code",
  "mã|mã số|bưu cục|số hiệu|ký hiệu|số thứ tự|mã bệnh nhân|bệnh án|giấy chứng nhận|chứng nhận|số sổ|số chứng từ|chứng từ|tọa độ|ai pi|địa chỉ ai pi|thắng|thua",
);
mean(
  "quantity",
  `ngày|tháng|năm|mùng|mồng|lúc|hồi|quý|thứ|tuần|từ năm|giá|giá là|có giá|lương|tiền|số tiền|tổng|tổng cộng|số dư|hạn mức|còn|khoảng|chừng|hơn|
  gần|tầm|cỡ|được|mua|bán|nợ|vay|số lượng|dài|rộng|cao|nặng|sâu|diện tích|nhiệt độ|tuổi|tỷ số|kết quả là|dân số|sinh năm|thế kỷ|khóa|niên khóa|giai đoạn|nhiệm kỳ|năm học|mùa giải|giờ|bằng|cộng|trừ|nhân|chia`,
);
mean(
  "bank",
  `vietcombank|vcb|techcombank|tcb|bidv|agribank|vietinbank|mb|mb bank|mbbank|acb|vpbank|vê pê bank|tpbank|tê pê bank|sacombank|shb|vib|
  hdbank|ocb|msb|scb|seabank|eximbank|lpbank|nam á bank|abbank|bắc á bank|pvcombank|kienlongbank|shinhan|hsbc|cake|timo|việt com bank|tếch com bank|
  sa com bank|a xê bê|bê i đê vê|bi ai đi vi`,
);
// Compounds that end or begin as one of these words.
mean(
  "nothing",
  `đơn vị|đơn giản|đơn giá|đơn thuần|xin lỗi|ví dụ|bãi biển|văn phòng|dự phòng|đề phòng|phòng ban|phòng khám|văn bản|căn bản|cơ bản|bản thân|gọi là|gọi món|
  lớp trưởng|con đường|lên đường|ăn đường|đường dây|đường link|phiếu bé ngoan|chuyến này|chuyến đi`,
);

/** Abbreviations that are also said letter by letter, with any names of the letters. */
const abbreviations: Record<string, Meaning> = {
  SĐT: "phone",
  CCCD: "cccd",
  CMND: "cccd",
  CMT: "cccd",
  MST: "tax_code",
  STK: "account",
  CVV: "card",
  CVC: "card",
  OTP: "other",
};
for (const [abbreviation, meaning] of Object.entries(abbreviations)) {
  let phrases = [""];
  for (const letter of abbreviation)
    phrases = phrases.flatMap((phrase) => namesOf(letter).map((name) => `${phrase} ${name}`));
  for (const phrase of phrases) meanings.add(phrase, meaning);
}

function namesOf(letter: string): readonly string[] {
  const names = letterNames[letter] ?? [];
  return letter === "C" ? [...names, "cê"] : names;
}

/** How many words before and behind digits are looked at. */
const reach = { before: 9, behind: 6 } as const;

/** What the words before digits say that they are. */
export type Head = {
  meaning: Meaning;
  /** Another kind that was named together with it: "căn cước và số điện thoại". */
  also?: RedactionKind;
  /** It is only where the digits stand: "trên thẻ ghi". */
  isPlace: boolean;
};

const places = /^(?:trên|trong|ở|tại|bên)$/;
const targets = /^(?:vào|lên|ra)$/;
const joints = /^(?:và|với|hoặc|hay|cùng|lẫn|kèm)$/;

/**
 * The nearest phrase with a meaning before a place, in the words behind the digits before. A thing that is named as the
 * place of another gives way to it: "mã số thuế trên hợp đồng là", "số căn cước trên vé".
 */
export function headBefore(words: readonly string[], at: number, from: number): Head | undefined {
  const first = Math.max(from, at - reach.before);
  const nearest = phraseBefore(words, at, first);
  if (!nearest) return undefined;
  const { meaning } = nearest;
  const owner = meaning === "bank" ? phraseBefore(words, nearest.from, first, 3) : undefined;
  if (owner && isKind(owner.meaning)) return { meaning: owner.meaning, isPlace: false };
  const before = words[nearest.from - 1] ?? "";
  const isPlace = places.test(before) && meaning !== "quantity";
  const other =
    isPlace || targets.test(before) || joints.test(before) || meaning === "quantity"
      ? phraseBefore(
          words,
          nearest.from - 1,
          Math.max(from, nearest.from - reach.before),
          meaning === "quantity" ? 3 : 1,
        )
      : undefined;
  if (!other || !isKind(other.meaning)) return { meaning, isPlace };
  if (meaning === "quantity") return { meaning, also: other.meaning, isPlace };
  return isPlace || targets.test(before)
    ? { meaning: other.meaning, isPlace: false }
    : { meaning, also: other.meaning, isPlace };
}

const isKind = (meaning: Meaning): meaning is RedactionKind =>
  meaning !== "code" && meaning !== "other" && meaning !== "quantity" && meaning !== "bank" && meaning !== "nothing";

function phraseBefore(words: readonly string[], at: number, first: number, furthest: number = reach.before) {
  for (let to = at; to > first && at - to <= furthest; to -= 1) {
    const found = meanings.before(words, to, first);
    if (found?.meaning === "nothing") {
      to = found.from + 1;
      continue;
    }
    // A bank's account stands directly behind its name.
    if (found?.meaning === "bank" && at - to > 2) continue;
    // What a quantity is of stands directly before it.
    if (found && (found.meaning !== "quantity" || at - to <= 1)) return found;
  }
  return undefined;
}

/** "… là số điện thoại của em" behind the digits. */
export function meaningBehind(words: readonly string[], at: number, to: number): Meaning | undefined {
  const end = Math.min(to, at + reach.behind);
  for (let from = at; from < Math.min(end, at + 4); from += 1)
    if (meanings.at(words, from, end)?.meaning === "bank") return "bank";
  let is = at;
  while (is < end && !/^(?:là|đó|đấy)$/.test(words[is] ?? "")) is += 1;
  for (let from = is + 1; from < end; from += 1) {
    const found = meanings.at(words, from, end);
    if (found && found.to - from > 1 && found.meaning !== "quantity" && found.meaning !== "nothing")
      return found.meaning;
  }
  return undefined;
}
