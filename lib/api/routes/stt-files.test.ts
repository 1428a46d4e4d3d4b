// @module-tag promise
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { countDisconnect, freeDisconnects } from "@/lib/money/wallet/allowances";
import { getBalance } from "@/lib/money/wallet/balance";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { makeKey, makeMember } from "@/prisma/factories";
import { sendJson, well } from "@/testing/fakes/speech-server";
import { makePartner } from "@/testing/harness/partner";
import { settleCalls } from "@/testing/harness/settle-calls";
import { startSttApi, wavOf } from "@/testing/harness/stt-api";

const { engine, api, businessId, send, charges, close } = await startSttApi();
afterEach(() => engine.behave(well));
afterAll(close);

test("without credit for one second a file is rejected before it is decoded", async () => {
  const poor = await makeKey(await makeMember({ creditMilli: 19_999n }));
  const body = new FormData();
  body.append("modelId", "listener");
  body.append("file", new Blob(["RIFF\x24\0\0\0WAVEfmt "]), "a.wav");
  const { status, json } = await api.call("POST", "/stt", { key: poor, body });
  expect([status, json.code]).toEqual([402, "INSUFFICIENT_CREDIT"]);
});

test("with credit for one second a short WAV is rejected by its header, and nothing is held or recorded", async () => {
  const poor = await makeMember({ creditMilli: 20_000n });
  const { status, json } = await send({}, await wavOf(2), {}, "/stt", await makeKey(poor));
  expect([status, json.code]).toEqual([402, "INSUFFICIENT_CREDIT"]);
  expect(json.message).toContain("this request costs 40 ₫, the available balance is 20 ₫");
  expect(await db.hold.count({ where: { businessId: poor.businessId } })).toBe(0);
});

test("with credit for one second a long file is rejected once it is decoded, costs nothing, and is recorded", async () => {
  const poor = await makeMember({ creditMilli: 20_000n });
  const { status, json } = await send({}, await wavOf(10), {}, "/stt", await makeKey(poor));
  expect([status, json.code]).toEqual([402, "INSUFFICIENT_CREDIT"]);
  expect(json.message).toContain("this request costs 200 ₫, the available balance is 20 ₫");
  const where = { businessId: poor.businessId };
  await expect.poll(() => db.job.findFirst({ where })).toMatchObject({ status: "failed", resultCode: json.code });
  expect(await db.hold.findMany({ where })).toMatchObject([{ status: "released" }]);
  expect(await getBalance(poor)).toEqual({ availableMilli: 20_000n, heldMilli: 0n });
});

test.each([
  ["a text named .wav", new Blob(["#EXTM3U\nfile:///etc/passwd\n"]), 415, "AUDIO_UNSUPPORTED"],
  ["an empty file", new Blob([]), 422, "AUDIO_EMPTY"],
  ["a header without a sound", new Blob(["RIFF\x24\0\0\0WAVEfmt "]), 422, "AUDIO_INVALID"],
])("%s is rejected before it costs anything", async (_, file, status, code) => {
  const unreleased = () => db.hold.count({ where: { status: { not: "released" } } });
  const before = await unreleased();
  const answer = await send({}, file);
  expect([answer.status, answer.json.code, answer.json.param]).toEqual([status, code, "file"]);
  expect(await unreleased()).toBe(before);
});

test("a WAV whose recorder was killed, and which is therefore said to have no sound, is charged by its sound", async () => {
  const bytes = Buffer.from(await (await wavOf(2.4)).arrayBuffer());
  const end = bytes.indexOf("LIST", 0, "latin1");
  bytes.writeUInt32LE(0, bytes.indexOf("data", 0, "latin1") + 4);
  const killed = await send({}, new Blob([bytes.subarray(0, end)]));
  expect([killed.status, killed.json.audioDuration, killed.headers.get("x-charge-vnd")]).toEqual([200, 3, "60"]);
  const empty = await send({}, new Blob([bytes.subarray(0, 44)]));
  expect([empty.status, empty.json.code]).toEqual([422, "AUDIO_EMPTY"]);
});

test("stereo whose channels are in opposite phase is transcribed, and costs what one channel costs", async () => {
  const mono = Buffer.from(await (await wavOf(1.4)).arrayBuffer());
  const samples = mono.subarray(44, mono.indexOf("LIST", 44, "latin1"));
  const stereo = Buffer.alloc(44 + samples.length * 2);
  mono.copy(stereo, 0, 0, 44);
  stereo.writeUInt16LE(2, 22);
  stereo.writeUInt16LE(4, 32);
  stereo.writeUInt32LE(samples.length * 2, 40);
  for (let at = 0; at < samples.length; at += 2) {
    const sample = samples.readInt16LE(at);
    stereo.writeInt16LE(sample, 44 + at * 2);
    stereo.writeInt16LE(Math.min(32_767, -sample), 46 + at * 2);
  }
  for (const fields of [{ channels: "mixed" }, { channels: "separate" }]) {
    const answer = await send(fields, new Blob([stereo]));
    expect([answer.status, answer.json.audioDuration, answer.headers.get("x-charge-vnd")]).toEqual([200, 2, "40"]);
  }
});

/** MP3 of so many frames of 0.072 s each, as an encoder writes that fills up its last frame. */
function mp3Of(frames: number): Blob {
  const path = join(env.VANG_DATA, "frame.mp3");
  const encode = ["-c:a", "libmp3lame", "-b:a", "8k", "-ar", "8000", "-write_xing", "0", "-id3v2_version", "0", path];
  expect(spawnSync("ffmpeg", ["-y", "-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono", "-t", "2", ...encode]).status).toBe(
    0,
  );
  const frameBytes = 72;
  const frame = readFileSync(path).subarray(10 * frameBytes, 11 * frameBytes);
  expect(frame.readUInt16BE(0)).toBe(0xffe3);
  return new Blob([Buffer.alloc(frames * frameBytes, frame)]);
}

test.each([
  ["0.45 s", () => wavOf(0.45), 1],
  ["2.4 s", () => wavOf(2.4), 3],
  ["29.016 s of MP3, which an encoder makes of 29 s", () => mp3Of(403), 29],
])("%s is reported and charged as the same number of seconds", async (_, make, seconds) => {
  const { json, headers } = await send({}, await make());
  expect([json.audioDuration, headers.get("x-charge-vnd")]).toEqual([seconds, String(seconds * 20)]);
});

test("M4A of 1.168 s, which its decoder fills up to 1.208 s, is charged as one second", async () => {
  const path = join(env.VANG_DATA, "short.m4a");
  const source = ["-f", "lavfi", "-i", "sine=440:sample_rate=22050:duration=1.168"];
  expect(spawnSync("ffmpeg", ["-y", "-loglevel", "error", ...source, "-f", "ipod", path]).status).toBe(0);
  const { json, headers } = await send({}, new Blob([readFileSync(path)]));
  expect([json.audioDuration, headers.get("x-charge-vnd")]).toEqual([1, "20"]);
});

test("30 minutes are accepted with the padding of an encoder, and not much more", { tags: "deep" }, async () => {
  const accepted = await send({}, mp3Of(25_000 + 1));
  expect([accepted.status, accepted.json.audioDuration, accepted.headers.get("x-charge-vnd")]).toEqual([
    200,
    1800,
    "36000",
  ]);
  const rejected = await send({}, mp3Of(25_000 + 4));
  expect([rejected.status, rejected.json.code]).toEqual([413, "AUDIO_TOO_LONG"]);
});

test("more than half an hour is rejected by its length", async () => {
  const eightBit = Buffer.alloc(44 + 1801 * 8000);
  eightBit.write("RIFF", 0, "latin1");
  eightBit.write("WAVEfmt ", 8, "latin1");
  eightBit.writeUInt32LE(16, 16);
  eightBit.writeUInt16LE(1, 20);
  eightBit.writeUInt16LE(1, 22);
  eightBit.writeUInt32LE(8000, 24);
  eightBit.writeUInt16LE(8, 34);
  eightBit.write("data", 36, "latin1");
  eightBit.writeUInt32LE(1801 * 8000, 40);
  const long = await send({}, new Blob([new Uint8Array(eightBit)]));
  expect([long.status, long.json.code]).toEqual([413, "AUDIO_TOO_LONG"]);
});

test("a file that the engine rejects, such as for an option, costs one second beyond the day's 20, and for a test key a minute", async () => {
  engine.behave((_, response) => sendJson(response, 400, { error: { message: "temperature must be from 0 to 1" } }));
  const partner = await makePartner();
  for (let count = 0; count < freeDisconnects - 1; count++) await countDisconnect(partner.businessId);
  for (const amountMilli of [0n, 20_000n]) {
    const { status, json } = await send({ config: '{"temperature":9}' }, undefined, {}, "/stt", partner.key);
    expect([status, json.code]).toEqual([400, "PROVIDER_REJECTED"]);
    await settleCalls();
    const last = { where: { businessId: partner.businessId }, orderBy: { createdAt: "desc" } } as const;
    expect(await db.job.findFirst(last)).toMatchObject({ status: "failed", amountMilli });
  }
  expect(await getBalance(partner)).toEqual({ availableMilli: 50_000_000n - 20_000n, heldMilli: 0n });

  const testKey = await makeKey(partner, undefined, "test");
  const { json } = await send({ modelId: "vang-demo-stt", config: '{"x":1}' }, undefined, {}, "/stt", testKey);
  expect(json.code).toBe("PROVIDER_REJECTED");
  const counted = await db.dailyAllowance.findFirst({ where: { holderId: partner.businessId } });
  expect(counted).toMatchObject({ testSeconds: 60 });
});

test("an engine that fails costs nothing, is distinguished from a client's error, and is recorded", async () => {
  const before = await charges();
  engine.behave((_, response) => sendJson(response, 400, { error: { message: "temperature must be from 0 to 1" } }));
  const rejected = await send({ config: '{"temperature":9}' });
  expect([rejected.status, rejected.json.code]).toEqual([400, "PROVIDER_REJECTED"]);
  expect(rejected.json.message).toContain("temperature must be from 0 to 1");

  engine.behave((_, response) => void response.writeHead(500).end("<html>stack trace</html>"));
  const broken = await send();
  expect([broken.status, broken.json.code]).toEqual([502, "PROVIDER_FAILED"]);
  expect(String(broken.bytes)).not.toContain("stack trace");

  await expect
    .poll(() => db.job.findMany({ where: { businessId, status: "failed" }, select: { resultCode: true } }))
    .toEqual(expect.arrayContaining([{ resultCode: "PROVIDER_REJECTED" }, { resultCode: "PROVIDER_FAILED" }]));
  expect(await charges()).toBe(before);
  expect(await audit()).toEqual([]);
});

test("a key without the scope is rejected before the file is read", async () => {
  const speakOnly = await makeKey(await makeMember(), ["tts:execute"]);
  const body = new FormData();
  body.append("file", await wavOf(1), "a.wav");
  const answer = await api.call("POST", "/stt", { key: speakOnly, body });
  expect([answer.status, answer.json.code]).toEqual([403, "SCOPE_MISSING"]);
});

test("no upload stays on disk once its request has ended", async () => {
  expect((await send({}, await wavOf(10))).status).toBe(200);
  expect(readdirSync(join(env.VANG_DATA, "uploads"))).toEqual([]);
});
