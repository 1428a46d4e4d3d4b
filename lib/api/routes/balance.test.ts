import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
afterEach(() => clock.reset());

async function makePartner(creditMilli = 0n) {
  const member = await makeMember({ creditMilli });
  return { ...member, key: await makeKey(member, ["balance:read"]) };
}

const noon = new Date("2030-11-20T05:00:00Z");

const moveTo = (time: Date) => clock.advance(+time - +clock.now());

/** Spends on full days before 20 November in Vietnam: `[1]` is the 19th. */
async function spend(businessId: string, spentMilli: Record<number, bigint>) {
  const group = { businessId, keyId: "key_any", service: "tts", modelId: "any", region: "VN" } as const;
  const sums = { successes: 1, failures: 0, units: 1n, audioMs: 1n, latency: [] };
  await db.usageDay.createMany({
    data: Object.entries(spentMilli).map(([ago, amountMilli]) => ({
      ...group,
      ...sums,
      day: new Date(Date.UTC(2030, 10, 20 - Number(ago))),
      amountMilli,
    })),
  });
}

const balanceOf = async (key: string) => (await api.get("/balance", key)).json;

test("a key with balance:read reads its business's credit, and no other business's", async () => {
  const [partner, other] = [await makePartner(49_999_900n), await makePartner(1_000_000n)];
  expect(await balanceOf(partner.key)).toEqual({
    availableVnd: 49_999.9,
    freeVnd: 0,
    heldVnd: 0,
    currency: "VND",
    daysLeft: null,
  });
  expect(await balanceOf(other.key)).toMatchObject({ availableVnd: 1000 });
  await spend(other.businessId, { 1: 1000n, 2: 1000n, 3: 1000n });
  moveTo(noon);
  expect(await balanceOf(partner.key)).toMatchObject({ daysLeft: null });
});

test("a key without balance:read is rejected", async () => {
  const member = await makeMember({ creditMilli: 1000n });
  const { status, json } = await api.get("/balance", await makeKey(member, ["tts:execute", "stt:execute"]));
  expect([status, json.code]).toEqual([403, "SCOPE_MISSING"]);
  expect((await api.get("/balance")).json.code).toBe("KEY_MISSING");
});

test("days left are counted by the mean of the last seven full days in Vietnam", async () => {
  moveTo(noon);
  const partner = await makePartner(100_000_000n);
  await spend(partner.businessId, { 0: 999_000_000n, 1: 10_000_000n, 7: 25_000_000n, 8: 999_000_000n });
  await spend(partner.businessId, { 20: 1000n });
  // 35,000 ₫ in seven days are 5,000 ₫ a day.
  expect(await balanceOf(partner.key)).toMatchObject({ availableVnd: 100_000, daysLeft: 20 });
});

test("there are no days left before three days of use, then by the mean since the first one, and none once use has stopped", async () => {
  moveTo(noon);
  const partner = await makePartner(100_000_000n);
  await spend(partner.businessId, { 0: 9_000_000n, 1: 10_000_000n, 2: 8_000_000n });
  expect((await balanceOf(partner.key)).daysLeft).toBeNull();
  // One minute before midnight in Vietnam, and after it the third day is full.
  moveTo(new Date("2030-11-20T16:59:00Z"));
  expect((await balanceOf(partner.key)).daysLeft).toBeNull();
  moveTo(new Date("2030-11-20T17:01:00Z"));
  expect((await balanceOf(partner.key)).daysLeft).toBe(11);
  moveTo(new Date(+noon + days(10)));
  expect((await balanceOf(partner.key)).daysLeft).toBeNull();
});
