import { expect, test } from "vitest";
import { withoutGhosts } from "./ghosts";

const ghost = "Hãy subscribe cho kênh Ghiền Mì Gõ Để không bỏ lỡ những video hấp dẫn";
const at = (text: string, noSpeech?: number) => ({
  start: 0,
  end: 2,
  text,
  ...(noSpeech !== undefined && { noSpeech }),
});

test("a phrase made up in silence is no transcript, whatever its marks", () => {
  expect(withoutGhosts({ text: ` ${ghost}. `, segments: [at(`${ghost}.`)] })).toEqual({ text: "", segments: [] });
  expect(withoutGhosts({ text: "irrelevant", segments: [at(ghost.normalize("NFD"))] }).text).toBe("");
});

test("words before a ghost stay", () => {
  const segments = [at("Giá vàng hôm nay tăng.", 0.02), at("Cảm ơn các bạn đã theo dõi.", 0.9)];
  expect(withoutGhosts({ text: "irrelevant", segments }).text).toBe("Giá vàng hôm nay tăng.");
});

test("someone who does say thank you is heard", () => {
  const segments = [at("Giá vàng hôm nay tăng."), at("Cảm ơn các bạn đã theo dõi.")];
  const heard = { text: "Giá vàng hôm nay tăng. Cảm ơn các bạn đã theo dõi.", segments };
  expect(withoutGhosts(heard)).toBe(heard);
  const sure = { text: "Cảm ơn các bạn đã theo dõi.", segments: [at("Cảm ơn các bạn đã theo dõi.", 0.01)] };
  expect(withoutGhosts(sure)).toBe(sure);
});
