// @module-tag promise
// @module-tag slow
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { ingest } from "@/lib/speech/history/ingest";
import { makeCaller, makeKey, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { startReceiver } from "@/testing/fakes/receiver";
import { startApi } from "@/testing/harness/api";

let api: Awaited<ReturnType<typeof startApi>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  [api, receiver] = await Promise.all([startApi(), startReceiver()]);
});
afterAll(async () => {
  await Promise.all([api.close(), receiver.close()]);
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

/** A command that partners run, and what it has printed. */
function run(script: string, key: string, ...args: string[]) {
  const child = spawn(process.execPath, [`scripts/${script}.mjs`, ...args, "--url", api.url], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, VANG_API_KEY: key },
  });
  const printed = { output: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      printed.output += chunk;
    });
  return { child, printed };
}

test("npm run listen forwards events beside one whose receiver hangs, and npm run trigger makes one of any type", async () => {
  const member = await makeMember();
  const key = await makeKey(member, ["webhooks:manage"]);
  const early = run("trigger", key, "tts.completed");
  expect(await once(early.child, "close")).toEqual([1, null]);
  expect(early.printed.output).toContain("CONFLICT");
  const hanging = await startReceiver((response, { body }) => {
    if (!body.includes("stt.completed")) response.end();
  });
  const { child, printed } = run("listen", key, "--to", hanging.url, "--timeout", "8");
  await isListening(member);
  const { child: trigger } = run("trigger", key, "stt.completed");
  const triggered = once(trigger, "close");
  await expect.poll(() => hanging.received.length, { timeout: 30_000 }).toBe(1);
  // Made here: on a busy machine another program could start only after those eight seconds.
  await makeJob(member.businessId);
  expect(await triggered).toEqual([0, null]);
  await expect.poll(() => printed.output, { timeout: 30_000 }).toMatch(/stt\.completed evt_\w+ no response within 8 s/);
  expect(printed.output).toMatch(/tts\.completed evt_\w+ 200 .*stt\.completed/s);
  const wrong = run("trigger", key, "no.such");
  expect(await once(wrong.child, "close")).toEqual([1, null]);
  expect(wrong.printed.output).toContain("INVALID_REQUEST");
  child.kill();
  await once(child, "close");
  await hanging.close();
}, 120_000);

test("npm run listen forwards events, signed with the secret that it prints", async () => {
  const member = await makeMember();
  const key = await makeKey(member, ["webhooks:manage"]);
  const { child, printed } = run("listen", key, "--to", receiver.url, "--key", key);
  await isListening(member);
  await expect.poll(() => printed.output).toContain("--key shows the API key to other users of this machine");
  const trackingId = await makeJob(member.businessId);
  await expect.poll(() => printed.output, { timeout: 30_000 }).toMatch(/tts\.completed evt_\w+ 200 \d+ ms/);
  const [received] = receiver.received;
  const secret = /whsec_\S+/.exec(printed.output)?.[0] ?? "";
  expect(new Webhook(secret).verify(received?.body ?? "", received?.headers ?? {})).toMatchObject({
    data: { trackingId },
  });
  child.kill();
  await once(child, "close");
}, 120_000);

test("HEAD has the headers of a stream and opens none", async () => {
  const member = await makeMember();
  const key = await makeKey(member, ["webhooks:manage"]);
  for (let request = 0; request < 4; request++) {
    const response = await fetch(`${api.url}/webhooks/stream`, { method: "HEAD", headers: { "x-api-key": key } });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  }
  expect(await db.webhookListener.count({ where: { businessId: member.businessId } })).toBe(0);
});
