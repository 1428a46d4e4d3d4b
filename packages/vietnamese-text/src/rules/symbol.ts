import { perSigns, units } from "../data";
import { after, anyOf, rule, sticky } from "../rule";

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
  "√": "căn bậc hai của",
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
  "phổi|thận|mắt|tai|tay|chân|đùi|vai|gối|khuỷu|háng|vú|bàn tay|bàn chân|cẳng chân|cẳng tay|cánh tay|xương đùi|xương chày|xương quay|xương đòn|cổ chân|cổ tay|buồng trứng|bên|nửa người|màng phổi|thùy|thùy trên|thùy dưới|thùy trên phổi|niệu quản|hàm|má|hố chậu|hạ sườn|mông|khớp gối|khớp háng|bẹn|thái dương|bán cầu|não|đáy phổi";

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

/** =)) and :)) are emoticons, a final <3 is a heart. */
const face = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky(
    "(?<=[\\p{L}\\d!?.,] )(?:[=:;]-?\\){1,9}|[=:;]-?\\({1,9})(?=[\\s.,!?]|$)[ ]?|(?<=\\p{L} )<3(?=\\s{0,3}(?:\\n|$))",
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

/** 85 triệu đồng/lượng, 2 lần/ngày: a rate. */
const each = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky(
    "(?<=\\d['’′]|(?<!\\p{L})(?:đồng|Đồng|triệu|tỷ|nghìn|ngàn|đ|k|USD|lần|viên|người|buổi|giờ|tiếng|ngày|suất|vé|gói|ca|ly|cốc|bữa|tấn|tạ|yến|ống|liều|giọt|muỗng|thìa|con|cây|phần trăm|trận|bài|tin|phút|cuốn|chuyến|mũi|lượt|sản phẩm|xe|điểm|độ))[ ]?/[ ]?(?=\\p{Ll})",
  ),
  verbalize: () => "một",
});

const measuredFor =
  "ngày|giờ|phút|giây|tháng|năm|tuần|lần|người|buổi|đêm|lớp|ca|xe|trận|vòng|mùa|quý|kỳ|hộ|căn|suất|khách|đơn|bàn|trẻ|đầu người|lượt|chuyến";

/** 80 nhịp/phút, 35 học sinh/lớp: a rate of counted things. */
const eachOf = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky(`(?<=\\d[ \\u00A0]\\p{Ll}{1,8}(?:[ \\u00A0]\\p{Ll}{1,8})?[ ]?)/[ ]?(?=(?:${measuredFor})(?!\\p{L}))`),
  verbalize: () => "một",
});

/** 290 người/km²: a rate with a unit sign. */
const onUnit = rule({
  name: "unit",
  begins: "mark",
  pattern: sticky(
    `(?<=\\p{Ll}[ ]?)/[ ]?(?<sign>${anyOf(Object.keys(perSigns).filter((sign) => /²|³|\d|ha|km|kg|kWh/.test(sign)))})(?![\\p{L}\\d])`,
  ),
  verbalize: ({ sign = "" }) => `trên ${perSigns[sign]}`,
});

/** 25.000/kg, 30.000/hộp. */
const priceOf = rule({
  name: "unit",
  begins: "mark",
  pattern: sticky(
    "(?<=\\d{3}[ ]?)/[ ]?(?<unit>kg|m2|m²|m3|km|l|cái|chiếc|hộp|gói|chai|lon|suất|vé|bộ|đôi|cặp|con|bó|quả|phần|ly|tô|bát|đĩa|lít|tấn|tạ|mét|buổi|lượt)(?![\\p{L}\\d])",
  ),
  verbalize: ({ unit = "" }) => `một ${units[unit] ?? unit}`,
});

/** 25k/10 quả: a price for several items. */
const priceForMany = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("(?<=\\d(?:k|K|đ|d|(?:tr|tỷ|tỉ|triệu)\\d{0,3})|đồng)/(?=\\d{1,3}[ ]?\\p{Ll})"),
  // Without a separator the price would run into the number: "sáu mươi nghìn năm trăm gam".
  verbalize: ({ before = "" }) => (/[đdg]$/.test(before) ? " " : ", "),
});

/** USD/VND: an exchange rate. */
const pair = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("(?<=(?<!\\p{L})[A-Z]{3})/(?=(?:VND|VNĐ|USD|EUR|JPY|CNY|GBP|THB)(?!\\p{L}))"),
  verbalize: () => "trên",
});

/** 6h-14h/14h-22h: alternative shifts. */
const shifts = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("(?<=\\d[hg](?:\\d\\d)?)/(?=\\d{1,2}[hg])"),
  verbalize: () => ", ",
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

const comparisons: Record<string, string> = { ">=": "lớn hơn hoặc bằng", "<=": "nhỏ hơn hoặc bằng", "!=": "khác" };

/** >=, <=, !=. */
const comparison = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("(?<sign>>=|<=|!=)(?=[ \\u00A0]?[\\p{L}\\d-])"),
  verbalize: ({ sign = "" }) => comparisons[sign] ?? null,
});

/** A bar or an arrow between words is a pause. */
const bar = rule({ name: "symbol", begins: "mark", pattern: sticky("[|→⇒➔]|-{1,2}>|=>"), verbalize: () => "," });

/** Tried where a sign between numbers decides their meaning. */
export const resultRules = [result, rhesus, side, phi];
export const sumRules = [absolute, factorial, sum, times, power, about];
/** Tried last among the rules that begin with a mark. */
export const symbolRules = [
  silent,
  face,
  menuPath,
  priceOf,
  priceForMany,
  onUnit,
  pair,
  each,
  eachOf,
  shifts,
  house,
  stroke,
  comparison,
  bar,
  symbol,
];
