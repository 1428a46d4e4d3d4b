// @module-tag promise
// @module-tag slow
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { encodeWav } from "@/lib/engines/audio/wav";
import { audit } from "@/lib/money/wallet/books/differences";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { closeObjects, objectStore } from "@/lib/platform/objects/open";
import { storeTimeout } from "@/lib/platform/objects/s3";
import { scanForOrphans } from "@/lib/speech/retention/orphan-scan";
import { makeKey, makeMember } from "@/prisma/factories";
import { s3Keys, startS3, type Trouble } from "@/testing/fakes/s3-server";
import { makeTone } from "@/testing/fakes/sound";
import { startApi } from "@/testing/harness/api";
import { settleCalls } from "@/testing/harness/settle-calls";

const home = mkdtempSync(join(tmpdir(), "vang-s3-api-"));
let s3: Awaited<ReturnType<typeof startS3>>;
let api: Awaited<ReturnType<typeof startApi>>;
let key: string;
let businessId: string;

beforeAll(async () => {
  s3 = await startS3({ directory: home });
  Object.assign(process.env, s3Keys, { OBJECTS_URL: s3.url });
  api = await startApi();
  const member = await makeMember({ creditMilli: 10_000_000n });
  businessId = member.businessId;
  key = await makeKey(member);
});
afterAll(async () => {
  await api.close();
  closeObjects();
  await s3.stop();
  rmSync(home, { recursive: true, force: true });
});
afterEach(() => {
  s3.state.trouble = null;
  storeTimeout.ms = seconds(10);
  clock.reset();
});
beforeEach(() => void vi.spyOn(log, "error").mockImplementation(() => undefined));

const hello = { text: "Xin chào", voiceId: "south-ngoc", modelId: "vang-espeak", audioFormat: "mp3" };
const bytesAt = async (url: string, headers?: HeadersInit) => {
  const { pathname, search } = new URL(url);
  return api.get(pathname + search, undefined, headers);
};

async function upload() {
  // Long enough to be a file before it is sent.
  const wav = await encodeWav({ samples: makeTone(220, 16_000, 10), sampleRate: 16_000 });
  const body = new FormData();
  body.append("file", new Blob([wav]), "a.wav");
  return { wav, answer: await api.call("POST", "/stt", { key, body }) };
}

/** Every account of the business, and what the auditor finds. */
async function booksOf() {
  const accounts = await db.walletAccount.findMany({
    where: { businessId },
    select: { kind: true, balanceMilli: true },
  });
  return {
    balances: Object.fromEntries(accounts.map(({ kind, balanceMilli }) => [kind, balanceMilli])),
    differences: await audit(),
  };
}

test("speech and uploads are in the bucket alone, and are downloaded from it, whole or in ranges", async () => {
  const { json, status } = await api.post("/tts", key, hello);
  expect(status).toBe(200);
  const whole = await bytesAt(json.audioUrl as string);
  expect(whole.bytes.length).toBe(json.fileSizeBytes);
  const part = await bytesAt(json.audioUrl as string, { range: "bytes=-100" });
  expect([part.status, part.bytes]).toEqual([206, whole.bytes.subarray(-100)]);
  const { wav, answer } = await upload();
  expect((await bytesAt(answer.json.inputAudioUrl as string)).bytes).toEqual(Buffer.from(wav));
  expect(readdirSync(env.VANG_DATA)).not.toContain("objects");
  expect(readdirSync(join(home, env.VANG_REGION)).length).toBe(4);
});

test.each<Trouble | "away">(["full", "hanging", "away"])(
  "while the store is %s, jobs are rejected as overloaded and nothing is charged",
  async (trouble) => {
    await settleCalls();
    const before = await booksOf();
    storeTimeout.ms = 500;
    if (trouble === "away") await s3.stop();
    else s3.state.trouble = trouble;
    const rejected = [await api.post("/tts", key, hello), (await upload()).answer];
    if (trouble === "away") await s3.restart();
    for (const { status, json } of rejected) expect([status, json.code]).toEqual([503, "OVERLOADED"]);
    await settleCalls();
    expect(await booksOf()).toEqual(before);
    expect(before.differences).toEqual([]);
    expect(readdirSync(join(env.VANG_DATA, "uploads"))).toEqual([]);
  },
);

test("what a store kept although it never answered is erased by the scan, and nothing else", async () => {
  const { json } = await api.post("/tts", key, hello);
  await settleCalls();
  clock.advance(minutes(25));
  await scanForOrphans();
  const before = readdirSync(join(home, env.VANG_REGION)).sort();
  clock.reset();
  storeTimeout.ms = 500;
  s3.state.trouble = "hanging";
  expect((await api.post("/tts", key, hello)).status).toBe(503);
  s3.state.trouble = null;
  expect(readdirSync(join(home, env.VANG_REGION)).length).toBe(before.length + 2);
  clock.advance(minutes(25));
  await scanForOrphans();
  expect(readdirSync(join(home, env.VANG_REGION)).sort()).toEqual(before);
  clock.reset();
  expect((await bytesAt(json.audioUrl as string)).status).toBe(200);
});

test("an erased result is not in the bucket, and its link fails", async () => {
  const { json } = await api.post("/tts", key, hello);
  await settleCalls();
  const erased = await api.call("DELETE", `/tts/jobs?id=${json.trackingId}`, { key });
  expect(erased.json.erasedAt).not.toBeNull();
  const object = new URL(json.audioUrl as string).searchParams.get("object") ?? "";
  expect(await objectStore().open(object)).toBeNull();
  expect((await bytesAt(json.audioUrl as string)).status).toBe(404);
});
