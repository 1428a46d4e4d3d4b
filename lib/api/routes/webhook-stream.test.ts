// @module-tag promise
// @module-tag slow
import { afterAll, beforeAll, expect, test } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { ingest } from "@/lib/speech/history/ingest";
import { makeCaller, makeKey, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { startApi } from "@/testing/harness/api";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  await api.close();
});

const makeJob = async (businessId: string): Promise<string> => {
  const job = makeFinished(await makeCaller({ businessId }));
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  return job.trackingId;
};

const isListening = ({ businessId }: { businessId: string }) =>
  expect.poll(() => db.webhookListener.count({ where: { businessId, closedAt: null } }), { timeout: 30_000 }).toBe(1);

test("an event arrives at once on the stream, which ends when its key is revoked, while one of an accepted key lasts", async () => {
  const [member, other] = [await makeMember(), await makeMember()];
  const key = await makeKey(member, ["webhooks:manage"]);
  const response = await fetch(`${api.url}/webhooks/stream`, { headers: { "x-api-key": key } });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  await isListening(member);
  const otherKey = await makeKey(other, ["webhooks:manage"]);
  const ofOther = { where: { businessId: other.businessId } };
  await db.apiKey.updateMany({ ...ofOther, data: { allowedAddresses: ["127.0.0.1"] } });
  const lasting = await fetch(`${api.url}/webhooks/stream`, { headers: { "x-api-key": otherKey } });
  await isListening(other);
  const opened = await db.webhookListener.findFirstOrThrow(ofOther);
  const trackingId = await makeJob(member.businessId);
  let text = "";
  const readUntil = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) return;
      text += value;
    }
  };
  await readUntil(() => text.includes(trackingId));
  expect(text).toMatch(/id: evt_[0-9a-v]{26}\nevent: tts\.completed\ndata: \{.*\}\n\n/);
  await db.apiKey.updateMany({ where: { businessId: member.businessId }, data: { revokedAt: clock.now() } });
  await readUntil(() => false);
  expect(await db.webhookListener.count({ where: { businessId: member.businessId, closedAt: null } })).toBe(0);
  const isRenewed = { ...ofOther.where, closedAt: null, expiresAt: { gt: opened.expiresAt } };
  await expect.poll(() => db.webhookListener.count({ where: isRenewed }), { timeout: 10_000 }).toBe(1);
  await lasting.body?.cancel();
}, 30_000);

test("a stream needs the scope, and the fourth of a key is rejected", async () => {
  const member = await makeMember();
  const open = async (key: string) =>
    (await fetch(`${api.url}/webhooks/stream`, { headers: { "x-api-key": key } })).status;
  expect(await open(await makeKey(member))).toBe(403);
  const key = await makeKey(member, ["webhooks:manage"]);
  expect([await open(key), await open(key), await open(key), await open(key)]).toEqual([200, 200, 200, 429]);
});

test("HEAD has the headers of a stream and opens none", async () => {
  const member = await makeMember();
  const key = await makeKey(member, ["webhooks:manage"]);
  for (let request = 0; request < 4; request++) {
    const response = await fetch(`${api.url}/webhooks/stream`, { method: "HEAD", headers: { "x-api-key": key } });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  }
  expect(await db.webhookListener.count({ where: { businessId: member.businessId } })).toBe(0);
});
