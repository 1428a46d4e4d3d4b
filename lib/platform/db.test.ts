// @module-tag promise
// @module-tag slow
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { db, hot, poolSize, queryTimeout, sql } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { asOwner } from "@/testing/harness/as-owner";
import { isDeep } from "@/testing/harness/deep";

if (!isDeep) queryTimeout.ms = 4000;

const transactionsLeftOpen = () =>
  sql(
    undefined,
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in trans%'",
    [],
  );

beforeAll(() => asOwner((owner) => owner.query("CREATE TABLE IF NOT EXISTS kept (id text PRIMARY KEY)")));

test.concurrent.each([
  ["that the server ends", ""],
  ["that only its client gives up", "SET LOCAL statement_timeout = 0"],
])("after a statement %s its transaction is undone, and no other statement runs in it", async (name, first) => {
  const abandoned = db.$transaction(
    async (tx) => {
      if (first) await tx.$executeRawUnsafe(first);
      await tx.$executeRaw`INSERT INTO kept VALUES (${`abandoned ${name}`})`;
      await tx.$queryRaw`SELECT pg_sleep(${1.4 * (queryTimeout.ms / 1000)})::text`;
    },
    { timeout: 60_000 },
  );
  await expect(abandoned).rejects.toThrow();
  // As many as the pool has connections, at once, so that each of them is used.
  const ids = Array.from({ length: poolSize }, (_, index) => `${name} ${index}`);
  await Promise.all(ids.map((id) => sql(undefined, "INSERT INTO kept VALUES ($1)", [id])));
  await sleep(100);
  expect(await sql(undefined, "SELECT id FROM kept WHERE id LIKE $1", [`abandoned ${name}`])).toEqual([]);
  expect(await sql(undefined, "SELECT id FROM kept WHERE id LIKE $1", [`${name} %`])).toHaveLength(poolSize);
  if (!first) expect(await transactionsLeftOpen()).toEqual([]);
});

test.concurrent("what a hot statement returns after its 3 seconds is undone, and later ones do not wait for it", async () => {
  const undone: unknown[] = [];
  const undo = async ([row]: { lease: number }[]) => undone.push(row?.lease);
  const late = sql(undefined, "SELECT 7 AS lease, pg_sleep(3.3)::text", [], { ...hot, undo });
  const behind = sql(undefined, "SELECT 8 AS lease", [], hot);
  await expect(late).rejects.toThrow("timeout expired");
  await expect(behind).rejects.toThrow("timeout expired");
  expect(await sql(undefined, "SELECT 9 AS lease", [], hot)).toEqual([{ lease: 9 }]);
  expect(undone).toEqual([]);
  await expect.poll(() => undone, { timeout: 8000 }).toEqual([7]);
});

test("a hot statement that fails changes nothing for those that are sent with it", async () => {
  const divided = (by: number) => sql("divided", "SELECT 6 / $1::integer AS result", [by], hot);
  const results = await Promise.allSettled([divided(2), divided(0), divided(3)]);
  expect(results).toMatchObject([
    { value: [{ result: 3 }] },
    { reason: { message: "division by zero" } },
    { value: [{ result: 2 }] },
  ]);
});

test("a transaction that reads several relations of a row sends one statement at a time", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  const { userId: id, sessionId, businessId } = await makeMember();
  const select = {
    sessions: { select: { id: true } },
    memberships: { select: { businessId: true } },
    notices: { select: { id: true } },
  } as const;
  const found = await db.$transaction((tx) => tx.user.findUnique({ where: { id }, select }));
  expect(found).toEqual({ sessions: [{ id: sessionId }], memberships: [{ businessId }], notices: [] });
  await sleep(0);
  process.off("warning", note);
  expect(warnings).toEqual([]);
});
