// @module-tag promise
// @module-tag slow
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { recognizeInPool, warmPool } from "@/lib/engines/pool";
import { getBalance } from "@/lib/money/wallet/balance";
import { db } from "@/lib/platform/db";
import { LiveClient, pcmOf, sayNorthern } from "@/testing/harness/live";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";

let server: Awaited<ReturnType<typeof serveHere>>;
let hello: Float32Array;
beforeAll(async () => {
  server = await serveHere();
  await warmPool();
  hello = await sayNorthern("xin chào các bạn");
  // The recognizer is loaded by its first use.
  await recognizeInPool({ samples: hello, sampleRate: 16_000 }, new AbortController().signal);
});
afterAll(() => server.close());

const open = (key: string, query = "") =>
  new LiveClient(`${server.url}/stt/live${query}`, [], { headers: { "x-api-key": key } });

const jobOf = async (trackingId: unknown) => {
  await vi.waitUntil(() => db.job.count({ where: { trackingId: String(trackingId) } }), { timeout: 10_000 });
  return db.job.findUniqueOrThrow({ where: { trackingId: String(trackingId) } });
};

test.each([
  ["a message over 64 KiB", (client: LiveClient) => client.socket.send(Buffer.alloc(65_537)), 1009, "BODY_TOO_LARGE"],
  ["text that is no message", (client: LiveClient) => client.socket.send("hello"), 1003, "INVALID_REQUEST"],
  [
    "text that is not UTF-8",
    (client: LiveClient) => client.socket.send(Buffer.from([0xff, 0xfe]), { binary: false }),
    1007,
    "INVALID_REQUEST",
  ],
])("%s ends the session with an error before the close", async (_, send, code, reason) => {
  const { key, ...member } = await makePartner();
  const client = open(key);
  await client.opened;
  send(client);
  expect(await client.closed).toEqual({ code, reason });
  expect(client.of("error")).toMatchObject([{ problem: { code: reason } }]);
  expect((await getBalance(member)).availableMilli).toBe(50_000_000n);
});

test("odd pieces of two channels in G.711 are transcribed apart and charged for each", async () => {
  const { key } = await makePartner();
  const client = open(key, "?encoding=mulaw&sampleRate=8000&channels=2");
  await client.opened;
  await client.send(Buffer.alloc(8000 * 2 * 2, 0xff), { pauseMs: 0, bytes: 777 });
  client.say({ type: "close" });
  await client.closed;
  const [done] = client.of("done");
  expect(done).toMatchObject({ audioSeconds: 2, transcript: "", chargeVnd: 0 });
  expect(await jobOf(done?.trackingId)).toMatchObject({ resultCode: "NO_SPEECH_FOUND" });
});

test("a key that is revoked ends its sessions within five seconds, and what was said is charged", async () => {
  const { key, ...member } = await makePartner();
  const client = open(key);
  await client.opened;
  await client.send(pcmOf(hello));
  const { keyId } = await db.liveSession.findFirstOrThrow({ where: { businessId: member.businessId } });
  await db.apiKey.update({ where: { id: keyId }, data: { revokedAt: new Date() } });
  const revokedAt = performance.now();
  expect(await client.closed).toEqual({ code: 4001, reason: "KEY_INVALID" });
  expect(performance.now() - revokedAt).toBeLessThan(5000);
  expect(client.of("final")).toHaveLength(1);
  expect(client.of("done")[0]?.chargeVnd).toBeGreaterThan(0);
});
