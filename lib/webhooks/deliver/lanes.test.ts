import { expect, test } from "vitest";
import { openPace, slowMs } from "./lanes";

const ended = (durationMs: number, hasSucceeded = true) => ({ startedAt: performance.now(), durationMs, hasSucceeded });

function recordMany(pace: ReturnType<typeof openPace>, count: number, durationMs: number, hasSucceeded = true) {
  for (let each = 0; each < count; each++) pace.record(ended(durationMs, hasSucceeded));
}

test("an endpoint gets from 4 to 32 attempts at once while they succeed within a second", () => {
  const pace = openPace();
  expect(pace.places()).toBe(4);
  recordMany(pace, 10, 100);
  expect(pace.places()).toBe(14);
  recordMany(pace, 100, 100);
  expect(pace.places()).toBe(32);
});

test("successes that take longer than a second get no more", () => {
  const pace = openPace();
  recordMany(pace, 50, 1500);
  expect(pace.places()).toBe(4);
});

test("a failure halves them, once for attempts that were in flight together, to one at least", () => {
  const pace = openPace();
  recordMany(pace, 60, 100);
  const together = Array.from({ length: 20 }, () => ended(100, false));
  for (const one of together) pace.record(one);
  expect(pace.places()).toBe(16);
  recordMany(pace, 1, 100, false);
  expect(pace.places()).toBe(8);
  for (let each = 0; each < 9; each++) recordMany(pace, 1, 100, false);
  expect(pace.places()).toBe(1);
  recordMany(pace, 40, 100);
  expect(pace.places()).toBeGreaterThan(4);
});

test("an endpoint is slow while one of twenty attempts takes longer than three seconds, and fast below one second", () => {
  const pace = openPace();
  expect([pace.isSlow(), pace.isFast(), openPace(true).isFast()]).toEqual([false, false, true]);
  recordMany(pace, 30, 50);
  recordMany(pace, 1, slowMs + 1);
  expect([pace.isSlow(), pace.isFast()]).toEqual([false, true]);
  recordMany(pace, 1, slowMs + 1);
  expect([pace.isSlow(), pace.isFast()]).toEqual([true, false]);
  recordMany(pace, 32, 50);
  expect([pace.isSlow(), pace.isFast()]).toEqual([false, true]);
});
