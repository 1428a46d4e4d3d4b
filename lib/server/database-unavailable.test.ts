// @module-tag promise
// @module-tag slow
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "@/lib/money/wallet/books/differences";
import { seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { reaping } from "@/lib/server/worker/finished-calls";
import { makeKey, makeMember } from "@/prisma/factories";
import { openDatabaseLink } from "@/testing/fakes/database-link";
import { asOwner } from "@/testing/harness/as-owner";
import { trials } from "@/testing/harness/deep";
import { serveHere } from "@/testing/harness/serve-here";
import { promised } from "@/testing/promises";

let link: Awaited<ReturnType<typeof openDatabaseLink>>;
let server: Awaited<ReturnType<typeof serveHere>>;
let key: string;

/** How long the database is unavailable: the promise holds for any time. */
const awayMs = trials(process.env.VANG_AWAY_SECONDS, 1, 5) * 1000;

beforeAll(async () => {
  reaping.pauseMs = 500;
  link = await openDatabaseLink(process.env.DATABASE_URL ?? "");
  server = await serveHere({ DATABASE_URL: link.url });
  key = await makeKey(await makeMember({ creditMilli: 100_000_000n }));
  expect((await speak()).status).toBe(200);
});
afterAll(async () => {
  link.set("whole");
  await server.close();
  await link.close();
});

type Call = {
  status: number;
  tookMs: number;
  trackingId: string | null;
  retryable?: boolean;
  retryAfter: string | null;
};

async function speak(): Promise<Call> {
  const startedAt = performance.now();
  const answer = await fetch(`${server.url}/tts`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak" }),
  });
  const { retryable } = (await answer.json()) as { retryable?: boolean };
  return {
    status: answer.status,
    tookMs: performance.now() - startedAt,
    trackingId: answer.headers.get("x-tracking-id"),
    retryable,
    retryAfter: answer.headers.get("retry-after"),
  };
}

const health = async () => (await fetch(`${server.url}/health`)).status;
const lookUp = async (trackingId: string) =>
  (await fetch(`${server.url}/tts/jobs?id=${trackingId}`, { headers: { "x-api-key": key } })).status;

/** Sends requests without a pause, from four clients, until stopped. */
function keepCalling() {
  /** `at` is the moment of the response. */
  const calls: (Call & { at: number })[] = [];
  let isOn = true;
  const lane = async () => {
    while (isOn) {
      calls.push({ ...(await speak()), at: performance.now() });
      await sleep(50);
    }
  };
  const lanes = Promise.all([lane(), lane(), lane(), lane()]);
  return {
    calls,
    stop: () => {
      isOn = false;
      return lanes;
    },
  };
}

type State = "whole" | "cut" | "hung" | "read-only";

/** Also ends all connections when the database becomes read-only, as a failover does (57P01), and none afterwards. */
async function setDatabase(state: State, before: State = "whole") {
  if (state !== "read-only" && before !== "read-only") return link.set(state);
  await asOwner(async (client) => {
    const { rows } = await client.query("SELECT current_database() AS name");
    const set =
      state === "read-only" ? "SET default_transaction_read_only = on" : "RESET default_transaction_read_only";
    await client.query("SET default_transaction_read_only = off");
    await client.query(`ALTER DATABASE "${rows[0].name}" ${set}`);
    if (state === "read-only")
      await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()",
        [rows[0].name],
      );
  });
}

test.each([
  ["gone", "cut", seconds(promised("D5"))],
  ["hanging", "hung", 5000],
  ["read-only after it ended all connections", "read-only", seconds(promised("D5"))],
] as const)(
  "with its database %s, requests are rejected as retryable and soon, nothing is charged without a result, and all recovers by itself",
  async (_, state, soonMs) => {
    const { calls, stop } = keepCalling();
    await expect.poll(() => calls.length, { timeout: 8000 }).toBeGreaterThan(8);
    await setDatabase(state);
    const awayAt = performance.now();
    await expect.poll(health, { timeout: 8000 }).toBe(503);
    const probes = await Promise.all([speak(), speak()]);
    expect(probes.map(({ status }) => status)).toEqual([503, 503]);
    await sleep(awayMs);
    await setDatabase("whole", state);
    const backAt = performance.now();
    await expect.poll(health, { timeout: 8000, interval: 50 }).toBe(200);
    await expect.poll(async () => (await speak()).status, { timeout: 8000 }).toBe(200);
    await expect
      .poll(() => calls.some(({ at, status }) => at > backAt && status === 200), { timeout: 8000 })
      .toBe(true);
    await stop();

    const refused = [...calls, ...probes].filter(({ status }) => status !== 200);
    expect(refused.filter(({ status, retryable, retryAfter }) => status !== 503 || !retryable || !retryAfter)).toEqual(
      [],
    );
    // Statements that ran when it stopped may wait for a response that never comes.
    const begunAway = calls.filter(({ at, tookMs, status }) => status !== 200 && at - tookMs > awayAt + 100);
    expect([...begunAway, ...probes].filter(({ tookMs }) => tookMs > soonMs)).toEqual([]);

    const answered = calls.flatMap(({ trackingId }) => trackingId ?? []);
    // Replaces the two minutes after which a job's process counts as dead, and the 15 s of the lease of the batch that
    // ran when it stopped.
    await db.hold.updateMany({ where: { status: "open" }, data: { expiresAt: new Date() } });
    await db.$executeRaw`UPDATE stream_messages SET available_at = now()`;
    await Promise.all(
      answered.map((trackingId) =>
        expect.poll(() => lookUp(trackingId), { timeout: 20_000, message: trackingId }).toBe(200),
      ),
    );
    await expect.poll(() => db.hold.count({ where: { status: "open" } }), { timeout: 15_000 }).toBe(0);
    const charged = await db.hold.findMany({ where: { status: "captured" } });
    expect(await Promise.all(charged.map(({ trackingId }) => lookUp(trackingId)))).toEqual(charged.map(() => 200));
    expect(charged.map(({ trackingId }) => trackingId)).toEqual(expect.arrayContaining(answered));
    expect(await audit()).toEqual([]);
  },
  120_000,
);
