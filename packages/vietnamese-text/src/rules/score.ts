import { cardinal } from "../numbers";
import { after, dash, edge, gap, number, rangeDash, rule, sticky } from "../rule";
import { sayNumber } from "../written-number";

export const scores =
  "tỷ số|tỉ số|thắng|thua|hòa|hoà|dẫn|kết quả|chung cuộc|hiệp một|hiệp hai|hiệp 1|hiệp 2|luân lưu|penalty|11m|dứt điểm|phạt góc|phạm lỗi|sút trúng đích|set|sét|thắng lợi|đánh bại|với";

/** Tỷ số 2-1, thắng 3:0. */
const score = rule({
  name: "score",
  begins: "digit",
  behindDigits: "-–—: \u00A0\u202F",
  pattern: sticky(
    `${after(`(?:${scores}|pen|hiệp phụ|sút|H1|H2):?`)}(?<home>\\d{1,3}(?:[.,]5)?)${gap}(?:${dash}|:)${gap}(?<away>\\d{1,3}(?:[.,]5)?)${edge}(?![-–/:]?\\d|%|${gap}(?:ngày|tháng|năm|người|triệu|tỷ|lần|kg|km|%|giờ|tuổi|bàn))`,
    "i",
  ),
  verbalize: ({ home = "", away = "" }, options) =>
    `${sayNumber(home, options, "amount")} ${sayNumber(away, options, "amount")}`,
});

const unnumbered =
  "Quận|Phường|Tháng|Thứ|Ngày|Lớp|Điều|Khoản|Mục|Chương|Trang|Từ|Câu|Bài|Tầng|Phòng|Nhóm|Bảng|Khoảng|Gần|Hơn|Cần|Mất|Còn|Có|Chỉ|Tuyển|Khu|Khối|Năm|Mã|Số|Giá|Bé|Trẻ|Hộp|Gói|Tổ|Đội|Giai|Vòng";

/** Thua Thái Lan 2-3: a score after the opponent's name. */
const against = rule({
  name: "score",
  begins: "digit",
  behindDigits: "-–—",
  pattern: sticky(
    `(?<=(?<!\\p{L})(?:thắng|thua|thắng ngược|thua ngược|hòa|hoà|hạ|đánh bại|vượt qua|gặp|trước)(?:[ \\u00A0](?:\\p{Lu}[\\p{L}\\p{M}\\d]{0,12}|nữ|nam|chủ nhà|đội khách)){1,5}[ \\u00A0])(?<home>\\d{1,2})${dash}(?<away>\\d{1,2})${edge}(?![-–/]?\\d|%|${gap}(?:ngày|tháng|năm|người|lần))`,
  ),
  verbalize: ({ home = "", away = "" }, options) => `${cardinal(home, options)} ${cardinal(away, options)}`,
});

/** TP.HCM - Nam Định 1-3: a score after both names. */
const ofPair = rule({
  name: "score",
  begins: "digit",
  behindDigits: "-–",
  pattern: sticky(
    `(?<=\\p{Lu}[\\p{L}\\p{M}.]{1,12} [-–] \\p{Lu}[\\p{L}\\p{M}.]{1,12}(?: \\p{Lu}[\\p{L}\\p{M}.]{0,12}){0,3} )(?<home>\\d)[-–](?<away>\\d)(?=[,.;)\\n]|$| \\()(?!\\.\\d)`,
  ),
  verbalize: ({ home = "", away = "" }, options) => `${cardinal(home, options)} ${cardinal(away, options)}`,
});

const beaten = /(?<!\p{L})(?:thắng|thua|hạ|đánh bại|vượt qua)(?: \p{Lu}[\p{L}\p{M}]{0,12}){1,4} $/u;

/** (25-22, 17-25, 15-11): sets, since one of the pairs decreases. */
const sets = rule({
  name: "score",
  begins: "digit",
  behindDigits: "-–",
  pattern: sticky(
    `(?:(?<=\\()|(?<=(?<!\\p{L})(?:thắng|thua|hạ|đánh bại|vượt qua)(?: (?:tay vợt )?\\p{Lu}[\\p{L}\\p{M}]{0,12}){1,4} )|${after("thắng|thua|hạ|thắng lợi|ván|set|sét|các set|tỷ số|tỉ số|chung cuộc")})(?<list>\\d{1,2}[-–]\\d{1,2}(?: ?\\(\\d{1,2}(?:[-–]\\d{1,2})?\\))?(?:(?:, ?| và |; ?)\\d{1,2}[-–]\\d{1,2}(?: ?\\(\\d{1,2}(?:[-–]\\d{1,2})?\\))?){1,4})${edge}(?![-–/]?\\d)`,
    "i",
  ),
  verbalize({ list = "", before = "" }, options) {
    const pairs = list.match(/\d+[-–]\d+/g) ?? [];
    const isOfMatch = beaten.test(before);
    if (!isOfMatch && !pairs.some((pair) => Number(pair.split(/[-–]/)[0]) > Number(pair.split(/[-–]/)[1]))) return null;
    return list
      .replace(/[-–]/g, " ")
      .replace(/ ?\((\d+(?: \d+)?)\)/g, ", $1")
      .replace(/\d+/g, (side) => cardinal(String(Number(side)), options));
  },
});

/** Việt Nam 2-1 Thái Lan: a score between two names. */
export const match = rule({
  name: "score",
  begins: "digit",
  behindDigits: "-–— \u00A0\u202F",
  pattern: sticky(
    `(?<=(?<![\\p{L}\\p{M}])(?!${unnumbered})(?:\\p{Lu}[\\p{L}\\p{M}]{0,20})[ \\u00A0])(?<home>\\d{1,2})${rangeDash}(?<away>\\d{1,2})(?=[ \\u00A0]\\p{Lu}[\\p{L}\\p{M}])`,
  ),
  verbalize: ({ home = "", away = "" }, options) => `${cardinal(home, options)} ${cardinal(away, options)}`,
});

/** Tỷ lệ 1:3, bản đồ 1:50.000. */
export const ratio = rule({
  name: "ratio",
  begins: "digit",
  behindDigits: ":.,",
  pattern: sticky(
    `(?:${after("tỷ lệ|tỉ lệ|bản đồ|pha|tỷ lệ là|nén|tỷ số nén|tương phản|truyền")}|(?=1:\\d))(?<one>${number}):(?<other>${number})${edge}(?!:)`,
    "i",
  ),
  verbalize: ({ one = "", other = "" }, options) => `${sayNumber(one, options)} trên ${sayNumber(other, options)}`,
});

/** Tăng 2,5x: a multiple. */
const times = rule({
  name: "number",
  begins: "digit",
  behindDigits: ".,xX",
  pattern: sticky(
    `(?:(?<much>\\d{1,3}[.,]\\d{1,2})|${after("tăng|gấp|giảm|nhanh|lợi nhuận|tăng trưởng|hơn|lãi|nhân|x|cao")}(?<whole>\\d{1,3}))[xX]${edge}(?![ \\u00A0]?\\d)`,
    "i",
  ),
  verbalize: ({ much = "", whole = "" }, options) => `${sayNumber(much || whole, options, "amount")} lần`,
});

/** Toán: 8,75đ, Việt Nam 9đ: points, since no price is that small. */
const points = rule({
  name: "number",
  begins: "digit",
  behindDigits: ".,đ",
  pattern: sticky(
    `(?=\\d{1,2}(?:[.,]\\d{1,2})?đ)(?:(?<points>\\d{1,2}[.,]\\d{1,2})|(?<=(?:điểm|Bảng [A-H]|Toán|Văn|Anh|Lý|Hóa|Sinh|Sử|Địa|GDCD|môn|bài|câu|trận|BXH|xếp hạng|vòng \\d{1,2})[^;\\n]{0,60}|(?<!\\p{L})(?:được|giành|thêm|cộng|trừ|thang|hệ|(?:kém|hơn)(?: \\p{Lu}[\\p{L}.]{0,12}){0,3}) )(?<whole>[1-9]\\d?))đ${edge}`,
  ),
  verbalize: ({ points = "", whole = "" }, options) => `${sayNumber(points || whole, options, "amount")} điểm`,
});

/** 3T 1H 0B: wins, draws and losses. */
const record = rule({
  name: "score",
  begins: "digit",
  behindDigits: "T",
  pattern: sticky(`(?<won>\\d{1,2})T[ ,-]{1,2}(?<drawn>\\d{1,2})H[ ,-]{1,2}(?<lost>\\d{1,2})B${edge}`),
  verbalize: ({ won = "", drawn = "", lost = "" }, options) =>
    `${cardinal(won, options)} thắng, ${cardinal(drawn, options)} hòa, ${cardinal(lost, options)} thua`,
});

/** Tried before ranges and fractions. */
export const scoreRules = [sets, score, against, ofPair, match, ratio, record, times, points];
