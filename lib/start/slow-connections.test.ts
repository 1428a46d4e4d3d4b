import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signAudioPath } from "@/lib/audio/links";
import { audioStore } from "@/lib/audio/store-disk";
import { minutes } from "@/lib/clock";
import { serveHere } from "@/lib/testing/serve-here";
import { openSlow, slowKinds, uploadHead, uploadStart } from "@/lib/testing/slow-connections";
import { makeKey, makeMember } from "@/prisma/factories";

let server: Awaited<ReturnType<typeof serveHere>>;
let key: string;

beforeAll(async () => {
  server = await serveHere({ VANG_CONNECTIONS_PER_ADDRESS: "400", VANG_API_CONCURRENCY: "16" });
  key = await makeKey(await makeMember({ creditMilli: 50_000_000n }));
});
afterAll(() => server.close());

const speak = () =>
  fetch(`${server.url}/tts`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ text: "Xin chào", voiceId: "north-linh", modelId: "vang-espeak" }),
  });

test("200 slow connections of every kind are cut within 15 s, while calls are served", async () => {
  // Longer than all that lies between two programs: whoever does not read it keeps it waiting.
  const object = await audioStore().put(Buffer.alloc(24_000_000), "wav");
  const audio = signAudioPath(object, new Date(Date.now() + minutes(5)));
  // Seconds pass on a busy machine until as much was sent as goes between two programs.
  const kinds = Object.entries(slowKinds({ port: server.port, key, audio, readsAfterMs: 16_000 }));
  const slow = kinds.flatMap(([kind, open]) =>
    Array.from({ length: kind === "a slow read" ? 20 : 36 }, () => ({ kind, ...open() })),
  );
  const endings = slow
    .filter(({ kind }) => kind === "a slow read")
    .map(({ socket }) => new Promise((done) => socket.once("error", done).once("close", done)));
  for (let call = 0; call < 20; call++) {
    // More send slowly than may run at once: they are not counted, and those that were refused hold nothing either.
    await sleep(300);
    expect((await speak()).status).toBe(200);
  }
  const lived = await Promise.all(slow.map(async ({ kind, livedMs }) => ({ kind, ms: await livedMs })));
  expect(lived).toHaveLength(200);
  const borneTooLong = lived.filter(({ ms }) => ms > 18_000);
  expect(borneTooLong).toEqual([]);
  // Told politely, the system would keep what they did not read for them.
  expect(await Promise.all(endings)).toEqual(endings.map(() => expect.objectContaining({ code: "ECONNRESET" })));
}, 60_000);

test("a body at 2 kB a second is slow and welcome", async () => {
  const body = `${uploadStart}${"x".repeat(28_000)}\r\n--b--\r\n`;
  const { socket, livedMs } = openSlow(server.port, `${uploadHead({ key }, body.length)}${body.slice(0, 2000)}`, "");
  let answer = "";
  socket.on("data", (bytes) => (answer += bytes));
  for (let at = 2000; at < body.length; at += 2000) {
    await sleep(1000);
    socket.write(body.slice(at, at + 2000));
  }
  await expect.poll(() => answer, { timeout: 5000 }).toContain("AUDIO_UNSUPPORTED");
  socket.destroy();
  expect(await livedMs).toBeGreaterThan(13_000);
}, 60_000);

test("one address holds so many connections and no more, and another address is served", async () => {
  const held = Array.from({ length: 410 }, () => openSlow(server.port, "", ""));
  const ended = held.map(({ livedMs }) => livedMs);
  expect(await Promise.race(ended)).toBeLessThan(2000);
  await expect.poll(() => held.filter(({ socket }) => socket.destroyed).length).toBe(10);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  for (const { socket } of held) socket.destroy();
}, 60_000);
