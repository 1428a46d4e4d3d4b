import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { clock, days } from "@/lib/clock";
import { makeKey, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";

let api: Awaited<ReturnType<typeof startApi>>;
let key: string;
let link: string;
let size: number;
let trackingId: string;

beforeAll(async () => {
  api = await startApi();
  key = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
  const body = { text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" };
  const { json } = await api.post("/tts", key, body);
  const { pathname, search } = new URL(String(json.audioUrl));
  link = pathname + search;
  size = Number(json.fileSizeBytes);
  trackingId = String(json.trackingId);
});
afterEach(() => clock.reset());
afterAll(() => api.close());

test("the link gives the whole file without a key, as a download that says it was made by a machine", async () => {
  const { status, headers, bytes } = await api.get(link);
  expect({ status, length: bytes.length, riff: String(bytes.subarray(0, 4)) }).toEqual({
    status: 200,
    length: size,
    riff: "RIFF",
  });
  expect(headers.get("content-type")).toBe("audio/wav");
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="[\w-]+\.wav"$/);
  expect(headers.get("x-ai-generated")).toBe("true");
});

test("HEAD tells size and type and sends nothing", async () => {
  const { status, headers, bytes } = await api.call("HEAD", link);
  expect({ status, length: headers.get("content-length"), sent: bytes.length }).toEqual({
    status: 200,
    length: String(size),
    sent: 0,
  });
});

test("a range gives those bytes and no others", async () => {
  const whole = (await api.get(link)).bytes;
  for (const [range, start, end] of [
    ["bytes=0-9", 0, 9],
    ["bytes=100-", 100, size - 1],
    ["bytes=-50", size - 50, size - 1],
    [`bytes=-${size + 1}`, 0, size - 1],
  ] as const) {
    const { status, headers, bytes } = await api.get(link, undefined, { range });
    expect({ status, range: headers.get("content-range") }).toEqual({
      status: 206,
      range: `bytes ${start}-${end}/${size}`,
    });
    expect(bytes.equals(whole.subarray(start, end + 1))).toBe(true);
  }
});

test("a range past the end is refused with the size, and a thousand ranges cost one file", async () => {
  const beyond = await api.get(link, undefined, { range: `bytes=${size}-` });
  expect([beyond.status, beyond.json.code, beyond.headers.get("content-range")]).toEqual([
    416,
    "RANGE_NOT_SATISFIABLE",
    `bytes */${size}`,
  ]);
  const many = `bytes=${Array.from({ length: 1000 }, (_, index) => `${index * 2}-${index * 2}`).join(",")}`;
  expect((await api.get(link, undefined, { range: many })).bytes.length).toBe(size);
});

test.each([
  ["if-none-match", (etag: string) => etag, 304],
  ["if-none-match", (etag: string) => `"another", W/${etag}`, 304],
  ["if-none-match", () => "*", 304],
  ["if-none-match", () => '"another"', 200],
  ["if-match", (etag: string) => `"another", ${etag}`, 200],
  ["if-match", () => "*", 200],
  ["if-match", (etag: string) => `W/${etag}`, 412],
  ["if-match", () => '"another"', 412],
] as const)("%s is honored by link and by trackingId, also of a range (%#)", async (header, write, status) => {
  await expect.poll(async () => (await api.get(`/ai/tts/${trackingId}`, key)).status, { timeout: 5000 }).toBe(200);
  for (const path of [link, `/ai/tts/${trackingId}`]) {
    const { headers } = await api.get(path, key);
    const condition = { [header]: write(headers.get("etag") ?? "") };
    for (const method of ["GET", "HEAD"]) {
      const conditional = await api.call(method, path, { key, headers: condition });
      expect(conditional.status).toBe(status);
      expect(conditional.headers.get("etag")).toBe(status === 412 ? null : headers.get("etag"));
      if (method === "GET") expect(conditional.bytes.length > 0).toBe(status !== 304);
      if (method === "GET" && status === 412) expect(conditional.json.code).toBe("PRECONDITION_FAILED");
    }
    const part = await api.get(path, key, { ...condition, range: "bytes=0-9" });
    expect(part.status).toBe(status === 200 ? 206 : status);
  }
});

test("a link with anything changed opens nothing", async () => {
  const query = new URLSearchParams(link.split("?")[1]);
  for (const name of ["object", "expires", "signature"]) {
    const changed = new URLSearchParams(query);
    const value = query.get(name) ?? "";
    changed.set(name, (value.startsWith("1") ? "2" : "1") + value.slice(1));
    const { status, json } = await api.get(`/tts/audio?${changed}`);
    expect({ status, code: json.code }).toEqual({ status: 403, code: "AUDIO_LINK_INVALID" });
    changed.delete(name);
    expect((await api.get(`/tts/audio?${changed}`)).json.code).toBe("AUDIO_LINK_INVALID");
  }
  const elsewhere = new URLSearchParams({ ...Object.fromEntries(query), object: "../../secrets.json" });
  expect((await api.get(`/tts/audio?${elsewhere}`)).json.code).toBe("AUDIO_LINK_INVALID");
});

test("at 30 days the link and the recorded file are dead, to the second", async () => {
  await expect.poll(async () => (await api.get(`/ai/tts/${trackingId}`, key)).status, { timeout: 5000 }).toBe(200);
  const expires = Number(new URLSearchParams(link.split("?")[1]).get("expires"));
  const fresh = expires * 1000 - Date.now();
  expect(Math.abs(fresh - days(30))).toBeLessThan(60_000);

  clock.advance(fresh - 2000);
  expect((await api.get(link)).status).toBe(200);
  clock.advance(2000);
  expect((await api.get(link)).json.code).toBe("AUDIO_LINK_EXPIRED");
  const { json, headers } = await api.get(`/ai/tts/${trackingId}`, key);
  expect([json.code, json.param, json.retryable, headers.get("retry-after")]).toEqual([
    "RESULT_EXPIRED",
    "trackingId",
    false,
    null,
  ]);
});

test("the recorded file by trackingId is the file of the link", async () => {
  const recorded = await api.get(`/ai/tts/${trackingId}`, key);
  expect(recorded.bytes.equals((await api.get(link)).bytes)).toBe(true);
});
