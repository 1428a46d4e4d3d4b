import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clock, days, minutes, seconds } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { together } from "@/lib/platform/statement";
import { drain } from "@/testing/harness/outbox";
import { postKind } from "@/testing/harness/outbox-kind";
import { enqueue, enqueueAll, enqueueStatement } from "./enqueue";
import { outboxBacklog, sweepOutbox, watchOutbox } from "./operate";
import { startOutbox } from "./worker";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  clock.reset();
  await db.outboxMessage.deleteMany();
});

const message = (text = "", target = "a") => ({ target, payload: { target, text } });
const deliver = vi.fn();
beforeEach(() => void deliver.mockReset());
const kind = postKind("", { deliver });
const rowOf = (id = "") => db.outboxMessage.findUniqueOrThrow({ where: { id } });
const fail = () => Promise.reject(new Error("the disk of minh@example.com is full"));
const delivered = () => deliver.mock.calls.map(([{ text }]) => text);

test("a transaction that is rolled back writes no message", async () => {
  const undone = db.$transaction(async (tx) => {
    await enqueue(tx, kind, message());
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await drain(kind)).toBe(0);
});

test("messages with one key are one, written at once, in one statement or after it was delivered", async () => {
  const once = { ...message("once"), dedupeKey: "k" };
  const ids = await Promise.all(Array.from({ length: 20 }, () => enqueue(db, kind, once)));
  expect(ids.filter(Boolean)).toHaveLength(1);
  expect(await enqueueAll(db, kind, [once, { ...message("other"), dedupeKey: "l" }, once])).toHaveLength(1);
  expect(await enqueueAll(db, postKind("", { name: "other" }), [once])).toHaveLength(1);
  expect(await drain(kind)).toBe(2);
  expect(await enqueue(db, kind, once)).toBeUndefined();
});

test("ten thousand messages are written in one statement, also as a part of another", async () => {
  const messages = Array.from({ length: 10_000 }, (_, index) => message(String(index)));
  expect(await enqueueAll(db, kind, messages)).toHaveLength(10_000);
  const change = { name: "condition", text: "SELECT", values: [] };
  const { name, text, values } = together(change, enqueueStatement(kind, [message("x"), message("y")]), {
    name: "last",
    text: "SELECT 1",
    values: [],
  });
  await sql(name, text, values);
  expect(await db.outboxMessage.count()).toBe(10_002);
});

test("a message that always fails is dead after its schedule and delays no other", async () => {
  deliver.mockImplementation(({ text }) => (text === "bad" ? fail() : undefined));
  const failed = vi.spyOn(log, "error");
  const id = await enqueue(db, kind, message("bad"));
  const start = clock.now();
  await enqueueAll(db, kind, [message("1"), message("2")]);
  await drain(kind);
  expect(delivered()).toEqual(["bad", "1", "2"]);
  expect(await rowOf(id)).toMatchObject({ dueAt: new Date(+start + seconds(1)), lastError: "the disk of ••• is full" });
  clock.advance(seconds(1) - 1);
  expect(await drain(kind)).toBe(0);
  clock.advance(1);
  expect(await drain(kind)).toBe(1);
  clock.advance(seconds(10));
  expect(failed).not.toHaveBeenCalled();
  expect(await drain(kind)).toBe(1);
  expect(await rowOf(id)).toMatchObject({ state: "dead", attempts: 3, leaseOwner: null });
  expect(failed).toHaveBeenCalledOnce();
  clock.advance(days(1));
  expect(await drain(kind)).toBe(0);
});

test("a delivery may choose when it is tried again, within its attempts, and may end them", async () => {
  const retryAt = new Date(+clock.now() + minutes(7));
  deliver.mockResolvedValue({ retryAt, reason: "later" });
  const id = await enqueue(db, kind, message());
  await drain(kind);
  expect(await rowOf(id)).toMatchObject({ state: "waiting", dueAt: retryAt, lastError: "later", attempts: 1 });
  clock.advance(minutes(7));
  deliver.mockResolvedValue({ dead: true, reason: "gone" });
  await drain(kind);
  expect(await rowOf(id)).toMatchObject({ state: "dead", lastError: "gone", attempts: 2 });

  deliver.mockResolvedValue({ retryAt: clock.now(), reason: "now" });
  const other = await enqueue(db, kind, message());
  expect(await drain(kind)).toBe(3);
  expect(await rowOf(other)).toMatchObject({ state: "dead", attempts: 3 });
});

test("a message is not delivered before it is due", async () => {
  const dueAt = new Date(+clock.now() + minutes(1));
  await enqueueAll(db, postKind("", { scheduleMs: [seconds(30)] }), [message("later")]);
  await enqueue(db, kind, { ...message("last"), dueAt });
  expect(await drain(kind)).toBe(0);
  clock.advance(seconds(30));
  expect(await drain(kind)).toBe(1);
  clock.advance(seconds(30));
  expect(await drain(kind)).toBe(1);
});

test("a process that dies in each attempt does not try forever", async () => {
  const id = await enqueue(db, kind, message());
  await db.outboxMessage.update({ where: { id: id ?? "" }, data: { attempts: 3, leaseOwner: "a killed process" } });
  await drain(kind);
  expect(deliver).not.toHaveBeenCalled();
  expect(await rowOf(id)).toMatchObject({ state: "dead", lastError: "its process ended during the last attempt" });
});

test("a delivery that never ends fails after its time limit", async () => {
  deliver.mockImplementation(() => new Promise(() => undefined));
  const impatient = { ...kind, timeoutMs: 50 };
  const id = await enqueue(db, impatient, message());
  await drain(impatient);
  expect(await rowOf(id)).toMatchObject({ attempts: 1, lastError: "no answer within 50 ms", leasedUntil: null });
});

test("a secret payload is encrypted, for its own row", async () => {
  const secretKind = { ...kind, encryptedFor: "test" };
  const [first, second] = await enqueueAll(db, secretKind, [message("one"), message("two")]);
  const { payload } = await rowOf(first);
  expect(payload).toMatch(/^v1\./);
  await db.outboxMessage.update({ where: { id: second ?? "" }, data: { payload } });
  await drain(secretKind);
  expect(delivered()).toEqual(["one"]);
  expect(await rowOf(second)).toMatchObject({ state: "waiting", lastError: expect.stringContaining("authenticate") });
});

test("a delivery that takes longer than its lease keeps it, and is not delivered twice", async () => {
  vi.useRealTimers();
  deliver.mockImplementation(() => sleep(1500));
  const short = { ...kind, leaseMs: 400 };
  const id = await enqueue(db, short, message());
  const workers = [startOutbox([short]), startOutbox([short])];
  await expect.poll(async () => (await rowOf(id)).state, { timeout: 10_000 }).toBe("delivered");
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(deliver).toHaveBeenCalledOnce();
});

test("a worker that lost its lease does not change what the next one wrote", async () => {
  const id = await enqueue(db, kind, message());
  deliver.mockImplementationOnce(async () => {
    // Another worker took it over and delivered it meanwhile.
    const taken = { state: "delivered", attempts: 2, leaseOwner: null, leasedUntil: null, payload: null };
    await db.outboxMessage.update({ where: { id: id ?? "" }, data: taken });
    throw new Error("too late");
  });
  await drain(kind);
  expect(await rowOf(id)).toMatchObject({ state: "delivered", attempts: 2, lastError: null });
});

test("a worker that is stopped ends its deliveries and takes no more", async () => {
  vi.useRealTimers();
  deliver.mockImplementation(() => sleep(200));
  await enqueueAll(
    db,
    kind,
    Array.from({ length: 6 }, () => message()),
  );
  const worker = startOutbox([{ ...kind, maxInFlight: 2 }]);
  await expect.poll(() => deliver.mock.calls.length, { timeout: 5000, interval: 5 }).toBe(2);
  await worker.stop();
  expect(await db.outboxMessage.count({ where: { state: "delivered" } })).toBe(deliver.mock.calls.length);
  expect(await db.outboxMessage.count({ where: { leasedUntil: { not: null } } })).toBe(0);
  expect(await db.outboxMessage.count({ where: { state: "waiting" } })).toBeGreaterThan(0);
});

test("the log reports an oldest due message after five minutes, and nothing before", async () => {
  const failed = vi.spyOn(log, "error");
  await enqueueAll(db, kind, [message(), { ...message(), dueAt: new Date(+clock.now() + days(1)) }]);
  clock.advance(minutes(5));
  await watchOutbox();
  expect(failed).not.toHaveBeenCalled();
  clock.advance(seconds(1));
  await watchOutbox();
  expect(failed).toHaveBeenCalledWith({ due: 1, oldestDueSeconds: 301, dead: 0 }, expect.any(String));
  await drain(kind);
  expect(await outboxBacklog()).toEqual({ due: 0, oldestDueSeconds: 0, dead: 0 });
});

test("delivered messages are deleted after the time of their kind, dead ones after 30 days, waiting ones never", async () => {
  deliver.mockImplementation(({ text }) => (text === "dead" ? { dead: true, reason: "gone" } : undefined));
  await enqueueAll(db, kind, [message("fine"), message("dead")]);
  await drain(kind);
  await enqueue(db, kind, message("waits"));
  const states = async () => {
    await sweepOutbox([kind]);
    return (await db.outboxMessage.findMany({ orderBy: { state: "asc" } })).map(({ state }) => state);
  };
  clock.advance(days(1));
  expect(await states()).toEqual(["dead", "delivered", "waiting"]);
  clock.advance(1);
  expect(await states()).toEqual(["dead", "waiting"]);
  clock.advance(days(29));
  expect(await states()).toEqual(["waiting"]);
});
