// @module-tag promise
// @module-tag slow
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closePool, warmPool } from "@/lib/engines/pool";
import { getBalance } from "@/lib/money/wallet/balance";
import { audit } from "@/lib/money/wallet/books/differences";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { openStream } from "@/lib/platform/stream/open";
import { reapHolds } from "@/lib/server/worker/finished-calls";
import { readWords } from "@/lib/speech/content";
import { endAbandoned } from "@/lib/speech/live/abandoned";
import { Recording } from "@/lib/speech/live/recording";
import { buildChild } from "@/scripts/bundle.mjs";
import { freePort } from "@/scripts/database.mjs";
import { LiveClient, pcmOf, sayNorthern, silence } from "@/testing/harness/live";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";
import { settleCalls } from "@/testing/harness/settle-calls";

let hello: Buffer;
beforeAll(async () => {
  // Read once, and before the server of the last test starts.
  process.env.VANG_ROLE = "api";
  process.env.PORT = String(await freePort());
  await warmPool();
  hello = pcmOf(await sayNorthern("xin chào các bạn"), silence(0.6));
});
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await closePool();
});

/** Sessions of a server of its own, each of which has a final. */
async function openSessions(count: number) {
  await buildChild("live-child");
  const port = String(await freePort());
  const child = spawn(process.execPath, [".build/live-child.mjs"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PORT: port, VANG_ROLE: "api", VANG_METRICS: "off", LOG_LEVEL: "silent" },
  });
  children.push(child);
  const ended = once(child, "exit");
  await once(child.stdout, "data");
  const server = { process: child, ended };
  const partner = await makePartner();
  const clients = Array.from(
    { length: count },
    () => new LiveClient(`http://127.0.0.1:${port}/stt/live`, [], { headers: { "x-api-key": partner.key } }),
  );
  await Promise.all(clients.map(({ opened }) => opened));
  await Promise.all(clients.map((client) => client.send(hello)));
  await vi.waitUntil(() => clients.every((client) => client.of("final").length === 1), { timeout: 90_000 });
  return { server, partner, clients };
}

const chargesOf = (businessId: string) =>
  db.transfer.findMany({
    where: { kind: "charge", debit: { businessId } },
    select: { trackingId: true, amountMilli: true },
  });

test("a restart ends each session with a warning, its last words and 1001, within ten seconds, and one charge", async () => {
  const { server, partner, clients } = await openSessions(6);
  const stoppedAt = performance.now();
  server.process.kill("SIGTERM");
  const ends = await Promise.all(clients.map(({ closed }) => closed));
  expect(performance.now() - stoppedAt).toBeLessThan(12_000);
  expect(new Set(ends.map(({ code }) => code))).toEqual(new Set([1001]));
  for (const client of clients) {
    expect(client.of("warning")).toMatchObject([{ code: "RESTART" }]);
    expect(client.messages.at(-1)?.type).toBe("done");
  }
  await server.ended;
  await settleCalls();
  const charges = await chargesOf(partner.businessId);
  const said = clients.map((client) => client.of("done")[0]);
  expect(charges.map(({ trackingId }) => trackingId).sort()).toEqual(said.map((done) => done?.trackingId).sort());
  const total = charges.reduce((sum, { amountMilli }) => sum + Number(amountMilli) / 1000, 0);
  expect(total).toBe(said.reduce((sum, done) => sum + Number(done?.chargeVnd), 0));
  expect((await getBalance(partner)).heldMilli).toBe(0n);
  expect(await audit()).toEqual([]);
});

test("the sessions of a killed process keep their transcripts and are charged for the sound whose words were delivered, once, and nothing stays held", async () => {
  const { server, partner, clients } = await openSessions(4);
  // Renewed with what was delivered.
  const isKept = { deliveredSeconds: { gt: 0 }, draftObject: { not: null } };
  await vi.waitUntil(async () => (await db.liveSession.count({ where: isKept })) === 4, { timeout: 20_000 });
  const rows = await db.liveSession.findMany();
  server.process.kill("SIGKILL");
  await server.ended;
  await Promise.all(clients.map(({ closed }) => closed));
  // The reaper leaves their holds alone until a worker has ended them.
  clock.advance(minutes(5));
  expect(await reapHolds(openStream())).toBe(0);
  const ended = await Promise.all([endAbandoned(), endAbandoned()]);
  expect(Math.max(...ended)).toBe(4);
  clock.reset();
  await settleCalls();
  const jobs = await db.job.findMany({ where: { businessId: partner.businessId } });
  const seconds = (list: { trackingId: string }[], of: (one: never) => number) =>
    list.map((one) => [one.trackingId, of(one as never)]).sort();
  expect(seconds(jobs, ({ units }: { units: number }) => units)).toEqual(
    seconds(rows, ({ deliveredSeconds }: { deliveredSeconds: number }) => deliveredSeconds),
  );
  expect(await chargesOf(partner.businessId)).toHaveLength(4);
  for (const job of jobs) expect(await readWords(job)).toBe("xin chào các bạn");
  expect((await getBalance(partner)).heldMilli).toBe(0n);
  expect(await db.liveSession.count()).toBe(0);
  expect(await audit()).toEqual([]);
});

test("a session that is opened while the server begins to stop ends like those before it", async () => {
  const server = await serveHere({ PORT: String(process.env.PORT) });
  const { key } = await makePartner();
  const create = Recording.create;
  let closing: Promise<void> | undefined;
  const late = vi.spyOn(Recording, "create").mockImplementationOnce(async (channels) => {
    closing = server.close();
    const isStopping = () =>
      fetch(`${server.url}/health`)
        .then(({ ok }) => !ok)
        .catch(() => true);
    await vi.waitUntil(isStopping, { timeout: 10_000 });
    return create(channels);
  });
  const client = new LiveClient(`${server.url}/stt/live`, [], { headers: { "x-api-key": key } });
  await client.opened;
  expect((await client.closed).code).toBe(1001);
  expect(client.messages.map(({ type }) => type)).toEqual(["ready", "warning", "done"]);
  await closing;
  late.mockRestore();
});
