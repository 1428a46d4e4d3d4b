// @module-tag promise
import { expect, test } from "vitest";
import { normalize, normalizePauses, RULES_VERSION } from "./normalize";

const north = { region: "north" } as const;

test("each change has its rule, the text it replaces and the position", () => {
  const text = "Giá 500.000đ lúc 8h30";
  const { spoken, changes, version } = normalize(text, north);
  expect(spoken).toBe("Giá năm trăm nghìn đồng lúc tám giờ ba mươi phút");
  expect(changes).toEqual([
    { from: "500.000đ", to: "năm trăm nghìn đồng", rule: "money", start: 4, end: 12 },
    { from: "8h30", to: "tám giờ ba mươi phút", rule: "time", start: 17, end: 21 },
  ]);
  expect(version).toBe(RULES_VERSION);
});

test("an unknown word that is no Vietnamese syllable stays as written and is reported", () => {
  const { spoken, unknown } = normalize("Kovačić gặp Henry ở Huế", north);
  expect(spoken).toBe("Kovačić gặp Henry ở Huế");
  expect(unknown).toEqual([
    { text: "Kovačić", start: 0, end: 7 },
    { text: "Henry", start: 12, end: 17 },
  ]);
});

test("Vietnamese typed without accents is not reported as unknown", () => {
  expect(normalize("Chuyen tien thanh cong, cam on quy khach", north).unknown).toEqual([]);
});

test("capitals among lower-case words are reported even if they could be a Vietnamese word", () => {
  const unknownOf = (text: string) => normalize(text, north).unknown.map(({ text }) => text);
  expect(unknownOf("Mai bay HAN lúc 8h")).toEqual(["HAN"]);
  expect(unknownOf("THONG BAO: CHUYEN TIEN CHO BAN")).toEqual([]);
});

test("a pause lasts ten seconds at most, and all pauses of a text thirty", () => {
  const { spoken, pauses } = normalize("Xin chào [pause:1.5] bạn [pause:99]", north);
  expect(spoken).toBe("Xin chào … bạn …");
  expect(pauses).toEqual([
    { start: 9, end: 10, seconds: 1.5 },
    { start: 15, end: 16, seconds: 10 },
  ]);
  const long = normalize("a [pause:9] b [pause:250ms] c [pause:9,5] d [PAUSE: 500 s] e [pause:10] g [pause:1]", north);
  expect(long.pauses.map(({ seconds }) => seconds)).toEqual([9, 0.25, 9.5, 10, 1.25, 0]);
  expect(long.changes.map(({ pauseSeconds }) => pauseSeconds)).toEqual([9, 0.25, 9.5, 10, 1.25, 0]);
  expect(long.spoken).toBe("a … b … c … d … e … g …");
});

test("pauses apply also with normalization turned off", () => {
  const { spoken, pauses } = normalizePauses("Giá 20k [pause:2] [tạm tính]");
  expect(spoken).toBe("Giá 20k … [tạm tính]");
  expect(pauses).toEqual([{ start: 8, end: 9, seconds: 2 }]);
});

test("a custom pronunciation of a sign, number or word takes precedence over every rule", () => {
  const pronunciations = [
    { written: "24/7", spoken: "hai bốn bảy" },
    { written: "UBND", spoken: "ủy ban" },
    { written: "&", spoken: "cùng" },
  ];
  const { spoken, changes } = normalize("UBND 24/7 & mở", { ...north, pronunciations });
  expect(spoken).toBe("ủy ban hai bốn bảy cùng mở");
  expect(new Set(changes.map(({ rule }) => rule))).toEqual(new Set(["pronunciation"]));
});

test("the request's options take precedence over the voice's region", () => {
  const reading = { thousand: "nghìn", emptyTen: "linh", four: "tư", year: "short" } as const;
  expect(normalize("năm 2024, 1.105 người", { region: "south", reading }).spoken).toBe(
    "năm hai nghìn hai mươi tư, một nghìn một trăm linh năm người",
  );
});
