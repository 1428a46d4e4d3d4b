// @module-tag promise
// @module-tag slow
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { operateFromTerminal } from "@/lib/operator/cli/cli";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { makeMember } from "@/prisma/factories";
import { makeDelivery, makeEndpoint } from "@/prisma/webhook-factories";
import { startReceiver } from "@/testing/fakes/receiver";
import { sendWebhooks } from "@/testing/harness/send-webhooks";
import { warnOfBacklogs, watchWebhooks, webhookBacklog } from "./backlog";
import { startWebhooks } from "./worker";

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  receiver = await startReceiver();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  clock.reset();
  await receiver.close();
  await db.outboxMessage.deleteMany();
  await db.outboxPause.deleteMany();
});

const operate = (verb: string) =>
  operateFromTerminal(["webhooks", verb, "--as", "ops@vang.example", "--reason", "Sự cố mạng"]);
const prepare = async () => makeEndpoint(await makeMember(), { url: receiver.url });

test("an operator stops all deliveries within seconds, and starts them again with what waited", async () => {
  const endpoint = await prepare();
  const worker = startWebhooks();
  await makeDelivery(endpoint);
  await expect.poll(() => receiver.received.length, { timeout: 5000 }).toBe(1);
  expect(await operate("stop")).toBe(0);
  expect(await operate("stop")).toBe(1);
  await makeDelivery(endpoint);
  await makeDelivery(endpoint, { isTest: true });
  // As long as an idle worker takes to look twice.
  await new Promise((passed) => setTimeout(passed, 2200));
  expect(receiver.received).toHaveLength(1);
  expect(await webhookBacklog()).toMatchObject({ due: 2, stopped: true });
  expect(await operate("start")).toBe(0);
  expect(await operate("start")).toBe(1);
  await expect.poll(() => receiver.received.length, { timeout: 5000 }).toBe(3);
  await worker.stop();
  const acts = await db.platformAuditEvent.findMany({ orderBy: { id: "asc" } });
  expect(acts).toMatchObject([
    { action: "webhooks.stopped", operator: "ops@vang.example", details: { reason: "Sự cố mạng" } },
    { action: "webhooks.started" },
  ]);
});

test("the backlog counts what waits for our workers, and not what waits for a partner", async () => {
  const failed = vi.spyOn(log, "error");
  const [endpoint, failing] = [await prepare(), await prepare()];
  const failingSince = new Date(+clock.now() - minutes(1));
  const failures = { failures: 4, failingSince, failingDeliveries: ["a", "b", "c", "d"] };
  await db.webhookEndpoint.update({ where: { id: failing.id }, data: failures });
  receiver.answer((response) => void response.writeHead(500).end());
  await makeDelivery(failing);
  await sendWebhooks();
  for (let count = 0; count < 3; count++) await makeDelivery(failing);
  await makeDelivery(endpoint);
  expect(await webhookBacklog()).toEqual({ due: 1, oldestDueSeconds: 0, stopped: false, behind: 0 });
  clock.advance(minutes(5) + seconds(2));
  expect(await webhookBacklog()).toMatchObject({ due: 1, oldestDueSeconds: 302 });
  await watchWebhooks();
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ due: 1 }), "webhooks wait to be delivered");
});

test("members are notified once a day of events that wait for more than 15 minutes for an endpoint that works", async () => {
  const member = await makeMember();
  const [slow, failing] = [
    await makeEndpoint(member, { url: receiver.url, description: "Máy chủ chính" }),
    await makeEndpoint(member, { url: receiver.url }),
  ];
  const failures = { failures: 5, failingSince: clock.now() };
  await db.webhookEndpoint.update({ where: { id: failing.id }, data: failures });
  for (const endpoint of [slow, slow, failing]) await makeDelivery(endpoint);
  const notices = () => db.notice.findMany({ where: { userId: member.userId } });
  clock.advance(minutes(15) - seconds(1));
  await warnOfBacklogs();
  expect(await notices()).toEqual([]);
  clock.advance(seconds(2));
  await Promise.all([warnOfBacklogs(), warnOfBacklogs()]);
  await warnOfBacklogs();
  expect(await notices()).toMatchObject([
    {
      kind: "webhookBehind",
      path: expect.stringContaining(slow.id),
      values: { host: expect.stringMatching(/^Máy chủ chính \(/) },
    },
  ]);
  expect(await webhookBacklog()).toMatchObject({ behind: 2 });
});
