// @module-tag promise
// @module-tag slow
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { encodeWav } from "@/lib/engines/audio/wav";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { openStream } from "@/lib/platform/stream/open";
import { startWorker } from "@/lib/server/worker/start";
import { makeKey, makeMember } from "@/prisma/factories";
import { freePort } from "@/scripts/database.mjs";
import { doubling, hanging, resetting } from "@/testing/corpora/speech-failures";
import { writeEngine } from "@/testing/fakes/remote-engine";
import { makeTone } from "@/testing/fakes/sound";
import { type Behavior, type SpeechServer, startSpeechServer, well } from "@/testing/fakes/speech-server";
import { startBalancer } from "@/testing/harness/balancer";
import { isDeep, trials } from "@/testing/harness/deep";
import { type OwnServer, startOwnServer } from "@/testing/harness/own-server";
import { promised } from "@/testing/promises";

const restarts = trials(process.env.VANG_RESTARTS, 1, 4);
const ports: number[] = [];
const servers: OwnServer[] = [];
let engine: SpeechServer;
let faulty: SpeechServer;
let worker: ReturnType<typeof startWorker>;
let balancer: Awaited<ReturnType<typeof startBalancer>>;

const start = (port: number) =>
  startOwnServer({ PORT: String(port), VANG_ROLE: "api", VANG_DRAIN_SECONDS: "1", LOG_LEVEL: "error" });

/** Engines in separate processes, so that the API is restarted and not a synthesizer. */
function describeEngines(): void {
  const prices = [{ priceVnd: 300, from: "2026-01-01T00:00:00+07:00" }];
  const voices = [{ voiceId: "alloy", upstreamVoice: "alloy", name: "Alloy", gender: "female", region: "north" }];
  const model = { kind: "tts", modelId: "speaker", upstreamModel: "tts-1", name: "Speaker", prices, voices };
  const { engines } = JSON.parse(writeEngine([faulty], { id: "faulty", timeouts: { firstByteMs: 500 } }));
  engines.push({ id: "remote", type: "openai", upstreams: [{ baseUrl: engine.url }], models: [model] });
  writeFileSync(env.VANG_ENGINES, JSON.stringify({ engines }));
}

beforeAll(async () => {
  engine = await startSpeechServer({ remembers: false });
  faulty = await startSpeechServer();
  describeEngines();
  worker = startWorker(openStream());
  ports.push(await freePort(), await freePort());
  servers.push(...(await Promise.all(ports.map(start))));
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
  await faulty.close();
  await worker.stop();
  await openStream().close();
}, 60_000);

async function speak(key: string): Promise<number> {
  const headers = { "x-api-key": key, "content-type": "application/json", "idempotency-key": randomUUID() };
  const body = JSON.stringify({ text: "Xin chào Việt Nam", voiceId: "alloy", modelId: "speaker", audioFormat: "wav" });
  const answer = await fetch(`${balancer.url}/tts`, { method: "POST", headers, body });
  await answer.arrayBuffer();
  return answer.status;
}

/** Ends one server as a deployment does, and starts it again, while the other one serves. */
async function restart(which: number): Promise<number | null> {
  servers[which]?.process.kill("SIGTERM");
  const code = (await servers[which]?.ended) ?? null;
  servers[which] = await start(ports[which] as number);
  await expect.poll(() => balancer.isWell(ports[which] as number), { timeout: 20_000 }).toBe(true);
  return code;
}

test("servers are restarted one by one under load: no request fails, and each is charged once", async () => {
  const member = await makeMember({ creditMilli: 1_000_000_000n });
  const key = await makeKey(member);
  const statuses: number[] = [];
  let isOn = true;
  const lanes = [1, 2, 3].map(async () => {
    while (isOn) {
      statuses.push(await speak(key));
      await sleep(50);
    }
  });
  for (let count = 0; count < restarts; count++) expect(await restart(count % 2)).toBe(0);
  isOn = false;
  await Promise.all(lanes);
  expect(statuses.length).toBeGreaterThan(restarts * 5);
  expect(statuses.filter((status) => status !== 200)).toHaveLength(promised("A3"));

  const of = { businessId: member.businessId };
  await expect.poll(() => db.hold.count({ where: { ...of, status: "open" } }), { timeout: 20_000 }).toBe(0);
  expect(await db.hold.count({ where: { ...of, status: "captured" } })).toBe(statuses.length);
  expect(await db.job.count({ where: of })).toBe(statuses.length);
  expect(await audit()).toEqual([]);
}, 1_800_000);

const requests = {
  async tts() {
    const request = { text: "Xin chào", voiceId: "ngoc", modelId: "reader", audioFormat: "wav" };
    return new Blob([JSON.stringify(request)], { type: "application/json" });
  },
  async stt() {
    const body = new FormData();
    body.append("modelId", "listener");
    const wav = await encodeWav({ samples: makeTone(220, 16_000, 1), sampleRate: 16_000 });
    body.append("file", new Blob([wav]), "a.wav");
    return body;
  },
};

const failures: [keyof typeof requests, string, Behavior, number, string | undefined][] = [
  ["stt", "resets its connections", resetting, 502, "PROVIDER_FAILED"],
  ["tts", "answers twice", doubling, 200, undefined],
  ["tts", "hangs", hanging, 502, "PROVIDER_FAILED"],
  ["tts", "resets its connections", resetting, 502, "PROVIDER_FAILED"],
  ["stt", "answers twice", doubling, 200, undefined],
];

test.each(isDeep ? failures : failures.slice(0, 2))(
  "%s whose engine %s: the response says so, a retry under the same Idempotency-Key gets the result, charged once",
  async (service, _, behavior, status, code) => {
    const member = await makeMember({ creditMilli: 1_000_000_000n });
    const headers = { "x-api-key": await makeKey(member), "idempotency-key": "order-1" };
    const send = async () => {
      const init = { method: "POST", headers, body: await requests[service]() };
      const response = await fetch(`http://localhost:${ports[0]}/${service}`, init);
      const bytes = Buffer.from(await response.arrayBuffer());
      const isProblem = response.headers.get("content-type")?.includes("problem");
      const trackingId = response.headers.get("x-tracking-id");
      return {
        status: response.status,
        code: isProblem ? JSON.parse(String(bytes)).code : undefined,
        trackingId,
        bytes,
      };
    };
    faulty.behave(behavior);
    const first = await send();
    expect(first).toMatchObject({ status, code });
    faulty.behave(well);
    const again = await send();
    expect(again.status).toBe(200);
    if (status === 200) expect(again).toEqual(first);

    const of = { businessId: member.businessId };
    await expect.poll(() => db.hold.count({ where: { ...of, status: "open" } }), { timeout: 20_000 }).toBe(0);
    const charges = await db.transfer.findMany({ where: { kind: "charge", debit: of } });
    expect(charges.map(({ trackingId }) => trackingId)).toEqual([again.trackingId]);
    expect(await db.job.count({ where: { ...of, status: "completed" } })).toBe(1);
    expect(await db.job.count({ where: { ...of, status: "failed" } })).toBe(status === 200 ? 0 : 1);
    expect(await audit()).toEqual([]);
  },
);
