import fc from "fast-check";
import { expect, test } from "vitest";
import { openPace } from "./form-pace";

const pace = { perMinute: 300, burst: 10, patienceMs: 2000 };

test("ten come at once, the next ten wait their turn up to two seconds, and those after get none", () => {
  const { take } = openPace(pace, () => 0);
  const waits = Array.from({ length: 25 }, () => take("a network"));
  expect(waits.slice(0, 10)).toEqual(Array(10).fill(0));
  expect(waits.slice(10, 20)).toEqual([200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000]);
  expect(waits.slice(20)).toEqual(Array(5).fill(2200));
});

test("whoever is turned away takes nothing: a second later five more get a turn", () => {
  let at = 0;
  const { take } = openPace(pace, () => at);
  for (let count = 0; count < 1000; count += 1) take("a network");
  at = 1000;
  const got = Array.from({ length: 20 }, () => take("a network")).filter((wait) => wait <= pace.patienceMs);
  expect(got).toHaveLength(5);
});

test("one sender's flood takes nothing from another's pace, also when more came than are remembered", () => {
  const { take } = openPace(pace, () => 0);
  for (let count = 0; count < 30_000; count += 1) take(`network ${count % 15_000}`);
  expect(take("another")).toBe(0);
});

test("however they come, no more start in any stretch of time than the burst and the pace allow", () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 50, maxLength: 200 });
  fc.assert(
    fc.property(gaps, (each) => {
      let at = 0;
      const { take } = openPace(pace, () => at);
      const starts = each.flatMap((gap) => {
        at += gap;
        const wait = take("a network");
        return wait <= pace.patienceMs ? [at + wait] : [];
      });
      return starts.every((start, index) =>
        starts.slice(index).every((end, more) => more + 1 <= pace.burst + Math.floor((end - start) / 200 + 1e-9)),
      );
    }),
  );
});
