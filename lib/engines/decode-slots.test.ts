// @module-tag promise
import { availableParallelism } from "node:os";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { withDecodeSlot } from "./decode-slots";

const ends: (() => void)[] = [];
const overloaded = { code: "OVERLOADED" };

afterEach(() => {
  vi.useRealTimers();
  for (const end of ends.splice(0)) end();
});

const never = () => new AbortController().signal;

let businesses = 0;
/** A different business each time, unless one is given. */
const turnOf = (signal = never(), owner = `business ${++businesses}`) => ({ owner, signal });

const read = (signal = never()) => withDecodeSlot(turnOf(signal), async () => "decoded");

/** Occupies every decoder until the returned function is called. */
async function takeAll(): Promise<void> {
  const work = () => new Promise<void>((end) => ends.push(end));
  for (let each = 0; each < availableParallelism(); each++) withDecodeSlot(turnOf(), work);
  await expect.poll(() => ends.length).toBe(availableParallelism());
}

test("waiting files get free decoders in order of arrival", async () => {
  await takeAll();
  const order: number[] = [];
  const waiting = [1, 2, 3].map((each) => withDecodeSlot(turnOf(), async () => order.push(each)));
  await turn();
  expect(order).toEqual([]);

  for (const end of ends) end();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
});

test("with 32 files waiting the next is rejected at once, and a cancelled one frees its place at once", async () => {
  await takeAll();
  const gone = new AbortController();
  const leaver = expect(read(gone.signal)).rejects.toMatchObject({ code: "CLIENT_CLOSED" });
  const others = Array.from({ length: 31 }, () => read());
  await expect(read()).rejects.toMatchObject(overloaded);

  gone.abort();
  await leaver;
  const latest = read();
  await expect(read()).rejects.toMatchObject(overloaded);
  for (const end of ends) end();
  expect(await Promise.all([...others, latest])).toHaveLength(32);
});

test("a file that waits for ten seconds is rejected and never decoded", async () => {
  await takeAll();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const work = vi.fn();
  const late = expect(withDecodeSlot(turnOf(), work)).rejects.toMatchObject(overloaded);
  vi.advanceTimersByTime(10_000);
  await late;

  for (const end of ends) end();
  await withDecodeSlot(turnOf(), async () => undefined);
  expect(work).not.toHaveBeenCalled();
});

test("one business's many slow files do not delay a file of another business", async () => {
  const processors = availableParallelism();
  const gone = new AbortController();
  const work = () => new Promise<void>((end) => ends.push(end));
  const slow = Array.from({ length: processors + 20 }, () =>
    withDecodeSlot(turnOf(gone.signal, "one business"), work).catch(() => undefined),
  );
  await turn();
  expect(ends.length).toBe(Math.max(1, processors - 1));
  // Only a machine with several processors can keep one free.
  if (processors > 1) expect(await withDecodeSlot(turnOf(), async () => "decoded")).toBe("decoded");
  gone.abort();
  for (const end of ends) end();
  await Promise.all(slow);
});

test("an error while decoding rejects the caller's promise and frees the decoder", async () => {
  const failing = Array.from({ length: 5 }, () => withDecodeSlot(turnOf(), () => Promise.reject(new Error("broken"))));
  for (const each of failing) await expect(each).rejects.toThrow("broken");
  expect(await withDecodeSlot(turnOf(), async () => "next")).toBe("next");
});
