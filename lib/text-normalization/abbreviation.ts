import { spell } from "./letters";
import { anyOf, edge, type Rule, sticky } from "./rule";

/** As they are written, with the blank that may follow their dot. */
const abbreviations: Record<string, string> = {
  "TP.HCM": "thành phố Hồ Chí Minh",
  "TP. HCM": "thành phố Hồ Chí Minh",
  "Tp.HCM": "thành phố Hồ Chí Minh",
  "Tp. HCM": "thành phố Hồ Chí Minh",
  TPHCM: "thành phố Hồ Chí Minh",
  "TP HCM": "thành phố Hồ Chí Minh",
  HCM: "Hồ Chí Minh",
  "TP.": "thành phố ",
  "Tp.": "thành phố ",
  TP: "thành phố",
  "Q.": "quận ",
  "P.": "phường ",
  "H.": "huyện ",
  "TX.": "thị xã ",
  "TT.": "thị trấn ",
  "Đ.": "đường ",
  UBND: "ủy ban nhân dân",
  HĐND: "hội đồng nhân dân",
  HĐQT: "hội đồng quản trị",
  MTTQ: "mặt trận tổ quốc",
  QH: "quốc hội",
  "GS.": "giáo sư ",
  "PGS.": "phó giáo sư ",
  "TS.": "tiến sĩ ",
  "ThS.": "thạc sĩ ",
  "BS.": "bác sĩ ",
  "KS.": "kỹ sư ",
  "CN.": "cử nhân ",
  GS: "giáo sư",
  PGS: "phó giáo sư",
  ThS: "thạc sĩ",
  BHXH: "bảo hiểm xã hội",
  BHYT: "bảo hiểm y tế",
  BHTN: "bảo hiểm thất nghiệp",
  CSGT: "cảnh sát giao thông",
  PCCC: "phòng cháy chữa cháy",
  THPT: "trung học phổ thông",
  THCS: "trung học cơ sở",
  ĐHQG: "đại học quốc gia",
  ĐH: "đại học",
  CĐ: "cao đẳng",
  GDĐT: "giáo dục đào tạo",
  "GD&ĐT": "giáo dục và đào tạo",
  CNTT: "công nghệ thông tin",
  TNHH: "trách nhiệm hữu hạn",
  CP: "cổ phần",
  MTV: "một thành viên",
  DN: "doanh nghiệp",
  HTX: "hợp tác xã",
  KCN: "khu công nghiệp",
  KĐT: "khu đô thị",
  NXB: "nhà xuất bản",
  NHNN: "ngân hàng nhà nước",
  TMCP: "thương mại cổ phần",
  GTGT: "giá trị gia tăng",
  TNCN: "thu nhập cá nhân",
  CCCD: "căn cước công dân",
  CMND: "chứng minh nhân dân",
  LĐLĐ: "liên đoàn lao động",
  ATTP: "an toàn thực phẩm",
  XHCN: "xã hội chủ nghĩa",
  ĐBSCL: "đồng bằng sông Cửu Long",
  "v.v...": "vân vân...",
  "v.v…": "vân vân…",
  "v.v.": "vân vân",
  "v.v": "vân vân",
  "vv.": "vân vân",
  "VD:": "ví dụ,",
  "vd:": "ví dụ,",
  "ĐT:": "điện thoại,",
  STK: "số tài khoản",
  SĐT: "số điện thoại",
};

/** A table's word, with the blank it stands before kept single. */
export const abbreviationRule: Rule = {
  name: "abbreviation",
  pattern: sticky(
    `(?<short>${anyOf(Object.keys(abbreviations).filter((key) => !key.endsWith(".") || key.startsWith("v")))})${edge}`,
  ),
  say: ({ short = "" }) => abbreviations[short] ?? null,
};

/** Behind these a name or a number follows: TP. Huế, Q.1, TS. Lan. */
export const titleRule: Rule = {
  name: "abbreviation",
  pattern: sticky(
    `(?<short>${anyOf(Object.keys(abbreviations).filter((key) => key.endsWith(".") && !key.startsWith("v")))})(?<blank>[ \\u00A0]?)(?=[\\p{Lu}\\d])`,
  ),
  say: ({ short = "" }) => abbreviations[short] ?? null,
};

/** Capitals that no syllable can be made of: VTV, KPMG, BBC. */
export const initialsRule: Rule = {
  name: "initials",
  pattern: sticky(`(?<letters>[BCDĐFGHJKLMNPQRSTVWXZ]{2,6})${edge}`),
  say: ({ letters = "" }) => spell(letters),
};
