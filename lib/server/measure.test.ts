// @module-tag promise
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { speechFinished } from "@/lib/access/events/finished-job";
import type { Operator } from "@/lib/access/principals/operator";
import { watchBooks } from "@/lib/money/wallet/books/audit-books";
import { closeAlarm } from "@/lib/operator/alarms/alarms";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { writeMetrics } from "@/lib/platform/telemetry/metrics";
import { asOwner } from "@/testing/harness/as-owner";
import { plantBalance } from "@/testing/harness/plant-balance";
import { seriesIn } from "@/testing/harness/scrape";
import { measure } from "./measure";

beforeEach(() => void vi.spyOn(performance, "now").mockImplementation(() => now() + aheadMs));
afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
});

const now = performance.now.bind(performance);
let aheadMs = 0;

/** As if five seconds had passed since the last ones, for which they are kept. */
async function metrics() {
  aheadMs += seconds(5) + 1;
  return seriesIn(await writeMetrics([await measure({ isShared: true })]));
}

const read = async (series: string) => (await metrics()).get(series);

test("the metrics say how long the oldest finished job has waited, also for a worker that died", async () => {
  expect(await read("vang_stream_lag_seconds")).toBe(0);
  const taken = { createdAt: new Date(+clock.now() - minutes(2)), availableAt: new Date(+clock.now() + minutes(1)) };
  await db.streamMessage.create({ data: { topic: speechFinished, key: "stuck", payload: {}, ...taken } });
  expect(await read("vang_stream_lag_seconds")).toBeGreaterThanOrEqual(120);
  await db.streamMessage.deleteMany();
  expect(await read("vang_stream_lag_seconds")).toBe(0);
});

test("the metrics say whether the newest audit found the books balanced", async () => {
  await db.bookAudit.deleteMany();
  expect(await read("vang_books_differences")).toBeUndefined();
  await watchBooks();
  expect(await read("vang_books_differences")).toBe(0);
  await plantBalance("kind = 'revenue'", null, 1000n);
  await watchBooks();
  expect(await read("vang_books_differences")).toBeGreaterThan(0);
  await plantBalance("kind = 'revenue'", null, -1000n);
  await watchBooks();
  expect(await read("vang_books_differences")).toBe(0);
});

test("the metrics list an alarm that the staff closed apart from those that are open", async () => {
  const receivable = async () => {
    const found = await metrics();
    return ["open", "closed"].map((state) => found.get(`vang_alarms{alarm="receivable",state="${state}"}`));
  };
  expect(await receivable()).toEqual([0, 0]);
  await plantBalance("kind = 'receivable'", null, -1000n);
  expect(await receivable()).toEqual([1, 0]);
  const operator = { email: "ops@vang.example", via: "terminal" } as Operator;
  await closeAlarm(operator, { alarm: "receivable", reason: "Trả góp" });
  expect(await receivable()).toEqual([0, 1]);
  await plantBalance("kind = 'receivable'", null, 1000n);
  expect(await receivable()).toEqual([0, 0]);
});

test("while alarms cannot be looked up they are missing, and everything else is measured", async () => {
  await asOwner((client) => client.query("ALTER TABLE bank_sums RENAME TO bank_sums_away"));
  const without = await metrics();
  await asOwner((client) => client.query("ALTER TABLE bank_sums_away RENAME TO bank_sums"));
  expect([...without.keys()].filter((series) => series.startsWith("vang_alarms"))).toEqual([]);
  expect(without.get("vang_database_up")).toBe(1);
  expect((await metrics()).get('vang_alarms{alarm="claims",state="open"}')).toBe(0);
});

test("the metrics say that the program's role cannot change the ledger, what carries jobs, and what waits to be sent", async () => {
  const dueAt = new Date(+clock.now() - minutes(2));
  const message = { kind: "of another release", target: "a", payload: "", createdAt: dueAt };
  await db.outboxMessage.create({ data: { id: "obx_due", dueAt, ...message } });
  await db.outboxMessage.create({ data: { id: "obx_dead", dueAt, state: "dead", ...message } });
  const found = await metrics();
  expect(Object.fromEntries(found)).toMatchObject({
    vang_ledger_protected: 1,
    'vang_stream_info{kind="postgresql"}': 1,
    vang_webhooks_stopped: 0,
    'vang_outbox_due{queue="email"}': 1,
    vang_outbox_dead: 1,
  });
  expect(found.get('vang_outbox_oldest_due_seconds{queue="email"}')).toBeCloseTo(120, -1);
});
