import { perSigns, units } from "../data/units";
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

/** What is tested, before (+) or (-). */
const testWords =
  "test|test nhanh|que thử|phản ứng|dấu hiệu(?: \\p{L}{1,12}){0,2}|nghiệm pháp(?: \\p{L}{1,12}){0,2}|kết quả|xét nghiệm|XN|niệu|kháng nguyên|kháng thể|cấy máu|cấy đờm|cấy|HIV|Dengue|cúm A|cúm B|cúm|BK|AFB|bạch cầu|Nitrit|Protein|Glucose|Babinski|Murphy|Kernig|Macburney|Mac Burney|ECG|thai|HCG|Covid|COVID-19|pro|glu|ket|nit|leu|ery|bil|uro|keton|protein|glucose|ceton|nước tiểu|máu";
const inEitherCase = (words: string): string =>
  words
    .split("|")
    .map((word) => `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`)
    .join("|");

/** HBsAg (-), NS1 (+), cực (+): the result of a test, the pole of a battery. */
const result = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky(
    `\\((?<sign>\\+{1,4}|[-−–])\\)(?:(?<=(?<!\\p{L})(?<pole>cực|dây|cọc|đầu|điện cực|bình|máu (?:A|B|O|AB))[ \\u00A0]\\([-+−–]\\))|(?<=(?:\\p{Lu}[\\p{L}\\d-]{0,8}[\\p{Lu}\\d][\\p{Ll}\\d]{0,4}|(?<!\\p{L})Rh|(?<!\\p{L})(?:${inEitherCase(testWords)})):?[ \\u00A0]?\\((?:\\+{1,4}|[-−–])\\)))`,
  ),
  say({ sign = "", pole = "" }) {
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
  say: ({ side = "" }) => (side === "T" ? "trái" : side === "P" ? "phải" : null),
});

const phi = rule({
  name: "symbol",
  begins: ["letter", "mark"],
  pattern: sticky("[ΦφØø⌀ϕ](?=[ ]?\\d)"),
  say: () => "phi",
});

const symbol = rule({
  name: "symbol",
  begins: ["mark", "letter", "digit"],
  first: Object.keys(symbols).join(""),
  pattern: sticky(`(?<symbol>[${Object.keys(symbols).join("")}])(?!\\p{L}{0}[\\p{M}])`),
  say: ({ symbol = "" }) => symbols[symbol] ?? null,
});

/** =)) and :)) are faces, <3 at the end a heart. */
const face = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky(
    "(?<=[\\p{L}\\d!?.,] )(?:[=:;]-?\\){1,9}|[=:;]-?\\({1,9})(?=[\\s.,!?]|$)[ ]?|(?<=\\p{L} )<3(?=\\s{0,3}(?:\\n|$))",
  ),
  say: () => "",
});

/** Cài đặt > Bảo mật: the way through a menu. */
const menuPath = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("(?<=\\p{Ll} )>(?=[ ]\\p{Lu}\\p{Ll})"),
  say: () => ",",
});

/** ©, ®, ™ and the like have no sound. */
const silent = rule({ name: "symbol", begins: "mark", pattern: sticky("[©®™℠]"), say: () => "" });

/** Between numbers it is a sign: 2 x 3, 5*3. */
const times = rule({
  name: "symbol",
  begins: ["letter", "mark"],
  first: "xX*·",
  pattern: sticky("(?<=[\\d)][ \\u00A0]?)[xX*·](?=[ \\u00A0]?[\\d(])|(?<=\\p{Ll}[ \\u00A0])x(?=[ \\u00A0]\\d)"),
  say: () => "nhân",
});

/** 7 - 3 = 4, 12 : 4 = 3: in a sum, which has its equals sign near. */
const sum = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky(
    "(?<=(?:[\\d)²³]|(?<!\\p{L})[a-z])[ \\u00A0]?)(?<sign>[-−–:])(?=[ \\u00A0]?(?:[\\d(]|[a-z](?!\\p{L}))[\\da-z²³.,() +×x*:−–-]{0,40}=)|(?<=(?:phép tính|phép trừ|hiệu của|hiệu|biểu thức|kết quả phép tính) \\d{1,9}[ \\u00A0])(?<minus>[-−–])(?=[ \\u00A0]\\d)|(?<=(?:đồng|đ|₫) )(?<minus2>[-−–])(?= [\\d.,]{1,20} ?(?:đồng|đ|₫)\\)? ?=)",
  ),
  say: ({ sign = "" }) => (sign === ":" ? "chia" : "trừ"),
});

/** Nhóm máu O+: the factor of a blood group. */
const rhesus = rule({
  name: "symbol",
  begins: "mark",
  first: "+-−",
  pattern: sticky("(?<=[Nn]hóm máu (?:A|B|AB|O) ?)[+−-](?![\\p{L}\\d])"),
  say: ({ all = "" }) => (all === "+" ? "dương" : "âm"),
});

/** 5! = 120. */
const factorial = rule({
  name: "symbol",
  begins: "mark",
  first: "!",
  pattern: sticky("(?<=[\\dn])!(?=[ ]?[=+×*/:−-])"),
  say: () => "giai thừa",
});

/** |x| < 2. */
const absolute = rule({
  name: "symbol",
  begins: "mark",
  first: "|",
  pattern: sticky("(?<![\\p{L}\\d][ ]?)\\|(?<inner>-?[\\da-z]{1,4}(?: ?[-+] ?[\\da-z]{1,4})?)\\|(?![\\p{L}\\d])"),
  say: ({ inner = "" }) =>
    `giá trị tuyệt đối của ${inner.replace("-", " trừ ").replace("+", " cộng ").replace(/ {2,}/g, " ").trim()}`,
});

/** 2^10. */
const power = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("(?<=[\\p{L}\\d)])\\^(?=[\\d(-])"),
  say: () => "mũ",
});

/** ~50: about. */
const about = rule({ name: "symbol", begins: "mark", pattern: sticky("~[ \\u00A0]?(?=\\d)"), say: () => "khoảng" });

/** 85 triệu đồng/lượng, 2 lần/ngày: so much for one. */
const each = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky(
    "(?<=\\d['’′]|(?<!\\p{L})(?:đồng|Đồng|triệu|tỷ|nghìn|ngàn|đ|k|USD|lần|viên|người|buổi|giờ|tiếng|ngày|suất|vé|gói|ca|ly|cốc|bữa|tấn|tạ|yến|ống|liều|giọt|muỗng|thìa|con|cây|phần trăm|trận|bài|tin|phút|cuốn|chuyến|mũi|lượt|sản phẩm|xe|điểm|độ))[ ]?/[ ]?(?=\\p{Ll})",
  ),
  say: () => "một",
});

const measuredFor =
  "ngày|giờ|phút|giây|tháng|năm|tuần|lần|người|buổi|đêm|lớp|ca|xe|trận|vòng|mùa|quý|kỳ|hộ|căn|suất|khách|đơn|bàn|trẻ|đầu người|lượt|chuyến";

/** 80 nhịp/phút, 35 học sinh/lớp: a number of something for one. */
const eachOf = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky(`(?<=\\d[ \\u00A0]\\p{Ll}{1,8}(?:[ \\u00A0]\\p{Ll}{1,8})?[ ]?)/[ ]?(?=(?:${measuredFor})(?!\\p{L}))`),
  say: () => "một",
});

/** 290 người/km²: on a sign for a unit. */
const onUnit = rule({
  name: "unit",
  begins: "mark",
  pattern: sticky(
    `(?<=\\p{Ll}[ ]?)/[ ]?(?<sign>${anyOf(Object.keys(perSigns).filter((sign) => /²|³|\d|ha|km|kg|kWh/.test(sign)))})(?![\\p{L}\\d])`,
  ),
  say: ({ sign = "" }) => `trên ${perSigns[sign]}`,
});

/** 25.000/kg, 30.000/hộp. */
const priceOf = rule({
  name: "unit",
  begins: "mark",
  pattern: sticky(
    "(?<=\\d{3}[ ]?)/[ ]?(?<unit>kg|m2|m²|m3|km|l|cái|chiếc|hộp|gói|chai|lon|suất|vé|bộ|đôi|cặp|con|bó|quả|phần|ly|tô|bát|đĩa|lít|tấn|tạ|mét|buổi|lượt)(?![\\p{L}\\d])",
  ),
  say: ({ unit = "" }) => `một ${units[unit] ?? unit}`,
});

/** 25k/10 quả: so much for so many. */
const priceForMany = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("(?<=\\d(?:k|K|đ|d|(?:tr|tỷ|tỉ|triệu)\\d{0,3})|đồng)/(?=\\d{1,3}[ ]?\\p{Ll})"),
  // Without its currency the price would run into the number: "sáu mươi nghìn năm trăm gam".
  say: ({ before = "" }) => (/[đdg]$/.test(before) ? " " : ", "),
});

/** USD/VND: one currency in another. */
const pair = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("(?<=(?<!\\p{L})[A-Z]{3})/(?=(?:VND|VNĐ|USD|EUR|JPY|CNY|GBP|THB)(?!\\p{L}))"),
  say: () => "trên",
});

/** 6h-14h/14h-22h: one shift or the other. */
const shifts = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("(?<=\\d[hg](?:\\d\\d)?)/(?=\\d{1,2}[hg])"),
  say: () => ", ",
});

/** 45/12A, K12/34: the number of a house. */
const house = rule({ name: "symbol", begins: "mark", pattern: sticky("(?<=[\\p{L}\\d])/(?=\\d)"), say: () => "trên" });

/** Và/hoặc, COVID-19, 2-1: nobody says the stroke. */
const stroke = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("(?<=[\\p{L}\\p{M}\\d%])/(?=\\p{L})|(?<=[\\p{L}\\p{M}\\d])[-–](?=\\d)|(?<=\\d)[-–](?=\\p{Lu})"),
  say: () => " ",
});

const comparisons: Record<string, string> = { ">=": "lớn hơn hoặc bằng", "<=": "nhỏ hơn hoặc bằng", "!=": "khác" };

/** >=, <=, != as they are typed. */
const comparison = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("(?<sign>>=|<=|!=)(?=[ \\u00A0]?[\\p{L}\\d-])"),
  say: ({ sign = "" }) => comparisons[sign] ?? null,
});

/** A bar or an arrow between words is a pause. */
const bar = rule({ name: "symbol", begins: "mark", pattern: sticky("[|→⇒➔]|-{1,2}>|=>"), say: () => "," });

/** Tried where a sign between numbers decides what they are. */
export const resultRules = [result, rhesus, side, phi];
export const sumRules = [absolute, factorial, sum, times, power, about];
/** Tried last of all that begins with a mark. */
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
