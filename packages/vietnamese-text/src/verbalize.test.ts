// @module-tag promise
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Region } from "./reading-options";
import { verbalize } from "./verbalize";

const read = (text: string, region: Region = "north") => verbalize(text, { region }).spoken;

test.each([
  ["21", "hai mươi mốt"],
  ["24", "hai mươi tư"],
  ["15", "mười lăm"],
  ["105", "một trăm linh năm"],
  ["1.005", "một nghìn không trăm linh năm"],
  ["2026", "hai nghìn không trăm hai mươi sáu"],
  ["21005", "hai mươi mốt nghìn không trăm linh năm"],
  ["1.234.567,89", "một triệu hai trăm ba mươi tư nghìn năm trăm sáu mươi bảy phẩy tám mươi chín"],
  ["1.250.000", "một triệu hai trăm năm mươi nghìn"],
  ["0", "không"],
  ["1000000000", "một tỷ"],
  ["1234567890", "một hai ba bốn, năm sáu bảy, tám chín không"],
  ["3,14", "ba phẩy mười bốn"],
  ["-5 độ", "âm năm độ"],
  ["lạnh -5 độ", "lạnh âm năm độ"],
])("number: %s is read %s", (written, spoken) => expect(read(written)).toBe(spoken));

test.each([
  ["500.000đ", "năm trăm nghìn đồng"],
  ["500.000 ₫", "năm trăm nghìn đồng"],
  ["500.000 VND", "năm trăm nghìn đồng"],
  ["1tr2", "một triệu hai trăm nghìn"],
  ["2tr5", "hai triệu năm trăm nghìn"],
  ["5hp", "năm mã lực"],
  ["2,5 tỷ", "hai phẩy năm tỷ"],
  ["50k", "năm mươi nghìn"],
  ["1500000000đ", "một tỷ năm trăm triệu đồng"],
  ["$12000000000", "mười hai tỷ đô la"],
  ["$20", "hai mươi đô la"],
  ["20 USD", "hai mươi đô la Mỹ"],
  ["100.000-200.000 đồng", "một trăm nghìn đến hai trăm nghìn đồng"],
])("money: %s is read %s", (written, spoken) => expect(read(written)).toBe(spoken));

test.each([
  ["20/11/2026", "ngày hai mươi tháng mười một năm hai nghìn không trăm hai mươi sáu"],
  ["ngày 20/11/2026", "ngày hai mươi tháng mười một năm hai nghìn không trăm hai mươi sáu"],
  ["20-11-2026", "ngày hai mươi tháng mười một năm hai nghìn không trăm hai mươi sáu"],
  ["2026-11-20", "ngày hai mươi tháng mười một năm hai nghìn không trăm hai mươi sáu"],
  ["ngày 2/9", "ngày hai tháng chín"],
  ["sáng 30/4", "sáng ngày ba mươi tháng tư"],
  ["tháng 11/2026", "tháng mười một năm hai nghìn không trăm hai mươi sáu"],
  ["Q4/2026", "quý tư năm hai nghìn không trăm hai mươi sáu"],
  ["8h30", "tám giờ ba mươi phút"],
  ["14:05", "mười bốn giờ năm phút"],
  ["8h", "tám giờ"],
  ["14:05:30", "mười bốn giờ năm phút ba mươi giây"],
  ["thứ 4", "thứ tư"],
  ["thứ 2", "thứ hai"],
  ["thứ 1", "thứ nhất"],
  ["tháng 4", "tháng tư"],
  ["tháng 1", "tháng một"],
  ["thế kỷ XXI", "thế kỷ hai mươi mốt"],
  ["chương IV", "chương bốn"],
])("date and time: %s is read %s", (written, spoken) => expect(read(written)).toBe(spoken));

test.each([
  ["0912 345 678", "không chín một hai, ba bốn năm, sáu bảy tám"],
  ["0912345678", "không chín một hai, ba bốn năm, sáu bảy tám"],
  ["1900 1234", "một chín không không, một hai ba bốn"],
  ["+84 912 345 678", "cộng tám bốn, chín một hai, ba bốn năm, sáu bảy tám"],
  ["30A-123.45", "ba không a, một hai ba bốn năm"],
  ["COVID-19", "cô vít mười chín"],
  ["MP3", "mờ pê ba"],
  ["4G", "bốn giê"],
])("phone and code: %s is read %s", (written, spoken) => expect(read(written)).toBe(spoken));

test.each([
  ["5kg", "năm ki lô gam"],
  ["30°C", "ba mươi độ xê"],
  ["120km/h", "một trăm hai mươi ki lô mét trên giờ"],
  ["10%", "mười phần trăm"],
  ["80m²", "tám mươi mét vuông"],
  ["20-25°C", "hai mươi đến hai mươi lăm độ xê"],
  ["3-5 ngày", "ba đến năm ngày"],
  ["tỷ số 2-1", "tỷ số hai một"],
  ["1/2", "một phần hai"],
])("unit, range, fraction: %s is read %s", (written, spoken) => expect(read(written)).toBe(spoken));

test.each([
  ["TP.HCM", "thành phố Hồ Chí Minh"],
  ["TP. Huế", "thành phố Huế"],
  ["UBND TP.HCM", "ủy ban nhân dân thành phố Hồ Chí Minh"],
  ["GS. Minh, TS. Lan", "giáo sư Minh, tiến sĩ Lan"],
  ["BHXH và CSGT", "bảo hiểm xã hội và cảnh sát giao thông"],
  ["Q.1", "quận một"],
  ["bút, sách, v.v.", "bút, sách, vân vân"],
  ["VTV", "vê tê vê"],
  ["Wi-Fi", "oai phai"],
  ["CEO YouTube", "xi i âu diu túp"],
  ["ai cũng biết AI", "ai cũng biết ây ai"],
  ["abc@x.vn", "abc a còng ích chấm vê nờ"],
  ["https://vang.vn/gia", "vang chấm vê nờ gạch chéo gia"],
  ["#VangMoi", "thăng Vang Moi"],
  ["và/hoặc", "và hoặc"],
])("abbreviation, address: %s is read %s", (written, spoken) => expect(read(written)).toBe(spoken));

test.each([
  ["$1,200.50", "một nghìn hai trăm đô la năm mươi xu"],
  ["1tr250", "một triệu hai trăm năm mươi nghìn"],
  ["500 000 đ", "năm trăm nghìn đồng"],
  ["500.000đ/tháng", "năm trăm nghìn đồng một tháng"],
  ["từ 20/11 đến 25/11", "từ ngày hai mươi tháng mười một đến ngày hai mươi lăm tháng mười một"],
  ["ngày 1-5/9", "ngày một đến năm tháng chín"],
  ["8h30-17h", "tám giờ ba mươi phút đến mười bảy giờ"],
  ["10h-11h", "mười giờ đến mười một giờ"],
  ["thứ 3-5", "thứ ba đến thứ năm"],
  ["tháng 4-5", "tháng tư đến tháng năm"],
  ["quý 1-2/2026", "quý một đến quý hai năm hai nghìn không trăm hai mươi sáu"],
  ["quý 4/2026", "quý tư năm hai nghìn không trăm hai mươi sáu"],
  ["làm việc T2-T6", "làm việc thứ hai đến thứ sáu"],
  ["quý IV", "quý tư"],
  ["lần thứ IV", "lần thứ tư"],
  ["(028) 3822 1234", "không hai tám, ba tám hai hai, một hai ba bốn"],
  ["gọi 113", "gọi một một ba"],
  ["29-B1 123.45", "hai chín bê một, một hai ba bốn năm"],
  ["bút, v.v...", "bút, vân vân..."],
  ["2 x 3", "hai nhân ba"],
  ["½ giờ", "một phần hai giờ"],
])("informal writing: %s is read %s", (written, spoken) => expect(read(written)).toBe(spoken));

test.each([
  ["Quốc khánh 2/9", "Quốc khánh ngày hai tháng chín"],
  ["2/9 được nghỉ", "ngày hai tháng chín được nghỉ"],
  ["Sáng nay (1/5), mưa", "Sáng nay (ngày một tháng năm), mưa"],
  ["30/4 và 1/5", "ngày ba mươi tháng tư và ngày một tháng năm"],
  ["30/4-3/5", "ngày ba mươi tháng tư đến ngày ba tháng năm"],
  ["các ngày 2, 3, 4/9", "các ngày hai, ba, bốn tháng chín"],
  ["hạn nộp 05/06", "hạn nộp ngày năm tháng sáu"],
  ["1/6 năm nay", "ngày một tháng sáu năm nay"],
  ["đường 3/2, Q.10", "đường ba tháng hai, quận mười"],
  ["20/11/26", "ngày hai mươi tháng mười một năm hai mươi sáu"],
  ["20-11-26 14:05", "ngày hai mươi tháng mười một năm hai mươi sáu mười bốn giờ năm phút"],
])("%s is recognized as days without a word for them: %s", (written, spoken) => expect(read(written)).toBe(spoken));

test.each([
  ["1/4 dân số", "một phần tư dân số"],
  ["3/4 giờ", "ba phần tư giờ"],
  ["sau 1/2 giờ", "sau một phần hai giờ"],
  ["thời hạn 1/2 năm", "thời hạn một phần hai năm"],
  ["1/5 số vốn", "một phần năm số vốn"],
  ["sau 3-5 ngày", "sau ba đến năm ngày"],
  ["ngày 2-3 lần", "ngày hai đến ba lần"],
  ["huyết áp 12/8", "huyết áp mười hai trên tám"],
  ["số 12/5 đường Lê Lợi", "số mười hai trên năm đường Lê Lợi"],
  ["mở cửa 24/7", "mở cửa hai mươi tư trên bảy"],
])("%s only looks like a day and is read %s", (written, spoken) => expect(read(written)).toBe(spoken));

test.each([
  ["lãi suất 4,5%-5%/năm", "lãi suất bốn phẩy năm phần trăm đến năm phần trăm một năm"],
  ["giá từ 50k-100k", "giá từ năm mươi nghìn đến một trăm nghìn"],
  ["85,5 triệu đồng/lượng", "tám mươi lăm phẩy năm triệu đồng một lượng"],
  ["xăng RON 95-III 21.500 đồng/lít", "xăng RON chín mươi lăm ba hai mươi mốt nghìn năm trăm đồng một lít"],
  ["uống 2 lần/ngày", "uống hai lần một ngày"],
  ["Mã OTP của bạn là 482913", "Mã ô tê pê của bạn là bốn tám hai chín một ba"],
  ["mã thẻ này có giá là 500000 đồng", "mã thẻ này có giá là năm trăm nghìn đồng"],
  ["xe 30K-999.99", "xe ba không ca, chín chín chín chín chín"],
  ["số nhà 45/12A", "số nhà bốn mươi lăm trên mười hai a"],
  ["120/80 mmHg", "một trăm hai mươi trên tám mươi mi li mét thủy ngân"],
  ["cao 1m75", "cao một mét bảy mươi lăm"],
  ["rộng 10x15cm", "rộng mười nhân mười lăm xăng ti mét"],
  ["từ 18 đến 24 độ C", "từ mười tám đến hai mươi tư độ xê"],
  ["bụi PM2.5", "bụi pê mờ hai chấm năm"],
  ["(+84) 909 123 456", "cộng tám bốn, chín không chín, một hai ba, bốn năm sáu"],
  ["Nghị định 100/2019/NĐ-CP", "Nghị định một trăm, hai nghìn không trăm mười chín, nghị định chính phủ"],
  ["mở cửa 7:00-11:30", "mở cửa bảy giờ đến mười một giờ ba mươi phút"],
  ["lúc 7g sáng", "lúc bảy giờ sáng"],
])("everyday writing: %s is read %s", (written, spoken) => expect(read(written)).toBe(spoken));

test("each region has its own words for numbers", () => {
  expect(read("105", "south")).toBe("một trăm lẻ năm");
  expect(read("24.000", "south")).toBe("hai mươi bốn ngàn");
  expect(read("50k", "central")).toBe("năm mươi ngàn");
});

test.each([
  "Xin chào Việt Nam. Hôm nay trời đẹp.",
  "hoà hòa thuỷ thủy",
  "THÔNG BÁO KHẨN",
  "Anh ấy nói: “Vâng!”\nRồi đi.",
  "",
])("%j stays as it is", (text) => {
  expect(verbalize(text, { region: "north" })).toEqual({ spoken: text, changes: [], pauses: [] });
});

test("emoji are silent, or read by their names where that is wanted", () => {
  expect(read("👨‍👩‍👧 gia đình")).toBe("gia đình");
  const named = { region: "north", reading: { emoji: "name" } } as const;
  expect(verbalize("👨‍👩‍👧 và 🇻🇳", named).spoken).toBe("gia đình và cờ Việt Nam");
});

test("custom pronunciations take precedence over every rule, for whole words, in any case", () => {
  const pronunciations = [
    { written: "UBND", spoken: "u ban" },
    { written: "ACB Bank", spoken: "a xê bê" },
    { written: "an", spoken: "ăn" },
  ];
  const { spoken } = verbalize("ubnd và acb bank ở Lan An", { region: "north", pronunciations });
  expect(spoken).toBe("u ban và a xê bê ở Lan ăn");
});

test("a custom pronunciation with punctuation is matched literally", () => {
  const pronunciations = [{ written: "C++ (mới)", spoken: "xê cộng cộng" }];
  expect(verbalize("Học C++ (mới) đi", { region: "north", pronunciations }).spoken).toBe("Học xê cộng cộng đi");
});

const pieces = fc.constantFrom(
  ..."0123456789.,/-–:%+ \n".split(""),
  ..."ngày tháng thứ TP. Q. kg km/h đ $ h AI v.v. @x.vn https:// #a 30A- 0912 ₫ XXI thế_kỷ é ệ 👍 ² °C".split(" "),
);
const texts = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(""));

test("no digit is left in the normalized text, whatever the input", () => {
  fc.assert(
    fc.property(texts, fc.constantFrom<Region>("north", "central", "south"), (text, region) => {
      expect(verbalize(text, { region }).spoken).not.toMatch(/\d/);
    }),
    { numRuns: 3000 },
  );
});

test("replacing the changes in reverse restores the original text", () => {
  fc.assert(
    fc.property(fc.oneof(texts, fc.string({ unit: "grapheme" })), (text) => {
      let end = 0;
      for (const { at, written } of verbalize(text, { region: "north" }).changes) {
        expect(at).toBeGreaterThanOrEqual(end);
        expect(text.slice(at, at + written.length)).toBe(written);
        end = at + written.length;
      }
    }),
    { numRuns: 2000 },
  );
});
