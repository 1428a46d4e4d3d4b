/**
 * Kinds of text beside an abbreviation, named in angle brackets in the tables of senses. A pattern for the left side ends
 * where the abbreviation begins, one for the right side begins where it ends.
 */
const amount = "[\\d.,]+ ?(?:k|K|đ|tr|triệu|tỷ|tỉ|nghìn|ngàn|VND|VNĐ|USD|đồng)(?![\\p{L}])|\\d{1,3}(?:[.,]000)+";
const surnames =
  "Nguyễn|Trần|Lê|Phạm|Hoàng|Huỳnh|Phan|Vũ|Võ|Đặng|Bùi|Đỗ|Hồ|Ngô|Dương|Lý|Đinh|Trịnh|Mai|Đào|Lương|Cao|Tạ|Hà|Lưu|Tô|Châu|Đoàn|Tống|Quách|Lâm|Triệu|Thái|Trương|Chu|Kiều|Tăng|Vương";
const places =
  "Hà Nội|Hồ Chí Minh|HCM|Sài Gòn|Đà Nẵng|Hải Phòng|Cần Thơ|Huế|Bình Dương|Đồng Nai|Nghệ An|Thanh Hóa|Quảng Ninh|Bắc Ninh|Hưng Yên|Khánh Hòa|Lâm Đồng|Đắk Lắk|Gia Lai|An Giang|Kiên Giang|Cà Mau|Vĩnh Long|Tây Ninh|Long An|Thái Nguyên|Lào Cai|Sơn La|Điện Biên|Phú Thọ|Ninh Bình|Quảng Trị|Quảng Ngãi|Quảng Nam|Nha Trang|Vũng Tàu|Biên Hòa|Đà Lạt|Thủ Đức|Cầu Giấy|Hai Bà Trưng|Hoàn Kiếm|Ba Đình|Đống Đa|Gò Vấp|Tân Bình|Bình Thạnh|Phú Nhuận|Bình Định|Phú Yên|Ninh Thuận|Bình Thuận|Bình Phước|Kon Tum|Đắk Nông|Quảng Bình|Hà Tĩnh|Hà Nam|Nam Định|Thái Bình|Hải Dương|Vĩnh Phúc|Bắc Giang|Lạng Sơn|Cao Bằng|Bắc Kạn|Tuyên Quang|Hà Giang|Yên Bái|Lai Châu|Hòa Bình|Bến Tre|Trà Vinh|Sóc Trăng|Hậu Giang|Bạc Liêu|Đồng Tháp|Tiền Giang|Quy Nhơn|Phú Quốc";
const name = "\\p{Lu}\\p{Ll}+";
const end = "(?![\\p{L}\\p{M}\\d])";

const right = {
  name,
  surname: `(?:${surnames})[ \\u00A0]\\p{Lu}`,
  place: `(?:${places})${end}`,
  town: name,
  caps: "\\p{Lu}{2,}",
  number: "\\d",
  number3: "\\d{3}",
  "one-digit": `\\d${end}(?![.,:/]\\d|%)`,
  amount,
  sum: "[-+]?\\d{1,3}[.,]\\d{3}",
  signed: "[-+]\\d",
  "from-amount": "(?:từ|trên|dưới|tối thiểu) [\\d.,]+",
  percent: "[\\d.,]+ ?%",
  year: "(?:19|20)\\d\\d(?!\\d)",
  years: "(?:19|20)\\d\\d ?[-–] ?(?:19|20)\\d\\d",
  "years-long": `(?:tối thiểu )?\\d+ (?:năm|tháng)${end}`,
  months: "\\d{1,2}(?:[tT](?!\\p{L})| tháng| năm)",
  minutes: "\\d+ ?(?:phút|'|p(?!\\p{L}))",
  date: "(?:ngày )?\\d{1,2}[/-]\\d{1,2}",
  roman: `[IVXL]{1,6}${end}`,
  document: "(?:số )?\\d{1,4}(?:/|-)(?:\\d{4}|\\p{L})",
  ratio: "\\d+:\\d",
  fraction: "\\d+/\\d",
  score: "\\d{1,2}[-–]\\d",
  pages: `\\d{1,4}${end}`,
  phone: "[+(]?(?:84|0|1[89]00)[\\d. )-]{4,}|\\d{3,4}[. ]\\d{3}",
  masked: "[A-Z]{2,6} \\d{6}|\\d{0,4}(?:[xX*]{2,12}|\\*)\\d",
  account: "\\d{6}",
  times: "\\d{1,2} ?(?:lần|tháng)",
  plate: "\\d{2}[ -]?[A-ZĐ]",
  pulse: "\\d{2,3} ?(?:l/p|l/ph|lần|ck|,)",
  breaths: "\\d{1,2} ?(?:l/p|l/ph|lần|ck)",
  heat: "\\d{2}(?:[.,]\\d)? ?(?:°C|độ C)",
  lab: "[\\d.,]+ ?(?:/mm|[TG]/[lL]|K/|triệu|nghìn|x)",
  tests: "\\p{Lu}{3,6} \\d",
  weight: `[\\d.,]+ ?(?:kg|g|mg|tấn)${end}`,
  length: `[\\d.,]+ ?(?:mm|cm|m)${end}`,
  area: `(?:đất |sàn |sử dụng |xây dựng |tổng |khoảng |thực tế )?:? ?[\\d.,]+(?: ?[-–] ?[\\d.,]+)? ?(?:m2|m²|m|ha|x)(?!\\p{L})`,
  size: "[\\d.,]+ ?(?:mm|cm|m)?(?: ?[x×*] ?\\d| ?(?:mm|cm)(?!\\p{L}))",
  screen: '\\d{2,3}(?: ?inch|["″”])|[48]K',
  power: "[\\d.,]+ ?(?:[kKMG]?W(?!\\p{L})|HP|hp|BTU|kVA|MVA|mã lực)",
  stars: "\\d ?(?:sao|\\*)",
  bank: "\\p{Lu}\\p{L}*[Bb]ank",
  road: "\\d{1,3}[A-ZĐ]?(?![\\p{L}\\d])",
  code: "[A-Z#]*\\d{4,}",
  tariff: "\\d{4}\\.\\d{2}(?![\\d.]*\\d{3})",
  "person-verb": `(?:(?:cũng|vẫn|đã|sẽ|đang|mới|vừa|chưa|có|không|ko|k|phải|muốn|mún|cần|định|tính|còn|hay|được|đc|bị|cứ|thì|cho|ở|ra|vào|về|đi|lên|xuống|qua|tới|đến|ăn|uống|ngủ|nghỉ|làm|học|mua|bán|đặt|lấy|gửi|nhận|xem|thấy|nghe|biết|bít|hỏi|nói|ns|bảo|gọi|nhắn|nt|đợi|chờ|đón|yêu|iu|nhớ|thương|thích|xin|cảm ơn|chào|ơi|à|ạ|nhé|nha|này|nè|với|vs|và|tên|bận|mệt|rảnh|đói|đau|ốm|sợ|buồn|vui|giận|xong|quên|lo|mặc|mang|cầm|trả|chuyển|ck|giao|ship|đọc|viết|hiểu|nghĩ|tưởng|đùa|trêu|chở|đưa|giúp|thử|chọn|chốt)(?![\\p{L}\\p{M}]))`,
  house: "(?:số )?\\d{1,4}[A-Za-z]?(?:/\\d{1,4}[A-Za-z]?){0,3},? (?:đường |phố |ngõ |hẻm |ngách )?\\p{Lu}",
};

/** Of the text directly behind the abbreviation, with its colon and space. */
const raw = {
  colon: ":",
  "colon-capital": ":[ \\u00A0]\\p{Lu}",
  result: "[ \\u00A0]?\\([-+−–]",
  slash: "/",
  formula: "[ \\u00A0]?[=≈≠<>≤≥+×*^]",
  question: "[ \\u00A0]?\\?",
  end: "[ \\u00A0]?(?:[.,;:!?)\\n]|$)",
  "line-end": "[ \\u00A0]?(?:[?\\n]|$)",
};

const left = {
  start: "(?:^|[\\n.,!?:;][ ]?)$",
  number: "\\d[ \\u00A0]?$",
  lower: "\\p{Ll}[ ]$",
  name: `${name}[ \\u00A0]$`,
  "after-name": "\\p{Lu}\\p{Ll}{1,6},[ \\u00A0]?$",
  clock: "\\d{1,2}(?:[hg]\\d{0,2}|:\\d\\d) $",
  age: "\\d{1,3} ?(?:[tT]|tuổi),? $",
  place: `(?:${places})[ \\u00A0]$`,
  district: "[Qq](?:uận |\\.? ?)\\d{1,2}, ?$",
  amount: `(?:${amount}|[\\d.,]+(?:tr|tỷ|tỉ|k|K)\\d{0,3}) ?$`,
};

const compile = (patterns: Record<string, string>, prefix = ""): [string, RegExp][] =>
  Object.entries(patterns).map(([kind, pattern]) => [`<${kind}>`, new RegExp(`${prefix}(?:${pattern})`, "u")]);

export const leftKinds: ReadonlyMap<string, RegExp> = new Map(compile(left));
export const rightKinds: ReadonlyMap<string, RegExp> = new Map([
  ...compile(right, "^[:.]?[ \\u00A0]?"),
  ...compile(raw, "^"),
]);
