import { expect, test } from "vitest";
import { sparkOf } from "./spark";

const tone = (length: number, loudness: (at: number) => number) =>
  Float32Array.from({ length }, (_, at) => Math.sin(at / 3) * loudness(at / length));

test("a small wave has 48 digits, relative to the loudest part", () => {
  const rising = sparkOf(tone(24_000, (at) => at / 4));
  expect(rising).toMatch(/^[0-9a-f]{48}$/);
  expect([rising.at(0), rising.at(-1)]).toEqual(["0", "f"]);
  expect([...rising].toSorted()).toEqual([...rising]);
});

test("silence, no samples and fewer samples than parts have a wave too", () => {
  for (const samples of [new Float32Array(1000), new Float32Array(0)]) expect(sparkOf(samples)).toBe("0".repeat(48));
  expect(sparkOf(new Float32Array([1, -1]))).toMatch(/^[0f]{48}$/);
});

test("half an hour of audio has its loud minute where it is", () => {
  const long = new Float32Array(16_000 * 1800).fill(0.1);
  const spark = sparkOf(long.fill(1, long.length * 0.5, long.length * 0.54));
  expect([...spark].filter((digit) => digit > "8").length).toBeLessThan(4);
  expect(spark[24]).toMatch(/[ef]/);
});
