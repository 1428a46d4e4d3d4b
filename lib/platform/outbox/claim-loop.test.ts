import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { hours } from "@/lib/platform/clock";
import { db, sql, type Transaction } from "@/lib/platform/db";
import { asOwner } from "@/testing/harness/as-owner";
import { type ClaimLoop, type Claims, inTransaction, startClaimLoop, workThrough } from "./claim-loop";

type Task = { id: number };

// A table of its own: what is due, by lease or by lock, and how often each row was done.
beforeAll(() =>
  asOwner(async (client) => {
    await client.query(`CREATE TABLE claimed_tasks (id integer PRIMARY KEY, done integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL DEFAULT now(), error text)`);
    await client.query("GRANT SELECT, INSERT, UPDATE, DELETE ON claimed_tasks TO PUBLIC");
  }),
);
beforeEach(() => db.$executeRaw`DELETE FROM claimed_tasks`);

const loops: ClaimLoop[] = [];
afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()));
});
const start = (claims: Claims<Task>): ClaimLoop => {
  const loop = startClaimLoop(claims);
  loops.push(loop);
  return loop;
};

const add = (count: number) => db.$executeRaw`INSERT INTO claimed_tasks (id) SELECT generate_series(1, ${count}::int)`;
const rows = () =>
  sql<{ id: number; done: number; error: string | null }>(
    undefined,
    "SELECT id, done, error FROM claimed_tasks ORDER BY id",
    [],
  );
const doneIn = async () => (await rows()).map(({ done }) => done);
const finish = ({ id }: Task) =>
  db.$executeRaw`UPDATE claimed_tasks SET done = done + 1, due_at = 'infinity' WHERE id = ${id}`;

const lease = (limit: number) =>
  sql<Task>(
    undefined,
    `UPDATE claimed_tasks SET due_at = now() + interval '1 hour'
  WHERE id IN (SELECT id FROM claimed_tasks WHERE due_at <= now() ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED) RETURNING id`,
    [],
  );
const leased: Claims<Task> = { name: "leased", rest: hours(1), claim: lease, work: finish };

async function lock(tx: Transaction): Promise<Task | undefined> {
  const [next] = await tx.$queryRaw<
    Task[]
  >`SELECT id FROM claimed_tasks WHERE due_at <= now() ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`;
  return next;
}
const finishIn = (tx: Transaction, { id }: Task) =>
  tx.$executeRaw`UPDATE claimed_tasks SET done = done + 1, due_at = 'infinity' WHERE id = ${id}`;
const locked: Claims<Task> = {
  name: "locked",
  rest: hours(1),
  claim: inTransaction({ claim: lock, work: finishIn }),
};

test.each([
  ["leases", leased],
  ["locks", locked],
])("two workers that claim by %s do every row once", async (_, claims) => {
  await add(12);
  start(claims);
  start(claims);
  await expect.poll(doneIn, { timeout: 10_000 }).toEqual(Array.from({ length: 12 }, () => 1));
});

test("work whose connection breaks off is undone with its claim, and another worker does the row", async () => {
  await add(2);
  const broken = inTransaction({
    claim: lock,
    async work(tx, task) {
      await finishIn(tx, task);
      await tx.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`;
    },
  });
  await expect(broken()).rejects.toThrow();
  expect(await doneIn()).toEqual([0, 0]);
  await workThrough(locked);
  expect(await doneIn()).toEqual([1, 1]);
});

type Failing = Pick<Parameters<typeof inTransaction<Task>>[0], "retry"> & { work: () => Promise<unknown> };

test.each([
  ["leased", (failing: Failing): Claims<Task> => ({ ...leased, ...failing })],
  ["locked", (failing: Failing): Claims<Task> => ({ ...locked, claim: inTransaction({ claim: lock, ...failing }) })],
])("work on a %s row that fails is written down for a later try, and holds up no other row", async (_, claimsOf) => {
  await add(2);
  const retry = ({ id }: Task, { message }: Error) =>
    db.$executeRaw`UPDATE claimed_tasks SET error = ${message}, due_at = now() + interval '1 hour' WHERE id = ${id}`;
  start(claimsOf({ work: () => Promise.reject(new Error("no space")), retry }));
  await expect.poll(rows).toEqual([1, 2].map((id) => ({ id, done: 0, error: "no space" })));
});

test("a claim that fails is reported, and the loop claims again after its rest", async () => {
  await add(1);
  const failed = vi.fn();
  const claim = vi.fn(lease).mockRejectedValueOnce(new Error("the database is away"));
  start({ ...leased, rest: 20, claim, failed });
  await expect.poll(doneIn).toEqual([1]);
  expect(failed.mock.calls).toEqual([[new Error("the database is away")]]);
});

test("a loop that rests claims at once when it is woken", async () => {
  const claim = vi.fn(lease);
  const loop = start({ ...leased, claim });
  await expect.poll(() => claim.mock.settledResults.length).toBe(1);
  await add(1);
  loop.wake();
  await expect.poll(doneIn).toEqual([1]);
});

const isDue = (id: number) => ({
  text: "EXISTS (SELECT FROM claimed_tasks WHERE id = $2::integer AND due_at <= $1)",
  values: [String(id)],
});

test("of the loops that rest until something is due only those claim that have it", async () => {
  const [first, second] = [vi.fn(async () => []), vi.fn(lease)];
  start({ ...leased, rest: isDue(1), claim: first });
  start({ ...leased, rest: isDue(2), claim: second });
  await expect.poll(() => second.mock.settledResults.length).toBe(1);
  await db.$executeRaw`INSERT INTO claimed_tasks (id) VALUES (2)`;
  await expect.poll(doneIn, { timeout: 5000 }).toEqual([1]);
  expect(first).toHaveBeenCalledOnce();
});

test("loops look for themselves while it cannot be asked what is due", async () => {
  start({ ...leased, rest: { text: "$1 < 'no time'" } });
  const loop = vi.fn(lease);
  start({ ...leased, rest: isDue(1), claim: loop });
  await expect.poll(() => loop.mock.settledResults.length, { timeout: 5000 }).toBeGreaterThan(1);
});

test("a loop that is woken during a claim, which can have missed the row, claims once more", async () => {
  const claim = vi.fn(async (places: number) => {
    const claimed = await lease(places);
    if (claim.mock.calls.length === 1) {
      await add(1);
      loop.wake();
    }
    return claimed;
  });
  const loop = start({ ...leased, claim });
  await expect.poll(doneIn).toEqual([1]);
});

test("a loop that is stopped ends its running work and claims nothing more", async () => {
  await add(6);
  const running: (() => void)[] = [];
  const work = (task: Task) => new Promise<void>((resolve) => running.push(resolve)).then(() => finish(task));
  const loop = startClaimLoop({ ...leased, places: 2, work });
  await expect.poll(() => running.length).toBe(2);
  const stopping = loop.stop();
  for (const end of running) end();
  await stopping;
  expect(await doneIn()).toEqual([1, 1, 0, 0, 0, 0]);
});

test("a loop that is stopped leaves work to others that takes longer than it may", async () => {
  await add(1);
  const work = vi.fn(() => new Promise(() => undefined));
  const loop = startClaimLoop({ ...leased, work, stopMs: 10 });
  await expect.poll(() => work.mock.calls.length).toBe(1);
  await loop.stop();
  expect(await doneIn()).toEqual([0]);
});
