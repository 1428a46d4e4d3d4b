import { after, rule, sticky } from "../rule";
import { each, eachOf, eachOfKind, onUnit, pair, priceForMany, priceOf, shifts } from "./per-item";

const symbols: Record<string, string> = {
  "&": "và",
  "@": "a còng",
  "%": "phần trăm",
  "‰": "phần nghìn",
  "+": "cộng",
  "=": "bằng",
  "≈": "xấp xỉ",
  "≠": "khác",
  "≥": "lớn hơn hoặc bằng",
  "≤": "nhỏ hơn hoặc bằng",
  ">": "lớn hơn",
  "<": "nhỏ hơn",
  "×": "nhân",
  "÷": "chia",
  "±": "cộng trừ",
  "√": "căn bậc hai của ",
  π: "pi",
  "∞": "vô cùng",
  "²": "bình phương",
  "³": "lập phương",
  "§": "mục",
  "°": "độ",
  "₫": "đồng",
  $: "đô la",
  "€": "ơ rô",
  "£": "bảng Anh",
  "¥": "yên",
  "№": "số",
  Ω: "ôm",
};

/** Words for tests, before (+) or (-). */
const testWords =
  "test|test nhanh|que thử|phản ứng|dấu hiệu(?: \\p{L}{1,12}){0,2}|nghiệm pháp(?: \\p{L}{1,12}){0,2}|kết quả|xét nghiệm|XN|niệu|kháng nguyên|kháng thể|cấy máu|cấy đờm|cấy|HIV|Dengue|cúm A|cúm B|cúm|BK|AFB|bạch cầu|Nitrit|Protein|Glucose|Babinski|Murphy|Kernig|Macburney|Mac Burney|ECG|thai|HCG|Covid|COVID-19|pro|glu|ket|nit|leu|ery|bil|uro|keton|protein|glucose|ceton|nước tiểu|máu";

const inEitherCase = (words: string): string =>
  words
    .split("|")
    .map((word) => `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`)
    .join("|");

/** HBsAg (-), NS1 (+), cực (+): a test result or a battery pole. */
const result = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky(
    `\\((?<sign>\\+{1,4}|[-−–])\\)(?:(?<=(?<!\\p{L})(?<pole>cực|dây|cọc|đầu|điện cực|bình|máu (?:A|B|O|AB))[ \\u00A0]\\([-+−–]\\))|(?<=(?:\\p{Lu}[\\p{L}\\d-]{0,8}[\\p{Lu}\\d][\\p{Ll}\\d]{0,4}|(?<!\\p{L})Rh|(?<!\\p{L})(?:${inEitherCase(testWords)})):?[ \\u00A0]?\\((?:\\+{1,4}|[-−–])\\)))`,
  ),
  verbalize({ sign = "", pole = "" }) {
    if (pole) return sign === "+" ? "dương" : "âm";
    const degree = ["", "", " hai cộng", " ba cộng", " bốn cộng"][sign.length] ?? "";
    return sign.startsWith("+") ? `dương tính${degree}` : "âm tính";
  },
});

const sidedParts =
  "phổi|thận|mắt|tai|tay|chân|đùi|vai|gối|khuỷu|háng|vú|bàn tay|bàn chân|cẳng chân|cẳng tay|cánh tay|xương đùi|xương chày|xương quay|xương đòn|cổ chân|cổ tay|buồng trứng|bên|nửa người|màng phổi|thùy|thùy trên|thùy dưới|thùy trên phổi|niệu quản|hàm|má|hố chậu|hạ sườn|rễ|nhánh|thất|nhĩ|hông|cổ|ngực|khoeo|bả vai|gót|xoang hàm|xương|BT|mông|khớp gối|khớp háng|bẹn|thái dương|bán cầu|não|đáy phổi";

/** Phổi (P), xương đùi (T): right and left. */
const side = rule({
  name: "abbreviation",
  begins: "mark",
  pattern: sticky(`${after(sidedParts)}\\((?<side>[TP])\\)`, "i"),
  verbalize: ({ side = "" }) => (side === "T" ? "trái" : side === "P" ? "phải" : null),
});

const phi = rule({
  name: "symbol",
  begins: ["letter", "mark"],
  pattern: sticky("[ΦφØø⌀ϕ](?=[ ]?\\d)"),
  verbalize: () => "phi",
});

const symbol = rule({
  name: "symbol",
  begins: ["mark", "letter", "digit"],
  first: Object.keys(symbols).join(""),
  pattern: sticky(`(?<symbol>[${Object.keys(symbols).join("")}])(?!\\p{L}{0}[\\p{M}])`),
  verbalize: ({ symbol = "" }) => symbols[symbol] ?? null,
});

const mouths = "['’]?-?(?:\\){1,9}|\\({1,9}|\\]{1,3}(?!\\])|D(?![\\p{L}\\d]))";
const faces = `[=:;]${mouths}|:['’]?-?(?:[dPpOo*vV>|\\\\](?![\\p{L}\\d/])|3(?!\\d))|;-?[dPpv](?![\\p{L}\\d])|<\\/?3+(?![\\d.,]\\d|[ ]?(?:\\d|(?:kg|g|cm|m|mm|km|tháng|tuổi|năm|ngày|tuần|giờ|phút|giây|điểm|triệu|tr|tỷ|k|lần|người|độ|%|x|và|hoặc|thì)(?!\\p{L})))|[xX]D+(?!\\p{L})|\\^[._o-]?\\^|-[._]+-|T[._]+T|>[._]<|=[._]=|@@(?!\\p{L})|o[._]O|O[._]o|¯\\\\?_\\(ツ\\)_/¯|\\(\\^[._]?\\^\\)|\\(-?:(?![\\p{L}\\d])|\\){2,9}`;

/** =)), :D, ^^, T_T and the like are emoticons, <3 a heart. */
const face = rule({
  name: "symbol",
  begins: ["mark", "letter"],
  first: "=:;xX<^-T>@oO¯()",
  pattern: sticky(
    `(?:(?<=^|[\\s!?.,~…)"”])(?:${faces})|(?<=\\p{L})(?:[=:;]['’]?-?(?:\\){2,9}|\\({2,9})|\\^_?\\^))(?=[\\s.,!?…)"”<:;=^]|$)[ ]?`,
  ),
  verbalize: () => "",
});

/** Cài đặt > Bảo mật: a menu path. */
const menuPath = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("(?<=\\p{Ll} )>(?=[ ]\\p{Lu}\\p{Ll})"),
  verbalize: () => ",",
});

/** ©, ®, ™ and similar signs are silent. */
const silent = rule({ name: "symbol", begins: "mark", pattern: sticky("[©®™℠]"), verbalize: () => "" });

/** Multiplication between numbers: 2 x 3, 5*3. */
const times = rule({
  name: "symbol",
  begins: ["letter", "mark"],
  first: "xX*·",
  pattern: sticky(
    "(?<=(?:[\\d)]|\\d[Tvm])[ \\u00A0]?)[xX*·](?=[ \\u00A0]?[\\d(])|(?<=\\p{Ll}[ \\u00A0])x(?=[ \\u00A0]\\d)",
  ),
  verbalize: () => "nhân",
});

/** 7 - 3 = 4, 12 : 4 = 3: an operator near an equals sign. */
const sum = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky(
    "(?<=(?:[\\d)²³]|(?<!\\p{L})[a-z])[ \\u00A0]?)(?<sign>[-−–:])(?=[ \\u00A0]?(?:[\\d(]|[a-z](?!\\p{L}))[\\da-z²³.,() +×x*:−–-]{0,40}=)|(?<=(?:phép tính|phép trừ|hiệu của|hiệu|biểu thức|kết quả phép tính) \\d{1,9}[ \\u00A0])(?<minus>[-−–])(?=[ \\u00A0]\\d)|(?<=(?:đồng|đ|₫) )(?<minus2>[-−–])(?= [\\d.,]{1,20} ?(?:đồng|đ|₫)\\)? ?=)",
  ),
  verbalize: ({ sign = "" }) => (sign === ":" ? "chia" : "trừ"),
});

/** Nhóm máu O+: the Rh factor of a blood group. */
const rhesus = rule({
  name: "symbol",
  begins: "mark",
  first: "+-−",
  pattern: sticky("(?<=[Nn]hóm máu (?:A|B|AB|O) ?)[+−-](?![\\p{L}\\d])"),
  verbalize: ({ all = "" }) => (all === "+" ? "dương" : "âm"),
});

/** 5! = 120. */
const factorial = rule({
  name: "symbol",
  begins: "mark",
  first: "!",
  pattern: sticky("(?<=[\\dn])!(?=[ ]?[=+×*/:−-])"),
  verbalize: () => "giai thừa",
});

/** |x| < 2. */
const absolute = rule({
  name: "symbol",
  begins: "mark",
  first: "|",
  pattern: sticky("(?<![\\p{L}\\d][ ]?)\\|(?<inner>-?[\\da-z]{1,4}(?: ?[-+] ?[\\da-z]{1,4})?)\\|(?![\\p{L}\\d])"),
  verbalize: ({ inner = "" }) =>
    `giá trị tuyệt đối của ${inner.replace("-", " trừ ").replace("+", " cộng ").replace(/ {2,}/g, " ").trim()}`,
});

/** 2^10. */
const power = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("(?<=[\\p{L}\\d)])\\^(?=[\\d(-])"),
  verbalize: () => "mũ",
});

/** ~50: about. */
const about = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("~[ \\u00A0]?(?=\\d)"),
  verbalize: () => "khoảng",
});

/** 45/12A, K12/34: a house number. */
const house = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("(?<=[\\p{L}\\d])/(?=\\d)"),
  verbalize: () => "trên",
});

/** Và/hoặc, COVID-19, 2-1: the slash is silent. */
const stroke = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("(?<=[\\p{L}\\p{M}\\d%])/(?=\\p{L})|(?<=[\\p{L}\\p{M}\\d])[-–](?=\\d)|(?<=\\d)[-–](?=\\p{Lu})"),
  verbalize: () => " ",
});

const comparisons: Record<string, string> = {
  "&&": "và",
  ">=": "lớn hơn hoặc bằng",
  "<=": "nhỏ hơn hoặc bằng",
  "!=": "khác",
};

/** >=, <=, !=. */
const comparison = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("(?<sign>>=|<=(?!>)|!=|&&)(?=[ \\u00A0]?[\\p{L}\\d-])"),
  verbalize: ({ sign = "" }) => comparisons[sign] ?? null,
});

/** A bar or an arrow between words is a pause. */
const bar = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("[|→⇒➔]|-{1,2}>|=>|<-{1,2}(?![\\d.])|<=>"),
  verbalize: () => ",",
});

/** Tried where a sign between numbers decides their meaning. */
export const resultRules = [face, result, rhesus, side, phi];

export const sumRules = [absolute, factorial, sum, times, power, about];

/** Tried last among the rules that begin with a mark. */
export const symbolRules = [
  silent,
  menuPath,
  priceOf,
  priceForMany,
  onUnit,
  pair,
  each,
  eachOf,
  eachOfKind,
  shifts,
  house,
  stroke,
  comparison,
  bar,
  symbol,
];
