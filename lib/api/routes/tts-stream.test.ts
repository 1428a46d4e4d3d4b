// @module-tag promise
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { readWav } from "@/lib/engines/audio/decoding/wav";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { makePartner } from "@/testing/harness/partner";
import { settleCalls } from "@/testing/harness/settle-calls";
import {
  hello,
  isRecorded,
  jobOf,
  readerOf,
  speakInTenths,
  startStreamedSpeech,
} from "@/testing/harness/streamed-speech";

const { api, send } = await startStreamedSpeech();
afterAll(() => api.close());
afterEach(() => vi.restoreAllMocks());

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test.each(["wav", "mp3", "opus", "pcm", "mulaw", "alaw"])(
  "in %s the first sound arrives before the engine has made the second",
  async (audioFormat) => {
    const { key } = await makePartner();
    const { state, next } = speakInTenths();
    const answer = send(key, { ...hello, audioFormat });
    await next();
    const response = await answer;
    const reader = readerOf(response);
    const { value } = await reader.read();
    expect(value?.length).toBeGreaterThan(100);
    expect(state.made).toBe(1);
    expect(response.headers.get("x-charge-vnd")).toBe("5.1");

    for (let tenth = 2; tenth <= 10; tenth++) await next();
    let length = value?.length ?? 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) length += part.value.length;
    await settleCalls();
    expect(await jobOf(response)).toMatchObject({ status: "completed", resultCode: null, amountMilli: 5100n });
    const kept = await api.get(`/ai/tts/${response.headers.get("x-tracking-id")}`, key);
    expect(kept.bytes.length).toBe(length);
  },
);

test("streamed speech is as long as the whole, and the file that is kept has its true length", async () => {
  const { key, ...member } = await makePartner();
  const text = "Hôm nay là thứ hai, trời nhiều mây. Chúc bạn một ngày vui.";
  const whole = await api.post("/tts", key, { ...hello, text });
  await settleCalls();
  const reference = readWav((await api.get(`/ai/tts/${whole.json.trackingId}`, key)).bytes);
  const response = await send(key, { ...hello, text });
  const streamed = await bytesOf(response);
  await settleCalls();
  const kept = await api.get(`/ai/tts/${response.headers.get("x-tracking-id")}`, key);

  expect(streamed.readUInt32LE(4)).toBeGreaterThan(0);
  // The engine itself varies by a few samples each time.
  const lengths = [readWav(kept.bytes), reference].map((wav) => wav?.data.length ?? 0) as [number, number];
  expect(Math.abs(lengths[0] - lengths[1])).toBeLessThanOrEqual(440);
  expect(streamed.length).toBe(kept.bytes.length);
  expect(kept.bytes.readUInt32LE(4)).toBe(kept.bytes.length - 8);
  expect(await db.job.count({ where: { businessId: member.businessId } })).toBe(2);
});

test("under an Idempotency-Key the job goes on without its client, and a repeat gets all of it for one charge", async () => {
  const { key, ...member } = await makePartner();
  const { next } = speakInTenths();
  const leaving = new AbortController();
  const keyed = { "idempotency-key": "order-1" };
  const answer = send(key, hello, keyed, leaving.signal);
  await next();
  const first = await answer;
  await readerOf(first).read();
  leaving.abort();
  for (let tenth = 2; tenth <= 10; tenth++) await next();
  await isRecorded(first);
  const again = await send(key, hello, keyed);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect((await bytesOf(again)).length).toBeGreaterThan(10 * 2 * 22_000);
  expect(await db.job.findMany({ where: { businessId: member.businessId } })).toMatchObject([{ amountMilli: 5100n }]);
  expect(await audit()).toEqual([]);
});

test("as server-sent events each word comes with its times, and the job at the end", async () => {
  const { key } = await makePartner();
  const response = await send(key, hello, { accept: "text/event-stream" });
  const events = (await response.text())
    .trim()
    .split("\n\n")
    .map((event) => {
      const [name, data] = event.split("\n").map((line) => line.replace(/^(event|data): /, ""));
      return { name, ...JSON.parse(data ?? "") };
    });
  const marks = events.filter(({ name }) => name === "mark");
  expect(marks.map(({ word }) => word)).toEqual(["Xin", "chào", "Việt", "Nam"]);
  for (const { start, end } of marks) expect(start).toBeLessThan(end);
  const audio = events.filter(({ name }) => name === "audio");
  expect(audio.map(({ sequence }) => sequence)).toEqual(audio.map((_, index) => index));
  const done = events.at(-1);
  expect(done).toMatchObject({ name: "done", chargeVnd: 5.1, trackingId: response.headers.get("x-tracking-id") });
  const bytes = Buffer.concat(audio.map((part) => Buffer.from(part.audio, "base64")));
  expect(bytes.length).toBe(done.fileSizeBytes);
  expect(marks.at(-1).end).toBeLessThanOrEqual(done.audioDuration);
});
