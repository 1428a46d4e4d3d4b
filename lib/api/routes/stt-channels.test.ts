// @module-tag promise
import { afterAll, afterEach, expect, test } from "vitest";
import { toInt16 } from "@/lib/engines/audio/bytes";
import { encodePcm, wrapWav } from "@/lib/engines/audio/wav";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { makeTone } from "@/testing/fakes/sound";
import { type Behavior, sendJson, well } from "@/testing/fakes/speech-server";
import { settleCalls } from "@/testing/harness/settle-calls";
import { startSttApi, wavOf } from "@/testing/harness/stt-api";

const { engine, api, key, send, found, charges, close } = await startSttApi();
afterEach(() => engine.behave(well));
afterAll(close);

/** Left and right as a 16-bit stereo WAV of 2.4 seconds. */
function stereoOf(left: number, right: number): Blob {
  const [one, other] = [left, right].map((hertz) => makeTone(hertz, 16_000, 2.4)) as [Float32Array, Float32Array];
  const samples = Float32Array.from({ length: one.length * 2 }, (_, at) => (at % 2 ? other : one)[at >> 1] as number);
  const bytes = Buffer.from(wrapWav(encodePcm(toInt16(samples)), 16_000, "pcm"));
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt16LE(4, 32);
  return new Blob([bytes]);
}

const alo = { word: "alô", start: 0, end: 1 };

/** Recognizes a call of which each side has its own words. */
const recognizeCall: Behavior = ({ body }, response) => {
  const isLeft = body.indexOf(Buffer.from(encodePcm(toInt16(makeTone(220, 16_000, 2.4))).slice(200, 400))) > 0;
  const lines = isLeft
    ? [
        [0, "alô"],
        [1.5, "dạ vâng"],
      ]
    : [[0.8, "chào chị"]];
  const segments = lines.map(([start, text]) => ({ start, end: Number(start) + 0.5, text }));
  sendJson(response, 200, { text: lines.map(([, text]) => text).join(" "), segments });
};

test("separate channels are transcribed and charged each, and each turn of the call is a line", async () => {
  engine.behave(recognizeCall);
  const listened = engine.seen.length;
  const { json, headers } = await send({ channels: "separate" }, stereoOf(220, 440));
  expect(json).toMatchObject({
    transcript: "alô\nchào chị\ndạ vâng",
    audioDuration: 3,
    channels: [
      { channel: 1, transcript: "alô dạ vâng" },
      { channel: 2, transcript: "chào chị" },
    ],
  });
  expect(json.segments).toBeUndefined();
  expect([headers.get("x-charge-vnd"), headers.get("x-charge-units")]).toEqual(["120", "6"]);
  expect(engine.seen.length - listened).toBe(2);

  const path = `/stt/jobs?id=${json.trackingId}`;
  await found(path);
  expect((await api.get(path, key)).json).toEqual(json);
  expect((await api.get(`${path}&responseFormat=verbose_json`, key)).json.segments).toEqual([
    { start: 0, end: 0.5, text: "alô", channel: 1 },
    { start: 0.8, end: 1.3, text: "chào chị", channel: 2 },
    { start: 1.5, end: 2, text: "dạ vâng", channel: 1 },
  ]);
  expect(String((await api.get(`${path}&responseFormat=vtt`, key)).bytes)).toContain("<v 2>chào chị\n");
  expect(await db.job.findUnique({ where: { trackingId: String(json.trackingId) } })).toMatchObject({
    amountMilli: 120_000n,
    units: 6,
    audioDuration: 3,
  });
  const charge = { kind: "charge" as const, trackingId: String(json.trackingId) };
  expect(await db.transfer.findMany({ where: charge })).toMatchObject([{ amountMilli: 120_000n, units: 6 }]);
  expect(await audit()).toEqual([]);
});

test.each([
  ["a mono file", () => wavOf(2.4)],
  ["two equal channels", async () => stereoOf(220, 220)],
])("%s with separate channels is transcribed and charged once", async (_, file) => {
  engine.behave(recognizeCall);
  const listened = engine.seen.length;
  const { json, headers } = await send({ channels: "separate" }, await file());
  expect(json.channels).toEqual([{ channel: 1, transcript: "alô dạ vâng" }]);
  expect([headers.get("x-charge-vnd"), engine.seen.length - listened]).toEqual(["60", 1]);
});

test("when one of two channels fails, nothing is charged, and neither is silence in both", async () => {
  let calls = 0;
  engine.behave((seen, response) => (++calls > 1 ? sendJson(response, 500, {}) : recognizeCall(seen, response)));
  await settleCalls();
  const before = await charges();
  expect((await send({ channels: "separate" }, stereoOf(220, 440))).json.code).toBe("PROVIDER_FAILED");
  engine.behave((_, response) => sendJson(response, 200, { text: "", segments: [] }));
  const silent = await send({ channels: "separate" }, stereoOf(220, 440));
  expect([silent.json.transcript, silent.headers.get("x-charge-vnd")]).toEqual(["", "0"]);
  await settleCalls();
  expect(await charges()).toBe(before);
  expect((await send({ channels: "both" })).json).toMatchObject({ code: "INVALID_REQUEST", param: "channels" });
});

test.each([
  ["segments alone", "mixed", { text: "", segments: [{ start: 0, end: 1, text: "alô" }] }, "alô"],
  ["words alone", "mixed", { text: "", segments: [{ start: 0, end: 1, text: "" }], words: [alo] }, ""],
  ["a text beside empty segments", "separate", { text: "alô", segments: [{ start: 0, end: 1, text: "" }] }, ""],
])("what an engine recognized is charged if it sends %s", async (_, channels, answer, transcript) => {
  engine.behave((__, response) => sendJson(response, 200, answer));
  const { json, headers } = await send({ channels, responseFormat: "verbose_json" }, stereoOf(220, 220));
  expect([json.transcript, headers.get("x-charge-vnd")]).toEqual([transcript, "60"]);
});

test("what is redacted in one channel is in no channel, nor in the sound of either", async () => {
  const number = "số em là không chín tám bảy sáu năm bốn ba hai một".split(" ");
  engine.behave(({ body }, response) => {
    const isLeft = body.indexOf(Buffer.from(encodePcm(toInt16(makeTone(220, 16_000, 2.4))).slice(200, 400))) > 0;
    const said = isLeft ? number : ["vâng"];
    const words = said.map((word, at) => ({ word, start: at * 0.1, end: at * 0.1 + 0.08 }));
    const text = said.join(" ");
    sendJson(response, 200, { text, segments: [{ start: 0, end: 2.4, text }], words });
  });
  const fields = { channels: "separate", redact: "phone", redactAudio: "silence" };
  const { json } = await send(fields, stereoOf(220, 700));
  expect(json.channels).toEqual([
    { channel: 1, transcript: "số em là {PHONE_1}" },
    { channel: 2, transcript: "vâng" },
  ]);
  const { pathname, search } = new URL(String(json.inputAudioUrl));
  const { bytes } = await api.get(pathname + search, key);
  const covered = Buffer.from(bytes).subarray(44 + 2 * 16_000 * 0.4, 44 + 2 * 16_000 * 1.2);
  expect(covered.every((byte) => byte === 0)).toBe(true);
});
