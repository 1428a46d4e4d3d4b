// @module-tag promise
// @module-tag slow
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { examplePayloads } from "@/lib/access/events/schema";
import { findSubscribers, writeEvents } from "@/lib/access/events/write-events";
import { db, sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { ingest } from "@/lib/speech/history/ingest";
import { eraseResult } from "@/lib/speech/retention/erase";
import { makeCaller, makeMember } from "@/prisma/factories";
import { makeSpoken } from "@/prisma/speech-factories";
import { makeEndpoint } from "@/prisma/webhook-factories";
import { buildChild } from "@/scripts/bundle.mjs";
import { trials } from "@/testing/harness/deep";
import { createReplay } from "./requests";
import { runReplays } from "./run";

const program = ".build/replay-child.mjs";
const kills = trials(undefined, 3, 50);

beforeAll(async () => {
  await buildChild("replay-child");
});

async function runUntilKilled(afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  await sleep(afterMs);
  child.kill("SIGKILL");
  await once(child, "close");
}

test.each(["failed", "missing"] as const)(
  "the replay of %s events of a killed worker is continued by another, and each delivery has one message",
  async (which) => {
    const member = await makeMember();
    const { businessId } = member;
    let { id: endpointId } = await makeEndpoint(member);
    const event = {
      businessId,
      type: "tts.completed",
      sequence: 1,
      payload: examplePayloads["tts.completed"],
    } as const;
    const makeEvents = () => Array.from({ length: 1000 }, () => ({ ...event, objectId: newId("tts") }));
    const endpoints = await findSubscribers(sql, [businessId]);
    for (let kill = 0; kill < kills; kill += 1) {
      await db.webhookDelivery.deleteMany({ where: { endpointId } });
      await db.event.deleteMany({ where: { businessId } });
      await writeEvents(sql, makeEvents(), endpoints);
      await db.outboxMessage.deleteMany();
      await db.webhookDelivery.updateMany({ where: { businessId }, data: { state: "failed" } });
      if (which === "missing") ({ id: endpointId } = await makeEndpoint(member));
      const selection = which === "missing" ? { missing: {} } : { filter: {} };
      const id = await createReplay(member, endpointId, selection);
      await runUntilKilled(5 + 30 * (kill % 5));
      // The database may still run the last statement of the killed process, whose replay stays locked until it ends.
      const isFinished = async () => {
        await runReplays();
        return (await db.webhookReplay.findUniqueOrThrow({ where: { id } })).finishedAt !== null;
      };
      await expect.poll(isFinished, { timeout: 30_000 }).toBe(true);
      expect(await db.webhookReplay.findUnique({ where: { id } })).toMatchObject({ total: 1000, done: 1000 });
      const messages = await db.outboxMessage.findMany({ where: { target: endpointId }, select: { payload: true } });
      const replayed = messages.map(({ payload }) => JSON.parse(payload ?? "").deliveryId);
      const ids = await db.webhookDelivery.findMany({ where: { endpointId }, select: { id: true } });
      expect(ids).toHaveLength(1000);
      expect(replayed.sort()).toEqual(ids.map((row) => row.id).sort());
    }
  },
  30_000 + kills * 15_000,
);

test("a replayed event of an erased job contains neither its text nor a link to it", async () => {
  const member = await makeMember();
  const caller = await makeCaller({ businessId: member.businessId });
  const { id: endpointId } = await makeEndpoint(member);
  const job = await makeSpoken(caller, "Bí mật của khách hàng");
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  await eraseResult(member, job.trackingId);
  await createReplay(member, endpointId, { filter: {} });

  const { eventId } = await db.webhookDelivery.findFirstOrThrow({ where: { endpointId, state: "waiting" } });
  const event = JSON.stringify(await db.event.findUnique({ where: { id: eventId } }));
  expect(event).toContain(job.trackingId);
  for (const content of ["mật", "http", job.audioObject ?? "?", job.contentObject ?? "?"]) {
    expect(event).not.toContain(content);
  }
});
