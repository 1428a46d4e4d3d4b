// @module-tag promise
import { readFileSync } from "node:fs";
import { RULES_VERSION } from "vietnamese-text";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db } from "@/lib/db";
import { espeakProvider } from "@/lib/engines/providers/espeak/provider";
import { describeJob } from "@/lib/history/describe";
import { getJob } from "@/lib/history/list";
import type { Scope } from "@/lib/principals/scopes";
import { setReadingSettings } from "@/lib/pronunciations/own-reading";
import { savePronunciation } from "@/lib/pronunciations/pronunciations";
import { noReadingSettings } from "@/lib/pronunciations/reading-settings-schema";
import { audit } from "@/lib/wallet/audit";
import { makeKey, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";
import { objectPath } from "@/testing/harness/remote-parts";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const hello = { text: "Xin chào Việt Nam", voiceId: "south-ngoc", modelId: "vang-espeak" };

async function makePartner(scopes?: Scope[]) {
  const member = await makeMember({ creditMilli: 50_000_000n });
  return { ...member, key: await makeKey(member, scopes) };
}

async function balanceOf(businessId: string) {
  const accounts = await db.walletAccount.findMany({ where: { businessId }, orderBy: { kind: "asc" } });
  return accounts.reduce((total, { balanceMilli }) => total + balanceMilli, 0n);
}

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
  const member = await makeMember();
  const key = await makeKey(member);
  const { status, json } = await api.post("/tts", key, hello);

  expect({ status, code: json.code }).toEqual({ status: 402, code: "INSUFFICIENT_CREDIT" });
  expect(json.message).toContain("this request costs 5.1 ₫, the available balance is 0 ₫");
  expect(json.messageVi).toContain("yêu cầu này có phí 5,1 ₫, số dư khả dụng 0 ₫");
  expect(await db.hold.count({ where: { businessId: member.businessId } })).toBe(0);
});

const refused: [string, Record<string, unknown>, number, string][] = [
  ["an empty text", { text: "" }, 400, "TEXT_EMPTY"],
  ["only white space", { text: " \n\t " }, 400, "TEXT_EMPTY"],
  ["only zero-width characters", { text: "\u200B\u200C\uFEFF\u00AD" }, 400, "TEXT_EMPTY"],
  ["5,001 code points", { text: "ạ".repeat(5001) }, 400, "TEXT_TOO_LONG"],
  ["5,000 digits, too long when spoken", { text: "5".repeat(5000) }, 400, "SPOKEN_TEXT_TOO_LONG"],
  ["a lone surrogate", { text: "xin \uD800 chào" }, 400, "TEXT_INVALID"],
  ["a NUL character", { text: "xin \u0000 chào" }, 400, "TEXT_INVALID"],
  ["a text that is no text", { text: 7 }, 400, "INVALID_REQUEST"],
  ["an unknown voice", { voiceId: "../../etc/passwd" }, 400, "VOICE_UNKNOWN"],
  ["an unknown model", { modelId: "__proto__" }, 400, "MODEL_UNKNOWN"],
  ["an unknown format", { audioFormat: "exe" }, 400, "INVALID_REQUEST"],
  ["a language code with a NUL", { languageCode: "vi\u0000" }, 400, "INVALID_REQUEST"],
  ["a language code with a lone surrogate", { languageCode: "vi\uD800" }, 400, "INVALID_REQUEST"],
  ["a config that is no object", { config: "fast" }, 400, "INVALID_REQUEST"],
  ["a config that is a list", { config: [1] }, 400, "INVALID_REQUEST"],
  ["a value the provider rejects", { config: { speed: 99 } }, 400, "PROVIDER_REJECTED"],
];

for (const [what, change, status, code] of refused) {
  test(`${what} is rejected with ${code}, in both languages, and nothing is charged`, async () => {
    const { key, businessId } = await makePartner();
    const before = await balanceOf(businessId);
    const answer = await api.post("/tts", key, { ...hello, ...change });

    expect({ status: answer.status, code: answer.json.code }).toEqual({ status, code });
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.json.message).not.toBe(answer.json.messageVi);
    expect(answer.json.requestId).toBe(answer.headers.get("x-request-id"));
    expect(await balanceOf(businessId)).toBe(before);
    expect(await db.walletAccount.findFirst({ where: { businessId, kind: "held" } })).toMatchObject({
      balanceMilli: 0n,
    });
  });
}

test("an unknown voice or model is named in the message, unless it could be a secret", async () => {
  const { key } = await makePartner();
  const ask = async (change: object) => (await api.post("/tts", key, { ...hello, ...change })).json.message;
  expect(await ask({ voiceId: "south-nobody" })).toContain("Unknown voiceId: south-nobody.");
  expect(await ask({ modelId: "nothing" })).toContain("nothing");
  expect(await ask({ voiceId: key })).not.toContain(key);
  expect(await ask({ voiceId: "a".repeat(41) })).not.toContain("aaa");
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

test.each([
  [{ text: 7 }, "Trường text phải là một chuỗi."],
  [{ text: undefined }, "Thiếu trường text."],
  [{ audioFormat: "exe" }, "Trường audioFormat phải là một trong các giá trị: mp3, wav, opus, pcm, mulaw, alaw."],
  [{ languageCode: "vi\u0000" }, "Trường languageCode phải là mã ngôn ngữ như vi hoặc vi-VN, dài tối đa 35 ký tự."],
  [{ config: "fast" }, "Trường config phải là một đối tượng JSON."],
  [{ config: { speed: 99 } }, "config.speed phải là số từ 0.5 đến 2."],
  [{ config: { Speed: 1 } }, 'config không có tùy chọn "Speed". Các tùy chọn được nhận: speed, pitch, range, volume.'],
])("%j is rejected with complete Vietnamese sentences", async (change, words) => {
  const { key } = await makePartner();
  expect((await api.post("/tts", key, { ...hello, ...change })).json.messageVi).toBe(words);
});

test("a provider's rejection names the invalid value", async () => {
  const { key } = await makePartner();
  const { json } = await api.post("/tts", key, { ...hello, config: { speed: 99 } });
  expect(json.message).toContain("speed");
});

const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
const nested = JSON.stringify({ ...hello, config: { speed: 0 } }).replace("0}", `${deep}}`);

const bodies: [string, RequestInit, number, string][] = [
  [
    "a config nested 10,000 deep",
    { body: nested, headers: { "content-type": "application/json" } },
    400,
    "PROVIDER_REJECTED",
  ],
  ["malformed JSON", { body: '{"text": ', headers: { "content-type": "application/json" } }, 400, "INVALID_JSON"],
  ["a JSON list", { body: "[]", headers: { "content-type": "application/json" } }, 400, "INVALID_REQUEST"],
  [
    "bytes that are not UTF-8",
    { body: Buffer.from([0x22, 0xff, 0x22]), headers: { "content-type": "application/json" } },
    400,
    "INVALID_JSON",
  ],
  [
    "another media type",
    { body: "text=xin", headers: { "content-type": "text/plain" } },
    415,
    "CONTENT_TYPE_UNSUPPORTED",
  ],
  ["no body", {}, 415, "CONTENT_TYPE_UNSUPPORTED"],
  [
    "a body of 1 MB",
    { body: "x".repeat(1 << 20), headers: { "content-type": "application/json" } },
    413,
    "BODY_TOO_LARGE",
  ],
];

for (const [what, init, status, code] of bodies) {
  test(`${what} is rejected with ${code}`, async () => {
    const { key } = await makePartner();
    const answer = await api.call("POST", "/tts", { ...init, key });
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status, code });
  });
}

test("a body of 1 MB sent without a length is cut off", async () => {
  const { key } = await makePartner();
  const chunk = new Uint8Array(64 * 1024).fill(32);
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 1;
      if (sent > 16) controller.close();
      else controller.enqueue(chunk);
    },
  });
  const init = { body, duplex: "half", headers: { "content-type": "application/json" }, key };
  expect((await api.call("POST", "/tts", init as RequestInit)).json.code).toBe("BODY_TOO_LARGE");
});

test("a missing key is distinguished from a wrong one, and both name the scheme", async () => {
  const missing = await api.get("/tts/voices");
  expect({ status: missing.status, code: missing.json.code }).toEqual({ status: 401, code: "KEY_MISSING" });
  expect(missing.headers.get("www-authenticate")).toContain("X-Api-Key");
});

test("a key in the URL is rejected, in any part of it", async () => {
  const { key } = await makePartner();
  for (const path of [`/tts/voices?key=${key}`, "/tts/voices?x-api-key=anything", `/ai/tts/${key}`]) {
    const { status, json, bytes } = await api.get(path, key);
    expect({ status, code: json.code }).toEqual({ status: 400, code: "KEY_IN_URL" });
    expect(String(bytes)).not.toContain(key);
  }
});

test("a key without the scope is rejected, and can still read the catalogues", async () => {
  const { key } = await makePartner(["stt:execute"]);
  const { status, json } = await api.post("/tts", key, hello);
  expect({ status, code: json.code }).toEqual({ status: 403, code: "SCOPE_MISSING" });
  expect((await api.get("/ai/voices", key)).status).toBe(200);
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

test("a wrong method names the right ones, and an unknown path is not found", async () => {
  const wrong = await api.call("DELETE", "/tts");
  expect({ status: wrong.status, allow: wrong.headers.get("allow") }).toEqual({ status: 405, allow: "POST, OPTIONS" });
  expect((await api.call("POST", "/tts/voices")).headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  expect((await api.get("/tts/nothing")).json.code).toBe("NOT_FOUND");
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
