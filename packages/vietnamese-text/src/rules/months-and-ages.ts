import { cardinal, sayYear } from "../numbers";
import { after, edge, rule, sticky } from "../rule";

/** Bảo hành 12T, BN 65t: months of a contract, or a person's age. */
const months = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "tT-",
  pattern: sticky(
    `(?:${after("bảo hành|trả góp|góp|kỳ hạn|thời hạn|gói|trong|HSD|hạn sử dụng|hạn dùng|BH|cọc|đặt cọc|thuê tối thiểu|tối thiểu")}(?:(?<from>\\d{1,2})-)?(?<months>\\d{1,2})[tT]|(?<rated>\\d{1,2})T(?= \\d[\\d,.]{0,4}%)|(?:${after("(?:BN|NB|bé|bé trai|bé gái|cháu|nam|nữ|bệnh nhân|ông|bà|cụ|tuổi|trai|gái),?")}|(?<=(?<!\\p{L})(?:BN|NB|bệnh nhân|bé|cháu|ông|bà):?(?: \\p{Lu}[\\p{L}\\p{M}]{0,8}){1,4},? ))(?<years>\\d{1,3})[tT])${edge}|(?:${after("trẻ|trẻ em|trẻ từ|bé|bé từ|em bé|độ tuổi|lứa tuổi")}|(?<=(?<!\\p{L})(?:tuyển|nam|nữ|nam/nữ|yêu cầu|yc)(?!\\p{L})[^.\\n\\d]{0,30} ))(?<young>\\d{1,2})[-–](?<old>\\d{1,2})t${edge}`,
    "i",
  ),
  verbalize({ from = "", months = "", rated = "", years = "", young = "", old = "" }, options) {
    if (old) return `${cardinal(young, options)} đến ${cardinal(old, options)} tuổi`;
    return months || rated
      ? `${from && `${cardinal(from, options)} đến `}${cardinal(months || rated, options)} tháng`
      : `${cardinal(years, options)} tuổi`;
  },
});

const lasting =
  "chính hãng|hãng|(?:BH|bh)(?: hãng| chính hãng)?|HSD:?|[Kk]ỳ hạn|KH|[Tt]iền gửi|[Gg]ửi(?: tiết kiệm)?|[Gg]iảm án|tù|tù giam|án|[Tt]huê|[Kk]ý|[Mm]iễn phí|[Ff]ree|[Tt]ặng|[Tt]hử việc|[Bb]ình quân|[Ll]ũy kế|[Tt]rả trước|[Đđ]óng|[Hh]ợp đồng|HĐ|HĐTN|HĐLĐ|[Mm]ỗi|[Vv]ay|trong vòng|[Ââ]n hạn|gốc|[Cc]ố định|kéo dài|[Nn]ghỉ|[Ss]au|CPI|GDP|(?:[Ll]ợi nhuận|LNST|LNTT|[Dd]oanh thu|DT|[Xx]uất khẩu|XK|[Tt]hu ngân sách|[Kk]im ngạch|FDI|[Gg]iải ngân|[Tt]ổng vốn|[Ll]ãi|[Kk]ết quả|[Tt]rong|[Hh]ết)";

/** Kỳ hạn 6T, CPI 9T/2025, 9T đầu năm: a number of months. */
const counted = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "T-–",
  pattern: sticky(
    `(?:${after(lasting)}(?<kept>\\d{1,2}(?:[-–]\\d{1,2})?)T|(?<of>\\d{1,2})T[ ]?(?:/|-|)(?<year>20\\d\\d)|(?<led>\\d{1,2})T(?= (?:đầu|cuối|là|tăng \\d|giảm \\d|đạt)(?!\\p{L})|:? \\d[\\d,.]{0,4}%))${edge}(?![-–/]\\d)`,
  ),
  verbalize({ kept = "", of = "", year = "", led = "", before = "" }, options) {
    if (led && loads.test(before)) return null;
    const say = (count: string) =>
      count.replace(/[-–]/, " đến ").replace(/\d+/g, (digits) => cardinal(digits, options));
    return `${say(kept || of || led)} tháng${year && ` năm ${sayYear(year, options)}`}`;
  },
});

const loads = /(?:tải|cẩu|xe|nâng|ben)[ \u00A0]$/iu;

const people =
  "BN|NB|Bệnh nhân|bệnh nhân|Người bệnh|người bệnh|Họ tên|Họ và tên|Tên|[Ôô]ng|[Bb]à|[Aa]nh|[Cc]hị|[Ee]m|[Cc]háu|[Bb]é|[Cc]ụ|[Cc]ô|[Cc]hú|[Bb]ác|Thai phụ|[Ss]ản phụ|[Nn]ạn nhân|[Bb]ị cáo";

/** Bệnh nhân Nguyễn Văn A, 57T; nữ, 34T: a person's age after the name or sex. */
const age = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "tT",
  pattern: sticky(
    `(?<=(?<!\\p{L})(?:${people})(?: nam| nữ)?:?(?: \\p{Lu}[\\p{L}\\p{M}.]{0,8}){1,5}(?:,| -| –)?(?: nam,?| nữ,?)? \\(?|(?<!\\p{L})(?:[Nn]am|[Nn]ữ|[Tt]uổi)(?:,|:| -| –) )(?<years>1?\\d{1,2})[tT]${edge}|(?<years2>1?\\d{1,2})T(?=[, -]{1,3}(?:nam|nữ|Nam|Nữ)(?!\\p{L}))`,
  ),
  verbalize: ({ years = "", years2 = "" }, options) => `${cardinal(years || years2, options)} tuổi`,
});

/** Thai 32w5d: weeks and days. */
const weeks = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "w",
  pattern: sticky(
    `(?<weeks>[1-4]?\\d)w(?:(?<days>[0-6])d|(?<=(?:thai|tuổi thai|thai kỳ|sau|trong|mỗi|nghỉ|khám) \\d{1,2}w))${edge}`,
  ),
  verbalize: ({ weeks = "", days = "" }, options) =>
    `${cardinal(weeks, options)} tuần${Number(days) > 0 ? ` ${cardinal(days, options)} ngày` : ""}`,
});

/** Đủ 16t, 18t trở lên: years of age. */
const ageLimit = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "t",
  pattern: sticky(
    `(?:${after("[Đđ]ủ|từ đủ|chưa đủ|[Nn]gười|[Tt]rên|[Dd]ưới")}(?<least>\\d{1,2})t(?![\\p{L}\\d]| (?:hàng|gạo|thép|đất|cát|đá))|(?<years>\\d{1,2})t(?= trở (?:lên|xuống)))${edge}`,
  ),
  verbalize: ({ least = "", years = "" }, options) => `${cardinal(least || years, options)} tuổi`,
});

export const monthAndAgeRules = [ageLimit, counted, months, age, weeks];
