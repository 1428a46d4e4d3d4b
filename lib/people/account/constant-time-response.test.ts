// @module-tag promise
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { floor, inConstantTime } from "./constant-time-response";

const floorMs = floor.ms;

const time = async (work: () => Promise<unknown>) => {
  const start = performance.now();
  await inConstantTime(work).catch(() => {});
  return performance.now() - start;
};

test("the floor is 300 ms", () => expect(floorMs).toBe(300));

test("quick, slow and failing work return at the same moment", { tags: "clock" }, async () => {
  const works = [async () => 1, () => sleep(floorMs / 2), () => Promise.reject(new Error("no"))];
  for (const took of await Promise.all(works.map(time))) {
    expect(took).toBeGreaterThanOrEqual(floorMs);
    expect(took).toBeLessThan(floorMs * 1.5);
  }
});

test("work that misses the moment returns at the next, not when it happens to end", { tags: "clock" }, async () => {
  const [slow, slower] = await Promise.all([time(() => sleep(floorMs * 1.1)), time(() => sleep(floorMs * 1.5))]);
  expect(slow).toBeGreaterThanOrEqual(floorMs * 2);
  expect(Math.abs(slow - slower)).toBeLessThan(floorMs / 4);
});

test("what the work returns or throws is passed on", async () => {
  expect(await inConstantTime(async () => 7)).toBe(7);
  await expect(inConstantTime(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
});
