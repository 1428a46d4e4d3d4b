import fc from "fast-check";
import { expect, test } from "vitest";
import { Sentences } from "./sentences";

/** What becomes complete by each piece, and what is left. */
function cut(...pieces: string[]): { said: string[][]; rest: string[] } {
  const sentences = new Sentences();
  return { said: pieces.map((piece) => sentences.push(piece)), rest: sentences.takeRest() };
}

test("a sentence is complete once something follows its end, and not before", () => {
  expect(cut("Xin chào", " các bạn", ".", " ", "Tôi là")).toEqual({
    said: [[], [], [], ["Xin chào các bạn. "], []],
    rest: ["Tôi là"],
  });
  expect(cut("Một! Hai? Ba").said).toEqual([["Một! Hai? "]]);
  expect(cut("Dòng một\n", "Dòng hai").said).toEqual([["Dòng một\n"], []]);
});

test.each(["ở TP. HCM hôm nay", "ThS. Lan và TS. Nam", "1. Mở đầu của bài", "giá 1.250.000đ một chiếc"])(
  "%s is not cut inside",
  (text) => {
    expect(cut(text, " nhé. ").said).toEqual([[], [`${text} nhé. `]]);
  },
);

test("a long sentence is cut between words, behind a comma where there is one", () => {
  const { said } = cut(`${"dài lắm ".repeat(40)}rồi, ${"còn nữa ".repeat(40)}`);
  for (const text of said.flat()) expect(text.length).toBeLessThanOrEqual(400);
  expect(said.flat()[0]).toMatch(/rồi, $/);
});

test("of an unfinished sentence what is worth it can be spoken, up to its last whole word", () => {
  const sentences = new Sentences();
  sentences.push("ngắn");
  expect(sentences.takeMost()).toEqual([]);
  sentences.push(` ${"từ ".repeat(20)}dở da`);
  expect(sentences.takeMost()).toEqual([`ngắn ${"từ ".repeat(20)}dở `]);
  expect(sentences.takeRest()).toEqual(["da"]);
});

test("nothing of a text is lost or changed, in whatever pieces it comes", () => {
  const piece = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("Xin chào. ", "TP. ", "?", " ", "\n", "a".repeat(500)),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const { said, rest } = cut(...pieces);
      expect([...said.flat(), ...rest].join("")).toBe(pieces.join(""));
    }),
  );
});
