import { afterEach, expect, test } from "vitest";
import { clock, days } from "@/lib/platform/clock";
import { vietnamDate } from "@/lib/platform/vietnam-time";
import { ingest } from "@/lib/speech/history/ingest";
import { makeCaller } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { makeStaff } from "@/prisma/staff-factories";
import { bankReports } from "@/testing/harness/bank-books";
import { readFigures } from "./figures";

afterEach(() => clock.reset());

test("figures add up jobs of all businesses by day and region, and money that came in by day", async () => {
  const staff = await makeStaff("support");
  const before = await readFigures(staff, 7);
  const job = async (options: Parameters<typeof makeFinished>[1], back = 0) => {
    const createdAt = new Date(+clock.now() - days(back)).toISOString();
    const payload = makeFinished(await makeCaller(), { createdAt, ...options });
    await ingest([{ key: payload.trackingId, payload, attempts: 0 }]);
  };
  await job({ amountMilli: "5000", processingTimeMs: "100" });
  await job({ amountMilli: "7000", processingTimeMs: "900" }, 1);
  await job({ region: "SG", amountMilli: "11000", processingTimeMs: "200" });
  await job({ status: "failed", amountMilli: "0", resultCode: "ENGINE_FAILED" });
  await bankReports({ amountVnd: 30_000n });

  const after = await readFigures(staff, 7);
  expect(after.total.chargedMilli - before.total.chargedMilli).toBe(23_000n);
  expect(after.total.moneyMilli - before.total.moneyMilli).toBe(30_000_000n);
  expect([after.total.jobs - before.total.jobs, after.total.errors - before.total.errors]).toEqual([4, 1]);
  expect(after.byDay).toHaveLength(7);
  expect(after.byDay.at(-1)?.day).toBe(vietnamDate(clock.now()));
  const yesterday = (figures: typeof after) => figures.byDay.at(-2)?.chargedMilli ?? 0n;
  expect(yesterday(after) - yesterday(before)).toBe(7000n);
  const sg = await readFigures(staff, 7, "SG");
  expect(sg.byRegion.map(({ region }) => region)).toEqual(["SG"]);
  expect(sg.total.p95).toBeGreaterThan(189);
  expect(sg.total.p95).toBeLessThan(211);
  expect(after.byRegion.map(({ region }) => region)).toEqual(["SG", "VN"]);
});

test("an installation without jobs has figures of zero for each day", async () => {
  clock.advance(days(400));
  const { total, byDay, byRegion } = await readFigures(await makeStaff("admin"), 30, "SG");
  expect(total).toEqual({ moneyMilli: 0n, chargedMilli: 0n, jobs: 0, errors: 0, p95: null });
  expect([byDay.length, byRegion]).toEqual([30, []]);
});
