import { verbalize } from "vietnamese-text";
import { expect, test } from "vitest";
import { segmentsOf, startsOf } from "./spoken-words";

const sentence = "Hóa đơn 1.250.000đ, hạn 20/11, nộp tại UBND P.5";

const read = (text: string, region: "north" | "central" | "south" = "north") =>
  segmentsOf(text, verbalize(text, { region }).changes);

const changedOf = (segments: ReturnType<typeof segmentsOf>["segments"]) =>
  segments.flatMap((one) => (one.kind === "changed" ? [[one.written, one.tail, one.spoken]] : []));

test("a text shows its spoken words under the written ones: neighbours without a space as one, marks not left behind", () => {
  expect(changedOf(read(sentence).segments)).toEqual([
    ["1.250.000đ", ",", "một triệu hai trăm năm mươi nghìn đồng"],
    ["20/11", ",", "ngày hai mươi tháng mười một"],
    ["UBND", "", "ủy ban nhân dân"],
    ["P.5", "", "phường năm"],
  ]);
  expect(changedOf(read(sentence, "south").segments)[0]?.[2]).toContain("ngàn");
});

test("the segments hold the whole text, whatever is changed in it", () => {
  for (const text of [sentence, "Chào [pause:1.5] bạn (8h30)\n- một\n😀 A4 ", "5kg, 3km/h!", "", "…"]) {
    const whole = read(text)
      .segments.map((one) => {
        if (one.kind === "plain") return one.pieces.map((piece) => piece.text).join("");
        return one.kind === "changed" ? one.written + one.tail : one.written;
      })
      .join("");
    expect(whole).toBe(text);
  }
});

test("each spoken word gets its time, also where the engine names several at once or leaves one out", () => {
  const { words } = read("Giá 20đ tại UBND nhé");
  expect(words).toEqual(["Giá", "hai", "mươi", "đồng", "tại", "ủy", "ban", "nhân", "dân", "nhé"]);
  const one = (word: string, start: number) => ({ word, start, end: start + 1 });
  const times = [one("giá,", 0), { word: "hai mươi", start: 1, end: 3 }, one("Tại", 4), one("ủy", 5), one("dân", 8)];
  expect(startsOf(words, times)).toEqual([0, 1, 1 + (2 * 3) / 7, 1 + (2 * 3) / 7, 4, 5, 5, 5, 8, undefined]);
});

test("what an engine names that is not in the text moves no other word", () => {
  expect(
    startsOf(
      ["xin", "chào"],
      [
        { word: "test", start: 0, end: 1 },
        { word: "xin", start: 2, end: 3 },
      ],
    ),
  ).toEqual([2, undefined]);
});
