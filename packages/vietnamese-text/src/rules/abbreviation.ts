import { knownAbbreviations, signatures, titles, titlesWithoutDot } from "../data";
import { cardinal } from "../numbers";
import { edge, gap, type Rule, rule, sticky } from "../rule";
import { isSyllable } from "../syllable";

type Need = "nothing" | "name" | "person";
type Entry = { short: string; words: string; need: Need };

const tables: [Record<string, string>, Need][] = [
  ...knownAbbreviations.map((table): [Record<string, string>, Need] => [table, "nothing"]),
  [signatures, "nothing"],
  [titles, "name"],
  [titlesWithoutDot, "person"],
];

const byFirstWord = new Map<string, Entry[]>();

function add(short: string, words: string, need: Need): void {
  const first = /^[\p{L}\p{M}]+/u.exec(short)?.[0] ?? short;
  const entries = byFirstWord.get(first) ?? [];
  if (entries.some((entry) => entry.short === short && entry.need === need)) return;
  byFirstWord.set(first, [...entries, { short, words, need }]);
}

const vowels = /[aeiouy]/i;

for (const [table, need] of tables) {
  for (const [short, words] of Object.entries(table)) add(short, words, need);
}
// Three consonants are no word in lower case either.
for (const [table, need] of tables) {
  for (const [short, words] of Object.entries(table)) {
    const isPlain = /^\p{Lu}{3,}$/u.test(short) && !vowels.test(short.normalize("NFD"));
    if (isPlain && need === "nothing") add(short.toLowerCase(), words, need);
  }
}
for (const entries of byFirstWord.values()) entries.sort((one, other) => other.short.length - one.short.length);

const run = /[\p{L}\p{M}]+/uy;
const wordGoesOn = new RegExp(edge, "uy");
const nameFollows = /[ \u00A0]?(?=[\p{Lu}\d])/uy;
const personFollows = /[ \u00A0]+(?=\p{Lu}(?:[\p{Ll}\p{M}]|\p{Lu}))/uy;

const holds = (pattern: RegExp, text: string, at: number): boolean => {
  pattern.lastIndex = at;
  return pattern.test(text);
};

/** In an all-capitals line, a short word such as THA is a word. */
const isShouted = (text: string, at: number, end: number): boolean =>
  /\p{Lu}{2,}[ \u00A0]$/u.test(text.slice(Math.max(0, at - 12), at)) ||
  /^[ \u00A0]\p{Lu}{2,}/u.test(text.slice(end, end + 4));

/** Words that begin a sentence and are not names. */
const starters =
  "Về|Ông|Bà|Anh|Chị|Em|Cháu|Cách|Sau|Theo|Tại|Trong|Khi|Nếu|Do|Vì|Tuy|Nhưng|Còn|Các|Những|Một|Ngày|Đến|Hiện|Đây|Đó|Tôi|Chúng|Việc|Nay|Vụ|Tòa|Trước|Ngoài|Ở|Với|Để|Đã|Có|Không|Cả|Bên|Mọi|Mỗi|Như|Người|Hai|Ba|Cô|Chú|Bị|Được|Lúc|Hôm|Bản|Căn|Vậy|Rồi|Nhà|Diện|Giá|Liên|Xe|Vui|Xin|Quý|Hàng|Khách|Giao|Mời|Chào|Cảm|Buộc|Tuyên|Xét";
const sentenceFollows = new RegExp(`[ \\u00A0\\n]+(?:${starters})(?=[ \\u00A0,](?!\\p{Lu})|[.,])`, "uy");
const personBefore =
  /(?<!\p{L})(?:ông|bà|anh|chị|em|cháu|cô|chú|bác|cậu|dì|mợ|cụ|bé|bạn|con|bị cáo|bị hại|bị can|bị đơn|nguyên đơn|nghi phạm|đối tượng|nạn nhân|nhân chứng|tên|vợ|chồng|nữ sinh|nam sinh|thầy|gặp|huyện|xã|quận|phường|thành phố|tỉnh|thôn|ấp|đường|phố|công ty|trường|địa bàn|Nguyễn|Trần|Lê|Phạm|Hoàng|Huỳnh|Phan|Vũ|Võ|Đặng|Bùi|Đỗ|Hồ|Ngô|Dương|Lý)(?: \p{Lu}[\p{Ll}\p{M}]*){0,2}[ \u00A0]$/iu;
const officeFollows =
  /[ \u00A0]?(?=\p{Lu}{2}|(?:Chủ tịch|Phó|Giám đốc|Tổng|Bộ trưởng|Thứ trưởng|Trưởng|Hiệu trưởng|Thủ tướng|Chánh|Cục trưởng|Vụ trưởng|Viện trưởng|Ban|Hội đồng|Ủy ban|Bí thư|Thủ trưởng|Chính phủ|Đoàn|Hội|Tập thể|Thường trực|Đảng|Chi)(?!\p{L}))/uy;

function matchEntry({ short, words, need }: Entry, text: string, at: number) {
  if (!text.startsWith(short, at)) return null;
  const end = at + short.length;
  // In "Quang H. Phút 45" it is an initial, unless a two-word name follows.
  if (short === "H." && /\p{Lu}\p{Ll}{1,7}[ \u00A0]$/u.test(text.slice(Math.max(0, at - 10), at))) {
    if (!/^[ \u00A0]?\p{Lu}\p{L}*[ \u00A0]\p{Lu}/u.test(text.slice(end, end + 20))) return null;
  }
  if (/^(?:KT|TM|TL|TUQ)\.$/.test(short)) {
    const isMidSentence = /[\p{Ll}\d][ \u00A0]$/u.test(text.slice(Math.max(0, at - 3), at));
    if (isMidSentence || !holds(officeFollows, text, end)) return null;
  }
  if (need === "name") {
    if (!holds(nameFollows, text, end)) return null;
    const isInitial = /^\p{Lu}\.$/u.test(short);
    if (isInitial && personBefore.test(text.slice(Math.max(0, at - 40), at))) return null;
    if (holds(sentenceFollows, text, end)) return isInitial ? null : { length: short.length - 1, spoken: words };
    return { length: short.length + (/[ \u00A0]/.test(text[end] ?? "") ? 1 : 0), spoken: `${words} ` };
  }
  if (need === "person" && !holds(personFollows, text, end)) return null;
  if (/[\p{L}\p{M}]$/u.test(short) && !holds(wordGoesOn, text, end)) return null;
  if (isSyllable(short) && isShouted(text, at, end)) return null;
  return { length: short.length, spoken: words };
}

/** UBND, TP. Huế, v.v.: entries of the abbreviation tables. */
export const abbreviationRule: Rule = {
  name: "abbreviation",
  begins: ["letter"],
  match(text, at) {
    run.lastIndex = at;
    const entries = byFirstWord.get(run.exec(text)?.[0] ?? "");
    for (const entry of entries ?? []) {
      const match = matchEntry(entry, text, at);
      if (match) return match;
    }
    return null;
  },
};

const chatWords: Record<string, string> = { k: "không", h: "giờ", r: "rồi", bn: "bao nhiêu", ck: "chuyển khoản" };

/** K biết, mấy h, xong r: chat abbreviations where the context is unambiguous. */
export const chatRule = rule({
  name: "abbreviation",
  begins: "letter",
  first: "khrbc",
  pattern: sticky(
    "(?<=\\p{Ll}[ ])k(?=[ ]?(?:[?\\n]|$))|(?<=^|[\\n.,!?][ ]?|\\p{Ll}[ ])k(?=[ ](?:lấy|ăn|mua|nhận|làm|nói|hỏi|gửi|trả|xem|dùng|nghe|đủ|còn|ai|sao|vội|kịp|về|tới|biết|có|được|đc|dc|phải|thể|sao|thấy|hiểu|muốn|cần|nhớ|đi|ạ|nha|nhé|bạn|em|anh|chị))|(?<=(?:[Đđ]ược|[Đđ]c|dc|phải|còn|có|đúng|biết|thấy|xong)[ ])k(?=[.,!])|(?<=(?:^|[^\\p{L}])mấy[ ])h(?!\\p{L})|(?<=\\p{L}[ ])r(?=$|[.,!?]|[ ](?:nha|nhé|ạ|á|đó|em|anh|chị|bạn)(?!\\p{L}))|(?<=(?:giá|hết|mất|tầm|khoảng|còn|cần|được)[ ])bn(?!\\p{L})|bn(?=[ ](?:tiền|tuổi|cái|vậy|thế|1|một|ngày|người|km)(?!\\p{L}))|(?<=(?:đã|vừa|đc|được|phải|cần|xin|nhận|số|em|anh|chị|mình)[ ]|^|[\\n.,!?][ ]?)ck(?=[ ](?:trước|qua|cho|tiền|xong|rồi|luôn|vào|đủ|cọc|sau|\\d(?!\\d?(?:[.,]\\d)?%)))",
  ),
  verbalize: ({ all = "" }) => chatWords[all] ?? null,
});

/** q1, q.10, p.5: a district or a ward in a chat message. */
export const districtRule = rule({
  name: "abbreviation",
  begins: "letter",
  first: "qp",
  pattern: sticky(`(?:q\\.?|(?<ward>p\\.))[ \\u00A0]?(?<number>[1-9]\\d?)${edge}(?![.,]?\\d)`),
  verbalize: ({ ward = "", number = "" }, options) => `${ward ? "phường" : "quận"} ${cardinal(number, options)}`,
});

/** P7, Q8: a ward and its district. */
export const wardRule = rule({
  name: "abbreviation",
  begins: "letter",
  first: "PpQq",
  pattern: sticky(`(?:[Pp]\\.?[ ]?(?<ward>\\d{1,2}),[ ]?[Qq]\\.?[ ]?(?<district>\\d{1,2}))${edge}(?![.,]?\\d)`),
  verbalize: ({ ward = "", district = "" }, options) =>
    `phường ${cardinal(String(Number(ward)), options)}, quận ${cardinal(String(Number(district)), options)}`,
});

const roads: Record<string, string> = { QL: "quốc lộ", TL: "tỉnh lộ", HL: "hương lộ", ĐT: "đường tỉnh" };

/** QL1A, ĐT 741: a road and its number. */
export const roadRule = rule({
  name: "abbreviation",
  begins: "letter",
  first: "QTHĐ",
  pattern: sticky(`(?<kind>QL|TL|HL|ĐT)[. ]?(?=[1-9])(?<number>\\d{1,3})(?<branch>[A-ZĐ]?)${edge}(?![.,]?\\d)`),
  verbalize: ({ kind = "", number = "", branch = "" }, options) =>
    `${roads[kind]} ${cardinal(number, options)}${branch && ` ${branch.toLowerCase()}`}`,
});

/** ĐT 0912 345 678, HA 120/80, km 25: abbreviations that apply only before a number. */
export const beforeNumberRule = rule({
  name: "abbreviation",
  begins: "letter",
  pattern: sticky(
    `(?:(?<phase>GĐ|CK)(?=[ \\u00A0][XVI]{1,4}${edge}|[ \\u00A0]?\\d(?![\\d%]|[.,]\\d))|(?<=số )(?<file>HS)(?= \\d{3})|(?<congress>ĐH)(?=[ \\u00A0](?:[XVI]{2,5}(?![\\p{L}\\d])|[Đđ]ảng))|(?<ordinal>No)\\.(?=[ ]?\\d)|(?<born>SN)(?=[ \\u00A0](?:19|20)\\d{2}(?!\\d)|[ \\u00A0]\\d{1,2}/\\d{1,2}/)|(?<diagnosed>CĐ)(?=:)|(?<suspected>TD)(?=[ \\u00A0]\\p{Lu}{2,5}(?!\\p{L}))(?<=[Cc]hẩn đoán:? ?TD)|(?<branch>CN)(?=[ \\u00A0]\\p{Lu}\\p{Ll})(?<=[-–,] CN)|(?<bank>NH)(?=[ \\u00A0](?:TMCP|Nhà nước|NN|[A-Z]{2,4}(?!\\p{L})|\\p{Lu}\\p{L}+(?:bank|Bank)))|(?<letter>CV)(?=[ \\u00A0](?:số[ \\u00A0])?\\d)|(?<police>CA)(?=[ \\u00A0](?:TP|tỉnh|huyện|quận|xã|phường|Q|P|H)(?!\\p{L}))|(?<sheet>BL)(?=:? \\d{1,4}(?!\\d))|(?<team>ĐT)(?=[ \\u00A0](?:Việt Nam|Lào|Thái Lan|Indonesia|Malaysia|Singapore|Philippines|Campuchia|Myanmar|Nhật Bản|Hàn Quốc|Trung Quốc|nữ|Anh|Pháp|Đức|Brazil|Argentina|U\\d\\d|bóng đá|futsal))|(?<scan>SA)(?=[ \\u00A0](?:bụng|tim|thai|tuyến|vú|ổ|mạch|doppler|Doppler|khớp))|(?<graduate>TN)(?=[ \\u00A0]TH(?:PT|CS))|(?<number>BKS)(?=:? \\d)|(?<area>KV)(?=[ \\u00A0](?:châu|Đông|miền|Tây|Nam|Bắc|phía|[1-4](?!\\d)))|(?<=[Đđ]iểm )(?<mean>TB)(?!\\p{L})|(?<plate>BS)(?=:? \\d{2}[A-ZĐ]{1,2}\\d?[- ])|(?<=\\d[ \\u00A0])(?<calendar>ÂL|AL|DL)(?![\\p{L}\\d])|(?<=(?:[Cc]holesterol|[Bb]ilirubin|[Pp]rotein|[Cc]alci|[Cc]anxi|[Ll]ipid|PSA|IgE|T3|T4)[ \\u00A0])(?<total>TP|tp)(?!\\p{L})|(?<vital>M|NT|T)(?=:? \\d{2,3}(?:[.,]\\d)? ?(?:l/p|lần/p|ck/p|°C|độ C))|(?<cells>BC|HC|TC)(?=:? \\d{1,3}(?:[.,]\\d{1,2})? ?[GT]/[lL])|(?<century>TK)(?=[ \\u00A0][XVI]{1,5}(?![\\p{L}\\d]))|(?<short>ĐT|Đt|đt|HA|TK|tk|km|Km|KM)[.:]?(?=${gap}\\d|[ \\u00A0][A-Z]{2,6}[ \\u00A0]\\d{6}|:?[ \\u00A0]?\\d{0,4}[xX*]{2,12}\\d)|(?<line>PS|ST|SD|GD|ND|SDC|SL|ĐVT|TG|NV|KQ):(?=${gap}[-+]?[\\p{L}\\d])|(?<sum>SD|ST|PS|GD)(?=[ \\u00A0][-+]?\\d{1,3}[.,]\\d{3}))`,
  ),
  verbalize({
    phase = "",
    file = "",
    born = "",
    diagnosed = "",
    plate = "",
    suspected = "",
    branch = "",
    bank = "",
    letter = "",
    police = "",
    sheet = "",
    team = "",
    scan = "",
    graduate = "",
    number = "",
    mean = "",
    area = "",
    congress = "",
    ordinal = "",
    calendar = "",
    total = "",
    vital = "",
    cells = "",
    century = "",
    short = "",
    line = "",
    sum = "",
    all = "",
    before = "",
  }) {
    if (phase) return phase === "GĐ" ? "giai đoạn" : "chuyên khoa";
    if (file) return "hồ sơ";
    if (born) return "sinh năm";
    if (diagnosed) return "chẩn đoán";
    if (century) return "thế kỷ";
    const group = suspected || branch || bank || letter || police || sheet || team || scan || graduate || number;
    if (area) return "khu vực";
    if (mean) return "trung bình";
    if (congress) return "đại hội";
    if (ordinal) return "số";
    if (plate) return "biển số";
    if (total) return "toàn phần";
    const others: Record<string, string> = {
      TD: "theo dõi",
      CN: "chi nhánh",
      NH: "ngân hàng",
      CV: "công văn",
      CA: "công an",
      BL: "bút lục",
      ĐT: "đội tuyển",
      SA: "siêu âm",
      TN: "tốt nghiệp",
      BKS: "biển kiểm soát",
      ÂL: "âm lịch",
      AL: "âm lịch",
      DL: "dương lịch",
      M: "mạch",
      NT: "nhịp thở",
      T: "nhiệt độ",
      BC: "bạch cầu",
      HC: "hồng cầu",
      TC: "tiểu cầu",
    };
    const other = others[calendar || vital || cells || group];
    if (other) return other;
    const words: Record<string, string> = {
      ĐT: "điện thoại",
      Đt: "điện thoại",
      đt: "điện thoại",
      HA: "huyết áp",
      TK: "tài khoản",
      tk: "tài khoản",
      km: "ki lô mét",
      Km: "ki lô mét",
      KM: "ki lô mét",
    };
    // Labels at the start of each line of a bank's message.
    const lines: Record<string, string> = {
      PS: "phát sinh",
      ST: "số tiền",
      SD: "số dư",
      SDC: "số dư cuối",
      GD: "giao dịch",
      ND: "nội dung",
      SL: "số lượng",
      ĐVT: "đơn vị tính",
      TG: "thời gian",
      NV: "nhân viên",
      KQ: "kết quả",
    };
    if (sum) return lines[sum] ?? null;
    if (line) return `${lines[line]}:`;
    if (/\d[ \u00A0]?$/.test(before)) return null;
    return words[short] ? `${words[short]}${all.endsWith(":") ? ":" : ""}` : null;
  },
});
