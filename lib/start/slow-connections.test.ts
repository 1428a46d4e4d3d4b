import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signAudioPath } from "@/lib/audio/links";
import { audioStore } from "@/lib/audio/store-disk";
import { minutes } from "@/lib/clock";
import { serveHere } from "@/lib/testing/serve-here";
import { makeKey, makeMember } from "@/prisma/factories";

let server: Awaited<ReturnType<typeof serveHere>>;
let key: string;

beforeAll(async () => {
  server = await serveHere({ VANG_CONNECTIONS_PER_ADDRESS: "400" });
  key = await makeKey(await makeMember({ creditMilli: 50_000_000n }));
});
afterAll(() => server.close());

const localAddress = "127.0.0.2";

type Slow = { socket: Socket; livedMs: Promise<number> };

/** A connection that sends `first`, then `drop` each second, and notes how long it was borne with. */
function open(first: string, drop: string, { reads = true } = {}): Slow {
  const socket = connect({ port: server.port, host: "127.0.0.1", localAddress });
  const openedAt = performance.now();
  const livedMs = new Promise<number>((done) => socket.once("close", () => done(performance.now() - openedAt)));
  socket.on("error", () => undefined);
  if (reads) socket.resume();
  socket.write(first);
  const timer = setInterval(() => socket.write(drop), 1000);
  socket.once("close", () => clearInterval(timer));
  return { socket, livedMs };
}

const head = (path: string, type: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
const form = "multipart/form-data; boundary=b";
const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n';

/** Audio longer than all that lies between two programs: whoever does not read it keeps it waiting. */
async function longAudio(): Promise<string> {
  const object = await audioStore().put(Buffer.alloc(24_000_000), "wav");
  return signAudioPath(object, new Date(Date.now() + minutes(5)));
}

const speak = () =>
  fetch(`${server.url}/tts`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ text: "Xin chào", voiceId: "north-linh", modelId: "vang-espeak" }),
  });

test("200 slow connections of every kind are cut within 15 s, while calls are served", async () => {
  const audio = await longAudio();
  const kinds: Record<string, () => Slow> = {
    silent: () => open("", ""),
    "slow headers": () => open("GET /health HTTP/1.1\r\nHost: a\r\n", "X: a\r\n"),
    "a slow JSON body": () => open(head("/tts", "application/json", 5000), "x"),
    "a slow upload": () => open(head("/stt", form, 500_000) + file, "x".repeat(500)),
    "a body nobody asked for": () =>
      open("POST /openapi.json HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n", "x"),
  };
  const slow = Object.entries(kinds).flatMap(([kind, make]) =>
    Array.from({ length: 36 }, () => ({ kind, livedMs: make().livedMs })),
  );
  const readers = Array.from({ length: 20 }, () =>
    open(`GET ${audio} HTTP/1.1\r\nHost: a\r\n\r\n`, "", { reads: false }),
  );
  // A paused socket learns of its end only when it is read.
  setTimeout(() => readers.forEach(({ socket }) => void socket.resume()), 15_500);
  for (let call = 0; call < 20; call++) {
    expect((await speak()).status).toBe(200);
    await sleep(300);
  }
  const all = [...slow, ...readers.map(({ livedMs }) => ({ kind: "a slow read", livedMs }))];
  const lived = await Promise.all(all.map(async ({ kind, livedMs }) => ({ kind, ms: await livedMs })));
  expect(lived).toHaveLength(200);
  const borneTooLong = lived.filter(({ ms }) => ms > 18_000);
  expect(borneTooLong).toEqual([]);
}, 60_000);

test("a body at 2 kB a second is slow and welcome", async () => {
  const body = `${file}${"x".repeat(28_000)}\r\n--b--\r\n`;
  const { socket, livedMs } = open(`${head("/stt", form, body.length)}${body.slice(0, 2000)}`, "");
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
  const held = Array.from({ length: 410 }, () => open("", ""));
  const ended = held.map(({ livedMs }) => livedMs);
  expect(await Promise.race(ended)).toBeLessThan(2000);
  await expect.poll(() => held.filter(({ socket }) => socket.destroyed).length).toBe(10);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  for (const { socket } of held) socket.destroy();
}, 60_000);
