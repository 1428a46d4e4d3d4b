// @module-tag promise
// @module-tag slow
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { ingest } from "@/lib/speech/history/ingest";
import { makeCaller, makeKey, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { makeEndpoint, makePastDelivery } from "@/prisma/webhook-factories";
import { answering, startReceiver } from "@/testing/fakes/receiver";
import { startApi } from "@/testing/harness/api";
import { startCli } from "@/testing/harness/cli";

let api: Awaited<ReturnType<typeof startApi>>;
let cli: Awaited<ReturnType<typeof startCli>>;
beforeAll(async () => {
  api = await startApi();
  cli = await startCli(api.url);
});
afterAll(async () => {
  await api.close();
  cli.close();
});

async function prepare() {
  const member = await makeMember();
  return { ...member, key: await makeKey(member, ["webhooks:manage"]) };
}

const makeJob = async (businessId: string): Promise<string> => {
  const job = makeFinished(await makeCaller({ businessId }));
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  return job.trackingId;
};

const isListening = ({ businessId }: { businessId: string }) =>
  expect.poll(() => db.webhookListener.count({ where: { businessId, closedAt: null } }), { timeout: 30_000 }).toBe(1);

test("listen forwards events beside one whose receiver hangs, and trigger makes one of any type", async () => {
  const { key, ...member } = await prepare();
  const early = await cli.run(["webhooks", "trigger", "tts.completed"], { key });
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining("CONFLICT")]);
  const hanging = await startReceiver((response, { body }) => {
    if (!body.includes("stt.completed")) response.end();
  });
  const listening = cli.start(["webhooks", "listen", "--to", hanging.url, "--timeout", "8"], { key });
  await isListening(member);
  const triggered = cli.run(["webhooks", "trigger", "stt.completed", "--json"], { key });
  await expect.poll(() => hanging.received.length, { timeout: 30_000 }).toBe(1);
  // Made here: on a busy machine another program could start only after those eight seconds.
  await makeJob(member.businessId);
  const { code, stdout } = await triggered;
  expect([code, JSON.parse(stdout)]).toEqual([0, { type: "stt.completed", streams: 1 }]);
  await expect
    .poll(() => listening.output(), { timeout: 30_000 })
    .toMatch(/stt\.completed evt_\w+ no response within 8 s/);
  expect(listening.output()).toMatch(/tts\.completed evt_\w+ 200 .*stt\.completed/s);
  const wrong = await cli.run(["webhooks", "trigger", "no.such"], { key });
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("INVALID_REQUEST")]);
  listening.child.kill("SIGINT");
  expect(await listening.ended).toMatchObject({ code: 130 });
  await hanging.close();
}, 120_000);

test("listen signs events with the secret that it prints, and prints a line of JSON for each", async () => {
  const { key, ...member } = await prepare();
  const receiver = await startReceiver();
  const listening = cli.start(["webhooks", "listen", "--to", receiver.url, "--json"], { key });
  await isListening(member);
  const trackingId = await makeJob(member.businessId);
  const lines = () => listening.output().trim().split("\n");
  await expect.poll(() => lines().length, { timeout: 30_000 }).toBe(2);
  const [{ secret }, event] = lines().map((line) => JSON.parse(line));
  expect(event).toMatchObject({ type: "tts.completed", status: 200 });
  const [received] = receiver.received;
  expect(new Webhook(secret).verify(received?.body ?? "", received?.headers ?? {})).toMatchObject({
    data: { trackingId },
  });
  listening.child.kill();
  await listening.ended;
  await receiver.close();
}, 120_000);

test("trigger waits for the response of a webhook, replay sends again, and neither works on that of another business", async () => {
  const { key, ...member } = await prepare();
  const { key: foreign } = await prepare();
  const receiver = await startReceiver(answering(500));
  const endpoint = await makeEndpoint(member, { url: receiver.url, eventTypes: ["tts.completed"] });
  const { id } = endpoint;
  expect((await cli.run(["webhooks"], { key })).stdout).toBe(`${id}\t${receiver.url}\ttts.completed\tactive\n`);
  const argv = ["webhooks", "trigger", "tts.completed", "--webhook", id];
  const failed = await cli.run(argv, { key });
  expect([failed.code, failed.stderr]).toEqual([1, "The receiver did not accept it: 500\n"]);
  receiver.answer(answering(200));
  const accepted = await cli.run(argv, { key });
  expect([accepted.code, accepted.stdout]).toEqual([0, expect.stringContaining("The receiver responded with 200.")]);

  const deliveries = (await Promise.all([makePastDelivery(endpoint), makePastDelivery(endpoint)])).map(
    (delivery) => delivery.id,
  );
  const chosen = deliveries.flatMap((delivery) => ["--delivery", delivery]);
  const replayed = await cli.run(["webhooks", "replay", id, ...chosen, "--json"], { key });
  expect([replayed.code, JSON.parse(replayed.stdout)]).toEqual([
    0,
    expect.objectContaining({ total: 2, done: 2, state: "finished" }),
  ]);
  expect((await cli.run(["webhooks", "replay", id], { key })).code).toBe(2);
  for (const wrong of [argv, ["webhooks", "replay", id, ...chosen]])
    expect(await cli.run(wrong, { key: foreign })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("NOT_FOUND"),
    });
  await receiver.close();
}, 120_000);
