// @module-tag promise
import { expect, test } from "vitest";
import { clock, days } from "@/lib/platform/clock";
import { db, withOwnConnection } from "@/lib/platform/db";
import { sweepWebhooks } from "./sweep";

const count = 10_000_000;
const perStatement = 500_000;

// Evenly over 31 days, of which the first is over.
const fill = `
  INSERT INTO webhook_attempts (id, delivery_id, endpoint_id, number, started_at, duration_ms, timings, url, request_headers)
  SELECT 'att_' || n, 'dlv_' || n, 'whk_' || n % 1000, 1, $1::timestamptz - (n::float8 / ${count}) * interval '31 days', 20,
    '{}', 'https://hooks.example.com/vang', '{}'
  FROM generate_series($2::int, $3::int) n`;

test("the attempts of a day are deleted from among ten million in less than ten minutes", async () => {
  const now = clock.now();
  await withOwnConnection(async (client) => {
    for (let from = 1; from <= count; from += perStatement) {
      await client.query(fill, [now, from, from + perStatement - 1]);
    }
    await client.query("VACUUM ANALYZE webhook_attempts");
  });
  const started = performance.now();
  await sweepWebhooks();
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(`${Math.round(count / 31)} of ${count} attempts deleted in ${seconds.toFixed(1)} s\n`);
  expect(await db.webhookAttempt.count({ where: { startedAt: { lte: new Date(+now - days(30)) } } })).toBe(0);
  expect(await db.webhookAttempt.count()).toBeGreaterThan((29.9 / 31) * count);
  expect(seconds).toBeLessThan(600);
});
