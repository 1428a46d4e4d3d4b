// @module-tag promise
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { translate } from "@/lib/platform/i18n/translate";
import { takePreview } from "@/lib/speech/preview-reading";
import { savePronunciation, setReadingSettings } from "@/lib/speech/pronunciations/own-reading";
import { noReadingSettings } from "@/lib/speech/pronunciations/schema";
import { makeKey, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const bodyOf = (text: string, voiceId = "north-linh") => ({ text, voiceId, modelId: "vang-espeak" });

test("a text is shown as it will be read, free of charge", async () => {
  const member = await makeMember({ creditMilli: 0n });
  const key = await makeKey(member);
  const { status, json } = await api.post("/tts/preview", key, bodyOf("Giá 500.000đ, hẹn 8h30 ngày 20/11/2026"));
  expect(status).toBe(200);
  expect(json).toEqual({
    text: "Giá 500.000đ, hẹn 8h30 ngày 20/11/2026",
    spoken:
      "Giá năm trăm nghìn đồng, hẹn tám giờ ba mươi phút ngày hai mươi tháng mười một năm hai nghìn không trăm hai mươi sáu",
    characters: 38,
    price: expect.objectContaining({ priceVnd: 300, unit: "1000_characters" }),
    chargeVnd: 11.4,
    changes: [
      { written: "500.000đ", spoken: "năm trăm nghìn đồng", rule: "money", at: 4 },
      { written: "8h30", spoken: "tám giờ ba mươi phút", rule: "time", at: 18 },
      {
        written: "20/11/2026",
        spoken: "hai mươi tháng mười một năm hai nghìn không trăm hai mươi sáu",
        rule: "date",
        at: 28,
      },
    ],
    ambiguous: [],
    cleaned: [],
    unread: [],
    warnings: [],
    ignored: [],
  });
  expect(await db.hold.count({ where: { businessId: member.businessId } })).toBe(0);
});

test("it is read in the region of the voice, and with the business's own pronunciations", async () => {
  const member = await makeMember();
  await savePronunciation(member, { written: "ACB", spoken: "á châu" });
  const [key, outsider] = [await makeKey(member), await makeKey(await makeMember())];
  const south = await api.post("/ai/tts/preview", key, bodyOf("ACB lãi 105 tỷ", "south-ngoc"));
  expect(south.json.spoken).toBe("á châu lãi một trăm lẻ năm tỷ");
  expect((await api.post("/tts/preview", outsider, bodyOf("ACB"))).json.spoken).toBe("a xê bê");
});

test("short forms of chat are read where a text is written so, unless the request or the business switches it off", async () => {
  const [member, other] = [await makeMember({ role: "developer" }), await makeMember()];
  const [key, otherKey] = [await makeKey(member), await makeKey(other)];
  const text = "mk ck rồi nha ae";
  const read = async (by: typeof key, options: object) =>
    (await api.post("/tts/preview", by, { ...bodyOf(text), ...options })).json.spoken;
  const chat = "mình chuyển khoản rồi nha anh em";
  expect(await read(key, {})).toBe(chat);
  expect(await read(key, { config: { textStyle: "standard" } })).not.toBe(chat);
  expect(await read(key, { reading: { textStyle: "standard" } })).not.toBe(chat);
  await setReadingSettings(member, { ...noReadingSettings, textStyle: "standard" });
  expect(await read(key, {})).not.toBe(chat);
  expect(await read(key, { config: { textStyle: "chat" } })).toBe(chat);
  expect(await read(otherKey, {})).toBe(chat);
  const wrong = await api.post("/tts/preview", key, { ...bodyOf(text), config: { textStyle: "news" } });
  expect(wrong.json).toMatchObject({ code: "INVALID_REQUEST", param: "config.textStyle" });
});

test("an ambiguous abbreviation is listed with its readings, and an own pronunciation decides it", async () => {
  const member = await makeMember();
  const key = await makeKey(member);
  const read = async () => (await api.post("/tts/preview", key, bodyOf("KH vui lòng TT trước ngày 5/8"))).json;
  expect((await read()).ambiguous).toMatchObject([
    { written: "KH", at: 0, spoken: "khách hàng", senses: [{ spoken: "khách hàng" }, {}, {}, {}, {}] },
    { written: "TT", at: 12, spoken: "thanh toán" },
  ]);
  await savePronunciation(member, { written: "KH", spoken: "kế hoạch" });
  const own = await read();
  expect(own.spoken).toMatch(/^kế hoạch vui lòng thanh toán /);
  expect(own.ambiguous).toMatchObject([{ written: "TT" }]);
});

test("a request chooses its own pronunciations, and off leaves the text as it is typed", async () => {
  const key = await makeKey(await makeMember());
  const read = async (reading: unknown, text = "Năm 2024 có 1.105,25 đồng") =>
    (await api.post("/tts/preview", key, { ...bodyOf(text), reading })).json;
  const chosen = { emptyTen: "lẻ".normalize("NFD"), thousand: "ngàn", four: "bốn", year: "digits", decimals: "digits" };
  expect((await read(chosen)).spoken).toBe("Năm hai không hai bốn có một ngàn một trăm lẻ năm phẩy hai năm đồng");
  expect(await read([])).toEqual(await read(undefined));
  expect(await read("off")).toMatchObject({ spoken: "Năm 2024 có 1.105,25 đồng", changes: [] });
  expect(await read("off", "Giá 5k [pause:12] ạ")).toMatchObject({
    spoken: "Giá 5k … ạ",
    changes: [{ written: "[pause:12]", rule: "pause", at: 7, pauseSeconds: 10 }],
  });
  expect((await read("off", "5".repeat(5000))).code).toBe("SPOKEN_TEXT_TOO_LONG");
});

test.each([
  ["on", "reading", "api.fieldReading"],
  [7, "reading", "api.fieldReading"],
  [{ thousand: "mille" }, "reading.thousand", "api.fieldChoice"],
  [{ thousands: "ngàn" }, "reading.thousands", "api.fieldUnknown"],
])("the reading %j is rejected, and the field is named", async (reading, param, message) => {
  const key = await makeKey(await makeMember());
  for (const path of ["/tts", "/tts/preview"]) {
    const { json } = await api.post(path, key, { ...bodyOf("a"), reading });
    expect(json).toMatchObject({
      code: "INVALID_REQUEST",
      param,
      message: translate("en", message, { param, choices: "nghìn, ngàn" }),
    });
  }
});

test("the preview rejects what the request itself would reject", async () => {
  const key = await makeKey(await makeMember());
  for (const [body, code] of [
    [bodyOf(" "), "TEXT_EMPTY"],
    [bodyOf("a".repeat(5001)), "TEXT_TOO_LONG"],
    [bodyOf("a\0"), "TEXT_INVALID"],
    [bodyOf("a", "nobody"), "VOICE_UNKNOWN"],
    [{ ...bodyOf("a"), modelId: "nobody" }, "MODEL_UNKNOWN"],
  ] as const) {
    expect((await api.post("/tts/preview", key, body)).json.code).toBe(code);
  }
  expect((await api.post("/tts/preview", await makeKey(await makeMember(), ["stt:execute"]), bodyOf("a"))).status).toBe(
    403,
  );
});

test("a person at the limit gets a time to try again, and no one else is affected", async () => {
  const member = await makeMember();
  const [key, other] = [await makeKey(member), await makeKey(await makeMember())];
  const startedAt = performance.now();
  const taken = await Promise.allSettled(Array.from({ length: 150 }, () => takePreview({ ...member, mode: "live" })));
  const letIn = taken.filter(({ status }) => status === "fulfilled").length;
  expect(letIn).toBeGreaterThanOrEqual(120);
  expect(letIn).toBeLessThanOrEqual(120 + (performance.now() - startedAt) / 500);

  const inMinuteAndHalf = BigInt(Date.now() + 90_000) * 1000n;
  await db.rateLimit.updateMany({ where: { bucket: { endsWith: " preview" } }, data: { tatUs: inMinuteAndHalf } });
  const refused = await api.post("/tts/preview", key, bodyOf("Xin chào"));
  expect([refused.status, refused.json.code]).toEqual([429, "TOO_MANY_ATTEMPTS"]);
  await takePreview({ ...member, mode: "test" });
  const seconds = Number(refused.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(31);
  expect((await api.post("/tts/preview", other, bodyOf("Xin chào"))).status).toBe(200);
});
