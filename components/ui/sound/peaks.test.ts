import { expect, test } from "vitest";
import { peaks } from "./peaks";

test("each bar is the loudest moment of its section, relative to the loudest of all", () => {
  const samples = new Float32Array([0.1, -0.25, 0, 0.05, 0.5, 0.2, -0.125, 0]);
  expect(peaks(samples, 4)).toEqual([0.5, expect.closeTo(0.1), 1, 0.25]);
});

test("silence, and audio shorter than the drawing, are drawn without an error", () => {
  expect(peaks(new Float32Array(100), 3)).toEqual([0, 0, 0]);
  expect(peaks(new Float32Array([1]), 4).filter(Number.isFinite)).toHaveLength(4);
  expect(peaks(new Float32Array(0), 2)).toEqual([0, 0]);
});
