import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { floorMs, inSameTime } from "./same-time";

const time = async (work: () => Promise<unknown>) => {
  const start = performance.now();
  await inSameTime(work).catch(() => {});
  return performance.now() - start;
};

test("quick, slow and failing work answer at the same moment", async () => {
  const works = [async () => 1, () => sleep(floorMs / 2), () => Promise.reject(new Error("no"))];
  for (const took of await Promise.all(works.map(time))) {
    expect(took).toBeGreaterThanOrEqual(floorMs);
    expect(took).toBeLessThan(floorMs * 1.5);
  }
});

test("work that misses the moment answers at the next, not when it happens to end", async () => {
  const [slow, slower] = await Promise.all([time(() => sleep(floorMs * 1.1)), time(() => sleep(floorMs * 1.5))]);
  expect(slow).toBeGreaterThanOrEqual(floorMs * 2);
  expect(Math.abs(slow - slower)).toBeLessThan(floorMs / 4);
});

test("what the work answers or throws comes through", async () => {
  expect(await inSameTime(async () => 7)).toBe(7);
  await expect(inSameTime(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
});
