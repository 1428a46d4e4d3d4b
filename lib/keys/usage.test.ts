import { afterEach, expect, test } from "vitest";
import { clock, days, minutes } from "@/lib/clock";
import { db, transaction } from "@/lib/db";
import { makeCaller, makeKeySettings, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { recordKeyDays } from "./days";
import { getKey } from "./detail";
import { flushKeyUses, noteKeyUse } from "./last-used";
import { createKey } from "./service";
import { listUsage } from "./usage";

afterEach(() => clock.reset());

const record = (...calls: ReturnType<typeof makeFinished>[]) => transaction((sql) => recordKeyDays(sql, calls));

test("calls, errors and spending add up by the day in Vietnam, and days without a call are zero", async () => {
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

  const usage = await listUsage(caller.keyId);
  expect(usage.days).toHaveLength(30);
  expect(usage.days.slice(-3)).toEqual([
    { day: "2030-05-08", calls: 0, errors: 0, amountMilli: 0n },
    { day: "2030-05-09", calls: 1, errors: 0, amountMilli: 500n },
    { day: "2030-05-10", calls: 3, errors: 1, amountMilli: 1250n },
  ]);
  expect(usage.total).toEqual({ calls: 4, errors: 1, amountMilli: 1750n });
  expect(usage.services).toEqual(["tts", "stt"]);
});

test("what is older than thirty days is neither shown nor summed", async () => {
  const caller = await makeCaller();
  const at = (ago: number) => new Date(clock.now().getTime() - days(ago)).toISOString();
  await record(makeFinished(caller, { createdAt: at(29) }), makeFinished(caller, { createdAt: at(30) }));
  const usage = await listUsage(caller.keyId);
  expect([usage.total.calls, usage.days[0]?.calls]).toEqual([1, 1]);
});

test("batches that share keys add up in any order and never wait for each other in a circle", async () => {
  const callers = await Promise.all(Array.from({ length: 5 }, () => makeCaller()));
  const batch = (turn: number) =>
    record(...(turn % 2 ? callers : callers.toReversed()).map((caller) => makeFinished(caller)));
  await Promise.all(Array.from({ length: 20 }, (_, turn) => batch(turn)));
  const totals = await Promise.all(callers.map(async ({ keyId }) => (await listUsage(keyId)).total.calls));
  expect(totals).toEqual(callers.map(() => 20));
});

test("a key that has used one of its two services for a month is told so, and not a day earlier", async () => {
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

test("a key that has used nothing is not advised to give something up", async () => {
  const member = await makeMember();
  const { id } = await createKey(member, makeKeySettings({ scopes: ["tts:execute", "stt:execute"] }));
  clock.advance(days(40));
  expect((await getKey(member, id)).unusedScope).toBeNull();
});

test("a key remembers when, from where and for what it was last used; a look-up keeps the service", async () => {
  const member = await makeMember();
  const { id } = await createKey(member, makeKeySettings());
  noteKeyUse({ secretId: id, ip: "203.0.113.1", service: "tts" });
  noteKeyUse({ secretId: id, ip: "203.0.113.2", service: null });
  await flushKeyUses();
  expect(await getKey(member, id)).toMatchObject({ lastUsedIp: "203.0.113.2", lastUsedService: "tts" });

  noteKeyUse({ secretId: id, ip: "2001:db8::1", service: null });
  await flushKeyUses();
  expect(await getKey(member, id)).toMatchObject({ lastUsedIp: "2001:db8::1", lastUsedService: "tts" });
});

test("a use that is written late does not hide a later one", async () => {
  const member = await makeMember();
  const { id } = await createKey(member, makeKeySettings());
  const later = new Date(clock.now().getTime() + days(1));
  await db.apiKey.update({ where: { id }, data: { lastUsedAt: later, lastUsedIp: "203.0.113.9" } });
  noteKeyUse({ secretId: id, ip: "203.0.113.1", service: "tts" });
  await flushKeyUses();
  expect(await getKey(member, id)).toMatchObject({ lastUsedAt: later, lastUsedIp: "203.0.113.9" });
});
