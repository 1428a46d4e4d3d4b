import { rule, sticky } from "../rule";

const titles: Record<string, string> = {
  GS: "giáo sư",
  PGS: "phó giáo sư",
  TS: "tiến sĩ",
  Ts: "tiến sĩ",
  TSKH: "tiến sĩ khoa học",
  ThS: "thạc sĩ",
  Ths: "thạc sĩ",
  THS: "thạc sĩ",
  BS: "bác sĩ",
  Bs: "bác sĩ",
  BSCKI: "bác sĩ chuyên khoa một",
  BSCKII: "bác sĩ chuyên khoa hai",
  BSCK1: "bác sĩ chuyên khoa một",
  BSCK2: "bác sĩ chuyên khoa hai",
  BSNT: "bác sĩ nội trú",
  CKI: "chuyên khoa một",
  CKII: "chuyên khoa hai",
  CK1: "chuyên khoa một",
  CK2: "chuyên khoa hai",
  "CK I": "chuyên khoa một",
  "CK II": "chuyên khoa hai",
  DS: "dược sĩ",
  LS: "luật sư",
  KS: "kỹ sư",
  KTS: "kiến trúc sư",
  CN: "cử nhân",
  NS: "nghệ sĩ",
  NSND: "nghệ sĩ nhân dân",
  NSƯT: "nghệ sĩ ưu tú",
  NGND: "nhà giáo nhân dân",
  NGƯT: "nhà giáo ưu tú",
  TTND: "thầy thuốc nhân dân",
  TTƯT: "thầy thuốc ưu tú",
  VS: "viện sĩ",
  AHLĐ: "anh hùng lao động",
  NCS: "nghiên cứu sinh",
  ĐD: "điều dưỡng",
  GV: "giảng viên",
  NT: "nội trú",
  GVC: "giảng viên chính",
};

const title = Object.keys(titles)
  .sort((one, other) => other.length - one.length)
  .join("|");

/** One that is no other short form beside another title. */
const degrees =
  /^(?:(?:DS|ĐD)[-–. ]+CK|CN[-–. ]+(?:ĐD|DS)|P?GS|TSKH|Th?S|THS|Ths|Ts|BS|Bs|BSCK|BSNT|KTS|NSND|NSƯT|NGND|NGƯT|TTND|TTƯT)/;

/** PGS-TS, TS-BS, BS-CKII, ThS.BS: titles joined by hyphens, periods or commas, before a name or a title that is no other form. */
export const joinedTitleRule = rule({
  name: "abbreviation",
  begins: "letter",
  first: "GPTBDLKCNVAĐ",
  pattern: sticky(
    `(?<titles>(?:${title})(?:(?:\\.[ ]?|[ ]?[-–][ ]?|,[ ](?=P?GS|TS|Th?S|BS)|(?=[ ]CK))[ ]?(?:${title})(?![\\p{L}\\p{M}])){1,4})(?![\\p{L}\\p{M}\\d])(?:\\.?[ ]?(?<name>(?=\\p{Lu}[\\p{Ll}\\p{M}]|\\p{Lu}\\p{Lu}))|(?<dot>\\.)(?=[ ]?\\p{Lu}))?`,
  ),
  verbalize({ all = "", titles: written = "" }) {
    if (!degrees.test(written)) return null;
    const words = (written.match(new RegExp(`(?:${title})(?![\\p{L}\\p{M}])`, "gu")) ?? []).map((one) => titles[one]);
    return `${words.join(" ")}${all.length > written.length ? " " : ""}`;
  },
});
