import { spell } from "../letters";
import { sayCode, sayMixed, sayShort } from "../mixed-code";
import { sayDigitGroups, sayDigits } from "../numbers";
import { after, edge, type Found, gap, rule, sticky } from "../rule";

const secrets = "OTP|PIN|CVV|pass|mã|mật khẩu|passcode|ma xac thuc|ma xac nhan|ma giao dich|ma OTP|mat khau";

const numbered = `${secrets}|mã số|mã số thuế|MST|pass|password|PARA|số đuôi|đuôi|đuôi số|TK nhận|tài khoản nhận|TK thụ hưởng|tài khoản thụ hưởng|thẻ số|số seri|xác nhận|xác thực|đơn hàng|vận đơn|tài khoản|TK|STK|số tài khoản|số thẻ|thẻ|CCCD|CMND|CMT|hộ chiếu|căn cước|định danh|số seri|serial|IMEI|mã vạch|SBD|số báo danh|mã đơn|mã đơn hàng|hồ sơ số|hóa đơn số|hoá đơn số|mã khách hàng`;

const noAmount = `(?!${gap}(?:(?:đồng|đ|VN[DĐ]|nghìn|ngàn|triệu|tỷ|mAh|Wh|kg|GB|TB|người|điểm)(?!\\p{L})|₫|%))`;

/** Mã OTP của bạn là 482913: after such a word, a number is a code. */
export const secret = rule({
  name: "code",
  begins: "digit",
  pattern: sticky(
    `(?=\\d{4})(?:(?<=(?<!\\p{L})(?:${numbered})(?: số| là| so| la)?:?[ \\u00A0])(?!(?:19|20)\\d{2}(?!\\d)(?<!(?:${secrets}) .{0,4}))|(?<=(?<!\\p{L})(?:${secrets})(?: \\p{L}{1,10}){0,4}(?: là| la|:) ))(?<digits>\\d{4,24}(?:-\\d{3})?)${edge}(?![.,/-]?\\d)${noAmount}`,
    "i",
  ),
  verbalize: ({ digits = "" }) => digits.split("-").map(sayDigitGroups).join(", "),
});

/** STK 1903 4567 8901, thẻ 4111 1111 1111 1111: grouped as written. */
export const grouped = rule({
  name: "code",
  begins: "digit",
  behindDigits: " .-",
  pattern: sticky(
    `(?=\\d{3,4}[ .-]\\d)(?:(?<=(?<!\\p{L})(?:${numbered})(?: số| là)?:?[ \\u00A0])|(?=\\d{4}[ -]\\d{4}[ -]\\d{4}))\\d{3,4}(?:[ .-]\\d{2,4}){1,6}${edge}(?![.,/-]?\\d)${noAmount}`,
    "i",
  ),
  verbalize: ({ all = "" }) => all.split(/[ .-]/).map(sayDigits).join(", "),
});

/** Mã OTP của bạn là 482 913, Zoom ID 845 2213 9907. */
export const groupedSecret = rule({
  name: "code",
  begins: "digit",
  behindDigits: " ",
  pattern: sticky(
    `(?:(?<=(?<!\\p{L})(?:OTP|PIN|mã xác thực|mã xác nhận)(?: \\p{L}{1,10}){0,4}(?: là|:) )\\d{3} \\d{3}|${after("ID|ID:")}\\d{3} \\d{3,4} \\d{3,4})${edge}(?![.,/-]?\\d)${noAmount}`,
  ),
  verbalize: ({ all = "" }) => all.split(" ").map(sayDigits).join(", "),
});

/** Soạn DK gửi 9029, LH 198: a service's short code. */
export const shortCode = rule({
  name: "code",
  begins: "digit",
  pattern: sticky(
    `(?=\\d{3,5}(?!\\d))(?:(?<=(?:soạn|nhắn|Soạn|Nhắn|[Cc]ú pháp|SMS|[Cc]u phap|soan|Soan|SOAN|nhan|Nhan)[^.\\n]{1,30} (?:gửi|đến|tới|gui|den|toi) )\\d{3,5}|(?<=(?<!\\p{L})(?:LH|Lh|lh|[Ll]iên hệ|[Tt]ổng đài|[Hh]otline|CSKH|[Gg]ọi|[Gg]ửi|[Bb]ấm gọi):? )(?:1[0-2]\\d|1[5-9]\\d|9\\d{2,3})(?=[ \\u00A0]?(?:[(.,;!?)\\n]|$|(?:để|hoặc|và|miễn phí|nếu|khi)(?!\\p{L}))))${edge}(?![.,/-]?\\d)${noAmount}`,
  ),
  verbalize: ({ all = "" }) => sayDigits(all),
});

const sayVisible = (text: string): string => (text.match(/\d+/g) ?? []).map(sayDigitGroups).join(", ");

/** 4568****1234, 1903xxxx8901: masked digits become a pause, visible ones are read one by one. */
const masked = rule({
  name: "code",
  begins: "digit",
  behindDigits: "*xX• ",
  pattern: sticky(
    `\\d{2,12}[ .-]?(?:[*•]{2,12}|[xX]{2,12})(?:[ .-]?(?:[*•]{2,12}|[xX]{2,12})){0,3}(?:[ .-]?\\d{2,6})?${edge}`,
  ),
  verbalize({ all = "" }) {
    const hidden = /[*•xX]*$/.exec(all)?.[0] ?? "";
    return `${sayVisible(all)}${Array.from(hidden, (sign) => (/x/i.test(sign) ? " ích" : " sao")).join("")}`;
  },
});

/** ****1234, xxx6789, *4321: only the last digits are visible. */
const maskedFront = rule({
  name: "code",
  begins: ["mark", "letter"],
  first: "*•xX",
  pattern: sticky(
    `(?<![\\p{L}\\d*•])(?:(?:[*•]{2,16}|[xX]{2,16})(?:[ .-](?:[*•]{2,8}|[xX]{2,8})){0,3}[ .-]?|(?<=${after("thẻ|the|tài khoản|tai khoan|TK|số|đuôi|dung|dụng|tín dụng|ghi nợ|no|nợ|quốc tế|Visa|VISA|Mastercard|JCB|Napas")})[*•])\\d{3,6}${edge}(?![.,]?\\d)`,
  ),
  verbalize: ({ all = "" }) => sayVisible(all),
});

/** Cổng 8080, đuôi 789, lỗi 404, mã YC 20251112: digits that name and do not count. */
export const named = rule({
  name: "code",
  begins: "digit",
  pattern: sticky(
    `(?:(?<=(?<!\\p{L})(?:[Cc]ổng|[Pp]ort|NAPAS|Napas|[Đđ]uôi|số đuôi|số cuối|số cuối là):? )\\d{3,5}|(?<=(?<!\\p{L})[Mm]ã (?:YC|yêu cầu|hồ sơ|HS|GD|đơn|đơn hàng|vận đơn|ĐH|KH|khách hàng|thẻ|số|học phần|ticket):? )\\d{6,8}|(?<=(?<!\\p{L})[Ss]ố (?:BA|HS|BN|HĐ|HĐĐT|GCN|BHXH|BHYT|KCB|PXK|PNK|VĐ|YC|ĐH|ĐKKD|ĐKDN|HC|SBD|bệnh án|hồ sơ|phiếu|biên lai|thuê bao|tham chiếu|hóa đơn|vận đơn):? )\\d{6,13}|(?<=(?<!\\p{L})(?:máy lẻ|số lẻ|[Ee]xt\\.?|số máy|máy nội bộ|số nội bộ):? )\\d{3,5}|(?<=(?<!\\p{L})(?:ĐT|SĐT|[Đđ]iện thoại|[Cc]ấp cứu|[Cc]ứu hỏa|[Cc]ứu nạn|[Cc]ứu thương):? )11[1-5]|(?<=(?<!\\p{L})(?:[Ll]ỗi|[Mm]ã lỗi|HTTP):? )[45]0[1-9])${edge}(?![.,/-]?\\d)${noAmount}`,
  ),
  verbalize: ({ all = "" }) => sayDigits(all),
});

/** VN12 3456 7890 1234: an IBAN. */
export const iban = rule({
  name: "code",
  begins: "letter",
  pattern: sticky(`(?<country>[A-Z]{2})(?<rest>\\d{2}(?: [A-Z\\d]{4}){2,7}(?: [A-Z\\d]{1,3})?)${edge}`),
  verbalize: ({ country = "", rest = "" }) =>
    `${spell(country)} ${rest
      .split(" ")
      .map((group) => sayMixed(group, sayDigits))
      .join(", ")}`,
});

/** 0101248141-001: a tax code with a branch suffix. */
export const branch = rule({
  name: "code",
  begins: "digit",
  behindDigits: "-",
  pattern: sticky(`(?<company>\\d{10})-(?<branch>\\d{3})${edge}(?![.,/-]?\\d)`),
  verbalize: ({ company = "", branch = "" }) => `${sayDigitGroups(company)}, ${sayDigits(branch)}`,
});

/** #12345, #1. */
export const hash = rule({
  name: "code",
  begins: "mark",
  pattern: sticky(`#(?<code>(?=[A-Z\\d-]*\\d)[A-Z\\d]{1,20}(?:-[A-Z\\d]{1,12}){0,3})${edge}`),
  verbalize({ code = "", before = "" }: Found, options) {
    const said = /^\d+$/.test(code) ? sayShort(code, options) : sayCode(code, options);
    return /(?:số|mã)[ \u00A0]$/i.test(before) ? said : `số ${said}`;
  },
});

/** Tried before rules for drawn lines and emphasis, which also use asterisks. */
export const maskedRules = [masked, maskedFront];
