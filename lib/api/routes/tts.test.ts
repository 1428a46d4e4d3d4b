// @module-tag promise
import { readFileSync } from "node:fs";
import { RULES_VERSION } from "vietnamese-text";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { espeakProvider } from "@/lib/engines/providers/espeak/provider";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { describeJob } from "@/lib/speech/history/describe";
import { getJob } from "@/lib/speech/history/list";
import { savePronunciation, setReadingSettings } from "@/lib/speech/pronunciations/own-reading";
import { noReadingSettings } from "@/lib/speech/pronunciations/schema";
import { startApi } from "@/testing/harness/api";
import { balanceOf, hello, makePartner } from "@/testing/harness/partner";
import { objectPath } from "@/testing/harness/remote-parts";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Polls until the stream has been ingested, as the documentation advises. */
async function waitForResult(key: string, trackingId: unknown) {
  await expect.poll(async () => (await api.get(`/tts/jobs?id=${trackingId}`, key)).status, { timeout: 5000 }).toBe(200);
  return (await api.get(`/tts/jobs?id=${trackingId}`, key)).json;
}

for (const path of ["/tts", "/ai/tts"]) {
  test(`${path} returns exactly the contract's fields, and the job is found again by its trackingId`, async () => {
    const { key } = await makePartner();
    const { status, json, headers } = await api.post(path, key, {
      ...hello,
      languageCode: "vi",
      config: { speed: 1.2 },
    });

    expect(status).toBe(200);
    expect(Object.keys(json).sort()).toEqual(
      ["audioDuration", "audioUrl", "fileSizeBytes", "languageCode", "processingTimeMs", "trackingId"].sort(),
    );
    expect(json.languageCode).toBe("vi");
    expect(headers.get("x-tracking-id")).toBe(json.trackingId);
    expect(headers.get("x-charge-vnd")).toBe("5.1");
    expect(headers.get("x-request-id")).toMatch(/^req_/);
    expect(await waitForResult(key, json.trackingId)).toEqual(json);
  });
}

test("an audio file holds nothing but audio; the request's text is an object of its own", async () => {
  const { key } = await makePartner();
  const { trackingId, fileSizeBytes } = (await api.post("/tts", key, { ...hello, config: { speed: 1.2 } })).json;
  await waitForResult(key, trackingId);
  const job = await db.job.findUniqueOrThrow({ where: { trackingId: String(trackingId) } });
  const bytesOf = (object: string | null) => readFileSync(objectPath(object));
  expect(bytesOf(job.audioObject)).toHaveLength(Number(fileSizeBytes));
  expect(JSON.parse(String(bytesOf(job.contentObject)))).toMatchObject({
    text: hello.text,
    config: { speed: 1.2 },
    reading: { thousand: "ngàn", emptyTen: "lẻ" },
  });
});

test("an empty list as config counts as an empty object, which is how PHP writes one", async () => {
  const { key } = await makePartner();
  expect((await api.post("/tts", key, { ...hello, config: [] })).status).toBe(200);
});

test("the languageCode is null when none was sent", async () => {
  const { key } = await makePartner();
  expect((await api.post("/tts", key, hello)).json.languageCode).toBeNull();
});

test("a job is charged once, for its NFC code points, and the ledger balances", async () => {
  const { key, businessId } = await makePartner();
  const before = await balanceOf(businessId);
  const { json } = await api.post("/tts", key, { ...hello, text: hello.text.normalize("NFD") });
  await waitForResult(key, json.trackingId);

  expect(before - (await balanceOf(businessId))).toBe(17n * 300n);
  expect(await db.hold.count({ where: { businessId, status: "open" } })).toBe(0);
  expect(await audit()).toEqual([]);
});

test("without credit the request is rejected before any work", async () => {
  const { key, businessId } = await makePartner({ creditMilli: 0n });
  const { status, json } = await api.post("/tts", key, hello);

  expect({ status, code: json.code }).toEqual({ status: 402, code: "INSUFFICIENT_CREDIT" });
  expect(json.message).toContain("this request costs 5.1 ₫, the available balance is 0 ₫");
  expect(json.messageVi).toContain("yêu cầu này có phí 5,1 ₫, số dư khả dụng 0 ₫");
  expect(await db.hold.count({ where: { businessId } })).toBe(0);
});

test("long own pronunciations are charged for what they add beyond twice what they replace, and a text that they make too long is rejected and not charged", async () => {
  const partner = await makePartner();
  const before = await balanceOf(partner.businessId);
  await savePronunciation(partner, { written: "Vang", spoken: "văng ".repeat(40).trim() });
  const say = (text: string) => api.post("/tts", partner.key, { ...hello, text, audioFormat: "wav" });

  const rejected = await say("Vang ".repeat(20));
  expect({ status: rejected.status, code: rejected.json.code, param: rejected.json.param }).toEqual({
    status: 400,
    code: "SPOKEN_TEXT_TOO_LONG",
    param: "text",
  });
  const spoken = await say("Vang ơi");
  // The pronunciation has 199 characters and replaces 4.
  expect(["x-charge-vnd", "x-charge-units"].map((name) => spoken.headers.get(name))).toEqual(["57.3", "191"]);
  await waitForResult(partner.key, spoken.json.trackingId);
  expect(before - (await balanceOf(partner.businessId))).toBe(191n * 300n);
  const { priceId, units } = await db.job.findUniqueOrThrow({ where: { trackingId: String(spoken.json.trackingId) } });
  expect([priceId, units]).toEqual([spoken.headers.get("x-price-id"), 191]);
  const preview = await api.post("/tts/preview", partner.key, { ...hello, text: "Vang ơi" });
  expect(preview.json.characters).toBe(191);

  await savePronunciation(partner, { written: "Vang", spoken: "văng vàng" });
  expect((await say("Vang ơi")).headers.get("x-charge-units")).toBe("7");
});

test("a job uses the pronunciations of its request, else of its business, and stores the version of the rules and the options used", async () => {
  const synthesize = vi.spyOn(espeakProvider, "synthesize");
  const { key, ...member } = await makePartner();
  const spoken: unknown[] = [];
  for (const reading of [undefined, { thousand: "ngàn" }, "off", undefined]) {
    if (spoken.length === 3) await setReadingSettings(member, { ...noReadingSettings, thousand: "ngàn" });
    const { json } = await api.post("/tts", key, { ...hello, voiceId: "north-linh", text: "1.000 đồng", reading });
    await waitForResult(key, json.trackingId);
    const { rulesVersion } = await db.job.findUniqueOrThrow({ where: { trackingId: String(json.trackingId) } });
    const view = await describeJob(await getJob(member, String(json.trackingId)));
    const thousand = view.reading === "off" ? "off" : view.reading?.thousand;
    spoken.push([synthesize.mock.lastCall?.[0].text, rulesVersion, thousand]);
  }
  synthesize.mockRestore();
  expect(spoken).toEqual([
    ["một nghìn đồng", RULES_VERSION, "nghìn"],
    ["một ngàn đồng", RULES_VERSION, "ngàn"],
    ["1.000 đồng", null, "off"],
    ["một ngàn đồng", RULES_VERSION, "ngàn"],
  ]);
});

test("5,000 code points are read, however many bytes they were sent as", async () => {
  const { key } = await makePartner();
  const { status } = await api.post("/tts", key, {
    ...hello,
    text: `${"\u3000".repeat(9)}ạ`.repeat(500).normalize("NFD"),
    audioFormat: "wav",
    config: { speed: 2 },
  });
  expect(status).toBe(200);
});

test("another business's trackingId, one that never existed and one that is not an id are all RESULT_NOT_FOUND", async () => {
  const [owner, outsider] = [await makePartner(), await makePartner()];
  const { json } = await api.post("/tts", owner.key, hello);
  await waitForResult(owner.key, json.trackingId);

  const ids = [json.trackingId, "tts_0000000000000000000000000a", "../../etc/passwd", "%00", "' OR 1=1 --"];
  await Promise.all(
    ids.map(async (id) => {
      const answer = await api.get(`/tts/jobs?id=${encodeURIComponent(String(id))}`, outsider.key);
      expect({ status: answer.status, code: answer.json.code }).toEqual({ status: 404, code: "RESULT_NOT_FOUND" });
      expect((await api.get(`/ai/tts/${encodeURIComponent(String(id))}`, outsider.key)).status).toBe(404);
    }),
  );
});

test("each voice offers a preview that plays without a key", async () => {
  const { key } = await makePartner();
  const voices = (await api.get("/tts/voices", key)).json.voices as {
    previewUrl: string;
    region: string;
    gender: string;
  }[];
  expect(new Set(voices.map(({ region, gender }) => `${region} ${gender}`)).size).toBe(6);
  const { pathname, search } = new URL(voices[0]?.previewUrl ?? "");
  const preview = await api.get(pathname + search);
  expect(preview.headers.get("content-type")).toBe("audio/mpeg");
  expect(preview.bytes.length).toBeGreaterThan(5000);
});
