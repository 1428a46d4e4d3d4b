// @module-tag promise
import { afterEach, beforeEach, expect, test } from "vitest";
import { clock, days, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { vietnamDay } from "@/lib/platform/vietnam-time";
import { makeMember } from "@/prisma/factories";
import { shownDays, stateOf } from "./schema";
import { listServiceStatus, rollUpServiceDays } from "./service-status";

beforeEach(() => db.serviceDay.deleteMany());
afterEach(async () => {
  await db.usageHour.deleteMany();
  clock.reset();
});

/** Requests of a new business, `daysAgo` days ago at noon in Vietnam. */
async function record(daysAgo: number, results: Record<string, number>, region = "VN") {
  const { businessId } = await makeMember();
  const hour = new Date(+vietnamDay(clock.now()) - days(daysAgo) + hours(5));
  const common = {
    businessId,
    hour,
    keyId: "key_1",
    service: "tts" as const,
    region,
    jobs: 0,
    characters: 0n,
    audioMs: 0n,
  };
  await db.usageHour.createMany({
    data: Object.entries(results).map(([result, requests]) => ({
      ...{ ...common, result, requests, amountMilli: 0n, buckets: [], counts: [] },
    })),
  });
}

const today = async () => (await listServiceStatus()).find(({ service }) => service === "tts")?.days.at(-1);

test("a day sums up the requests of all businesses; only failures of the service count", async () => {
  await record(0, { completed: 995, PROVIDER_FAILED: 2, INTERNAL: 1, KEY_INVALID: 400, TEXT_TOO_LONG: 30 });
  await record(0, { completed: 1000, OVERLOADED: 9 });
  await rollUpServiceDays();
  await rollUpServiceDays();
  expect(await today()).toMatchObject({ completed: 1995, failed: 12, state: "degraded" });
});

test("nothing is shown as good that was not recorded", async () => {
  const rows = await listServiceStatus();
  expect(rows.map(({ succeeded }) => succeeded)).toEqual(rows.map(() => null));
  expect(new Set(rows.flatMap((row) => row.days.map(({ state }) => state)))).toEqual(new Set(["none"]));
  expect(rows.every((row) => row.days.length === shownDays)).toBe(true);
});

test("the first run sums up 90 days; later ones begin with yesterday, or where the worker paused", async () => {
  await record(80, { completed: 5 });
  await record(2, { completed: 7 });
  await rollUpServiceDays();
  const shown = async () => (await listServiceStatus())[0]?.days.filter(({ completed }) => completed > 0).length;
  expect(await shown()).toBe(2);
  clock.advance(days(3));
  await record(2, { completed: 1 });
  await rollUpServiceDays();
  expect(await shown()).toBe(3);
});

test("another region has rows of its own, and a failing day is an outage from 5 %", async () => {
  await record(0, { completed: 95, INTERNAL: 5 }, "SG");
  await rollUpServiceDays();
  expect(await db.serviceDay.findMany({ select: { region: true, failed: true } })).toEqual([
    { region: "SG", failed: 5n },
  ]);
  expect([stateOf({ completed: 95, failed: 5 }), stateOf({ completed: 996, failed: 4 })]).toEqual(["outage", "good"]);
});
