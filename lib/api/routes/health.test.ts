import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { clock, minutes } from "@/lib/clock";
import { db } from "@/lib/db";
import { speechFinished } from "@/lib/speech/finished";
import { startApi } from "@/testing/harness/api";

let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi();
});
afterEach(() => clock.reset());
afterAll(() => api.close());

const age = async () => (await api.get("/health")).json.oldestUnprocessedAgeSeconds;

test("health tells for how long the oldest finished call has waited, a second old at most", async () => {
  expect(await age()).toBe(0);
  // One that a worker has just taken in hand, and died of.
  const taken = { createdAt: new Date(+clock.now() - minutes(2)), availableAt: new Date(+clock.now() + minutes(1)) };
  await db.streamMessage.create({ data: { topic: speechFinished, key: "stuck", payload: {}, ...taken } });
  await expect.poll(age, { timeout: 3000 }).toBeGreaterThanOrEqual(120);

  await db.streamMessage.deleteMany();
  await expect.poll(age, { timeout: 3000 }).toBe(0);
});
