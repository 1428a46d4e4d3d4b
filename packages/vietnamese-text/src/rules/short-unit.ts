import { cardinal } from "../numbers";
import { after, edge, gap, rule, sticky } from "../rule";
import { sayRange } from "../written-number";

const weighed =
  "tải trọng|trọng tải|xe tải|xe|cẩu|nặng|cần cẩu|xe nâng|chở|container|xe ben|xe cẩu|sức nâng|tải|kích|pa lăng|palăng|tải được|xe tải thùng|tải trọng hàng|xe khách|cầu trục|quá tải";

const runners =
  "cự ly|chạy|nội dung|nhóm|đường chạy|giải chạy|hạng mục|chặng|đua|marathon|finisher|hoàn thành|chinh phục|VĐV|cung đường";

/** Chạy 5K, 10K: the length of a race in kilometers. */
export const races = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "K",
  pattern: sticky(
    `(?=(?:3|5|7|10|15|21|25|30|42|50|70|100|160)K)(?:${after(runners)}|(?<=(?<!\\p{L})(?:${runners}) (?:\\d{1,3}K(?:, | và |/| hoặc )){1,4})|(?=\\d{1,3}K (?:có|với) [\\d.]{1,6} (?:VĐV|vận động viên|runner))|(?=\\d{1,3}K (?:nam|nữ|pace)(?!\\p{L})))(?<distance>\\d{1,3})K${edge}(?!/\\p{L})`,
    "i",
  ),
  verbalize: ({ distance = "", all = "" }, options) =>
    /K$/.test(all) ? `${cardinal(distance, options)} ki lô mét` : null,
});

/** Xe tải 2,4T: tons, after a word for a load. */
export const tons = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "Tt.,-–",
  pattern: sticky(
    `(?:${after(weighed)}|(?<=(?:tải trọng|trọng tải|xe tải|sức nâng|nặng)[^.\\n]{0,16} ))(?<from>\\d{1,3}(?:[.,]\\d{1,2})?)(?:[-–](?<to>\\d{1,3}(?:[.,]\\d{1,2})?))?T${edge}(?![-–]\\d)`,
    "i",
  ),
  verbalize({ from = "", to = "", before = "", all = "" }, options) {
    return /T$/.test(all) || /(?:tải|cẩu|nâng|ben|nặng)/iu.test(before) ? `${sayRange(from, to, options)} tấn` : null;
  },
});

/** 42m2 x 5T: the floors of a house after its area. */
export const storeys = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "tT",
  pattern: sticky(
    `(?:(?<=m[2²] ?[x×*,] ?)(?=\\d{1,2}[Tt])|(?=\\d{1,2}T)${after("[Nn]hà|[Xx]ây|xây dựng|xây mới|mới xây|[Tt]òa nhà|[Tt]òa|[Bb]iệt thự|nhà phố|[Cc]ao|tối đa|CCMN|[Cc]hung cư mini|[Kk]hách sạn|KS|văn phòng")})(?<count>\\d{1,2})[Tt]${edge}(?!${gap}\\d)`,
  ),
  verbalize: ({ count = "" }, options) => `${cardinal(count, options)} tầng`,
});

/** Nhóm 6ng: a number of people. */
export const persons = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "n-–",
  pattern: sticky(`(?<from>\\d{1,3})(?:[-–](?<to>\\d{1,3}))?ng${edge}`),
  verbalize: ({ from = "", to = "" }, options) => `${sayRange(from, to, options)} người`,
});

/** Đi 3v2 km: tens of thousands of kilometers. */
export const odometer = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "v",
  pattern: sticky(
    `(?<whole>\\d{1,3})v(?<rest>\\d?)(?:(?= ?km(?!\\p{L}))|(?<=${after("ODO|odo|chạy|lăn bánh")}\\d{1,3}v\\d?))${edge}`,
  ),
  verbalize: ({ whole = "", rest = "" }, options) =>
    `${cardinal(whole, options)} vạn${rest && rest !== "0" ? ` ${rest === "5" ? "rưỡi" : cardinal(rest, options)}` : ""}`,
});

/** 9m10d: a baby's age. */
export const babyAge = rule({
  name: "time",
  begins: "digit",
  behindDigits: "my",
  pattern: sticky(`(?:(?<years>\\d)y)?(?<months>\\d{1,2})m(?<days>\\d{1,2})d${edge}`),
  verbalize: ({ years = "", months = "", days = "" }, options) =>
    `${years && `${cardinal(years, options)} tuổi `}${cardinal(months, options)} tháng ${cardinal(days, options)} ngày`,
});

/** Uống 2v sáng, 2v/ngày: a number of tablets. */
export const tablets = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "v",
  pattern: sticky(
    `(?<count>\\d{1,2})v(?:/(?<each>ngày|lần|buổi)(?!\\p{L})|(?<=\\d ?(?:mg|g|mcg|UI),? (?:[x×] ?)?\\d{1,2}v)(?![\\p{L}\\d])|(?=[ ](?:sáng|trưa|chiều|tối|ngày|lần|[x×*] ?\\d))|(?<=${after("sáng|trưa|chiều|tối|uống|mỗi lần|lần|ngày|x")}\\d{1,2}v)(?![\\p{L}\\d]))`,
  ),
  verbalize: ({ count = "", each = "" }, options) => `${cardinal(count, options)} viên${each && ` một ${each}`}`,
});

/** 2PN2WC, 1T3L: rooms and storeys without spaces. */
export const rooms = rule({
  name: "unit",
  begins: "digit",
  behindDigits: "PT",
  pattern: sticky(
    `(?:(?<beds>\\d)PN(?:\\+(?<more>1))?,?(?:(?<baths>\\d)(?:WC|VS|NVS|TL))?|(?<ground>1)T(?:, ?)?(?<floors>\\d)L)${edge}`,
  ),
  verbalize({ beds = "", more = "", baths = "", ground = "", floors = "" }, options) {
    if (ground) return `một trệt ${cardinal(floors, options)} lầu`;
    if (!more && !baths) return null;
    const plus = more && " cộng một";
    return `${cardinal(beds, options)} phòng ngủ${plus}${baths && ` ${cardinal(baths, options)} nhà vệ sinh`}`;
  },
});

/** P. 1504, T15, tòa Park 6: a floor between a room and its building. */
export const floor = rule({
  name: "address",
  begins: "letter",
  first: "T",
  pattern: sticky(`(?<=\\d{2,4},? )T(?<floor>\\d{1,2})(?=,? (?:[Tt]òa|[Bb]lock|CT\\d|[Cc]hung cư|CC |nhà ))`),
  verbalize: ({ floor = "" }, options) => `tầng ${cardinal(floor, options)}`,
});
