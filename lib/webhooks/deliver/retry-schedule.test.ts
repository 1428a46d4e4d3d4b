// @module-tag promise
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { days, hours, minutes, seconds } from "@/lib/platform/clock";
import en from "@/messages/en.json";
import vi from "@/messages/vi.json";
import { promised, promises } from "@/testing/promises";
import { nextAttempt, retriesLastDays, retriesLastMs, retryDelaysMs, vendorDelaysMs } from "./retry-schedule";

const promisedHours = Number(/about (\d+) hours/.exec(promises.find(({ id }) => id === "W2")?.sentence ?? "")?.[1]);
const now = new Date("2026-11-22T10:00:00.000Z");
const delayOf = (rejected: Parameters<typeof nextAttempt>[0], random = () => 0) => {
  const at = nextAttempt(rejected, now, { random });
  return at && +at - +now;
};

test("each attempt of the promised number follows its delay and at most a fifth more, and none the last", () => {
  const inBounds = fc.property(
    fc.integer({ min: 1, max: retryDelaysMs.length - 1 }),
    fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    fc.constantFrom(null, 301, 400, 404, 429, 500, 503),
    (number, random, statusCode) => {
      const isOverloaded = statusCode === 429 || statusCode === 503;
      const least = Math.max(retryDelaysMs[number] ?? 0, isOverloaded ? minutes(1) : 0);
      const delay = delayOf({ number, statusCode }, () => random);
      expect(delay).toBeGreaterThanOrEqual(least);
      expect(delay).toBeLessThanOrEqual(least * 1.2);
    },
  );
  fc.assert(inBounds, { numRuns: 10_000 });
  expect(retryDelaysMs).toHaveLength(promised("W2"));
  expect(delayOf({ number: promised("W2"), statusCode: 500 })).toBeNull();
  expect(Math.floor(retriesLastMs / hours(1))).toBe(promisedHours);
  expect(vendorDelaysMs).toHaveLength(promised("W2"));
  expect(vendorDelaysMs.reduce((sum, delayMs) => sum + delayMs, 0)).toBe(minutes(4.5));
});

test.each([
  ["seconds", "120", minutes(2)],
  ["a date", new Date(+now + minutes(3)).toUTCString(), minutes(3)],
  ["more than a day", "999999", days(1)],
  ["a date in a year", new Date(+now + days(365)).toUTCString(), days(1)],
  ["less than the schedule", "1", seconds(5)],
  ["a date in the past", new Date(+now - minutes(3)).toUTCString(), seconds(5)],
  ["nonsense", "soon", seconds(5)],
  ["a negative number", "-5", seconds(5)],
  ["nothing", "", seconds(5)],
])("Retry-After with %s is honoured up to a day", (_, retryAfter, delay) => {
  expect(delayOf({ number: 1, statusCode: 500, retryAfter })).toBe(delay);
});

test("after 429 and 503 no attempt comes within a minute, whatever Retry-After says", () => {
  for (const statusCode of [429, 503]) expect(delayOf({ number: 1, statusCode, retryAfter: "0" })).toBe(minutes(1));
});

test("texts that spell out how many days a delivery is attempted say the schedule's number", () => {
  const [english, vietnamese] = [
    ["zero days", "one day", "two days", "three days", "four days", "five days"][retriesLastDays],
    ["không ngày", "một ngày", "hai ngày", "ba ngày", "bốn ngày", "năm ngày"][retriesLastDays],
  ];
  expect(readFileSync("README.md", "utf8").replace(/\s+/g, " ")).toContain(`retried for ${english}`);
  expect(readFileSync("README.vi.md", "utf8").replace(/\s+/g, " ")).toContain(`thử lại trong ${vietnamese}`);
  for (const [messages, period] of [
    [en, english],
    [vi, vietnamese],
  ] as const) {
    const { late } = messages.webhooks.drills.checks;
    for (const text of [messages.frontPage.features.webhooks.words, late.sent, late.fix])
      expect(text).toContain(period);
  }
});
