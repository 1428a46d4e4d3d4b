import { expect, test } from "vitest";
import { withoutHallucinations } from "./hallucinations";

const hallucination = "Hãy subscribe cho kênh Ghiền Mì Gõ Để không bỏ lỡ những video hấp dẫn";
const at = (text: string, noSpeech?: number) => ({
  start: 0,
  end: 2,
  text,
  ...(noSpeech !== undefined && { noSpeech }),
});

test("a phrase hallucinated in silence is removed, with any punctuation", () => {
  expect(withoutHallucinations({ text: ` ${hallucination}. `, segments: [at(`${hallucination}.`)] })).toEqual({
    text: "",
    segments: [],
  });
  expect(withoutHallucinations({ text: "irrelevant", segments: [at(hallucination.normalize("NFD"))] }).text).toBe("");
});

test("words before a hallucinated phrase stay", () => {
  const segments = [at("Giá vàng hôm nay tăng.", 0.02), at("Cảm ơn các bạn đã theo dõi.", 0.9)];
  expect(withoutHallucinations({ text: "irrelevant", segments }).text).toBe("Giá vàng hôm nay tăng.");
});

test("the same phrase stays when a person says it", () => {
  const segments = [at("Giá vàng hôm nay tăng."), at("Cảm ơn các bạn đã theo dõi.")];
  const recognized = { text: "Giá vàng hôm nay tăng. Cảm ơn các bạn đã theo dõi.", segments };
  expect(withoutHallucinations(recognized)).toBe(recognized);
  const sure = { text: "Cảm ơn các bạn đã theo dõi.", segments: [at("Cảm ơn các bạn đã theo dõi.", 0.01)] };
  expect(withoutHallucinations(sure)).toBe(sure);
});
