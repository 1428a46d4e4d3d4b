// @module-tag promise
// @module-tag slow
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { speechFinished } from "@/lib/access/events/finished-job";
import { audit } from "@/lib/money/wallet/books/differences";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { openStream } from "@/lib/platform/stream/open";
import { makeBusiness } from "@/prisma/factories";
import { buildChild } from "@/scripts/bundle.mjs";
import { trials } from "@/testing/harness/deep";
import { reapHolds, startIngest } from "./finished-calls";

const program = ".build/crash-child.mjs";
const children: ChildProcess[] = [];
let businessId: string;
let answers = "";

beforeAll(async () => {
  await buildChild("crash-child");
  businessId = (await makeBusiness({ creditMilli: 1_000_000_000n })).id;
});

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  clock.reset();
});

const start = (role: "caller" | "worker", fatalPoint = "") => {
  const stdio = ["ignore", "pipe", "inherit"] as const;
  const env = { ...process.env, PGAPPNAME: "killed" };
  const child = spawn(process.execPath, [program, role, businessId, fatalPoint], { stdio: [...stdio], env });
  child.stdout?.on("data", (lines) => {
    answers += lines;
  });
  children.push(child);
  return child;
};

const killedBy = async (child: ChildProcess) => (await once(child, "close"))[1];

/** A restart long afterwards: leases have expired, the stream is drained and the reaper has run. */
async function restart() {
  // The database may still be running their last statements.
  const connected = () =>
    db.$queryRaw`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'killed'`;
  await vi.waitFor(async () => expect(await connected()).toEqual([]), { timeout: 45_000, interval: 50 });
  const stream = openStream();
  clock.advance(minutes(10));
  await db.streamMessage.updateMany({ data: { availableAt: new Date(0) } });
  const consumer = startIngest(stream);
  await vi.waitFor(async () => expect(await stream.lag(speechFinished)).toBe(0), { timeout: 45_000, interval: 50 });
  await consumer.stop();
  await vi.waitFor(
    async () => {
      await reapHolds(stream);
      expect(await db.hold.count({ where: { status: "open" } })).toBe(0);
    },
    { timeout: 45_000, interval: 50 },
  );
}

/** Number of calls by the status of their hold and whether they are recorded. */
const fates = () => db.$queryRaw<{ status: string; recorded: boolean; count: bigint }[]>`
  SELECT h.status::text, j.tracking_id IS NOT NULL AS recorded, count(*) FROM holds h LEFT JOIN jobs j USING (tracking_id)
  GROUP BY 1, 2 ORDER BY 1`;

async function expectOrder() {
  await restart();
  const consistent = { captured: true, released: false };
  for (const { status, recorded } of await fates())
    expect({ [status]: recorded }).toEqual({ [status]: consistent[status as "captured"] });
  const answered = answers.split("\n").slice(0, -1);
  expect(answered).not.toEqual([]);
  expect(await db.job.count({ where: { trackingId: { in: answered } } })).toBe(answered.length);
  expect(await audit()).toEqual([]);
}

test.each(["begun", "held", "published", "refused"])(
  "a caller killed where its call is %s leaves each call charged and found, or neither",
  async (point) => {
    const worker = start("worker");
    expect(await killedBy(start("caller", point))).toBe("SIGKILL");
    worker.kill("SIGKILL");
    await expectOrder();
  },
);

test.each(["handed", "ingested"])(
  "a worker killed where a batch is %s loses none and charges none twice",
  async (point) => {
    const caller = start("caller");
    expect(await killedBy(start("worker", point))).toBe("SIGKILL");
    caller.kill("SIGKILL");
    await expectOrder();
  },
);

const rounds = trials(undefined, 1, 3);

test("callers and workers killed anywhere leave consistent records", async () => {
  for (let round = 0; round < rounds; round++) {
    const both = [start("worker"), start("caller")];
    await once(both[1]?.stdout as NodeJS.ReadableStream, "data");
    for (const child of both) {
      await sleep(Math.random() * 200);
      child.kill("SIGKILL");
    }
  }
  await expectOrder();
});
