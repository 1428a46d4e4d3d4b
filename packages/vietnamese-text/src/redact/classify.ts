import { countedNouns, type DigitRun } from "./digits";
import type { RedactionKind } from "./kinds";

/** What the words beside digits say that they are: a kind to redact, or something else. */
type Meaning = RedactionKind | "code" | "other" | "quantity";

const meanings = new Map<string, Meaning>();
const mean = (meaning: Meaning, phrases: string) => {
  for (const phrase of phrases.split("|")) meanings.set(phrase.trim(), meaning);
};
mean(
  "phone",
  `số điện thoại|điện thoại|sđt|đt|số máy|số phôn|phôn|hotline|hót lai|tổng đài|đường dây nóng|liên hệ|liên lạc|zalo|da lô|di động|
  số di động|nhắn tin|gọi|gọi số|gọi lại|gọi tới|gọi đến|gọi cho|máy bàn|số bàn|alo|a lô|số thuê bao|thuê bao|số cá nhân|viber|fax|phắc|
  số của em|số của tôi|số của anh|số của chị|số em|số anh|số chị|số mình|số tôi|cho xin số|xin số|số liên lạc|sim|số sim|phone|số phone`,
);
mean(
  "cccd",
  `căn cước|căn cước công dân|thẻ căn cước|cccd|xê xê xê dê|số định danh|định danh|mã định danh|chứng minh|chứng minh nhân dân|
  chứng minh thư|giấy chứng minh|cmnd|cmt|xê mờ tê|xê mờ nờ dê|xê em tê|số chứng minh|giấy tờ tùy thân|căn cước gắn chíp`,
);
mean("tax_code", "mã số thuế|mst|mã thuế|em ét tê|mờ ét tê|số thuế|mã số doanh nghiệp|mã doanh nghiệp");
mean(
  "account",
  `tài khoản|số tài khoản|stk|ét tê ca|tài khoản số|chuyển khoản|chuyển khoản vào|chuyển vào số|chuyển vào|số tài khoản là|tk|tê ca|ví|sổ tiết kiệm|
  người thụ hưởng|thụ hưởng`,
);
mean(
  "card",
  `thẻ|số thẻ|thẻ tín dụng|thẻ ghi nợ|thẻ atm|thẻ a tê mờ|thẻ visa|thẻ vi da|visa|mastercard|thẻ mát tơ|thẻ ngân hàng|thẻ napas|jcb|
  cvv|xê vê vê|xi vi vi|cvc|xê vê xê|mã cvv|mã bảo mật thẻ`,
);
mean("plate", `biển|biển số|biển số xe|biển kiểm soát|số xe|mang biển|biển xanh|biển trắng|biển vàng|biển đỏ`);
mean(
  "other",
  `otp|ô tê pê|mã otp|mã ô tê pê|mã xác nhận|mã xác thực|mã xác minh|mã kích hoạt|mã pin|pin|mật khẩu|đơn hàng|mã đơn|mã đơn hàng|số đơn|
  đơn|hóa đơn|số hóa đơn|hợp đồng|hợp đồng số|vận đơn|mã vận đơn|mã bưu chính|bưu chính|giao dịch|mã giao dịch|mã tham chiếu|mã hồ sơ|hồ sơ|
  số hồ sơ|mã sản phẩm|mã hàng|mã vạch|mã giảm giá|mã khuyến mãi|voucher|serial|sê ri|số sê ri|seri|số seri|imei|i mê i|số khung|phiếu|số phiếu|biên lai|
  biên nhận|vé|vé số|số vé|chuyến bay|chuyến|số báo danh|báo danh|công văn|quyết định|nghị định|thông tư|tờ trình|mã lỗi|lỗi|quốc lộ|tỉnh lộ|phòng|
  căn hộ|tầng|lớp|số nhà|nhà số|ngõ|ngách|hẻm|đường|kiệt|tuyến|xe buýt|mã lớp|mã môn|mã phòng|mã số mượt|phiên bản|bản|mã máy|mã thiết bị|
  mã yêu cầu|mã sự cố|ticket|mã đặt chỗ|mã đặt phòng|đặt chỗ|mã ưu đãi|kiện hàng|lô hàng|số lô|lô|mã khách hàng|mã nhân viên|mã sinh viên|
  mã học sinh|hộ chiếu|số hộ chiếu|passport|bảo hiểm|thẻ bảo hiểm|sổ bảo hiểm|bảo hiểm y tế|bảo hiểm xã hội|giải đặc biệt|xổ số|kết quả|đếm|thẻ sim`,
);
mean(
  "code",
  "mã|mã số|bưu cục|số hiệu|ký hiệu|số thứ tự|mã bệnh nhân|bệnh án|giấy chứng nhận|chứng nhận|số sổ|số chứng từ|chứng từ|tọa độ|ai pi|địa chỉ ai pi|thắng|thua",
);
mean(
  "quantity",
  `ngày|tháng|năm|mùng|mồng|lúc|hồi|quý|thứ|tuần|từ năm|giá|giá là|có giá|lương|tiền|số tiền|tổng|tổng cộng|số dư|hạn mức|còn|khoảng|chừng|hơn|
  gần|tầm|cỡ|được|mua|bán|nợ|vay|số lượng|dài|rộng|cao|nặng|sâu|diện tích|nhiệt độ|tuổi|tỷ số|kết quả là|dân số|sinh năm|thế kỷ|khóa|giờ|bằng|cộng|trừ|nhân|chia`,
);
const longestPhrase = Math.max(...[...meanings.keys()].map((phrase) => phrase.split(" ").length));

/** How many words before and behind digits are looked at. */
const reach = { before: 9, behind: 6 } as const;

/** Kinds that come again behind "và" without being named. */
const joins = /^(?:(?:và|hoặc|hay|với|còn|thêm|số|nữa|một|là|hai|thứ)\s?)+$/;

export type Classified = {
  run: DigitRun;
  /** The kinds that it could be, likeliest first; empty for what the words say is something else. */
  kinds: readonly RedactionKind[];
};

/** What each run of digits can be, by the words beside it and by its shape. */
export function classify(words: readonly string[], found: readonly DigitRun[]): Classified[] {
  const runs = continued(words, found);
  const classified: Classified[] = [];
  for (const [at, run] of runs.entries()) {
    const before = runs[at - 1];
    const last = classified.at(-1);
    const between = words
      .slice(before?.to ?? 0, run.from)
      .join(" ")
      .trim();
    const inherited = before && last && last.kinds[0] !== undefined && joins.test(between) ? last.kinds[0] : undefined;
    const expires = /^(?:\S+ ){0,3}(?:hạn|lực)(?: \S+){0,3}$/.test(between);
    if (last?.kinds[0] === "card" && run.digits.length <= 6 && expires) {
      classified.push({ run, kinds: ["card"] });
      continue;
    }
    classified.push({
      run,
      kinds: kindsOf(words, run, before?.to ?? 0, runs[at + 1]?.from ?? words.length, inherited),
    });
  }
  return classified;
}

/** How many digits a named identifier has, from and to. */
const lengths: Partial<Record<Meaning, readonly [number, number]>> = {
  phone: [9, 12],
  cccd: [9, 12],
  tax_code: [10, 14],
  account: [6, 19],
  card: [12, 19],
};
const longestInterruption = 8;

/** A named number that is too short goes on behind other words: "số em là 0987 quên mất à 654321". */
function continued(words: readonly string[], runs: readonly DigitRun[]): DigitRun[] {
  const all: DigitRun[] = [];
  let named: readonly [number, number] | undefined;
  for (const run of runs) {
    const last = all.at(-1);
    const own = meaningBefore(words, run.from, last?.to ?? 0)?.meaning;
    const isPart =
      last !== undefined &&
      named !== undefined &&
      (own === undefined || own === "code") &&
      run.atoms[0]?.kind !== "quantity" &&
      run.from - last.to <= longestInterruption &&
      !countedNouns.has(words[run.to] ?? "") &&
      last.digits.length < named[0] &&
      last.digits.length + run.digits.length <= named[1];
    if (isPart) {
      all[all.length - 1] = {
        from: last.from,
        to: run.to,
        digits: last.digits + run.digits,
        atoms: [...last.atoms, ...run.atoms],
        segments: [last.digits + run.digits],
      };
      continue;
    }
    all.push(run);
    named = own && lengths[own];
  }
  return all;
}

function kindsOf(
  words: readonly string[],
  run: DigitRun,
  from: number,
  to: number,
  inherited: RedactionKind | undefined,
): RedactionKind[] {
  if (run.atoms.every(({ kind }) => kind === "quantity" || kind === "repeated") && run.atoms[0]?.kind === "quantity")
    return [];
  const head = meaningBefore(words, run.from, from);
  const meaning = head?.meaning ?? inherited ?? meaningBehind(words, run.to, to);
  const { length } = run.digits;
  const shapes = shapesOf(run);
  if (isCount(words, run, head?.meaning)) return [];
  switch (meaning) {
    case "phone":
      return length >= 6 || (length >= 3 && isTail(words, run)) ? ["phone"] : [];
    case "cccd":
      return length >= 6 || isTail(words, run) ? ["cccd"] : [];
    case "tax_code":
      return length >= 6 ? ["tax_code"] : [];
    case "account":
      return length >= 5 || isTail(words, run)
        ? shapes.includes("card") && length >= 16
          ? ["account", "card"]
          : ["account"]
        : [];
    case "card":
      return length >= 9 || isTail(words, run) || isSecurityCode(words, run) ? ["card"] : [];
    case "plate":
      return length >= 5 ? ["plate"] : [];
    case "other":
      return [];
    case "quantity":
      return length >= 9 ? shapes : [];
    case "code":
      return isCertain(run) ? shapes : [];
    default:
      // Addresses of machines and coordinates.
      return isDotted(words, run) && !isCertain(run) ? [] : shapes;
  }
}

/** Parts with points between, of which one is short: 192.168.1.10, 10.7626. */
function isDotted(words: readonly string[], { from, to, atoms }: DigitRun): boolean {
  if (!words.slice(from, to).includes("chấm")) return false;
  const parts = [""];
  let behind = from;
  for (const atom of atoms) {
    if (words.slice(behind, atom.from).includes("chấm")) parts.push("");
    parts[parts.length - 1] += atom.digits;
    behind = atom.to;
  }
  return parts.length > 1 && parts.some(({ length }) => length < 3);
}

/** "bốn số cuối của thẻ là …": a part of an identifier identifies, too. */
const isTail = (words: readonly string[], run: DigitRun): boolean =>
  run.digits.length >= 3 && /(?:số|đuôi)(?: cuối)/.test(words.slice(Math.max(0, run.from - 9), run.from).join(" "));

const isSecurityCode = (words: readonly string[], run: DigitRun): boolean =>
  /(?:cvv|xê vê vê|xi vi vi|cvc|xê vê xê|bảo mật thẻ)/.test(
    words.slice(Math.max(0, run.from - 5), run.from).join(" "),
  ) && run.digits.length >= 3;

const counting = ["01234567891011121314151617181920", "10987654321"];

/** Digits that count, date or number something: too few for an identifier, or in the order of counting. */
function isCount(words: readonly string[], run: DigitRun, meaning: Meaning | undefined): boolean {
  const { digits } = run;
  const isNamed = meaning !== undefined && meaning !== "quantity" && meaning !== "other";
  if (!isNamed && !mobile.test(digits) && counting.some((order) => order.includes(digits))) return true;
  const isDate = /^(?:ngày|tháng|mùng|mồng|năm)$/.test(words[run.from - 1] ?? "") && digits.length < 9;
  return (
    isDate || (digits.length < 9 && meaning !== "phone" && countedNouns.has(words[run.to] ?? "") && digits.length < 6)
  );
}

/** The nearest phrase with a meaning before a place, in the words behind the digits before. */
function meaningBefore(
  words: readonly string[],
  at: number,
  from: number,
): { meaning: Meaning; to: number } | undefined {
  for (let to = at; to > Math.max(from, at - reach.before); to -= 1)
    for (let count = Math.min(longestPhrase, to - from); count > 0; count -= 1) {
      const meaning = meanings.get(words.slice(to - count, to).join(" "));
      if (meaning === undefined || (meaning === "quantity" && at - to > 1)) continue;
      return { meaning, to };
    }
  return undefined;
}

/** "… là số điện thoại của em" behind the digits. */
function meaningBehind(words: readonly string[], at: number, to: number): Meaning | undefined {
  const behind = words.slice(at, Math.min(to, at + reach.behind));
  const is = behind.findIndex((word) => word === "là" || word === "đó" || word === "đấy");
  if (is < 0) return undefined;
  for (let from = is + 1; from < behind.length; from += 1)
    for (let count = Math.min(longestPhrase, behind.length - from); count > 1; count -= 1) {
      const meaning = meanings.get(behind.slice(from, from + count).join(" "));
      if (meaning && meaning !== "quantity") return meaning;
    }
  return undefined;
}

const mobile = /^(?:0|84)[35789]\d{7,9}$/;

/** Whether digits have the shape of a number that is hardly anything else. */
function isCertain({ digits }: DigitRun): boolean {
  const isCard = /^\d{15,16}$/.test(digits) && isLuhn(digits);
  return /^(?:0|84)[35789]\d{8}$/.test(digits) || isCard || isTaxCode(digits);
}

/** What digits without a word beside them can be. Several kinds where several have this shape; it is redacted as any. */
export function shapesOf({ digits, segments, atoms }: DigitRun): RedactionKind[] {
  const parts = segments.length > 1 ? [digits, ...segments] : [digits];
  const has = (shape: (digits: string) => boolean) => parts.some(shape);
  const shapes: RedactionKind[] = [];
  if (has((part) => mobile.test(part) || /^(?:(?:0|84)2\d{9}|1[89]00\d{4,6})$/.test(part))) shapes.push("phone");
  if (has((part) => /^0\d{11}$/.test(part) && Number(part.slice(1, 3)) <= 96 && /^.{3}[0-3]/.test(part)))
    shapes.push("cccd");
  if (has((part) => /^\d{13,19}$/.test(part) && isLuhn(part)) || has((part) => /^[3-6]\d{15}$/.test(part)))
    shapes.push("card");
  if (has(isTaxCode)) shapes.push("tax_code");
  if (shapes.length === 0 && has((part) => /^0[35789]\d{7,}$/.test(part))) shapes.push("phone");
  // Scores are said in numbers, and identifiers in digits.
  const singles = atoms.filter(({ kind }) => kind !== "compound").length;
  if (shapes.length === 0 && (digits.length < 8 || singles * 2 < atoms.length)) return [];
  if (has((part) => part.length === 9 || part.length === 12)) shapes.push("cccd");
  if (digits.length >= 8) shapes.push("account", "tax_code", "phone", "cccd", "card");
  return [...new Set(shapes)];
}

const isLuhn = (digits: string): boolean =>
  Array.from(digits)
    .reverse()
    .reduce(
      (sum, digit, at) => sum + (at % 2 === 0 ? Number(digit) : ([0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)] ?? 0)),
      0,
    ) %
    10 ===
  0;

const taxWeights = [31, 29, 23, 19, 17, 13, 7, 5, 3];

/** Ten digits with a right check digit, perhaps with the three of a branch. */
export function isTaxCode(digits: string): boolean {
  if (!/^\d{10}(?:\d{3})?$/.test(digits)) return false;
  const sum = taxWeights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return 10 - (sum % 11) === Number(digits[9]);
}
