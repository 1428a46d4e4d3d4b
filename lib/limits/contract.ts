import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Ask, type Limits, leaseMs } from "./limits";

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
    test("lets exactly as many in as the limit says, and says when there is room again", async () => {
      const ask = { owner: newOwner(), buckets: most(3) };
      const lefts = [];
      for (const at of [0, 10, 20]) lefts.push((await limits.take(ask, start + at)).buckets[0]?.left);
      expect(lefts).toEqual([2, 1, 0]);

      const refused = await limits.take(ask, start + 1000);
      expect(refused).toMatchObject({ refused: { kind: "bucket", index: 0 }, waitMs: 59_000, lease: null });
      expect((await limits.take(ask, start + 59_999)).refused).not.toBeNull();
      expect((await limits.take(ask, start + 60_000)).refused).toBeNull();
      expect((await limits.take(ask, start + 60_001)).refused).not.toBeNull();
      expect((await limits.take(ask, start + 60_010)).refused).toBeNull();
    });

    test("counts the calls of all processes together, however they race", async () => {
      const ask = { owner: newOwner(), buckets: most(50) };
      const verdicts = await Promise.all(
        Array.from({ length: 200 }, (_, index) => (index % 2 ? limits : another).take(ask)),
      );
      expect(verdicts.filter(({ refused }) => refused === null)).toHaveLength(50);
    });

    test("of many owners' calls at once each is decided by its own limit, in whatever order processes ask", async () => {
      const owners = Array.from({ length: 12 }, (_, index) => ({ owner: newOwner(), buckets: most(index + 1) }));
      const ask = async (store: Limits, asks: readonly Ask[]) =>
        Promise.all(asks.map(async (ask) => ({ ask, ...(await store.take(ask)) })));
      const rounds = Array.from({ length: 10 }, () => [ask(limits, owners), ask(another, owners.toReversed())]);
      const verdicts = (await Promise.all(rounds.flat())).flat();
      const letIn = owners.map(({ owner }) => verdicts.filter((one) => one.ask.owner === owner && !one.refused).length);
      expect(letIn).toEqual(owners.map(({ buckets }) => buckets[0]?.most));
    });

    test("after limits were lowered each full one says when it has room again, and the wait is the longest", async () => {
      const owner = newOwner();
      const buckets = (all: number, own: number) => [
        { name: "all", most: all },
        { name: "own", most: own },
      ];
      for (let call = 0; call < 9; call++) await limits.take({ owner, buckets: buckets(10, 10) }, start + call * 1000);
      const refused = await limits.take({ owner, buckets: buckets(5, 2) }, start + 9000);
      // Of nine calls the fifth must stop counting before there are four, and the eighth before there is one.
      expect(refused.buckets).toEqual([
        { left: 0, restoresMs: 55_000 },
        { left: 0, restoresMs: 58_000 },
      ]);
      expect(refused.waitMs).toBe(58_000);
      expect((await limits.take({ owner, buckets: buckets(5, 2) }, start + 9000 + 57_999)).refused).not.toBeNull();
      expect((await limits.take({ owner, buckets: buckets(5, 2) }, start + 9000 + 58_000)).refused).toBeNull();
    });

    test("a call refused by one limit is counted by none", async () => {
      const owner = newOwner();
      const buckets = (own: number) => [
        { name: "all", most: 5 },
        { name: "own", most: own },
      ];
      for (let call = 0; call < 9; call++) await limits.take({ owner, buckets: buckets(2) }, start + call);
      const { buckets: left } = await limits.take({ owner, buckets: buckets(3) }, start + 10);
      expect(left.map((bucket) => bucket.left)).toEqual([2, 0]);
      const refused = await limits.take({ owner, buckets: buckets(3) }, start + 11);
      expect(refused.refused).toEqual({ kind: "bucket", index: 1 });
    });

    test("what is forgotten leaves all of its room again, to every process, and takes nobody else's", async () => {
      const ask = { owner: newOwner(), buckets: most(2) };
      const other = { owner: newOwner(), buckets: most(1) };
      for (const one of [ask, ask, other]) await limits.take(one);
      expect((await another.take(ask)).refused).not.toBeNull();
      await limits.forget(ask);
      expect((await another.take(ask)).buckets[0]?.left).toBe(1);
      expect((await another.take(other)).refused).not.toBeNull();
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
