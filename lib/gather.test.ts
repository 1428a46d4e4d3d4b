import { expect, test, vi } from "vitest";
import { gather } from "./gather";

/** Work that ends when told to. */
function openWork() {
  const batches: { items: number[]; end(): void; fail(error: Error): void }[] = [];
  const work = (items: number[]) => new Promise<void>((end, fail) => void batches.push({ items, end, fail }));
  return { batches, add: gather(work) };
}

const turn = () => new Promise((done) => setImmediate(done));

test("one item is worked on at once; those that come meanwhile are worked on together, in their order", async () => {
  const { batches, add } = openWork();
  const first = add(1);
  await turn();
  const others = [add(2), add(3), add(4)];
  await turn();
  expect(batches.map(({ items }) => items)).toEqual([[1]]);
  batches[0]?.end();
  await first;
  await turn();
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
  batches[1]?.end();
  await Promise.all(others);
});

test("who waits behind a failure fails with it, and who comes after does not", async () => {
  const { batches, add } = openWork();
  const first = add(1);
  await turn();
  const second = add(2);
  const failure = new Error("away");
  batches[0]?.fail(failure);
  expect(await Promise.allSettled([first, second])).toMatchObject([{ reason: failure }, { reason: failure }]);
  const third = add(3);
  await turn();
  expect(batches.map(({ items }) => items)).toEqual([[1], [3]]);
  batches[1]?.end();
  await third;
});

test("a failure that nobody waited behind is over with its own item", async () => {
  const { batches, add } = openWork();
  const first = add(1);
  await turn();
  batches[0]?.fail(new Error("away"));
  await expect(first).rejects.toThrow("away");
  const second = add(2);
  await turn();
  batches[1]?.end();
  await second;
});

test("with a pause, the first goes at once and those that come within it go together when it is over", async () => {
  vi.useFakeTimers();
  try {
    const batches: number[][] = [];
    const add = gather(async (items: number[]) => batches.push(items), { pauseMs: 25 });
    await add(1);
    const second = add(2);
    await vi.advanceTimersByTimeAsync(20);
    const third = add(3);
    expect(batches).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(10);
    await Promise.all([second, third]);
    expect(batches).toEqual([[1], [2, 3]]);
    await vi.advanceTimersByTimeAsync(30);
    await add(4);
    expect(batches).toEqual([[1], [2, 3], [4]]);
  } finally {
    vi.useRealTimers();
  }
});
