// @module-tag promise
import { spawnSync } from "node:child_process";
import { setMaxListeners } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { cancelJobs } from "@/lib/api/running-jobs";
import { withDecodeSlot } from "@/lib/engines/decode-slots";
import { createPlaygroundKey } from "@/lib/keys/playground/create";
import { flushRejectedRequests } from "@/lib/keys/request-log/record";
import { clock, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { makeMember } from "@/prisma/factories";
import { well } from "@/testing/fakes/speech-server";
import type { Answer } from "@/testing/harness/api";
import { startSttApi, wavOf } from "@/testing/harness/stt-api";

const { engine, api, key, businessId, send, found, charges, close } = await startSttApi();
afterEach(() => {
  engine.behave(well);
  clock.reset();
});
afterAll(close);

test("the same file under one Idempotency-Key is transcribed once and gets the same response, byte for byte", async () => {
  const [file, headers] = [await wavOf(1), { "idempotency-key": "call-7" }];
  const recognizedBefore = engine.seen.length;
  const first = await send({}, file, headers);
  const second = await send({}, file, headers);
  expect(second.bytes.equals(first.bytes)).toBe(true);
  expect([first, second].map((answer: Answer) => answer.headers.get("idempotent-replayed"))).toEqual([null, "true"]);
  expect(engine.seen.length).toBe(recognizedBefore + 1);
  const other = await send({}, await wavOf(2), headers);
  expect([other.status, other.json.code]).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
  expect((await send({}, file, { "idempotency-key": "x".repeat(256) })).json.code).toBe("IDEMPOTENCY_KEY_INVALID");
});

/** An engine that says when it has a request, and responds once `release` is called. */
function holdEngine() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const received = new Promise<void>((resolve) =>
    engine.behave(async (request, response) => {
      resolve();
      await released;
      await well(request, response);
    }),
  );
  return { received, release };
}

/** Sends a file and disconnects as soon as the engine works on it. */
async function sendAndDisconnect(received: Promise<void>, file: Blob, headers: HeadersInit, secret = key) {
  const client = new AbortController();
  const body = new FormData();
  body.append("modelId", "listener");
  body.append("file", file, "a.wav");
  const sent = api.call("POST", "/stt", { key: secret, body, headers, signal: client.signal });
  await received;
  client.abort();
  await expect(sent).rejects.toThrow("aborted");
}

test("with an Idempotency-Key a job continues when its client disconnects: a retry waits, then gets its result", async () => {
  const [file, headers] = [await wavOf(1), { "idempotency-key": "long-call" }];
  const requests = engine.seen.length;
  const { received, release } = holdEngine();
  await sendAndDisconnect(received, file, headers);

  const early = await send({}, file, headers);
  expect([early.status, early.json.code, early.headers.get("retry-after")]).toEqual([409, "IDEMPOTENCY_RUNNING", "1"]);
  const runningId = early.json.trackingId;
  clock.advance(seconds(40));
  expect((await send({}, file, headers)).headers.get("retry-after")).toBe("15");
  clock.reset();
  expect(engine.inFlight).toBe(1);
  release();

  await expect.poll(async () => (await send({}, file, headers)).status, { timeout: 10_000 }).toBe(200);
  const result = await send({}, file, headers);
  expect(result.json.trackingId).toBe(runningId);
  expect([result.json.transcript, result.headers.get("idempotent-replayed")]).toEqual(["Xin chào Việt Nam.", "true"]);
  await found(`/stt/jobs?id=${result.json.trackingId}`);
  const where = { kind: "charge", trackingId: String(result.json.trackingId) } as const;
  expect([await db.transfer.count({ where }), engine.seen.length]).toEqual([1, requests + 1]);
});

test("a run of the playground that is sent again while it runs is no error of the partner, and one of a program is", async () => {
  const headers = { "idempotency-key": `playground-${crypto.randomUUID()}` };
  const file = await wavOf(1);
  const page = (await createPlaygroundKey(await makeMember({ businessId, role: "developer" }))).secret;
  const { received, release } = holdEngine();
  await sendAndDisconnect(received, file, headers, page);
  const recorded = async () => {
    await flushRejectedRequests();
    return db.refusedRequest.count({ where: { businessId, code: "IDEMPOTENCY_RUNNING" } });
  };
  const before = await recorded();
  expect((await send({}, file, headers, "/stt", page)).json.code).toBe("IDEMPOTENCY_RUNNING");
  expect(await recorded()).toBe(before);
  expect((await send({}, file, headers)).json.code).toBe("IDEMPOTENCY_RUNNING");
  expect(await recorded()).toBe(before + 1);
  release();
  await expect.poll(async () => (await send({}, file, headers, "/stt", page)).status, { timeout: 10_000 }).toBe(200);
  const { json } = await send({}, file, headers, "/stt", page);
  await found(`/stt/jobs?id=${json.trackingId}`);
});

test("without an Idempotency-Key a job ends with its client's connection, and costs nothing", async () => {
  const before = await charges();
  const { received, release } = holdEngine();
  await sendAndDisconnect(received, await wavOf(1), {});
  await expect.poll(() => engine.inFlight).toBe(0);
  release();
  await expect.poll(() => db.hold.count({ where: { businessId, status: "open" } })).toBe(0);
  expect(await charges()).toBe(before);
});

test("a retry gets its first response although no decoder is free", async () => {
  const path = join(env.VANG_DATA, "tone.flac");
  expect(spawnSync("ffmpeg", ["-y", "-f", "lavfi", "-i", "sine=d=1", path]).status).toBe(0);
  const [file, headers] = [new Blob([readFileSync(path)]), { "idempotency-key": "packed" }];
  expect((await send({}, file, headers)).status).toBe(200);

  const others = new AbortController();
  setMaxListeners(100, others.signal);
  const wait = () => new Promise<void>((done) => others.signal.addEventListener("abort", () => done()));
  const take = (count: number) =>
    Array.from({ length: count }, (_, each) =>
      withDecodeSlot({ owner: `business ${each}`, signal: others.signal }, wait),
    );
  const running = take(availableParallelism());
  // A decoder is taken in a later tick.
  await new Promise(setImmediate);
  const ended = Promise.allSettled([...running, ...take(32)]);
  const [fresh, replayed] = [await send({}, file), await send({}, file, headers)];
  others.abort();
  await ended;
  expect([fresh.json.code, replayed.status]).toEqual(["OVERLOADED", 200]);
});

test("a job that the end of its process cancels is refunded, and its key runs it again", async () => {
  const [file, headers] = [await wavOf(1), { "idempotency-key": "cancelled" }];
  const { received, release } = holdEngine();
  await sendAndDisconnect(received, file, headers);
  await cancelJobs();
  const [cancelled] = await db.hold.findMany({ where: { businessId }, orderBy: { createdAt: "desc" }, take: 1 });
  expect(cancelled?.status).toBe("released");
  const where = { trackingId: cancelled?.trackingId };
  await expect
    .poll(() => db.job.findFirst({ where, select: { resultCode: true } }))
    .toEqual({ resultCode: "OVERLOADED" });
  release();
  engine.behave(well);
  const again = await send({}, file, headers);
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, null]);
});

test("no upload stays on disk once its request has ended", async () => {
  expect((await send({}, await wavOf(10))).status).toBe(200);
  expect(readdirSync(join(env.VANG_DATA, "uploads"))).toEqual([]);
});
