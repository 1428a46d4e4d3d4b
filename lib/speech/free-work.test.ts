// @module-tag promise
import { afterEach, expect, test } from "vitest";
import type { Caller } from "@/lib/access/principals/caller";
import type { Role } from "@/lib/access/principals/roles";
import { openBusiness } from "@/lib/businesses/open";
import {
  countBrokenStream,
  countDisconnect,
  countSilence,
  countTestAudio,
  freeBrokenStreams,
  freeDisconnects,
  freeSilentSeconds,
  hasTestAudio,
  sweepAllowances,
  testSecondsPerDay,
} from "@/lib/money/wallet/allowances";
import { audit } from "@/lib/money/wallet/books/differences";
import { clock, days, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { boundsOf, vietnamDay } from "@/lib/platform/vietnam-time";
import { startedSeconds } from "@/lib/speech/choices";
import { makeCaller, makeMember, makeUser, makeViewer } from "@/prisma/factories";
import { settleCalls } from "@/testing/harness/settle-calls";
import type { Call, Outcome } from "./call";
import { runCall } from "./run";
import { chargeSilence } from "./transcribe";

afterEach(() => clock.reset());

const creditMilli = 20_000_000n;

const outcome: Outcome = {
  audioObject: null,
  audioFormat: "wav",
  contentObject: "a".repeat(32),
  inputObject: null,
  audioDuration: 1,
  fileSizeBytes: "1000",
};

const callOf = (caller: Caller, options: Partial<Call> = {}): Call => ({
  caller,
  service: "stt",
  trackingId: newId("stt"),
  modelId: "vang-demo-stt",
  voiceId: null,
  languageCode: null,
  characters: null,
  rulesVersion: null,
  amountMilli: 30_000n,
  priceId: null,
  units: null,
  receivedAt: performance.now(),
  ...options,
});

/** What a business has been charged and what is still held. */
async function moneyOf({ businessId }: Caller) {
  await settleCalls();
  expect(await audit()).toEqual([]);
  const accounts = await db.walletAccount.findMany({ where: { businessId } });
  const of = (kind: string) => accounts.find((account) => account.kind === kind)?.balanceMilli ?? 0n;
  return { charged: creditMilli - of("available") - of("held"), held: of("held") };
}

/** Sends audio without speech, at 20 ₫ for each second. */
async function beSilent(caller: Caller, seconds: number) {
  const units = startedSeconds(seconds);
  const call = callOf(caller, { amountMilli: 20_000n * BigInt(units), units });
  const work = async () => ({ ...outcome, ...(await chargeSilence(call, units)) });
  return (await runCall(call, work)).finished.amountMilli;
}

test("300 seconds without speech are free for each business and day, then each started second costs its price", async () => {
  // One hour before the next midnight in Vietnam: never back in time.
  const midnight = boundsOf(vietnamDay(new Date(Date.now() + hours(1)))).to.getTime();
  clock.advance(midnight - hours(1) - Date.now());
  const [caller, other] = [await makeCaller({ creditMilli }), await makeCaller({ creditMilli })];
  expect(await beSilent(caller, 299.5)).toBe("0");
  expect(await beSilent(caller, 1)).toBe("20000");
  expect(await beSilent(caller, 20.5)).toBe("420000");
  expect(await beSilent(other, 300)).toBe("0");
  clock.advance(hours(1));
  expect(await beSilent(caller, 305)).toBe("100000");
  clock.reset();
  expect(await moneyOf(caller)).toEqual({ charged: 540_000n, held: 0n });
  expect(await moneyOf(other)).toEqual({ charged: 0n, held: 0n });
  const spent = await db.keySpend.aggregate({ where: { keyId: caller.keyId }, _sum: { amountMilli: true } });
  expect(spent._sum.amountMilli).toBe(540_000n);
});

const disconnected = () => Promise.reject(new AppError("CLIENT_CLOSED"));

/** Sets the number of the business's disconnects today. */
const disconnectOften = ({ businessId }: Caller, disconnects: number) =>
  db.$executeRaw`INSERT INTO daily_allowances (business_id, day, disconnects)
    VALUES (${businessId}, (${clock.now()}::timestamptz AT TIME ZONE 'Asia/Ho_Chi_Minh')::date, ${disconnects})`;

const leave = (call: Call) => expect(runCall(call, disconnected)).rejects.toMatchObject({ code: "CLIENT_CLOSED" });

test("20 jobs that their client left by disconnecting are free for each business and day, later ones are charged", async () => {
  const [caller, other] = [await makeCaller({ creditMilli }), await makeCaller({ creditMilli })];
  await disconnectOften(caller, 19);
  const [free, charged] = [callOf(caller), callOf(caller)];
  await leave(free);
  await leave(charged);
  await leave(callOf(other));
  expect(await moneyOf(caller)).toEqual({ charged: 30_000n, held: 0n });
  expect(await moneyOf(other)).toEqual({ charged: 0n, held: 0n });
  const recorded = await db.job.findMany({ where: { businessId: caller.businessId }, orderBy: { trackingId: "asc" } });
  expect(
    recorded.map(({ trackingId, status, resultCode, amountMilli }) => [trackingId, status, resultCode, amountMilli]),
  ).toEqual([
    [free.trackingId, "failed", "CLIENT_CLOSED", 0n],
    [charged.trackingId, "failed", "CLIENT_CLOSED", 30_000n],
  ]);
});

test("other failures, and jobs under an Idempotency-Key, count as no disconnection", async () => {
  const caller = await makeCaller({ creditMilli });
  await disconnectOften(caller, 20);
  const broken = () => Promise.reject(new AppError("PROVIDER_FAILED"));
  await expect(runCall(callOf(caller), broken)).rejects.toMatchObject({ code: "PROVIDER_FAILED" });
  await leave(callOf(caller, { idempotency: { key: "order-1", fingerprint: "one body" } }));
  expect(await moneyOf(caller)).toEqual({ charged: 0n, held: 0n });
});

test.each([
  ...(["AUDIO_TOO_LONG", "AUDIO_INVALID", "AUDIO_EMPTY"] as const),
  ...(["INSUFFICIENT_CREDIT", "SPEND_CAP_REACHED", "PROVIDER_REJECTED"] as const),
])(
  "20 files that are decoded and rejected with %s are free for each business and day, later ones cost one second",
  async (code) => {
    const [caller, other] = [await makeCaller({ creditMilli }), await makeCaller({ creditMilli })];
    await disconnectOften(caller, 19);
    const send = async (from: Caller) => {
      const call = callOf(from, { service: "stt", amountMilli: 10_000n });
      await expect(runCall(call, () => Promise.reject(new AppError(code)))).rejects.toMatchObject({ code });
    };
    await send(caller);
    expect(await moneyOf(caller)).toEqual({ charged: 0n, held: 0n });
    await send(caller);
    await send(other);
    expect(await moneyOf(caller)).toEqual({ charged: 10_000n, held: 0n });
    expect(await moneyOf(other)).toEqual({ charged: 0n, held: 0n });
  },
);

test("20 texts that an engine rejects after it synthesized them are free for each business and day, later ones are charged", async () => {
  const [caller, other] = [await makeCaller({ creditMilli }), await makeCaller({ creditMilli })];
  await disconnectOften(caller, 19);
  const send = async (from: Caller, param: string) => {
    const error = new AppError("PROVIDER_REJECTED", { param });
    const call = callOf(from, { service: "tts", trackingId: newId("tts") });
    await expect(runCall(call, () => Promise.reject(error))).rejects.toBe(error);
  };
  await send(caller, "text");
  await send(caller, "config");
  expect(await moneyOf(caller)).toEqual({ charged: 0n, held: 0n });
  await send(caller, "text");
  await send(caller, "config");
  await send(other, "text");
  expect(await moneyOf(caller)).toEqual({ charged: 30_000n, held: 0n });
  expect(await moneyOf(other)).toEqual({ charged: 0n, held: 0n });
});

test("what a test key does in vain counts as a minute of its business's audio of the day, and is free", async () => {
  const caller = await makeCaller({ creditMilli, mode: "test" });
  await disconnectOften(caller, 20);
  await leave(callOf(caller));
  const rejected = new AppError("PROVIDER_REJECTED", { param: "text" });
  const call = callOf(caller, { service: "tts", trackingId: newId("tts") });
  await expect(runCall(call, () => Promise.reject(rejected))).rejects.toBe(rejected);
  expect(await moneyOf(caller)).toEqual({ charged: 0n, held: 0n });
  const { businessId } = caller;
  const { _sum } = await db.dailyAllowance.aggregate({
    where: { holderId: businessId },
    _sum: { testSeconds: true, disconnects: true },
  });
  expect(_sum).toEqual({ testSeconds: 120, disconnects: 20 });
});

test("a test key's recording that its client leaves counts as long as what the engine gets of it", async () => {
  const caller = await makeCaller({ creditMilli, mode: "test" });
  await leave(callOf(caller, { units: 1800 }));
  const counted = await db.dailyAllowance.findFirst({ where: { holderId: caller.businessId } });
  expect(counted).toMatchObject({ testSeconds: 1800 });
});

/** A business that this person owns. */
const openFor = async (userId: string) => (await makeMember({ userId, creditMilli })).businessId;

const makePerson = async () => (await makeUser()).id;

const setOwner = (businessId: string, userId: string, role: Role = "owner") =>
  db.membership.upsert({
    where: { businessId_userId: { businessId, userId } },
    create: { businessId, userId, role },
    update: { role },
  });

const leaveBusiness = (businessId: string, userId: string) =>
  db.membership.delete({ where: { businessId_userId: { businessId, userId } } });

/** Uses up what is free in a day. */
async function useUp(businessId: string) {
  for (let count = 0; count < freeDisconnects; count++) await countDisconnect(businessId);
  await countSilence(businessId, freeSilentSeconds);
  await countTestAudio(businessId, testSecondsPerDay);
}

/** What is still free for a business: a job that is left, a second without speech, a test. */
const freeFor = async (businessId: string) => [
  await countDisconnect(businessId),
  (await countSilence(businessId, 1)) === 0,
  await hasTestAudio(businessId),
];

const [nothing, everything] = [Array(3).fill(false), Array(3).fill(true)];

test("a person has one allowance a day for all their businesses, archived ones too, and other people have their own", async () => {
  const person = await makePerson();
  const [one, other] = [await openFor(person), await openFor(person)];
  await useUp(one);
  expect(await freeFor(other)).toEqual(nothing);
  await db.business.updateMany({ where: { id: { in: [one, other] } }, data: { archivedAt: clock.now() } });
  const { slug } = await openBusiness(await makeViewer({ userId: person }), "Sách");
  const { id: opened } = await db.business.findUniqueOrThrow({ where: { slug } });
  expect(await freeFor(opened)).toEqual(nothing);
  expect(await freeFor(await openFor(await makePerson()))).toEqual(everything);
});

test("of two businesses of a person, the job that is left past the 20 free ones of both is charged", async () => {
  const person = await makePerson();
  const [one, other] = await Promise.all(
    [await openFor(person), await openFor(person)].map((businessId) => makeCaller({ businessId })),
  );
  for (let count = 0; count < freeDisconnects - 1; count++) await countDisconnect(one?.businessId ?? "");
  for (const caller of [one, other]) await leave(callOf(caller as Caller));
  expect(await moneyOf(one as Caller)).toEqual({ charged: 0n, held: 0n });
  expect(await moneyOf(other as Caller)).toEqual({ charged: 30_000n, held: 0n });
});

test("an allowance stays used up when its business gets another owner, and for an owner who leaves and comes back", async () => {
  const [giver, taker] = [await makePerson(), await makePerson()];
  const given = await openFor(giver);
  await useUp(given);
  await setOwner(given, taker);
  await setOwner(given, giver, "admin");
  expect(await freeFor(given)).toEqual(nothing);
  await leaveBusiness(given, giver);
  expect(await freeFor(given)).toEqual(nothing);
  expect(await freeFor(await openFor(giver))).toEqual(nothing);
  await setOwner(given, giver);
  expect(await freeFor(given)).toEqual(nothing);
});

test("a business of several owners uses the allowance of each of them", async () => {
  const [first, second] = [await makePerson(), await makePerson()];
  const shared = await openFor(first);
  await setOwner(shared, second);
  await useUp(shared);
  expect(await freeFor(await openFor(first))).toEqual(nothing);
  expect(await freeFor(await openFor(second))).toEqual(nothing);
});

test("an allowance stays used up for a mailbox whose account was deleted and created again", async () => {
  const mailbox = newId("user");
  const [before, again] = [await makePerson(), await makePerson()];
  await db.user.update({ where: { id: before }, data: { mailbox } });
  const used = await openFor(before);
  await useUp(used);
  await leaveBusiness(used, before);
  await db.user.delete({ where: { id: before } });
  await db.user.update({ where: { id: again }, data: { mailbox } });
  expect(await freeFor(await openFor(again))).toEqual(nothing);
});

test("a member who is no owner shares no allowance between businesses", async () => {
  const [one, other] = [await openFor(await makePerson()), await openFor(await makePerson())];
  const employee = await makePerson();
  for (const businessId of [one, other]) await setOwner(businessId, employee, "admin");
  await useUp(one);
  expect(await freeFor(other)).toEqual(everything);
});

test("jobs that are left at once in two businesses of the same two owners are all counted", async () => {
  const owners = [await makePerson(), await makePerson()];
  const businesses = await Promise.all(owners.map(openFor));
  for (const businessId of businesses) for (const userId of owners) await setOwner(businessId, userId);
  const jobs = Array.from({ length: 24 }, (_, index) => countDisconnect(businesses[index % 2] ?? ""));
  expect((await Promise.all(jobs)).filter(Boolean)).toHaveLength(freeDisconnects);
});

/** A job of 100 characters at 0.3 ₫ that ends after its client got 40 of them. */
async function breakOff(caller: Caller, error: Error, seconds = 12.5) {
  const call = callOf(caller, { service: "tts", trackingId: newId("tts"), units: 100 });
  const work = () => {
    call.delivered = () => ({ seconds, units: 40, amountMilli: 12_000n });
    return Promise.reject(error);
  };
  await expect(runCall(call, work)).rejects.toBe(error);
  return call.trackingId;
}

const rejectedText = () => new AppError("PROVIDER_REJECTED", { param: "text" });

test("a rejection after its client got a part costs that part, also the first of the day, and counts as no free failure", async () => {
  const caller = await makeCaller({ creditMilli });
  const trackingId = await breakOff(caller, rejectedText());
  expect(await moneyOf(caller)).toEqual({ charged: 12_000n, held: 0n });
  expect(await db.job.findUnique({ where: { trackingId } })).toMatchObject({
    ...{ status: "failed", resultCode: "PROVIDER_REJECTED", amountMilli: 12_000n, audioObject: null },
  });
  expect(await db.dailyAllowance.count({ where: { holderId: caller.businessId } })).toBe(0);
  expect(await db.keySpend.findFirst({ where: { keyId: caller.keyId } })).toMatchObject({ amountMilli: 12_000n });
});

test.each([
  ["an engine that breaks", () => new AppError("PROVIDER_FAILED")],
  ["an engine that is busy", () => new AppError("OVERLOADED")],
  ["an error of ours", () => new Error("The disk is full.")],
])("after %s 5 parts that a client got are free for each business and day, later ones are charged", async (_, fail) => {
  const [caller, other] = [await makeCaller({ creditMilli }), await makeCaller({ creditMilli })];
  for (let count = 0; count < freeBrokenStreams; count++) await breakOff(caller, fail());
  expect(await moneyOf(caller)).toEqual({ charged: 0n, held: 0n });
  await breakOff(caller, fail());
  await breakOff(other, fail());
  expect(await moneyOf(caller)).toEqual({ charged: 12_000n, held: 0n });
  expect(await moneyOf(other)).toEqual({ charged: 0n, held: 0n });
});

test("a process that ends charges no part that a client got, however many there are", async () => {
  const caller = await makeCaller({ creditMilli });
  for (let count = 0; count <= freeBrokenStreams; count++)
    await breakOff(caller, new AppError("OVERLOADED", { message: "api.ending" }));
  expect(await moneyOf(caller)).toEqual({ charged: 0n, held: 0n });
});

test("streams that break are counted for a person in all of their businesses", async () => {
  const userId = await makePerson();
  const [first, second] = [await openFor(userId), await openFor(userId)];
  for (let count = 0; count < freeBrokenStreams; count++) expect(await countBrokenStream(first)).toBe(true);
  expect(await countBrokenStream(second)).toBe(false);
  expect(await countBrokenStream(await openFor(await makePerson()))).toBe(true);
});

test("a test key's stream that is rejected or breaks counts as long as what its client got", async () => {
  const caller = await makeCaller({ creditMilli, mode: "test" });
  await breakOff(caller, rejectedText(), 898.6);
  await breakOff(caller, new AppError("PROVIDER_FAILED"), 10);
  expect(await moneyOf(caller)).toEqual({ charged: 0n, held: 0n });
  const counts = { holderId: caller.businessId };
  expect(await db.dailyAllowance.findFirst({ where: counts })).toMatchObject({ testSeconds: 909, brokenStreams: 0 });
});

test("counts of free work are deleted after a week", async () => {
  const caller = await makeCaller({ creditMilli });
  await disconnectOften(caller, 1);
  clock.advance(days(7));
  expect(await sweepAllowances()).toBe(0);
  clock.advance(days(1));
  expect(await sweepAllowances()).toBeGreaterThan(0);
});
