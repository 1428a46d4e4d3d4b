import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FairTurns } from "./fair-turns";

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => vi.useRealTimers());

/** Three places, two for one owner, and work that ends when it is told to. */
function open({ mostWaiting = 100 } = {}) {
  const turns = new FairTurns({ places: 3, mostEach: 2, mostWaiting, longestWaitMs: 15_000 });
  const running: { name: string; end: () => void }[] = [];
  const rejected: string[] = [];
  const ask = (owner: string, { count = 1, isUrgent = false, signal = undefined as AbortSignal | undefined } = {}) => {
    for (let each = 0; each < count; each++) {
      const work = () => new Promise<void>((end) => running.push({ name: owner, end }));
      turns
        .run({ owner, isUrgent, signal: signal ?? new AbortController().signal }, work)
        .catch(({ kind }) => rejected.push(`${owner} ${kind}`));
    }
  };
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const end = async (name: string) => {
    const at = running.findIndex((each) => each.name === name);
    running.splice(at, 1)[0]?.end();
    await settle();
  };
  const names = async () => {
    await settle();
    return running.map(({ name }) => name).join(" ");
  };
  return { ask, end, names, rejected };
}

test("however many slow jobs one business has, a job of another begins at once", async () => {
  const { ask, names } = open();
  ask("A", { count: 40 });
  expect(await names()).toBe("A A");
  ask("B");
  expect(await names()).toBe("A A B");
});

test("each free place goes to the business that has the fewest, and of those to the one that waited longest for a turn", async () => {
  const { ask, end, names } = open();
  ask("A", { count: 40 });
  ask("B");
  ask("B");
  ask("C");
  expect(await names()).toBe("A A B");
  await end("A");
  expect(await names()).toBe("A B C");
  await end("A");
  expect(await names()).toBe("B C A");
  await end("C");
  expect(await names()).toBe("B A B");
  await end("A");
  expect(await names()).toBe("B B A");
});

test("a business that fills the line makes room for another, and takes none from it", async () => {
  const { ask, names, rejected } = open({ mostWaiting: 4 });
  ask("A", { count: 6 });
  ask("B", { count: 3 });
  expect(await names()).toBe("A A B");
  expect(rejected).toEqual(["A busy", "A busy"]);
  ask("B");
  ask("A");
  await names();
  expect(rejected).toEqual(["A busy", "A busy", "B busy", "A busy"]);
});

test("what is half done goes before what its own business has waiting, however full the line is", async () => {
  const { ask, end, names, rejected } = open({ mostWaiting: 1 });
  ask("A", { count: 3 });
  ask("A", { isUrgent: true });
  ask("B");
  expect(await names()).toBe("A A B");
  await end("A");
  await end("A");
  expect(await names()).toBe("B A A");
  expect(rejected).toEqual([]);
});

test("what waits too long is rejected as busy, and what nobody waits for any more leaves the line", async () => {
  const { ask, end, names, rejected } = open();
  const gone = new AbortController();
  ask("A", { count: 3 });
  ask("A", { signal: gone.signal });
  gone.abort();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(rejected).toEqual(["A timeout", "A busy"]);
  await end("A");
  expect(await names()).toBe("A");
});
