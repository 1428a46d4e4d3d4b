import { knownAbbreviations, signatures, titles, titlesWithoutDot } from "../data";
import { cardinal } from "../numbers";
import { edge, type Rule, rule, sticky } from "../rule";
import { isShouted, isSyllable } from "../syllable";

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

const heads =
  "công ty|tổng công ty|bệnh viện|hợp đồng|hồ sơ|ngân hàng|trung tâm|biên bản|tài khoản|thành phố|khoa|khu|bệnh|giấy|thẻ|phòng|quỹ|Bộ|Sở".split(
    "|",
  );

/** Công ty CTCP A, khu KCN: a word that already stands before the abbreviation is not repeated. */
export function withoutRepetition(words: string, text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 14), at);
  const head = heads.find(
    (one) => words.toLowerCase().startsWith(`${one.toLowerCase()} `) && endsWithHead(before, one),
  );
  return head ? words.slice(head.length + 1) : words;
}

/** "Bộ" and "Sở" only with their capitals, since "bộ" also ends other words. */
function endsWithHead(before: string, head: string): boolean {
  const isCapital = head !== head.toLowerCase();
  const text = isCapital ? before : before.toLowerCase();
  return text.endsWith(`${head} `) && !/[\p{L}\p{M}]/u.test(text.at(-head.length - 2) ?? "");
}

/** Beginnings of names in the highlands, which are no Vietnamese syllables. */
const highlands = /^(?:Ea|Ia|Cư|Chư|Đ[ăắ]k|Kr|Dr|Bu|Yang|Ya|Pl|Kb)/;

const run = /[\p{L}\p{M}]+/uy;
const wordGoesOn = new RegExp(edge, "uy");
const nameFollows = /[ \u00A0]?(?=[\p{Lu}\d])/uy;
const personFollows = /[ \u00A0]+(?=\p{Lu}(?:[\p{Ll}\p{M}]|\p{Lu}))/uy;

const holds = (pattern: RegExp, text: string, at: number): boolean => {
  pattern.lastIndex = at;
  return pattern.test(text);
};

/** Words that begin a sentence and are not names. */
const starters =
  "Về|Ông|Bà|Anh|Chị|Em|Cháu|Cách|Sau|Theo|Tại|Trong|Khi|Nếu|Do|Vì|Tuy|Nhưng|Còn|Các|Những|Một|Ngày|Đến|Hiện|Đây|Đó|Tôi|Chúng|Việc|Nay|Vụ|Tòa|Trước|Ngoài|Ở|Với|Để|Đã|Có|Không|Cả|Bên|Mọi|Mỗi|Như|Người|Hai|Ba|Cô|Chú|Bị|Được|Lúc|Hôm|Bản|Căn|Vậy|Rồi|Nhà|Diện|Giá|Liên|Xe|Vui|Xin|Quý|Hàng|Khách|Giao|Mời|Chào|Cảm|Buộc|Tuyên|Xét";
const sentenceFollows = new RegExp(`[ \\u00A0\\n]+(?:${starters})(?=[ \\u00A0,](?!\\p{Lu})|[.,])`, "uy");
const personBefore =
  /(?<!\p{L})(?:ông|bà|anh|chị|em|cháu|cô|chú|bác|cậu|dì|mợ|cụ|bé|bạn|con|bị cáo|bị hại|bị can|bị đơn|nguyên đơn|nghi phạm|đối tượng|nạn nhân|nhân chứng|tên|vợ|chồng|nữ sinh|nam sinh|thầy|gặp|huyện|xã|quận|phường|thành phố|tỉnh|thôn|ấp|đường|phố|công ty|trường|địa bàn|Nguyễn|Trần|Lê|Phạm|Hoàng|Huỳnh|Phan|Vũ|Võ|Đặng|Bùi|Đỗ|Hồ|Ngô|Dương|Lý)(?: \p{Lu}[\p{Ll}\p{M}]*){0,2}[ \u00A0]$/iu;
const officeFollows =
  /[ \u00A0]?(?=\p{Lu}{2}|(?:Chủ tịch|Phó|Giám đốc|Tổng|Bộ trưởng|Thứ trưởng|Trưởng|Hiệu trưởng|Thủ tướng|Chánh|Cục trưởng|Vụ trưởng|Viện trưởng|Ban|Hội đồng|Ủy ban|Bí thư|Thủ trưởng|Chính phủ|Đoàn|Hội|Tập thể|Thường trực|Đảng|Chi)(?!\p{L}))/uy;

const place =
  /(?<![\p{L}\p{M}])(?:đường|phố|số nhà|ngõ|ngách|hẻm|quận|huyện|thành phố|tỉnh|phường|xã|thôn|ấp|khu phố|tổ|khu đô thị|khu dân cư|chung cư|chợ|công an|ủy ban|địa bàn|cư trú|trú tại|địa chỉ|đất|nhà|Q|H|Đ|TP|Tp|TX|TT|T|UBND|CA|KĐT|KDC|KP|TDP|HCM|Hà Nội|Sài Gòn|Đà Nẵng|Hải Phòng|Cần Thơ|Huế|Thủ Đức|Biên Hòa)(?![\p{L}\p{M}])|(?<!\d)\d+\/\d/iu;

/** P. is also an initial and a department: a ward has a number or another part of an address near it. */
const isInAddress = (text: string, at: number, end: number): boolean =>
  /^[ \u00A0]?(?:\d|\p{Lu}\p{Ll}+[ \u00A0]\p{Lu}\p{Ll})/u.test(text.slice(end, end + 20)) ||
  place.test(`${text.slice(Math.max(0, at - 60), at)}|${text.slice(end, end + 60)}`);

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
    if (short === "P." && /^[ \u00A0]?\p{Lu}{2}/u.test(text.slice(end, end + 3)))
      return { length: short.length, spoken: "phòng " };
    if (short === "P." && !isInAddress(text, at, end)) return null;
    // X. Alonso is no commune.
    const name = /^[ \u00A0]?(\p{Lu}[\p{L}\p{M}]+)/u.exec(text.slice(end, end + 16))?.[1];
    if (short === "X." && name && !isSyllable(name) && !highlands.test(name)) return null;
    if (isInitial && personBefore.test(text.slice(Math.max(0, at - 40), at))) return null;
    if (holds(sentenceFollows, text, end)) return isInitial ? null : { length: short.length - 1, spoken: words };
    return { length: short.length + (/[ \u00A0]/.test(text[end] ?? "") ? 1 : 0), spoken: `${words} ` };
  }
  if (need === "person" && !holds(personFollows, text, end)) return null;
  if (/[\p{L}\p{M}]$/u.test(short) && !holds(wordGoesOn, text, end)) return null;
  if (isShouted(text, at, end)) return null;
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
      if (match) return { ...match, spoken: withoutRepetition(match.spoken, text, at) };
    }
    return null;
  },
};

const scored = /(?:thẻ đỏ|thẻ vàng|ghi bàn|bàn thắng|tỷ số|vào sân|sút|gỡ hòa|mở tỷ số)[^.\n]{0,16}$/iu;

/** q1, q.10, p.5: a district or a ward in a chat message. */
export const districtRule = rule({
  name: "abbreviation",
  begins: "letter",
  first: "qp",
  pattern: sticky(`(?:q\\.?|(?<ward>p\\.))[ \\u00A0]?(?<number>[1-9]\\d?)${edge}(?![.,]?\\d)`),
  verbalize({ ward = "", number = "", before = "" }, options) {
    const isMinute = ward && (Number(number) > 30 || scored.test(before));
    return `${isMinute ? "phút" : ward ? "phường" : "quận"} ${cardinal(number, options)}`;
  },
});

/** Q5, Q12: no quarter has such a number. */
export const highDistrictRule = rule({
  name: "abbreviation",
  begins: "letter",
  first: "Q",
  pattern: sticky(`Q(?<number>[5-9]|1[0-2])(?![\\p{L}\\d]|[.,/-]\\d)${edge}`),
  verbalize: ({ number = "" }, options) => `quận ${cardinal(number, options)}`,
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

const managed = /(?:phí|ban|viên|phòng)[ \u00A0]$/iu;

/** Cấp cứu: ĐT 115. */
const emergency = /(?:cấp cứu|cứu hỏa|cứu nạn|cứu thương|công an|khẩn cấp|liên hệ|gọi|hotline)[^\p{L}\d]{1,3}$/iu;

const roads: Record<string, string> = { QL: "quốc lộ", TL: "tỉnh lộ", HL: "hương lộ", ĐT: "đường tỉnh" };

/** Q.Nam, Q. Ninh: a province, unless the name goes on as a district's: Q. Ninh Kiều. */
export const provinceRule = rule({
  name: "abbreviation",
  begins: "letter",
  first: "Q",
  pattern: sticky("Q\\. ?(?<name>Ngãi|Trị|Nam|Ninh|Bình)(?![\\p{L}\\d]| \\p{Lu})"),
  verbalize: ({ name = "" }) => `Quảng ${name}`,
});

/** QL1A, ĐT 741: a road and its number. */
export const roadRule = rule({
  name: "abbreviation",
  begins: "letter",
  first: "QTHĐ",
  pattern: sticky(`(?<kind>QL|TL|HL|ĐT)[. ]?(?=[1-9])(?<number>\\d{1,3})(?<branch>[A-ZĐ]?)${edge}(?![.,]?\\d)`),
  verbalize: ({ kind = "", number = "", branch = "", before = "" }, options) =>
    managed.test(before) || (kind === "ĐT" && /^11[1-5]$/.test(number) && emergency.test(before))
      ? null
      : `${roads[kind]} ${cardinal(number, options)}${branch && ` ${branch.toLowerCase()}`}`,
});
