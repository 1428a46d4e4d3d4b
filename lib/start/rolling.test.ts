import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { openStream } from "@/lib/stream/open";
import { startBalancer } from "@/lib/testing/balancer";
import { type OwnServer, startOwnServer } from "@/lib/testing/own-server";
import { type SpeechServer, startSpeechServer } from "@/lib/testing/speech-server";
import { audit } from "@/lib/wallet/audit";
import { startWorker } from "@/lib/worker/start";
import { makeKey, makeMember } from "@/prisma/factories";
import { freePort } from "./database.mjs";

const restarts = Number(process.env.VANG_RESTARTS ?? 4);
const ports: number[] = [];
const servers: OwnServer[] = [];
let engine: SpeechServer;
let balancer: Awaited<ReturnType<typeof startBalancer>>;

const start = (port: number) =>
  startOwnServer({ PORT: String(port), VANG_ROLE: "api", VANG_DRAIN_SECONDS: "1", LOG_LEVEL: "error" });

/** An engine beside them, so that what is restarted is the API and not a synthesiser. */
function describeEngine(): void {
  const prices = [{ priceVnd: 300, from: "2026-01-01T00:00:00+07:00" }];
  const voices = [{ voiceId: "alloy", upstreamVoice: "alloy", name: "Alloy", gender: "female", region: "north" }];
  const model = { kind: "tts", modelId: "speaker", upstreamModel: "tts-1", name: "Speaker", prices, voices };
  const engines = [{ id: "remote", type: "openai", upstreams: [{ baseUrl: engine.url }], models: [model] }];
  writeFileSync(env.VANG_ENGINES, JSON.stringify({ engines }));
}

beforeAll(async () => {
  engine = await startSpeechServer({ remembers: false });
  describeEngine();
  // One after the other: the first one builds what both run.
  for (let count = 0; count < 2; count++) {
    ports.push(await freePort());
    servers.push(await start(ports[count] as number));
  }
  balancer = await startBalancer(ports);
  await vi.waitUntil(() => ports.every(balancer.isWell), { timeout: 20_000 });
}, 300_000);
afterAll(async () => {
  await balancer.close();
  for (const server of servers) {
    server.process.kill("SIGTERM");
    await server.ended;
  }
  await engine.close();
}, 60_000);

async function speak(key: string): Promise<number> {
  const headers = { "x-api-key": key, "content-type": "application/json", "idempotency-key": randomUUID() };
  const body = JSON.stringify({ text: "Xin chào Việt Nam", voiceId: "alloy", modelId: "speaker", audioFormat: "wav" });
  const answer = await fetch(`${balancer.url}/tts`, { method: "POST", headers, body });
  await answer.arrayBuffer();
  return answer.status;
}

/** Ends one server as a deployment does, and starts it anew, while the other one serves. */
async function restart(which: number): Promise<number | null> {
  servers[which]?.process.kill("SIGTERM");
  const code = (await servers[which]?.ended) ?? null;
  servers[which] = await start(ports[which] as number);
  await expect.poll(() => balancer.isWell(ports[which] as number), { timeout: 20_000 }).toBe(true);
  return code;
}

test("servers are restarted one by one under load: no call fails, and each is charged once", async () => {
  const member = await makeMember({ creditMilli: 1_000_000_000n });
  const key = await makeKey(member);
  const worker = startWorker(openStream());
  const statuses: number[] = [];
  let isOn = true;
  const lanes = [1, 2, 3].map(async () => {
    while (isOn) {
      statuses.push(await speak(key));
      await sleep(20);
    }
  });
  for (let count = 0; count < restarts; count++) expect(await restart(count % 2)).toBe(0);
  isOn = false;
  await Promise.all(lanes);
  expect(statuses.length).toBeGreaterThan(restarts * 5);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);

  const of = { businessId: member.businessId };
  await expect.poll(() => db.hold.count({ where: { ...of, status: "open" } }), { timeout: 20_000 }).toBe(0);
  expect(await db.hold.count({ where: { ...of, status: "captured" } })).toBe(statuses.length);
  expect(await db.job.count({ where: of })).toBe(statuses.length);
  expect(await audit()).toEqual([]);
  await worker.stop();
  await openStream().close();
}, 1_800_000);
