import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { listDeadLetters, replay } from "@/lib/platform/stream/dead-letters";
import type { Delivered, Stream } from "@/lib/platform/stream/stream";

type Note = { text: string };

const options = { batchSize: 10, leaseMs: 10_000 };
const soon = { timeout: 5000, interval: 10 };
const note = (key: string) => ({ key, payload: { text: `note ${key}` } satisfies Note });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index).padStart(4, "0"));

/** Tests that hold for every stream implementation. `open` returns another connection to the same stream. */
export function streamContract(name: string, open: (options?: { retryMs: number }) => Stream): void {
  const opened: Stream[] = [];
  let count = 0;
  const another = (streamOptions?: { retryMs: number }) => {
    const stream = open(streamOptions);
    opened.push(stream);
    return stream;
  };
  const newTopic = () => `topic-${++count}`;
  const publishAll = (stream: Stream, topic: string, keys: string[]) =>
    Promise.all(keys.map((key) => stream.publish(topic, note(key))));

  const waitingIn = async (stream: Stream, topic: string) => {
    const texts = [];
    for await (const { text } of stream.listWaiting<Note>(topic)) texts.push(text);
    return texts;
  };

  /** A consumer that collects its batches. */
  const collect = (stream: Stream, topic: string, streamOptions = options) => {
    const batches: Delivered<Note>[][] = [];
    const consumer = stream.consume<Note>(topic, streamOptions, async (events) => void batches.push(events));
    return { stop: () => consumer.stop(), batches, keys: () => batches.flat().map(({ key }) => key) };
  };

  // At once, since most of them wait. Each has topics of its own.
  describe(name, { concurrent: true }, () => {
    afterAll(async () => void (await Promise.all(opened.map((stream) => stream.close()))));

    test("delivers events published before and after their consumer started", async () => {
      const [stream, topic] = [another(), newTopic()];
      await stream.publish(topic, note("early"));
      const consumer = collect(another(), topic);
      await vi.waitFor(() => expect(consumer.batches.flat()).toEqual([{ ...note("early"), attempts: 0 }]), soon);

      await stream.publish(topic, note("late"));
      await vi.waitFor(() => expect(consumer.keys()).toEqual(["early", "late"]), soon);
    });

    test("an event published twice, even at once, is delivered once", async () => {
      const [stream, topic] = [another(), newTopic()];
      await publishAll(stream, topic, ["a", "a", "a", "b"]);
      const consumer = collect(stream, topic);

      await vi.waitFor(() => expect(consumer.keys()).toContain("b"), soon);
      await consumer.stop();
      expect(consumer.keys().sort()).toEqual(["a", "b"]);
    });

    test("keeps topics apart", async () => {
      const [stream, mine, other] = [another(), newTopic(), newTopic()];
      await Promise.all([stream.publish(other, note("a")), stream.publish(mine, note("a"))]);
      const consumer = collect(stream, mine);

      await vi.waitFor(() => expect(consumer.keys()).toEqual(["a"]), soon);
      expect(await stream.lag(other)).toBeGreaterThan(0);
    });

    test("delivers events in the order published, in batches no larger than requested", async () => {
      const [stream, topic] = [another(), newTopic()];
      for (const key of numbers(35)) await stream.publish(topic, note(key));
      const consumer = collect(stream, topic);

      await vi.waitFor(() => expect(consumer.keys()).toEqual(numbers(35)), soon);
      expect(Math.max(...consumer.batches.map((batch) => batch.length))).toBeLessThanOrEqual(options.batchSize);
    });

    test("several consumers share the work: every event is delivered, none twice", async () => {
      const topic = newTopic();
      const consumers = [another(), another(), another()].map((stream) => collect(stream, topic));
      await publishAll(another(), topic, numbers(300));

      const all = () => consumers.flatMap((consumer) => consumer.keys()).sort();
      await vi.waitFor(() => expect(all()).toHaveLength(300), soon);
      expect(all()).toEqual(numbers(300));
    });

    test("a dead consumer's events go to another once their lease has expired", async () => {
      const topic = newTopic();
      const dead = another();
      let taken = 0;
      let revive = () => {};
      dead.consume(topic, { batchSize: 10, leaseMs: 500 }, (events) => {
        taken = events.length;
        return new Promise((resolve) => {
          revive = resolve;
        });
      });
      await publishAll(dead, topic, ["a"]);
      await vi.waitFor(() => expect(taken).toBe(1), soon);

      const survivor = collect(another(), topic);
      await vi.waitFor(() => expect(survivor.batches.flat()).toEqual([{ ...note("a"), attempts: 1 }]), soon);
      revive();
    });

    test("a failing event is retried later, and other events do not wait for it", async () => {
      const [stream, topic] = [another(), newTopic()];
      const handled: string[] = [];
      let failures = 0;
      stream.consume<Note>(topic, options, async (events) => {
        if (events.some(({ key }) => key === "0003") && ++failures <= 2) throw new Error("cannot be handled");
        handled.push(...events.map(({ key }) => key));
      });
      await publishAll(stream, topic, numbers(10));
      // Once with its batch and once alone; the next attempt is a second later at least.
      const neighbors = numbers(10).filter((key) => key !== "0003");

      await vi.waitFor(() => expect(handled.toSorted()).toEqual(neighbors), { ...soon, timeout: 2000 });
      await vi.waitFor(() => expect(handled.toSorted()).toEqual(numbers(10)), soon);
    });

    test("stopping takes nothing more and waits for the current batch", async () => {
      const [stream, topic] = [another(), newTopic()];
      const log: string[] = [];
      const consumer = stream.consume<Note>(topic, { ...options, batchSize: 1 }, async ([event]) => {
        log.push(`began ${event?.key}`);
        await sleep(200);
        log.push(`ended ${event?.key}`);
      });
      for (const key of ["a", "b"]) await stream.publish(topic, note(key));
      await vi.waitFor(() => expect(log).toEqual(["began a"]), { ...soon, interval: 1 });
      await consumer.stop();

      expect(log).toEqual(["began a", "ended a"]);
      const rest = collect(another(), topic);
      await vi.waitFor(() => expect(rest.keys()).toEqual(["b"]), soon);
    });

    test("the lag is the age of the oldest event not yet handled, and zero when all are", async () => {
      const [stream, topic] = [another(), newTopic()];
      expect(await stream.lag(topic)).toBe(0);
      await stream.publish(topic, note("a"));
      await sleep(300);
      await stream.publish(topic, note("b"));
      expect(await stream.lag(topic)).toBeGreaterThanOrEqual(300);

      collect(stream, topic);
      await vi.waitFor(async () => expect(await stream.lag(topic)).toBe(0), soon);
    });

    test("an event that fails five times becomes a dead letter with its reason, blocks no other and is no lag", async () => {
      const [stream, topic] = [another({ retryMs: 20 }), newTopic()];
      vi.spyOn(log, "error").mockImplementation(() => undefined);
      const attempts: number[] = [];
      const handled: string[] = [];
      const consumer = stream.consume<Note>(topic, options, async (events) => {
        if (events.some(({ key }) => key === "bad")) {
          if (events.length === 1) attempts.push(events[0]?.attempts ?? -1);
          throw new Error(`cannot be handled ${"x".repeat(1000)}`);
        }
        handled.push(...events.map(({ key }) => key));
      });
      await publishAll(stream, topic, ["good", "bad"]);
      const dead = async () => (await listDeadLetters()).filter((letter) => letter.topic === topic);
      await vi.waitFor(async () => expect(await dead()).toHaveLength(1), { timeout: 20_000, interval: 50 });
      expect((await dead())[0]).toMatchObject({
        key: "bad",
        reason: expect.stringMatching(/^cannot be handled x{482}$/),
      });
      expect(handled).toEqual(["good"]);
      expect(attempts.length).toBeGreaterThanOrEqual(5);
      expect(await stream.lag(topic)).toBe(0);
      expect(await waitingIn(stream, topic)).toEqual([]);
      await consumer.stop();

      const batches = collect(stream, topic);
      expect(await replay(["bad"])).toEqual(["bad"]);
      await vi.waitFor(() => expect(batches.keys()).toEqual(["bad"]), soon);
      expect(await dead()).toEqual([]);
    });

    test("what waits is listed with its payload, also while a consumer handles it", async () => {
      const [stream, topic, other] = [another(), newTopic(), newTopic()];
      await publishAll(stream, topic, numbers(12));
      await stream.publish(other, note("elsewhere"));
      const texts = numbers(12).map((key) => note(key).payload.text);
      expect((await waitingIn(stream, topic)).sort()).toEqual(texts);
      let release = () => {};
      const held = new Promise<void>((done) => {
        release = done;
      });
      let taken = 0;
      stream.consume<Note>(topic, { ...options, batchSize: 20 }, (events) => {
        taken += events.length;
        return held;
      });
      await vi.waitFor(() => expect(taken).toBeGreaterThan(0), soon);
      expect((await waitingIn(stream, topic)).sort()).toEqual(texts);
      release();
      await vi.waitFor(async () => expect(await waitingIn(stream, topic)).toEqual([]), soon);
    });

    test("a key is published again once its event was handled", async () => {
      const [stream, topic] = [another(), newTopic()];
      const consumer = collect(stream, topic);
      await stream.publish(topic, note("a"));
      await vi.waitFor(async () => expect([consumer.keys(), await stream.lag(topic)]).toEqual([["a"], 0]), soon);
      await stream.publish(topic, note("a"));
      await vi.waitFor(() => expect(consumer.keys()).toEqual(["a", "a"]), soon);
    });

    test("any text is a key or a topic", async () => {
      const [stream, topic] = [another(), `${newTopic()} > * . chủ đề`];
      const keys = ["a.b", "*", ">", " ", "một hai", "x".repeat(200), "emoji 🎧", "$JS.API", "a/b\\c", "'; --"];
      const consumer = collect(stream, topic);
      await publishAll(stream, topic, keys);
      await vi.waitFor(() => expect(consumer.keys().sort()).toEqual(keys.toSorted()), soon);
      expect(await stream.lag(`${topic}2`)).toBe(0);
    });

    test("a large payload is delivered whole or rejected, and what follows is delivered", async () => {
      const [stream, topic] = [another(), newTopic()];
      const consumer = collect(stream, topic);
      const text = "x".repeat(2_000_000);
      const isPublished = await stream.publish(topic, { key: "large", payload: { text } }).catch(() => false);
      await stream.publish(topic, note("small"));
      await vi.waitFor(() => expect(consumer.keys()).toContain("small"), soon);
      const large = consumer.batches.flat().find(({ key }) => key === "large");
      expect(large?.payload.text.length).toBe(isPublished ? text.length : undefined);
    });

    test("an event whose handler outlasts its lease goes to another, and both are done with it", async () => {
      const topic = newTopic();
      let finish = () => {};
      let taken = 0;
      const slow = another().consume<Note>(topic, { batchSize: 10, leaseMs: 300 }, (events) => {
        taken += events.length;
        return new Promise<void>((done) => {
          finish = done;
        });
      });
      const stream = another();
      await stream.publish(topic, note("a"));
      await vi.waitFor(() => expect(taken).toBe(1), soon);
      const other = collect(stream, topic);
      await vi.waitFor(() => expect(other.keys()).toEqual(["a"]), { ...soon, timeout: 10_000 });
      finish();
      await slow.stop();
      await stream.publish(topic, note("b"));
      await vi.waitFor(() => expect(other.keys()).toEqual(["a", "b"]), { ...soon, timeout: 10_000 });
      await vi.waitFor(async () => expect(await waitingIn(stream, topic)).toEqual([]), soon);
    });

    test("an event is published if its condition holds, with the changes beside it, and else neither is", async () => {
      const [stream, topic] = [another(), newTopic()];
      const when = (isMet: boolean) => ({ name: `if-${isMet}`, text: `SELECT 1 AS one WHERE ${isMet}`, values: [] });
      const beside = (key: string) => ({
        name: "beside",
        text: "INSERT INTO stream_messages (topic, key, payload) SELECT 'beside', $1, '{}' WHERE EXISTS (SELECT FROM condition)",
        values: [`${topic} ${key}`],
      });
      const publish = (key: string, isMet: boolean) =>
        stream.publish(topic, note(key), { condition: when(isMet), alongside: [beside(key)] });
      expect([await publish("yes", true), await publish("no", false)]).toEqual([true, false]);
      const consumer = collect(stream, topic);
      await vi.waitFor(() => expect(consumer.keys()).toEqual(["yes"]), soon);
      const rows = await db.streamMessage.findMany({ where: { topic: "beside", key: { startsWith: `${topic} ` } } });
      expect(rows.map(({ key }) => key)).toEqual([`${topic} yes`]);
    });
  });
}
