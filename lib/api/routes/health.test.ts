// @module-tag promise
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { closeAlarm } from "@/lib/alarms/service";
import { clock, minutes, seconds } from "@/lib/clock";
import { db } from "@/lib/db";
import { speechFinished } from "@/lib/events/finished-job";
import { watchOutbox } from "@/lib/outbox/backlog";
import type { Operator } from "@/lib/principals/operator";
import { watchBooks } from "@/lib/wallet/books/watch-books";
import { startApi } from "@/testing/harness/api";
import { asOwner } from "@/testing/harness/as-owner";
import { plantBalance } from "@/testing/harness/plant-balance";

let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => void vi.spyOn(performance, "now").mockImplementation(() => now() + aheadMs));
afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
});
afterAll(() => api.close());

const now = performance.now.bind(performance);
let aheadMs = 0;

/** As if a second had passed since the last one, for which its figures are kept. */
async function health() {
  aheadMs += seconds(1) + 1;
  return (await api.get("/health")).json;
}

const age = async () => (await health()).oldestUnprocessedAgeSeconds;

test("health reports how long the oldest finished job has waited, a second old at most", async () => {
  expect(await age()).toBe(0);
  // One that a worker has just claimed before it died.
  const taken = { createdAt: new Date(+clock.now() - minutes(2)), availableAt: new Date(+clock.now() + minutes(1)) };
  await db.streamMessage.create({ data: { topic: speechFinished, key: "stuck", payload: {}, ...taken } });
  await expect.poll(age, { timeout: 3000 }).toBeGreaterThanOrEqual(120);

  await db.streamMessage.deleteMany();
  await expect.poll(age, { timeout: 3000 }).toBe(0);
});

test("health shows whether the newest audit found the books balanced", async () => {
  const books = async () => (await health()).books;
  await db.bookAudit.deleteMany();
  await expect.poll(books, { timeout: 3000 }).toBe("unknown");
  await watchBooks();
  await expect.poll(books, { timeout: 3000 }).toBe("balanced");

  const change = (increment: bigint) => plantBalance("kind = 'revenue'", null, increment);
  await change(1000n);
  await watchBooks();
  await expect.poll(books, { timeout: 3000 }).toBe("difference");
  await change(-1000n);
  await watchBooks();
  await expect.poll(books, { timeout: 3000 }).toBe("balanced");
});

test("health lists an alarm that the staff closed apart from those that are open", async () => {
  const alarms = async () => {
    const { bankAlarms, closedAlarms } = await health();
    return { bankAlarms, closedAlarms };
  };
  await plantBalance("kind = 'receivable'", null, -1000n);
  await expect.poll(alarms, { timeout: 3000 }).toEqual({ bankAlarms: ["receivable"], closedAlarms: [] });
  const operator = { email: "ops@vang.example", via: "terminal" } as Operator;
  await closeAlarm(operator, { alarm: "receivable", reason: "Trả góp" });
  await expect.poll(alarms, { timeout: 3000 }).toEqual({ bankAlarms: [], closedAlarms: ["receivable"] });
  await plantBalance("kind = 'receivable'", null, 1000n);
  await expect.poll(alarms, { timeout: 3000 }).toEqual({ bankAlarms: [], closedAlarms: [] });
});

test("health answers also while the alarms of bank transfers cannot be looked up", async () => {
  const alarms = async () => (await health()).bankAlarms;
  await asOwner((client) => client.query("ALTER TABLE bank_sums RENAME TO bank_sums_away"));
  await expect.poll(alarms, { timeout: 3000 }).toEqual(["unreadable"]);
  await asOwner((client) => client.query("ALTER TABLE bank_sums_away RENAME TO bank_sums"));
  await expect.poll(alarms, { timeout: 3000 }).toEqual([]);
});

test("health says that the role of the program cannot change the ledger", async () => {
  expect((await api.get("/health")).json.ledger).toBe("protected");
});

test("health reports the figures of the outbox from when the process last looked", async () => {
  const dueAt = new Date(+clock.now() - minutes(2));
  const message = { kind: "of another release", target: "a", payload: "", createdAt: dueAt };
  await db.outboxMessage.create({ data: { id: "obx_due", dueAt, ...message } });
  await db.outboxMessage.create({ data: { id: "obx_dead", dueAt, state: "dead", ...message } });
  await watchOutbox();
  const { outbox } = (await api.get("/health")).json;
  expect(outbox).toEqual({ due: 1, oldestDueSeconds: expect.any(Number), dead: 1 });
  expect(outbox).toHaveProperty("oldestDueSeconds", expect.closeTo(120, -1));
});
