// @module-tag promise
// @module-tag slow
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closePool, warmPool } from "@/lib/engines/pool";
import { getBalance } from "@/lib/money/wallet/balance";
import { audit } from "@/lib/money/wallet/books/differences";
import { compareJobs } from "@/lib/money/wallet/books/uncharged";
import { db, withOwnConnection } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { openStream } from "@/lib/platform/stream/open";
import { startWorker } from "@/lib/server/worker/start";
import { makeKey, makeMember } from "@/prisma/factories";
import { freePort } from "@/scripts/database.mjs";
import { trials } from "@/testing/harness/deep";
import { LiveClient, pcmOf, sayNorthern, silence } from "@/testing/harness/live";
import { type OwnServer, startOwnServer } from "@/testing/harness/own-server";

const lanes = trials(process.env.VANG_LIVE_SOCKETS, 20, 100);
const restarts = trials(process.env.VANG_LIVE_RESTARTS, 3, 20);

const ports: number[] = [];
const servers: OwnServer[] = [];
let worker: ReturnType<typeof startWorker>;
let hello: Buffer;

const start = (port: number) => startOwnServer({ PORT: String(port), VANG_ROLE: "api", LOG_LEVEL: "error" });

beforeAll(async () => {
  await warmPool();
  hello = pcmOf(await sayNorthern("xin chào các bạn"), silence(0.6));
  worker = startWorker(openStream());
  ports.push(await freePort(), await freePort());
  servers.push(...(await Promise.all(ports.map(start))));
}, 300_000);
afterAll(async () => {
  for (const server of servers) {
    server.process.kill("SIGTERM");
    await server.ended;
  }
  await worker.stop();
  await closePool();
  await openStream().close();
}, 60_000);

/** A session of our own protocol or of Deepgram's. */
function open(port: number, key: string, isDeepgram: boolean): LiveClient {
  const path = isDeepgram ? "/v1/listen?encoding=linear16&sample_rate=16000" : "/stt/live";
  const headers: Record<string, string> = isDeepgram ? { authorization: `Token ${key}` } : { "x-api-key": key };
  return new LiveClient(`http://127.0.0.1:${port}${path}`, [], { headers });
}

/** Opens sessions one after another, and speaks and is silent in each until it ends. Returns those that were opened. */
async function talk(lane: number, key: string, isOn: () => boolean) {
  const sessions: { client: LiveClient; code: number }[] = [];
  const isDeepgram = lane % 2 === 1;
  for (let turn = lane >> 1; isOn(); turn++) {
    const client = open(ports[turn % ports.length] as number, key, isDeepgram);
    const isOpen = await Promise.race([client.opened.then(() => true), client.rejected.then(() => false)]).catch(
      () => false,
    );
    if (!isOpen) {
      await sleep(100);
      continue;
    }
    for (let second = 0; isOn() && client.socket.readyState === client.socket.OPEN; second++) {
      await client.send(second % 20 === 0 ? hello : pcmOf(silence(1)), { pauseMs: 0 });
      await sleep(1000);
    }
    if (client.socket.readyState === client.socket.OPEN) client.say({ type: isDeepgram ? "CloseStream" : "close" });
    const { code } = await client.closed;
    sessions.push({ client, code });
  }
  return sessions;
}

/** Ends one server as a deployment does, and starts it again, while the other one serves. */
async function restart(which: number): Promise<void> {
  servers[which]?.process.kill("SIGTERM");
  expect(await servers[which]?.ended).toBe(0);
  servers[which] = await start(ports[which] as number);
}

test(`${lanes} live transcriptions go through ${restarts} restarts: each ends with its last message and 1001, is one job and is charged once`, async () => {
  const member = await makeMember({ creditMilli: 1_000_000_000n });
  const { businessId } = member;
  const key = await makeKey(member);
  let isOn = true;
  const talks = Array.from({ length: lanes }, (_, lane) => talk(lane, key, () => isOn));
  for (let count = 0; count < restarts; count++) {
    // At any moment of an utterance or a handshake.
    await sleep(2000 + ((count * 700) % 3000));
    await restart(count % 2);
  }
  isOn = false;
  const sessions = (await Promise.all(talks)).flat();

  // Those that end by themselves at the end close with 1000.
  const codes = new Map<number, number>();
  for (const { code } of sessions) codes.set(code, (codes.get(code) ?? 0) + 1);
  expect([...codes.keys()].sort()).toEqual([1000, 1001]);
  expect(codes.get(1000)).toBeLessThanOrEqual(lanes);
  // Where its first words did not come in time, one ends with an error instead.
  const cut = sessions.filter(({ client }) => !["done", "Metadata"].includes(client.messages.at(-1)?.type ?? ""));
  expect(cut.map(({ client, code }) => [code, String(client.messages.at(-1)?.type).toLowerCase()])).toEqual(
    cut.map(() => [1001, "error"]),
  );

  const counts = [...codes].map(([code, count]) => `${count} × ${code}`).join(", ");
  process.stdout.write(`${sessions.length} sessions: ${counts}; ${cut.length} without words in time\n`);

  // Their own processes end them: no worker has to, and nothing stays held, leased or stored.
  const isOpen = { businessId, status: "open" } as const;
  await expect.poll(() => db.hold.count({ where: isOpen }), { timeout: 20_000 }).toBe(0);
  const now = BigInt(Date.now());
  expect(await db.liveSession.count()).toBe(0);
  await expect.poll(() => db.limitLease.count({ where: { expiresAt: { gt: now } } }), { timeout: 20_000 }).toBe(0);
  expect(readdirSync(join(env.VANG_DATA, "uploads"))).toEqual([]);

  const jobs = await db.job.findMany({ where: { businessId } });
  const charges = await db.transfer.findMany({ where: { kind: "charge", debit: { businessId } } });
  expect(jobs).toHaveLength(sessions.length);
  const failed = jobs.filter(({ status }) => status === "failed");
  expect(failed.map(({ resultCode, amountMilli }) => [resultCode, amountMilli])).toEqual(
    cut.map(() => ["OVERLOADED", 0n]),
  );
  const charged = jobs.filter(({ amountMilli }) => amountMilli > 0n);
  expect(charged.length).toBeGreaterThan(lanes);
  const inOrder = (list: { trackingId: string | null; amountMilli: bigint }[]) =>
    list.map(({ trackingId, amountMilli }) => `${trackingId} ${amountMilli}`).sort();
  expect(inOrder(charges)).toEqual(inOrder(charged));
  const said = sessions.flatMap(({ client }) => client.of("done"));
  const amounts = new Map(jobs.map(({ trackingId, amountMilli }) => [trackingId, Number(amountMilli) / 1000]));
  for (const done of said) expect(done.chargeVnd).toBe(amounts.get(String(done.trackingId)));
  const total = charges.reduce((sum, { amountMilli }) => sum + amountMilli, 0n);
  expect(await getBalance(member)).toEqual({ availableMilli: 1_000_000_000n - total, heldMilli: 0n });
  expect((await withOwnConnection(({ sql }) => compareJobs(sql))).differences).toEqual([]);
  expect(await audit()).toEqual([]);
}, 3_600_000);
