import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Ask, type Limits, leaseMs } from "@/lib/rate-limit/limits";

let count = 0;
const newOwner = () => `owner-${++count}`;
const most = (limit: number): Ask["buckets"] => [{ name: "all", most: limit }];
const start = 1_800_000_000_000;

/** What every store of limits promises. `open` gives another process's view of the same store. */
export function limitsContract(name: string, open: () => Limits): void {
  let limits: Limits;
  let another: Limits;
  beforeAll(() => {
    [limits, another] = [open(), open()];
  });
  afterAll(() => Promise.all([limits.close(), another.close()]));

  describe(name, () => {
    test("lets as many in at once as the limit says, then one each time that its share of the window has passed", async () => {
      const ask = { owner: newOwner(), buckets: most(3) };
      const lefts = [];
      for (const at of [0, 10, 20]) lefts.push((await limits.take(ask, start + at)).buckets);
      expect(lefts.flat()).toEqual([
        { left: 2, restoresMs: 20_000 },
        { left: 1, restoresMs: 19_990 },
        { left: 0, restoresMs: 19_980 },
      ]);

      const refused = await limits.take(ask, start + 1000);
      expect(refused).toMatchObject({ refused: { kind: "bucket", index: 0 }, waitMs: 19_000, lease: null });
      expect(refused.buckets).toEqual([{ left: 0, restoresMs: 19_000 }]);
      expect((await limits.take(ask, start + 19_999)).refused).not.toBeNull();
      expect((await limits.take(ask, start + 20_000)).refused).toBeNull();
      expect((await limits.take(ask, start + 20_001)).refused).not.toBeNull();
    });

    test.each([
      [7, 60_000, 0.9],
      [7, 60_000, 1.5],
      [20, 1000, 3],
    ])(
      "%i in %i ms, asked for %d times that often: the limit on average, and never twice the limit in a window",
      async (limit, windowMs, load) => {
        const ask = { owner: newOwner(), buckets: most(limit), windowMs };
        const windows = 4;
        const arrivals = Array.from({ length: limit * load * windows }, (_, index) =>
          Math.round((index * windowMs) / (limit * load)),
        );
        const admitted: number[] = [];
        for (const at of arrivals) if (!(await limits.take(ask, start + at)).refused) admitted.push(at);
        const inWindowFrom = (first: number) => admitted.filter((at) => at >= first && at < first + windowMs).length;
        expect(Math.max(...admitted.map(inWindowFrom))).toBeLessThan(2 * limit);
        expect(admitted.length).toBeLessThanOrEqual(limit * (windows + 1));
        // All of them, or what the limit gives: its burst and its rate.
        expect(admitted.length).toBeGreaterThanOrEqual(Math.min(arrivals.length, limit * windows));
      },
    );

    test("counts the requests of all processes together, however they race", async () => {
      const ask = { owner: newOwner(), buckets: most(50) };
      const verdicts = await Promise.all(
        Array.from({ length: 200 }, (_, index) => (index % 2 ? limits : another).take(ask, start)),
      );
      expect(verdicts.filter(({ refused }) => refused === null)).toHaveLength(50);
    });

    test("requests that take the same limits in another order never block each other", async () => {
      const owner = newOwner();
      const buckets = Array.from({ length: 6 }, (_, index) => ({ name: `limit ${index}`, most: 40 }));
      const orders = [
        buckets,
        buckets.toReversed(),
        [...buckets.slice(3), ...buckets.slice(0, 3)],
        buckets.slice(2),
        buckets.slice(0, 4),
      ];
      const verdicts = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          (index % 2 ? limits : another).take({ owner, buckets: orders[index % orders.length] ?? [] }, start),
        ),
      );
      // The two limits in the middle are among those of every request.
      expect(verdicts.filter(({ refused }) => refused === null)).toHaveLength(40);
    });

    test("after limits were lowered each full one says when it has room again, and the wait is the longest", async () => {
      const owner = newOwner();
      const buckets = (all: number, own: number) => [
        { name: "all", most: all },
        { name: "own", most: own },
      ];
      for (let call = 0; call < 9; call++) await limits.take({ owner, buckets: buckets(10, 10) }, start);
      // Nine of ten are 54 of 60 s: there is room for one of five below 48 s, and for one of two below 30 s.
      const refused = await limits.take({ owner, buckets: buckets(5, 2) }, start + 1000);
      expect(refused.buckets).toEqual([
        { left: 0, restoresMs: 5000 },
        { left: 0, restoresMs: 23_000 },
      ]);
      expect(refused.waitMs).toBe(23_000);
      expect((await limits.take({ owner, buckets: buckets(5, 2) }, start + 1000 + 22_999)).refused).not.toBeNull();
      expect((await limits.take({ owner, buckets: buckets(5, 2) }, start + 1000 + 23_000)).refused).toBeNull();
    });

    test("a limit of 0 lets nobody in", async () => {
      expect((await limits.take({ owner: newOwner(), buckets: most(0) }, start)).refused).not.toBeNull();
    });

    test("a request rejected by one limit is counted by none", async () => {
      const owner = newOwner();
      const all = { name: "all", most: 5 };
      const ask = { owner, buckets: [all, { name: "own", most: 2 }] };
      const verdicts = [];
      for (let call = 0; call < 9; call++) verdicts.push(await limits.take(ask, start));
      expect(verdicts.filter(({ refused }) => refused === null)).toHaveLength(2);
      expect(verdicts.at(-1)).toMatchObject({
        refused: { kind: "bucket", index: 1 },
        buckets: [{ left: 3 }, { left: 0 }],
      });
      expect((await limits.take({ owner, buckets: [all] }, start)).buckets[0]?.left).toBe(2);
    });

    test("what is forgotten leaves all of its room again, to every process, and takes nobody else's", async () => {
      const ask = { owner: newOwner(), buckets: most(2) };
      const other = { owner: newOwner(), buckets: most(1) };
      for (const one of [ask, ask, other]) await limits.take(one, start);
      expect((await another.take(ask, start)).refused).not.toBeNull();
      await limits.forget(ask);
      expect((await another.take(ask, start)).buckets[0]?.left).toBe(1);
      expect((await another.take(other, start)).refused).not.toBeNull();
    });

    test("one owner's calls are nobody else's", async () => {
      const [one, other] = [newOwner(), newOwner()];
      await limits.take({ owner: one, buckets: most(1) }, start);
      expect((await limits.take({ owner: one, buckets: most(1) }, start)).refused).not.toBeNull();
      expect((await limits.take({ owner: other, buckets: most(1) }, start)).refused).toBeNull();
    });

    test("a process whose clock is behind gives nobody more", async () => {
      const ask = { owner: newOwner(), buckets: most(1) };
      await limits.take(ask, start);
      expect((await another.take(ask, start - 120_000)).refused).not.toBeNull();
      expect((await another.take(ask, start + 60_000)).refused).toBeNull();
    });

    test("after the store's clock was set back a full limit has room again as soon as otherwise", async () => {
      const ask = { owner: newOwner(), buckets: most(3) };
      for (let call = 0; call < 3; call++) await limits.take(ask, start);
      const setBack = start - 3_600_000;
      expect(await limits.take(ask, setBack)).toMatchObject({ refused: { kind: "bucket" }, waitMs: 20_000 });
      expect((await limits.take(ask, setBack + 19_999)).refused).not.toBeNull();
      expect((await limits.take(ask, setBack + 20_000)).refused).toBeNull();
      expect((await limits.take(ask, setBack + 20_001)).refused).not.toBeNull();
    });

    test("lets exactly as many be under way at once, over all processes, and the next when one has ended", async () => {
      const ask = { owner: newOwner(), buckets: most(1000), pools: [{ name: "at once", most: 8 }] };
      const verdicts = await Promise.all(
        Array.from({ length: 40 }, (_, index) => (index % 2 ? limits : another).take(ask)),
      );
      const letIn = verdicts.filter(({ refused }) => refused === null);
      expect(letIn).toHaveLength(8);
      expect(verdicts.find(({ refused }) => refused)?.refused).toEqual({ kind: "pool", index: 0 });

      const lease = letIn[0]?.lease;
      if (lease) await another.release(lease);
      expect((await limits.take(ask)).refused).toBeNull();
      expect((await limits.take(ask)).refused).not.toBeNull();
    });

    test("a call that is renewed keeps its place; a dead process's calls end by themselves", async () => {
      const ask = { owner: newOwner(), buckets: most(1000), pools: [{ name: "at once", most: 2 }] };
      const [kept, lost] = [await limits.take(ask, start), await limits.take(ask, start)];
      expect(lost.refused).toBeNull();
      if (kept.lease) await limits.renew([kept.lease], start + leaseMs - 1);

      expect((await another.take(ask, start + leaseMs - 1)).refused).not.toBeNull();
      const { refused, pools } = await another.take(ask, start + leaseMs);
      expect({ refused, pools }).toEqual({ refused: null, pools: [{ left: 0 }] });
    });

    test("a lease that ended is not brought back", async () => {
      const ask = { owner: newOwner(), buckets: most(1000), pools: [{ name: "at once", most: 1 }] };
      const { lease } = await limits.take(ask, start);
      if (lease) await limits.release(lease);
      if (lease) await limits.renew([lease], start);
      expect((await limits.take(ask, start + 1)).refused).toBeNull();
    });
  });
}
