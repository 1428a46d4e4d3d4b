// @module-tag promise
// @module-tag slow
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getBalance } from "@/lib/money/wallet/balance";
import { audit } from "@/lib/money/wallet/books/differences";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { openStream } from "@/lib/platform/stream/open";
import { reapHolds } from "@/lib/server/worker/finished-calls";
import { endAbandoned } from "@/lib/speech/live/abandoned";
import { buildChild } from "@/scripts/bundle.mjs";
import { freePort } from "@/scripts/database.mjs";
import { makePartner } from "@/testing/harness/partner";
import { settleCalls } from "@/testing/harness/settle-calls";
import { SpokenClient } from "@/testing/harness/spoken";

beforeAll(() => buildChild("live-child"), 60_000);
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

const sentence = "Hà Nội là thủ đô của nước Cộng hòa Xã hội chủ nghĩa Việt Nam.";

/** Texts that come to a server of its own, of each of which a sentence was spoken. */
async function openTexts(count: number) {
  const port = String(await freePort());
  const child = spawn(process.execPath, [".build/live-child.mjs"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PORT: port, VANG_ROLE: "api", VANG_METRICS: "off", LOG_LEVEL: "silent" },
  });
  children.push(child);
  const ended = once(child, "exit");
  await once(child.stdout, "data");
  const partner = await makePartner();
  const url = `http://127.0.0.1:${port}/v1/text-to-speech/north-linh/stream-input?output_format=pcm_16000&inactivity_timeout=180`;
  const clients = Array.from(
    { length: count },
    () => new SpokenClient(url, { headers: { "xi-api-key": partner.key } }),
  );
  await Promise.all(clients.map(({ opened }) => opened));
  for (const client of clients) client.say({ text: `${sentence} Chưa hết` });
  await vi.waitUntil(() => clients.every((client) => client.inside().length > 32_000), { timeout: 60_000 });
  return { process: child, ended, partner, clients };
}

const chargesOf = (businessId: string) =>
  db.transfer.findMany({ where: { kind: "charge", debit: { businessId } }, select: { trackingId: true } });

test("a restart speaks the text that came, says so with 1001 within ten seconds, and charges each text once", async () => {
  const server = await openTexts(5);
  const stoppedAt = performance.now();
  server.process.kill("SIGTERM");
  const ends = await Promise.all(server.clients.map(({ closed }) => closed));
  expect(performance.now() - stoppedAt).toBeLessThan(12_000);
  expect(new Set(ends.map(({ code }) => code))).toEqual(new Set([1001]));
  await server.ended;
  await settleCalls();
  const { businessId } = server.partner;
  const jobs = await db.job.findMany({ where: { businessId } });
  expect(jobs.map(({ units, resultCode }) => [units, resultCode])).toEqual(
    Array.from({ length: 5 }, () => [sentence.length + "Chưa hết".length, null]),
  );
  const said = server.clients.map(({ messages }) => messages.at(-1)?.trackingId);
  expect((await chargesOf(businessId)).map(({ trackingId }) => trackingId).sort()).toEqual(said.sort());
  expect((await getBalance(server.partner)).heldMilli).toBe(0n);
  expect(await audit()).toEqual([]);
}, 120_000);

test("the texts of a killed process are charged for what was spoken, once, and nothing stays held", async () => {
  const server = await openTexts(4);
  const isKept = { deliveredUnits: sentence.length };
  await vi.waitUntil(async () => (await db.liveSession.count({ where: isKept })) === 4, { timeout: 20_000 });
  server.process.kill("SIGKILL");
  await server.ended;
  await Promise.all(server.clients.map(({ closed }) => closed));
  // The reaper leaves their holds alone until a worker has ended them.
  clock.advance(minutes(5));
  expect(await reapHolds(openStream())).toBe(0);
  const ended = await Promise.all([endAbandoned(), endAbandoned()]);
  expect(Math.max(...ended)).toBe(4);
  clock.reset();
  await settleCalls();
  const { businessId } = server.partner;
  const jobs = await db.job.findMany({ where: { businessId } });
  const whole = { status: "failed", service: "tts", resultCode: "INTERNAL", units: sentence.length };
  expect(jobs).toMatchObject(Array.from({ length: 4 }, () => ({ ...whole, characters: sentence.length })));
  expect(jobs[0]?.amountMilli).toBeGreaterThan(0n);
  expect(await chargesOf(businessId)).toHaveLength(4);
  expect((await getBalance(server.partner)).heldMilli).toBe(0n);
  expect(await db.liveSession.count()).toBe(0);
  expect(await audit()).toEqual([]);
}, 120_000);
