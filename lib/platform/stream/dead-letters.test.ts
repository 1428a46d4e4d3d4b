// @module-tag promise
// @module-tag slow
import { afterAll, expect, test, vi } from "vitest";
import { operateFromTerminal } from "@/lib/operator/cli/cli";
import { db } from "@/lib/platform/db";
import { vietnamTime } from "@/lib/platform/vietnam-time";
import { listDeadLetters, replay } from "./dead-letters";
import { openPostgresStream } from "./postgres";

const stream = openPostgresStream();
afterAll(() => stream.close());

const options = { batchSize: 10, leaseMs: 10_000 };

/** As if they had failed five times. */
async function setAside(topic: string, ...keys: string[]) {
  for (const key of keys) await stream.publish(topic, { key, payload: {} });
  const data = { attempts: 5, failedAt: new Date(), lastError: "the disk was full" };
  await db.streamMessage.updateMany({ where: { topic }, data });
}

test("a dead letter is listed with its reason, and handled like any other event when it is replayed", async () => {
  await setAside("mended", "a", "b");
  const reason = "the disk was full";
  expect(await listDeadLetters()).toMatchObject([
    { topic: "mended", key: "a", reason },
    { topic: "mended", key: "b", reason },
  ]);
  const handled: string[] = [];
  const consumer = stream.consume("mended", options, async (events) => {
    handled.push(...events.map(({ key }) => key));
  });
  expect(await replay(["b", "nobody"])).toEqual(["b"]);
  await expect.poll(() => handled, { timeout: 10_000 }).toEqual(["b"]);
  expect((await listDeadLetters()).map(({ key }) => key)).toEqual(["a"]);
  expect(await replay(["a"])).toEqual(["a"]);
  await expect.poll(() => handled, { timeout: 10_000 }).toEqual(["b", "a"]);
  await consumer.stop();
});

test("a replayed event that fails again is handled alone and becomes a dead letter again", async () => {
  await setAside("broken", "a", "b");
  const batches: number[] = [];
  const consumer = stream.consume("broken", options, async (events) => {
    batches.push(events.length);
    throw new Error("still full");
  });
  await replay(["a", "b"]);
  const hurry = async () => {
    await db.streamMessage.updateMany({ where: { topic: "broken" }, data: { availableAt: new Date(0) } });
    return listDeadLetters();
  };
  await expect.poll(hurry, { timeout: 15_000 }).toMatchObject([{ reason: "still full" }, { reason: "still full" }]);
  await consumer.stop();
  expect(batches).toEqual(Array(8).fill(1));
  await db.streamMessage.deleteMany();
});

test("the command lists dead letters, replays all or those named, and reports unknown names", async () => {
  const said: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((line) => said.push(String(line)) > 0);
  const run = async (...names: string[]) => {
    const code = await operateFromTerminal(["events", "retry", ...names]);
    return [code, said.splice(0).join("")];
  };
  await setAside("command", "one", "two", "three");
  expect(await run()).toEqual([0, expect.stringMatching(/one {2}command .* the disk was full\n.*\n.*\n3 events/)]);
  await operateFromTerminal(["events", "list"]);
  const [first] = await listDeadLetters();
  expect(said.splice(0).join("")).toContain(`  ${vietnamTime(first?.failedAt ?? new Date(0))}  the disk was full`);
  expect(await run("two", "nobody")).toEqual([1, "nobody is not set aside\n1 events are tried again\n"]);
  expect(await run("all")).toEqual([0, "2 events are tried again\n"]);
  vi.restoreAllMocks();
  expect(await listDeadLetters()).toEqual([]);
});
