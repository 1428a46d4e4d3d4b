// @module-tag promise
import { afterAll, beforeAll, expect, test } from "vitest";
import { quote } from "@/lib/money/prices/quote";
import { db } from "@/lib/platform/db";
import { setReadingSettings } from "@/lib/speech/pronunciations/own-reading";
import { noReadingSettings } from "@/lib/speech/pronunciations/schema";
import { makeKey, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";
import { balanceOf, hello, makePartner } from "@/testing/harness/partner";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const bodyOf = (text: string) => ({ text, voiceId: "north-linh", modelId: "vang-espeak" });
const pasted = '<p>Xem <a href="https://vang.vn/gia">𝗯ả𝗻𝗴 𝗴𝗶á</a> &amp; <b>mua</b>\u200B</p>';
const seen = "Xem bảng giá & mua";

test("the price, the charge and the limit count what a person sees, and the preview quotes the same", async () => {
  const { key, businessId } = await makePartner();
  const before = await balanceOf(businessId);
  const { json: preview } = await api.post("/tts/preview", key, bodyOf(pasted));
  expect(preview).toMatchObject({ text: seen, characters: seen.length, spoken: "Xem bảng giá và mua" });
  const { status, headers } = await api.post("/tts", key, { ...hello, text: pasted });
  expect(status).toBe(200);
  expect(headers.get("x-charge-units")).toBe(String(seen.length));
  expect(Number(headers.get("x-charge-vnd"))).toBe(preview.chargeVnd);
  const price = { priceVnd: Number(headers.get("x-price-vnd")), unit: "1000_characters" as const };
  await expect.poll(() => balanceOf(businessId)).toBe(before - quote(price, seen.length));

  const long = `<div class="${"x".repeat(20_000)}">Xin chào</div>`;
  expect((await api.post("/tts", key, { ...hello, text: long })).headers.get("x-charge-units")).toBe("8");
  const over = await api.post("/tts", key, { ...hello, text: `<b>${"ạ".repeat(5001)}</b>` });
  expect(over.json).toMatchObject({ code: "TEXT_TOO_LONG" });
});

test("a text is stored as it was sent, and read again for the business that sent it", async () => {
  const { key } = await makePartner();
  const { json } = await api.post("/tts", key, { ...hello, text: pasted });
  await expect.poll(async () => (await api.get(`/tts/jobs?id=${json.trackingId}`, key)).status).toBe(200);
  const job = await db.job.findUniqueOrThrow({ where: { trackingId: String(json.trackingId) } });
  expect(job.characters).toBe(seen.length);
  const { key: outsider } = await makePartner();
  expect((await api.get(`/tts/jobs?id=${json.trackingId}`, outsider)).status).toBe(404);
});

test("the preview names what was cleaned, what no rule knows and what may be wrong with the text", async () => {
  const { key } = await makePartner();
  const { json } = await api.post("/tts/preview", key, bodyOf(`${pasted} 你 好 你`));
  expect(json.cleaned).toEqual([
    { kind: "references", count: 1 },
    { kind: "hiddenCharacters", count: 1 },
    { kind: "styledCharacters", count: 5 },
    { kind: "htmlTags", count: 6 },
    { kind: "links", count: 1 },
  ]);
  expect(json).toMatchObject({ unread: ["你", "好"], warnings: [], ignored: [] });

  const twins = await api.post("/tts/preview", key, bodyOf("Cộng hòа"));
  expect(twins.json).toMatchObject({ text: "Cộng hòa", warnings: ["look-alikes"] });
  const legacy = { ...hello, text: "Céng hßa x· héi chñ nghÜa ViÖt Nam" };
  for (const path of ["/tts", "/tts/stream"])
    expect((await api.post(path, key, legacy)).headers.get("x-text-warnings")).toBe("legacy-encoding");
  const plain = await api.post("/tts", key, hello);
  expect(plain.headers.get("x-text-warnings")).toBeNull();
});

test("reading off cleans nothing, and each character that was sent is charged", async () => {
  const { key } = await makePartner();
  const off = { ...bodyOf("<b>Xin</b>"), reading: "off" };
  expect((await api.post("/tts/preview", key, off)).json).toMatchObject({
    text: "<b>Xin</b>",
    spoken: "<b>Xin</b>",
    characters: 10,
    cleaned: [],
  });
  expect((await api.post("/tts", key, off)).headers.get("x-charge-units")).toBe("10");
});

test("line breaks of every kind are accepted, and a text of which nothing is left to say is rejected without a charge", async () => {
  const { key, businessId } = await makePartner();
  const { json } = await api.post("/tts/preview", key, bodyOf("một\u000Bhai\u000Cba\u0085bốn\u2028năm"));
  expect(json.text).toBe("một\nhai\nba\nbốn\nnăm");
  for (const text of ["xin\u0000", "xin\u0007", "xin\u0080"])
    expect((await api.post("/tts", key, { ...hello, text })).json.code).toBe("TEXT_INVALID");
  const before = await balanceOf(businessId);
  for (const text of ["<br>", "<script>alert(1)</script>", "🎉", "你好"])
    expect((await api.post("/tts", key, { ...hello, text })).json.code, text).toBe("TEXT_EMPTY");
  expect(await balanceOf(businessId)).toBe(before);
});

test("SSML is read by its elements, counts only its words, and names what has no effect", async () => {
  const { key } = await makePartner();
  const text = '<speak>Mã <say-as interpret-as="digits">1234</say-as><break time="500ms"/> <mark name="a"/>nhé</speak>';
  const request = { ...bodyOf(text), textType: "ssml" };
  const { json, headers } = await api.post("/tts/preview", key, request);
  expect(json).toMatchObject({ spoken: "Mã một hai ba bốn… nhé", characters: 11, ignored: ["mark"] });
  expect(headers.get("x-ignored")).toBe("mark");
  const spoken = await api.post("/tts", key, request);
  expect(spoken.headers.get("x-charge-units")).toBe("11");
  expect(spoken.headers.get("x-ignored")).toBe("mark");

  const slow = { ...request, text: '<speak><prosody rate="slow">Xin chào Việt Nam</prosody></speak>' };
  const usual = { ...request, text: "<speak>Xin chào Việt Nam</speak>" };
  const lengthOf = async (body: object) => Number((await api.post("/tts", key, body)).json.audioDuration);
  expect(await lengthOf(slow)).toBeGreaterThan((await lengthOf(usual)) * 1.1);
  const partly = { ...request, text: '<speak>Xin chào <prosody rate="x-slow">Việt Nam</prosody></speak>' };
  expect(await lengthOf(partly)).toBeGreaterThan((await lengthOf(usual)) * 1.2);
  expect((await api.post("/tts/preview", key, partly)).json.ignored).toEqual([]);
});

test.each([
  ["<speak><p>a</speak>", "not valid in line 1"],
  ['<!DOCTYPE s [<!ENTITY a "b">]><speak>&a;</speak>', "DOCTYPE"],
  [`<speak>${"<p>".repeat(21)}a${"</p>".repeat(21)}</speak>`, "20 levels"],
  ['<speak><voice name="x">a</voice></speak>', "voiceId"],
])("the SSML %s is rejected with the reason", async (text, reason) => {
  const { key } = await makePartner();
  const { status, json } = await api.post("/tts", key, { ...bodyOf(text), textType: "ssml" });
  expect({ status, code: json.code, param: json.param }).toEqual({ status: 400, code: "TEXT_INVALID", param: "text" });
  expect(json.message).toContain(reason);
  expect(json.messageVi).not.toBe(json.message);
});

test("emoji are silent unless the request or the business wants their names, and no other business's", async () => {
  const [member, other] = [await makeMember({ role: "developer" }), await makeMember()];
  const [key, otherKey] = [await makeKey(member), await makeKey(other)];
  const read = async (by: typeof key, reading?: object) =>
    (await api.post("/tts/preview", by, { ...bodyOf("Tặng ❤️ cho em"), reading })).json.spoken;
  const [silent, named] = ["Tặng cho em", "Tặng trái tim màu đỏ cho em"];
  expect(await read(key)).toBe(silent);
  expect(await read(key, { emoji: "name" })).toBe(named);
  await setReadingSettings(member, { ...noReadingSettings, emoji: "name" });
  expect(await read(key)).toBe(named);
  expect(await read(key, { emoji: "silent" })).toBe(silent);
  expect(await read(otherKey)).toBe(silent);
});
