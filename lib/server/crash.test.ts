// @module-tag promise
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { openStream } from "@/lib/platform/stream/open";
import { reaping } from "@/lib/server/worker/finished-calls";
import { startWorker } from "@/lib/server/worker/start";
import { makeKey, makeMember } from "@/prisma/factories";
import { type OwnServer, startOwnServer } from "@/testing/harness/own-server";
import { promised } from "@/testing/promises";

const calls = 50;

type Outcome = { status: number; trackingId: string | null };

async function speak(url: string, key: string): Promise<Outcome> {
  const body = JSON.stringify({
    text: "Xin chào Việt Nam. ".repeat(4),
    voiceId: "north-linh",
    modelId: "vang-espeak",
  });
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const answer = await fetch(`${url}/tts`, { method: "POST", headers, body }).catch(() => undefined);
  return { status: answer?.status ?? 0, trackingId: answer?.headers.get("x-tracking-id") ?? null };
}

/** Kills all processes at once in the middle of the requests: some finished, some running, some not started. */
async function killAmidst(processes: [OwnServer, ...OwnServer[]], key: string): Promise<Outcome[]> {
  let answered = 0;
  const running = Array.from({ length: calls }, async () => {
    const outcome = await speak(processes[0].url, key);
    answered += 1;
    return outcome;
  });
  while (answered < calls / 3) await sleep(5);
  for (const { process } of processes) process.kill("SIGKILL");
  return Promise.all(running);
}

test("kill -9 amid 50 requests: each is charged with its result retrievable, or not charged, and no hold remains", async () => {
  const [api, itsWorker] = await Promise.all([
    startOwnServer({ VANG_ROLE: "api" }),
    startOwnServer({ VANG_ROLE: "worker" }),
  ]);
  const member = await makeMember({ creditMilli: 50_000_000n });
  const key = await makeKey(member);

  const outcomes = await killAmidst([api, itsWorker], key);
  expect(outcomes.filter(({ status }) => status === 200).length).toBeLessThan(calls);

  // Replaces the two minutes after which a job's process counts as dead, and the 15 s of the dead worker's lease.
  await db.hold.updateMany({ where: { status: "open" }, data: { expiresAt: new Date() } });
  await db.$executeRaw`UPDATE stream_messages SET available_at = now()`;
  const second = await startOwnServer({ VANG_ROLE: "api" });
  reaping.pauseMs = 500;
  const worker = startWorker(openStream());
  await expect.poll(() => db.hold.count({ where: { status: "open" } }), { timeout: 40_000 }).toBe(promised("M4"));

  const get = (path: string) => fetch(second.url + path, { headers: { "x-api-key": key } });
  const holds = await db.hold.findMany({ where: { businessId: member.businessId } });
  const answered = outcomes.flatMap(({ trackingId }) => trackingId ?? []);
  // At once, because each lookup of a recent call that was not made waits for it.
  await Promise.all(
    holds.map(async ({ trackingId, status }) => {
      const isCharged = status === "captured";
      expect((await get(`/tts/jobs?id=${trackingId}`)).status, trackingId).toBe(isCharged ? 200 : 404);
      if (isCharged) expect((await get(`/ai/tts/${trackingId}`)).status).toBe(200);
    }),
  );
  const captured = holds.filter(({ status }) => status === "captured");
  expect(captured.map(({ trackingId }) => trackingId)).toEqual(expect.arrayContaining(answered));
  const charged = await db.transfer.count({
    where: { kind: "charge", trackingId: { in: holds.map((hold) => hold.trackingId) } },
  });
  expect(charged).toBe(captured.length);
  expect(await audit()).toEqual([]);

  second.process.kill("SIGTERM");
  expect(await second.ended).toBe(0);
  await worker.stop();
  await openStream().close();
}, 120_000);
