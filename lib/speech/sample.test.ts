// @module-tag promise
// @module-tag slow
import { expect, test, vi } from "vitest";
import { createApi } from "@/lib/api/app";
import { listVoices } from "@/lib/engines/catalogue";
import { hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { openAttempts } from "@/lib/platform/rate-limit/attempts";
import { maxSampleCharacters } from "@/lib/speech/choices";
import { frontSample } from "@/lib/speech/timed-sample";
import { isDeep } from "@/testing/harness/deep";

const api = createApi();
const voice = listVoices()[0]?.voiceId ?? "";

const own = { origin: "http://localhost:3000", "content-type": "application/x-www-form-urlencoded" };

const send = (text: string, { ip = "203.0.113.1", headers = own as Record<string, string>, voiceId = voice } = {}) =>
  api.request(
    "/sample/speech",
    { method: "POST", headers, body: new URLSearchParams({ text, voice: voiceId }) },
    { incoming: { headers: { "x-forwarded-for": ip }, socket: { remoteAddress: ip } } },
  );

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

test("a visitor's text is read at once; the platform pays, and nothing of it is kept", async () => {
  const response = await send("Xin chào Việt Nam");
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(2000);
  expect(await db.job.count()).toBe(0);
  const [transfer] = await db.transfer.findMany({ where: { reference: { startsWith: "sample:" } } });
  expect(transfer).toMatchObject({
    debitAccountId: "acc_promotion",
    creditAccountId: "acc_promotional_revenue",
    amountMilli: 17n * 300n,
    trackingId: null,
  });
});

test("the front page's sentence is made once for all visitors, free of charge", async () => {
  const request = () => api.request(`/sample/speech?voiceId=${voice}`);
  const [one, other] = await Promise.all([request(), request()]);
  expect([one.status, one.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
  expect(Buffer.compare(await bytesOf(one), await bytesOf(other))).toBe(0);
  expect(Buffer.compare(await bytesOf(await request()), (await frontSample(voice)).mp3 as Buffer)).toBe(0);
  expect(await codeOf(await api.request("/sample/speech?voiceId=nobody"))).toBe("VOICE_UNKNOWN");
  const { segments, starts, spark } = await frontSample(voice);
  expect(JSON.stringify(segments)).toContain("một triệu hai trăm năm mươi nghìn đồng");
  expect(starts).toEqual([...starts].sort((start, next) => (start ?? 0) - (next ?? 0)));
  expect(starts.every((start) => start !== undefined)).toBe(true);
  expect(spark).toMatch(/^[0-9a-f]{48}$/);
});

test("the page also gets the times of a visitor's words", async () => {
  const response = await send("Giá 20đ", { headers: { ...own, accept: "application/json" } });
  const { mp3, segments, starts } = await response.json();
  expect(Buffer.from(mp3, "base64").length).toBeGreaterThan(2000);
  expect(segments).toMatchObject([{ kind: "plain" }, { kind: "changed", written: "20đ", spoken: "hai mươi đồng" }]);
  expect(starts).toHaveLength(4);
});

test("a longer text, markup, an empty text and an unknown voice are rejected or read as text", async () => {
  expect(await codeOf(await send("a".repeat(5000)))).toBe("TEXT_TOO_LONG");
  expect(await codeOf(await send("a".repeat(maxSampleCharacters + 1)))).toBe("TEXT_TOO_LONG");
  expect(await codeOf(await send("  "))).toBe("TEXT_EMPTY");
  expect(await codeOf(await send("a", { voiceId: "nobody" }))).toBe("VOICE_UNKNOWN");
  expect(await codeOf(await send("<script>alert(1)</script>"))).toBe("TEXT_EMPTY");
  expect((await send("<b>a</b>", { ip: "203.0.113.200" })).status).toBe(200);
  expect((await send("x".repeat(20_000))).status).toBe(413);
});

test("pages of other origins and programs are rejected", async () => {
  const type = own["content-type"];
  const others: Record<string, string>[] = [{}, { origin: "https://evil.example" }];
  for (const other of others)
    expect(await codeOf(await send("a", { headers: { "content-type": type, ...other } }))).toBe("ORIGIN_NOT_ALLOWED");
});

test("of 1,000 visitors of one network the first 20 are served in ten minutes, and other networks are not affected", async () => {
  const counts: Record<number, number> = {};
  const visitors = isDeep ? 1000 : 40;
  for (let visitor = 0; visitor < visitors; visitor++) {
    const { status } = await send("a", { ip: `198.51.100.${visitor % 256}` });
    counts[status] = (counts[status] ?? 0) + 1;
  }
  // One more for each half minute that this takes.
  expect(counts[200]).toBeGreaterThanOrEqual(20);
  expect(counts[200]).toBeLessThan(30);
  expect((counts[200] ?? 0) + (counts[429] ?? 0)).toBe(visitors);
  expect((await send("a", { ip: "192.0.2.1" })).status).toBe(200);
});

test("networks that used up what all visitors share do not close the samples for other networks", async () => {
  const ofAll = openAttempts("samples-all", 300, hours(1));
  while (await ofAll.isAllowed("all"));
  const statuses: number[] = [];
  for (const network of [1, 2, 3, 4, 5])
    for (let visitor = 0; visitor < 12; visitor++)
      statuses.push((await send("a", { ip: `2001:db8:${network}:${visitor}::1` })).status);
  // One more of those that all share comes back every twelve seconds.
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(5 * 6 + 10);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  expect((await send("a", { ip: "2001:db8:6::1" })).status).toBe(200);
  expect((await send("a", { ip: "192.0.2.77" })).status).toBe(200);
});

test("without a recognizer for people no recording is accepted", async () => {
  const headers = { ...own, "content-type": "audio/wav" };
  const incoming = { headers: {}, socket: { remoteAddress: "192.0.2.9" } };
  const response = await api.request("/sample/transcript", { method: "POST", headers, body: "RIFF" }, { incoming });
  expect(await codeOf(response)).toBe("MODEL_UNKNOWN");
});

test("turned off, the front page leads to the console and its samples are not found", { timeout: 60_000 }, async () => {
  vi.resetModules();
  vi.stubEnv("VANG_FRONT_PAGE", "off");
  const [{ default: HomePage }, { createApi: createOther }] = [
    await import("@/app/page"),
    await import("@/lib/api/app"),
  ];
  await expect(HomePage()).rejects.toMatchObject({ digest: expect.stringContaining(";/console;") });
  const response = await createOther().request("/sample/speech", { method: "POST", headers: own, body: "text=a" });
  expect(await codeOf(response)).toBe("NOT_FOUND");
});
