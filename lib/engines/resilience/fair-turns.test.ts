// @module-tag promise
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FairTurns } from "./fair-turns";

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => vi.useRealTimers());

/** Three places, two for one owner, and work that ends on request. */
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

test("one business's many slow jobs do not delay another's first job", async () => {
  const { ask, names } = open();
  ask("A", { count: 40 });
  expect(await names()).toBe("A A");
  ask("B");
  expect(await names()).toBe("A A B");
});

test("each free place goes to the business with the fewest, and among equals to the one whose last turn is longest ago", async () => {
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

test("a business that fills the queue makes room for another, and takes no place from it", async () => {
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

test("urgent work goes before its own business's queue, even when the queue is full", async () => {
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

test("work that waits too long is rejected as busy, and aborted work leaves the queue", async () => {
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

test("a group has the share of one business, however many members it has, and they take turns in it", async () => {
  const { ask, end, names } = open();
  ask("tests/A", { count: 20 });
  for (const member of ["B", "C"]) ask(`tests/${member}`);
  ask("live", { count: 2 });
  expect(await names()).toBe("tests/A tests/B live");
  await end("tests/A");
  expect(await names()).toBe("tests/B live tests/A");
  await end("tests/B");
  expect(await names()).toBe("live tests/A live");
  await end("live");
  expect(await names()).toBe("tests/A live tests/C");
  await end("live");
  expect(await names()).toBe("tests/A tests/C");
});

test("a member whose slow jobs fill its group's queue and places leaves the next place and room in the queue to another member", async () => {
  const { ask, end, names, rejected } = open({ mostWaiting: 4 });
  ask("tests/A", { count: 5 });
  expect(await names()).toBe("tests/A");
  ask("tests/B", { count: 2 });
  expect(await names()).toBe("tests/A tests/B");
  expect(rejected).toEqual(["tests/A busy"]);
  await end("tests/A");
  expect(await names()).toBe("tests/B tests/A");
  ask("tests/A", { count: 2 });
  ask("live", { count: 4 });
  await names();
  expect(rejected.slice(1)).toEqual(["tests/A busy", "tests/A busy", "tests/A busy", "live busy"]);
});

test("where a group has one place its members have it in turn", async () => {
  const turns = new FairTurns({ places: 2, mostEach: 1, mostWaiting: 100 });
  const ended: string[] = [];
  const { signal } = new AbortController();
  const run = (owner: string) => turns.run({ owner, signal }, async () => void ended.push(owner));
  const first = ["A", "A", "A", "A"].map((member) => run(`tests/${member}`));
  await Promise.all([...first, run("tests/B"), run("tests/C")]);
  expect(ended.join(" ")).toBe("tests/A tests/A tests/B tests/C tests/A tests/A");
});
