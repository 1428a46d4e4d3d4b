// @module-tag promise
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { flushRejectedRequests } from "@/lib/keys/request-log/record";
import { db } from "@/lib/platform/db";
import { startApi } from "@/testing/harness/api";
import { balanceOf, hello, makePartner } from "@/testing/harness/partner";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

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

test("a rejected request is recorded with its metadata, from the header, the body or a form's field, and without what is invalid", async () => {
  const { key, businessId } = await makePartner();
  const headers = { "x-metadata": '{"orderId":"from-header"}' };
  await api.call("POST", "/tts", { key, headers, json: { ...hello, text: "" } });
  await api.post("/tts", key, { ...hello, voiceId: "nobody", metadata: { orderId: "from-body" } });
  await api.post("/tts", key, { ...hello, metadata: { orderId: 7 } });
  await api.call("POST", "/tts/preview", { key, headers, json: { text: "" } });
  const form = new FormData();
  form.set("file", new File(["RIFF"], "a.wav"));
  form.set("modelId", "nothing");
  form.set("metadata", '{"orderId":"from-form"}');
  await api.call("POST", "/stt", { key, body: form });
  await flushRejectedRequests();
  const rows = await db.refusedRequest.findMany({ where: { businessId }, select: { path: true, metadata: true } });
  const written = rows.map(({ path, metadata }) => `${path} ${JSON.stringify(metadata)}`).toSorted();
  expect(written).toEqual([
    '/stt {"orderId":"from-form"}',
    "/tts null",
    '/tts {"orderId":"from-body"}',
    '/tts {"orderId":"from-header"}',
    "/tts/preview null",
  ]);
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
  const { key } = await makePartner({ scopes: ["stt:execute"] });
  const { status, json } = await api.post("/tts", key, hello);
  expect({ status, code: json.code }).toEqual({ status: 403, code: "SCOPE_MISSING" });
  expect((await api.get("/ai/voices", key)).status).toBe(200);
});

test("a wrong method names the right ones, and an unknown path is not found", async () => {
  const wrong = await api.call("DELETE", "/tts");
  expect({ status: wrong.status, allow: wrong.headers.get("allow") }).toEqual({ status: 405, allow: "POST, OPTIONS" });
  expect((await api.call("POST", "/tts/voices")).headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  expect((await api.get("/tts/nothing")).json.code).toBe("NOT_FOUND");
});

test("a client that leaves in the middle of a chunked body is recorded as such, and not as a failure of ours", async () => {
  const { key, businessId } = await makePartner();
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  const head = `POST /tts HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n`;
  socket.write(`${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"tex\r\n`);
  await sleep(200);
  socket.resetAndDestroy();
  const where = { businessId };
  await vi.waitFor(
    async () => expect(await db.refusedRequest.findFirst({ where })).toMatchObject({ code: "CLIENT_CLOSED" }),
    {
      timeout: 5000,
    },
  );
});
