import { perSigns, units } from "../data";
import { anyOf, rule, sticky } from "../rule";

/** 85 triệu đồng/lượng, 2 lần/ngày: a rate. */
export const each = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky(
    "(?<=\\d['’′h]|(?<!\\p{L})(?:đồng|Đồng|triệu|tỷ|nghìn|ngàn|đ|k|USD|lần|viên|người|buổi|giờ|tiếng|ngày|suất|vé|gói|ca|ly|cốc|bữa|tấn|tạ|yến|ống|liều|giọt|muỗng|thìa|con|cây|phần trăm|trận|bài|tin|phút|cuốn|chuyến|mũi|lượt|sản phẩm|xe|điểm|độ))[ ]?/[ ]?(?=\\p{Ll})",
  ),
  verbalize: () => "một",
});

const measuredFor =
  "ngày|giờ|phút|giây|tháng|năm|tuần|lần|người|buổi|đêm|lớp|ca|xe|trận|vòng|mùa|quý|kỳ|hộ|căn|suất|khách|đơn|bàn|trẻ|đầu người|lượt|chuyến";

/** 80 nhịp/phút, 35 học sinh/lớp: a rate of counted things. */
export const eachOf = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky(`(?<=\\d[ \\u00A0]\\p{Ll}{1,8}(?:[ \\u00A0]\\p{Ll}{1,8})?[ ]?)/[ ]?(?=(?:${measuredFor})(?!\\p{L}))`),
  verbalize: () => "một",
});

/** Tiền điện/tháng, số giờ/ngày: the head of a column. */
export const eachOfKind = rule({
  name: "symbol",
  begins: "mark",
  first: "/",
  pattern: sticky(
    `(?<=(?<!\\p{L})(?:[Tt]iền|[Ll]ương|[Pp]hí|[Gg]iá|[Tt]hu nhập|[Hh]ọc phí|[Cc]ước|[Dd]oanh thu|[Ss]ố (?:giờ|ngày|buổi|ca|lần|lượt|tiết|người)|[Ss]ản lượng|[Nn]ăng suất|[Đđ]iện năng|[Ll]iều)(?: \\p{Ll}{1,8}){0,2}[ ]?)/[ ]?(?=(?:${measuredFor})(?!\\p{L}))`,
  ),
  verbalize: () => " một",
});

/** 290 người/km²: a rate with a unit sign. */
export const onUnit = rule({
  name: "unit",
  begins: "mark",
  pattern: sticky(
    `(?<=\\p{Ll}[ ]?|\\d[ ]?(?=/[ ]?mm[3³]))/[ ]?(?<sign>${anyOf(Object.keys(perSigns).filter((sign) => /²|³|\d|ha|km|kg|kWh/.test(sign)))})(?![\\p{L}\\d])`,
  ),
  verbalize: ({ sign = "" }) => `trên ${perSigns[sign]}`,
});

/** 25.000/kg, 30.000/hộp. */
export const priceOf = rule({
  name: "unit",
  begins: "mark",
  pattern: sticky(
    "(?<=\\d{3}[ ]?)/[ ]?(?<unit>kg|m2|m²|m3|km|l|cái|chiếc|hộp|gói|chai|lon|suất|vé|bộ|đôi|cặp|con|bó|quả|phần|ly|tô|bát|đĩa|lít|tấn|tạ|mét|buổi|lượt)(?![\\p{L}\\d])",
  ),
  verbalize: ({ unit = "" }) => `một ${units[unit] ?? unit}`,
});

/** 25k/10 quả: a price for several items. */
export const priceForMany = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky(
    "(?<=\\d(?:k|K|đ|d|(?:tr|tỷ|tỉ|triệu)\\d{0,3})|đồng)/(?=\\d{1,3}(?:[.,]\\d{1,2})?[ ]?(?:\\p{Ll}|[GM]B))",
  ),
  // Without a separator the price would run into the number: "sáu mươi nghìn năm trăm gam".
  verbalize: ({ before = "" }) => (/[đdg]$/.test(before) ? " " : ", "),
});

/** USD/VND: an exchange rate. */
export const pair = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("(?<=(?<!\\p{L})[A-Z]{3})/(?=(?:VND|VNĐ|USD|EUR|JPY|CNY|GBP|THB)(?!\\p{L}))"),
  verbalize: () => "trên",
});

/** 6h-14h/14h-22h: alternative shifts. */
export const shifts = rule({
  name: "symbol",
  begins: "mark",
  pattern: sticky("(?<=\\d[hg](?:\\d\\d)?)/(?=\\d{1,2}[hg])"),
  verbalize: () => ", ",
});
