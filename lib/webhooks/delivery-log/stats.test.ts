import { expect, test } from "vitest";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { bucketOf, noLatency } from "@/lib/platform/latency";
import { makeMember } from "@/prisma/factories";
import { makeEndpoint } from "@/prisma/webhook-factories";
import { readRates, readStats } from "./stats";

const hourAgo = (count: number) => new Date(Math.floor(+clock.now() / hours(1)) * hours(1) - hours(count));

function count(endpointId: string, ago: number, succeeded: number, failed: number) {
  const latency = noLatency();
  latency[bucketOf(100)] = succeeded;
  latency[bucketOf(15_000)] = failed;
  return db.webhookHour.create({ data: { endpointId, hour: hourAgo(ago), succeeded, failed, latency } });
}

test("the figures of an endpoint add up the hours of the last day or week, slot by slot", async () => {
  const member = await makeMember();
  const { id } = await makeEndpoint(member);
  await count(id, 0, 40, 0);
  await count(id, 23, 50, 10);
  await count(id, 24, 7, 1);
  await count(id, 7 * 24 - 1, 2, 0);
  await count(id, 7 * 24, 1000, 1000);

  const day = await readStats(member, id, "day");
  expect(day).toMatchObject({ succeeded: 90, failed: 10 });
  expect(day.slots).toHaveLength(24);
  expect(day.slots.at(-1)).toEqual({ from: hourAgo(0), succeeded: 40, failed: 0 });
  expect(day.slots[0]).toMatchObject({ succeeded: 50, failed: 10 });
  expect(day.latency?.p50Ms).toBeGreaterThanOrEqual(100);
  expect(day.latency?.p50Ms).toBeLessThan(150);
  expect(day.latency?.p95Ms).toBeGreaterThanOrEqual(15_000);

  const week = await readStats(member, id, "week");
  expect(week).toMatchObject({ succeeded: 99, failed: 11 });
  expect(week.slots).toHaveLength(28);
  expect(week.slots[0]).toMatchObject({ succeeded: 2, failed: 0 });
});

test("rates and figures are those of the business's own endpoints, for members with the permission", async () => {
  const [member, outsider] = [await makeMember(), await makeMember()];
  const [busy, idle, theirs] = [await makeEndpoint(member), await makeEndpoint(member), await makeEndpoint(outsider)];
  await count(busy.id, 0, 3, 1);
  await count(busy.id, 30, 100, 100);
  await count(theirs.id, 0, 5, 0);
  expect([...(await readRates(member))]).toEqual([[busy.id, { succeeded: 3, failed: 1 }]]);
  expect(await readStats(outsider, busy.id, "week")).toMatchObject({ succeeded: 0, failed: 0, latency: null });
  expect(await readStats(member, idle.id, "day")).toMatchObject({ succeeded: 0, latency: null });

  const billing = await makeMember({ role: "billing", businessId: member.businessId });
  await expect(readStats(billing, busy.id, "day")).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(readRates(billing)).rejects.toMatchObject({ code: "FORBIDDEN" });
});
