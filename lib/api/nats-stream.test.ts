// @module-tag promise
// @module-tag slow
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { audit } from "@/lib/money/wallet/books/differences";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { publishMs } from "@/lib/platform/stream/budget";
import { openStream, streamKind } from "@/lib/platform/stream/open";
import { reapHolds } from "@/lib/server/worker/finished-calls";
import { makeKey, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";
import { hasNats, startNats } from "@/testing/harness/nats";
import { needs } from "@/testing/harness/needs";

let nats: Awaited<ReturnType<typeof startNats>>;
let api: Awaited<ReturnType<typeof startApi>>;
let key: string;
const budgetMs = publishMs.nats;

beforeAll(async () => {
  if (!hasNats) return;
  nats = await startNats();
  Object.assign(process.env, { STREAM_URL: nats.url, STREAM_UNSAFE: "1" });
  api = await startApi();
  key = await makeKey(await makeMember({ creditMilli: 10_000_000n }));
});
afterAll(async () => {
  await api?.close();
  await nats?.stop();
});
beforeEach(() => void vi.spyOn(log, "error").mockImplementation(() => undefined));
afterEach(() => {
  publishMs.nats = budgetMs;
  clock.reset();
});

const hello = { text: "Xin chào", voiceId: "south-ngoc", modelId: "vang-espeak" };
const speak = (headers?: HeadersInit) => api.call("POST", "/tts", { key, json: hello, headers });
const soon = { timeout: 30_000, interval: 100 };
const holds = (status: "open" | "captured" | "released") => db.hold.count({ where: { status } });

describe.runIf(hasNats)("with NATS", needs("nats-server"), () => {
  test("a job is recorded and charged once, its event is in no table", async () => {
    const first = await speak({ "idempotency-key": "one" });
    const again = await speak({ "idempotency-key": "one" });
    expect(again.json).toEqual(first.json);
    await vi.waitFor(async () => expect(await db.job.count()).toBe(1), soon);
    expect([await holds("captured"), await db.streamMessage.count(), await audit()]).toEqual([1, 0, []]);
    expect(streamKind()).toBe("nats-unsafe");
  });

  test("while NATS is away a job is rejected as overloaded, and its credit comes back", async () => {
    await speak();
    await vi.waitFor(async () => expect(await holds("open")).toBe(0), soon);
    publishMs.nats = 1500;
    await nats.kill();
    const { status, json } = await speak();
    expect([status, json.code]).toEqual([503, "OVERLOADED"]);
    await nats.restart();
    publishMs.nats = budgetMs;
    expect((await speak()).status).toBe(200);
    await vi.waitFor(async () => expect(await openStream().lag("speech.finished")).toBe(0), soon);
    clock.advance(minutes(10));
    await reapHolds(openStream());
    expect(await holds("open")).toBe(0);
    const charged = await holds("captured");
    expect(await db.job.count({ where: { amountMilli: { gt: 0 }, status: "completed" } })).toBe(charged);
    expect(await audit()).toEqual([]);
  });
});
