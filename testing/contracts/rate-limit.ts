import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LimitRequest, type Limits, leaseMs } from "@/lib/platform/rate-limit/limits";
import { promised } from "@/testing/promises";

let count = 0;
const newOwner = () => `owner-${++count}`;
const upTo = (limit: number): LimitRequest["buckets"] => [{ name: "all", limit: limit }];
const start = 1_800_000_000_000;

/** Tests that hold for every store of limits. `open` returns another process's view of the same store. */
export function limitsContract(name: string, open: () => Limits): void {
  let limits: Limits;
  let another: Limits;
  beforeAll(() => {
    [limits, another] = [open(), open()];
  });
  afterAll(() => Promise.all([limits.close(), another.close()]));

  describe(name, () => {
    test("admits as many requests at once as the limit, then one each time its share of the window has passed", async () => {
      const ask = { owner: newOwner(), buckets: upTo(3) };
      const lefts = [];
      for (const at of [0, 10, 20]) lefts.push((await limits.take(ask, start + at)).buckets);
      expect(lefts.flat()).toEqual([
        { left: 2, resetMs: 20_000 },
        { left: 1, resetMs: 19_990 },
        { left: 0, resetMs: 19_980 },
      ]);

      const refused = await limits.take(ask, start + 1000);
      expect(refused).toMatchObject({ exceeded: { kind: "bucket", index: 0 }, waitMs: 19_000, lease: null });
      expect(refused.buckets).toEqual([{ left: 0, resetMs: 19_000 }]);
      expect((await limits.take(ask, start + 19_999)).exceeded).not.toBeNull();
      expect((await limits.take(ask, start + 20_000)).exceeded).toBeNull();
      expect((await limits.take(ask, start + 20_001)).exceeded).not.toBeNull();
    });

    test.each([
      [7, 60_000, 0.9],
      [7, 60_000, 1.5],
      [20, 1000, 3],
    ])(
      "%i in %i ms, requested %d times that often: the limit on average, and never twice the limit in a window",
      async (limit, windowMs, load) => {
        const ask = { owner: newOwner(), buckets: upTo(limit), windowMs };
        const windows = 4;
        const arrivals = Array.from({ length: limit * load * windows }, (_, index) =>
          Math.round((index * windowMs) / (limit * load)),
        );
        const admitted: number[] = [];
        for (const at of arrivals) if (!(await limits.take(ask, start + at)).exceeded) admitted.push(at);
        const inWindowFrom = (first: number) => admitted.filter((at) => at >= first && at < first + windowMs).length;
        expect(Math.max(...admitted.map(inWindowFrom))).toBeLessThan(promised("A1") * limit);
        expect(admitted.length).toBeLessThanOrEqual(limit * (windows + 1));
        // All of them, or what the limit allows: its burst and its rate.
        expect(admitted.length).toBeGreaterThanOrEqual(Math.min(arrivals.length, limit * windows));
      },
    );

    test("counts the requests of all processes together, in any interleaving", async () => {
      const ask = { owner: newOwner(), buckets: upTo(50) };
      const verdicts = await Promise.all(
        Array.from({ length: 200 }, (_, index) => (index % 2 ? limits : another).take(ask, start)),
      );
      expect(verdicts.filter(({ exceeded }) => exceeded === null)).toHaveLength(50);
    });

    test("requests that take the same limits in another order never block each other", async () => {
      const owner = newOwner();
      const buckets = Array.from({ length: 6 }, (_, index) => ({ name: `limit ${index}`, limit: 40 }));
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
      expect(verdicts.filter(({ exceeded }) => exceeded === null)).toHaveLength(40);
    });

    test("after limits were lowered each full one reports when it has room again, and the wait is the longest", async () => {
      const owner = newOwner();
      const buckets = (all: number, own: number) => [
        { name: "all", limit: all },
        { name: "own", limit: own },
      ];
      for (let call = 0; call < 9; call++) await limits.take({ owner, buckets: buckets(10, 10) }, start);
      // Nine of ten are 54 of 60 s: there is room for one of five below 48 s, and for one of two below 30 s.
      const refused = await limits.take({ owner, buckets: buckets(5, 2) }, start + 1000);
      expect(refused.buckets).toEqual([
        { left: 0, resetMs: 5000 },
        { left: 0, resetMs: 23_000 },
      ]);
      expect(refused.waitMs).toBe(23_000);
      expect((await limits.take({ owner, buckets: buckets(5, 2) }, start + 1000 + 22_999)).exceeded).not.toBeNull();
      expect((await limits.take({ owner, buckets: buckets(5, 2) }, start + 1000 + 23_000)).exceeded).toBeNull();
    });

    test("a limit of 0 admits no request", async () => {
      expect((await limits.take({ owner: newOwner(), buckets: upTo(0) }, start)).exceeded).not.toBeNull();
    });

    test("a request rejected by one limit is counted by none", async () => {
      const owner = newOwner();
      const all = { name: "all", limit: 5 };
      const ask = { owner, buckets: [all, { name: "own", limit: 2 }] };
      const verdicts = [];
      for (let call = 0; call < 9; call++) verdicts.push(await limits.take(ask, start));
      expect(verdicts.filter(({ exceeded }) => exceeded === null)).toHaveLength(2);
      expect(verdicts.at(-1)).toMatchObject({
        exceeded: { kind: "bucket", index: 1 },
        buckets: [{ left: 3 }, { left: 0 }],
      });
      expect((await limits.take({ owner, buckets: [all] }, start)).buckets[0]?.left).toBe(2);
    });

    test("a cleared limit has its full room again in every process, and other limits are unchanged", async () => {
      const ask = { owner: newOwner(), buckets: upTo(2) };
      const other = { owner: newOwner(), buckets: upTo(1) };
      for (const one of [ask, ask, other]) await limits.take(one, start);
      expect((await another.take(ask, start)).exceeded).not.toBeNull();
      await limits.forget(ask);
      expect((await another.take(ask, start)).buckets[0]?.left).toBe(1);
      expect((await another.take(other, start)).exceeded).not.toBeNull();
    });

    test("one owner's calls do not count for another", async () => {
      const [one, other] = [newOwner(), newOwner()];
      await limits.take({ owner: one, buckets: upTo(1) }, start);
      expect((await limits.take({ owner: one, buckets: upTo(1) }, start)).exceeded).not.toBeNull();
      expect((await limits.take({ owner: other, buckets: upTo(1) }, start)).exceeded).toBeNull();
    });

    test("a process whose clock is behind gets no additional requests", async () => {
      const ask = { owner: newOwner(), buckets: upTo(1) };
      await limits.take(ask, start);
      expect((await another.take(ask, start - 120_000)).exceeded).not.toBeNull();
      expect((await another.take(ask, start + 60_000)).exceeded).toBeNull();
    });

    test("after the store's clock was set back a full limit has room again as soon as otherwise", async () => {
      const ask = { owner: newOwner(), buckets: upTo(3) };
      for (let call = 0; call < 3; call++) await limits.take(ask, start);
      const setBack = start - 3_600_000;
      expect(await limits.take(ask, setBack)).toMatchObject({ exceeded: { kind: "bucket" }, waitMs: 20_000 });
      expect((await limits.take(ask, setBack + 19_999)).exceeded).not.toBeNull();
      expect((await limits.take(ask, setBack + 20_000)).exceeded).toBeNull();
      expect((await limits.take(ask, setBack + 20_001)).exceeded).not.toBeNull();
    });

    test("admits exactly as many concurrent calls over all processes, and the next when one has ended", async () => {
      const ask = { owner: newOwner(), buckets: upTo(1000), pools: [{ name: "at once", limit: 8 }] };
      const verdicts = await Promise.all(
        Array.from({ length: 40 }, (_, index) => (index % 2 ? limits : another).take(ask)),
      );
      const letIn = verdicts.filter(({ exceeded }) => exceeded === null);
      expect(letIn).toHaveLength(8);
      expect(verdicts.find(({ exceeded }) => exceeded)?.exceeded).toEqual({ kind: "pool", index: 0 });

      const lease = letIn[0]?.lease;
      if (lease) await another.release(lease);
      expect((await limits.take(ask)).exceeded).toBeNull();
      expect((await limits.take(ask)).exceeded).not.toBeNull();
    });

    test("a renewed call keeps its place; a dead process's calls expire", async () => {
      const ask = { owner: newOwner(), buckets: upTo(1000), pools: [{ name: "at once", limit: 2 }] };
      const [kept, lost] = [await limits.take(ask, start), await limits.take(ask, start)];
      expect(lost.exceeded).toBeNull();
      if (kept.lease) await limits.renew([kept.lease], start + leaseMs - 1);

      expect((await another.take(ask, start + leaseMs - 1)).exceeded).not.toBeNull();
      const { exceeded, pools } = await another.take(ask, start + leaseMs);
      expect({ exceeded, pools }).toEqual({ exceeded: null, pools: [{ left: 0 }] });
    });

    test("an expired lease cannot be renewed", async () => {
      const ask = { owner: newOwner(), buckets: upTo(1000), pools: [{ name: "at once", limit: 1 }] };
      const { lease } = await limits.take(ask, start);
      if (lease) await limits.release(lease);
      if (lease) await limits.renew([lease], start);
      expect((await limits.take(ask, start + 1)).exceeded).toBeNull();
    });
  });
}
