import { expect, test } from "vitest";
import { verbalize } from "../verbalize";

const read = (text: string) => verbalize(text, { region: "north" }).spoken;

test.each([
  ["Dân số 3 M người", "Dân số ba triệu người"],
  ["M 88 l/p, HA 120/80", "mạch tám mươi tám lần một phút, huyết áp một trăm hai mươi trên tám mươi"],
  ["Chở 12 t cát", "Chở mười hai tấn cát"],
  ["Vốn 2 t đồng", "Vốn hai tỷ đồng"],
  ["Bé 5t cao 1m", "Bé năm tuổi cao một mét"],
  ["Giải ngân 500 tr. đồng", "Giải ngân năm trăm triệu đồng"],
  ["Lương 15 tr.đ", "Lương mười lăm triệu đồng"],
  ["Sách dày 200 tr.", "Sách dày hai trăm trang"],
  ["Xem tr. 15", "Xem trang mười lăm"],
])("a letter counts what the noun beside it says: %s", (written, spoken) => expect(read(written)).toBe(spoken));

test("a letter without such a noun stays a letter", () => {
  expect(read("mua 3 b")).toBe("mua ba b");
  expect(read("Áo size M")).toBe("Áo sai M");
});

test.each([
  ["từ 3-5 đến 7-5", "từ ngày ba tháng năm đến ngày bảy tháng năm"],
  ["Thế vận hội XXXII", "Thế vận hội ba mươi hai"],
  ["Công ước Viên IV", "Công ước Viên bốn"],
  ["Điều 5: Nghĩa vụ", "Điều năm: Nghĩa vụ"],
  ["tỷ lệ 1:3", "tỷ lệ một trên ba"],
  ["Bấm * rồi 1, bấm # để kết thúc", "Bấm sao rồi một, bấm thăng để kết thúc"],
  ['Tivi Sony 55" giảm giá', "Tivi xô ny năm mươi lăm inh giảm giá"],
  ["Chạy hết 9'58\"", "Chạy hết chín phút năm mươi tám giây"],
  ["Thai 32w", "Thai ba mươi hai tuần"],
  ["làm 40h một tuần", "làm bốn mươi giờ một tuần"],
  ["ngã 4 Bảy Hiền", "ngã tư Bảy Hiền"],
  ["thẻ đuôi 8899 vừa chi", "thẻ đuôi tám tám chín chín vừa chi"],
  ["gọi 024.1080", "gọi không hai bốn, một không tám không"],
])("a notation is read by its meaning: %s", (written, spoken) => expect(read(written)).toBe(spoken));

test.each([
  ["thông tư 78 của BTC hướng dẫn hóa đơn", "bộ tài chính"],
  ["BTC giải công bố giá vé", "ban tổ chức"],
  ["lỗi do NSX", "nhà sản xuất"],
  ["NSX in trên nắp", "ngày sản xuất"],
  ["số 5 đường Lê Lợi, P. Bến Nghé", "phường Bến Nghé"],
])("what was taken for unambiguous is decided by its surroundings: %s", (written, spoken) =>
  expect(read(written)).toContain(spoken),
);

test("P. before a department is not read as phường", () => {
  expect(read("Điều dưỡng P. Hồi sức báo cáo")).not.toContain("phường");
});

test("a text of nothing but TP. is read without an error", () => {
  const text = "TP. ".repeat(1250);
  expect(read(text)).toMatch(/^thành phố /);
});
