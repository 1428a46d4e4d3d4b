// @module-tag promise
import { expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { streamContract } from "@/testing/contracts/stream";
import { openPostgresStream } from "./postgres";

streamContract("the stream in PostgreSQL", openPostgresStream);

const soon = { timeout: 5000, interval: 10 };

test("an event that fails five times becomes a dead letter with its reason, and does not count as lag", async () => {
  const stream = openPostgresStream();
  let attempts = 0;
  const consumer = stream.consume("poison", { batchSize: 10, leaseMs: 10_000 }, () => {
    attempts++;
    return Promise.reject(new Error(`bad ${"x".repeat(1000)}`));
  });
  await stream.publish("poison", { key: "a", payload: {} });
  const row = () => db.streamMessage.findFirstOrThrow({ where: { topic: "poison" } });
  await vi.waitFor(
    async () => {
      await db.$executeRaw`UPDATE stream_messages SET available_at = now() WHERE last_error IS NOT NULL AND failed_at IS NULL`;
      expect((await row()).failedAt).not.toBeNull();
    },
    { ...soon, timeout: 15_000 },
  );
  await consumer.stop();

  // The first time in a batch of one and then alone; four more times alone.
  expect(attempts).toBe(6);
  expect((await row()).lastError).toHaveLength(500);
  expect(await stream.lag("poison")).toBe(0);
  await stream.close();
});

test("a consumer whose listening connection is cut goes on, and listens again", async () => {
  const stream = openPostgresStream();
  const keys: string[] = [];
  stream.consume("cut", { batchSize: 10, leaseMs: 10_000 }, async (events) => {
    keys.push(...events.map(({ key }) => key));
  });
  const cut = () => db.$queryRaw<unknown[]>`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN vang_stream'`;
  await vi.waitFor(async () => expect(await cut()).toHaveLength(1), soon);
  await stream.publish("cut", { key: "while deaf", payload: {} });
  await vi.waitFor(() => expect(keys).toEqual(["while deaf"]), soon);

  await vi.waitFor(async () => expect(await cut()).toHaveLength(1), soon);
  await stream.close();
});
