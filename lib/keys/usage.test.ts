import { afterEach, expect, test } from "vitest";
import { addToDays, addToHours } from "@/lib/money/usage/roll-up";
import { clock, days, minutes } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { makeCaller, makeKeySettings, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { getKey } from "./detail";
import { flushKeyUses, recordKeyUse } from "./last-used";
import { createKey } from "./service";
import { listKeyMonths, listUsage } from "./usage";

afterEach(() => clock.reset());

const record = (...calls: ReturnType<typeof makeFinished>[]) =>
  transaction(async (sql) => {
    await addToDays(sql, calls);
    await addToHours(sql, calls);
  });

test("requests, errors and spending add up by the day in Vietnam, and days without a request are zero", async () => {
  const caller = await makeCaller();
  const now = new Date("2030-05-10T05:00:00Z");
  clock.advance(now.getTime() - clock.now().getTime());
  await record(
    // The evening before in UTC, the tenth in Vietnam.
    makeFinished(caller, { createdAt: "2030-05-09T17:00:00.000Z", amountMilli: "1000" }),
    makeFinished(caller, { createdAt: "2030-05-10T04:00:00.000Z", status: "failed", amountMilli: "0" }),
    makeFinished(caller, { createdAt: "2030-05-09T16:59:59.999Z", service: "stt", amountMilli: "500" }),
  );
  await record(makeFinished(caller, { createdAt: "2030-05-10T04:30:00.000Z", amountMilli: "250" }));

  const usage = await listUsage(caller);
  expect(usage.days).toHaveLength(30);
  expect(usage.days.slice(-3)).toEqual([
    { day: "2030-05-08", calls: 0, errors: 0, amountMilli: 0n },
    { day: "2030-05-09", calls: 1, errors: 0, amountMilli: 500n },
    { day: "2030-05-10", calls: 3, errors: 1, amountMilli: 1250n },
  ]);
  expect(usage.total).toEqual({ calls: 4, errors: 1, amountMilli: 1750n });
  expect(usage.services).toEqual(["tts", "stt"]);
  // 93 ms, of the three that succeeded.
  expect(usage.latency?.p50).toBeGreaterThanOrEqual(93 * 0.95);
  expect(usage.latency?.p99).toBeLessThanOrEqual(93 * 1.05);
});

test("the processing times of all days, voices and services make one p50, p95 and p99, each at most 5 % off", async () => {
  const caller = await makeCaller();
  expect((await listUsage(caller)).latency).toBeNull();
  const taking = (processingTimeMs: string, ago = 0) =>
    makeFinished(caller, { processingTimeMs, createdAt: new Date(clock.now().getTime() - days(ago)).toISOString() });
  await record(...Array.from({ length: 94 }, (_, index) => taking("75", index % 20)));
  await record(...Array.from({ length: 4 }, (_, index) => taking("1300", index)));
  await record(...Array.from({ length: 2 }, (_, index) => taking("500000", index)));
  // Failed requests do not count, nor those of another key.
  await record(makeFinished(caller, { status: "failed", processingTimeMs: "30000" }), makeFinished(await makeCaller()));
  const { latency } = await listUsage(caller);
  for (const [shown, exact] of [
    [latency?.p50, 75],
    [latency?.p95, 1300],
    [latency?.p99, 500_000],
  ] as const) {
    expect(Math.abs((shown ?? 0) / exact - 1)).toBeLessThanOrEqual(0.05);
  }
});

test("figures older than thirty days are neither shown nor summed", async () => {
  const caller = await makeCaller();
  const at = (ago: number) => new Date(clock.now().getTime() - days(ago)).toISOString();
  await record(makeFinished(caller, { createdAt: at(29) }), makeFinished(caller, { createdAt: at(30) }));
  const usage = await listUsage(caller);
  expect([usage.total.calls, usage.days[0]?.calls]).toEqual([1, 1]);
});

test("batches that share keys add up in any order and never deadlock", async () => {
  const callers = await Promise.all(Array.from({ length: 5 }, () => makeCaller()));
  const batch = (turn: number) =>
    record(...(turn % 2 ? callers : callers.toReversed()).map((caller) => makeFinished(caller)));
  await Promise.all(Array.from({ length: 20 }, (_, turn) => batch(turn)));
  const totals = await Promise.all(callers.map(async (caller) => (await listUsage(caller)).total.calls));
  expect(totals).toEqual(callers.map(() => 20));
});

test("a key that has used one of its two services for a month is flagged, and not a day earlier", async () => {
  const member = await makeMember();
  const { id } = await createKey(member, makeKeySettings({ scopes: ["tts:execute", "stt:execute"] }));
  const caller = { businessId: member.businessId, keyId: id };
  await record(makeFinished(caller, { createdAt: new Date(clock.now().getTime() + days(20)).toISOString() }));

  clock.advance(days(30) - minutes(1));
  expect((await getKey(member, id)).unusedScope).toBeNull();
  clock.advance(minutes(2));
  expect((await getKey(member, id)).unusedScope).toBe("stt:execute");

  await record(makeFinished(caller, { service: "stt" }));
  expect((await getKey(member, id)).unusedScope).toBeNull();
});

test("the list's figures are those of this month in Vietnam, and of the member's own business", async () => {
  const [member, outsider] = [await makeMember(), await makeMember()];
  const now = new Date("2030-05-31T16:59:00Z");
  clock.advance(now.getTime() - clock.now().getTime());
  const { id } = await createKey(member, makeKeySettings({ monthlyCap: "5000" }));
  const caller = { businessId: member.businessId, keyId: id };
  // Both are in April in UTC; the second is already in May in Vietnam.
  await record(makeFinished(caller, { createdAt: "2030-04-30T16:59:59.999Z" }));
  await record(makeFinished(caller, { createdAt: "2030-04-30T17:00:00.000Z" }));
  await record(makeFinished(caller, { createdAt: now.toISOString(), status: "failed", service: "stt" }));
  const spends = [
    { keyId: id, month: "2030-04", amountMilli: 7n },
    { keyId: id, month: "2030-05", amountMilli: 1250n },
  ];
  await db.keySpend.createMany({ data: spends });
  expect(await listKeyMonths(member)).toEqual({ [id]: { spentMilli: 1250n, calls: 2, capMilli: 5_000_000n } });
  expect(await listKeyMonths(outsider)).toEqual({});
  await expect(listKeyMonths(await makeMember({ role: "billing" }))).rejects.toMatchObject({ code: "FORBIDDEN" });

  clock.advance(minutes(2));
  expect(await listKeyMonths(member)).toEqual({ [id]: { spentMilli: 0n, calls: 0, capMilli: 5_000_000n } });
});

test("a key that has used nothing is not flagged", async () => {
  const member = await makeMember();
  const { id } = await createKey(member, makeKeySettings({ scopes: ["tts:execute", "stt:execute"] }));
  clock.advance(days(40));
  expect((await getKey(member, id)).unusedScope).toBeNull();
});

test("a key shows when, from where and for what it was last used; a look-up keeps the service", async () => {
  const member = await makeMember();
  const { id } = await createKey(member, makeKeySettings());
  recordKeyUse({ secretId: id, ip: "203.0.113.1", service: "tts" });
  recordKeyUse({ secretId: id, ip: "203.0.113.2", service: null });
  await flushKeyUses();
  expect(await getKey(member, id)).toMatchObject({ lastUsedIp: "203.0.113.2", lastUsedService: "tts" });

  recordKeyUse({ secretId: id, ip: "2001:db8::1", service: null });
  await flushKeyUses();
  expect(await getKey(member, id)).toMatchObject({ lastUsedIp: "2001:db8::1", lastUsedService: "tts" });
});

test("a use that is written late does not replace a later one", async () => {
  const member = await makeMember();
  const { id } = await createKey(member, makeKeySettings());
  const later = new Date(clock.now().getTime() + days(1));
  await db.apiKey.update({ where: { id }, data: { lastUsedAt: later, lastUsedIp: "203.0.113.9" } });
  recordKeyUse({ secretId: id, ip: "203.0.113.1", service: "tts" });
  await flushKeyUses();
  expect(await getKey(member, id)).toMatchObject({ lastUsedAt: later, lastUsedIp: "203.0.113.9" });
});
