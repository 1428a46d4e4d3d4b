import { expect, test } from "vitest";
import { findIgnored, writeIgnored } from "./fields";

const known = ["text", "voiceId", "modelId", "languageCode", "audioFormat", "sampleRate", "reading"];

test.each([
  ["audioFomat", "audioFormat"],
  ["audioFormats", "audioFormat"],
  ["audioFormst", "audioFormat"],
  ["audioFromat", "audioFormat"],
  ["audio_format", "audioFormat"],
  ["AUDIO-FORMAT", "audioFormat"],
  ["audio format", "audioFormat"],
  ["audio_fomat", "audioFormat"],
  ["аudioFormat", "audioFormat"],
  ["voice_id", "voiceId"],
  ["voiceID", "voiceId"],
  ["voicId", "voiceId"],
  ["Text", "text"],
  ["txt", "text"],
  ["audioFormat[]", "audioFormat"],
  ["languagecode", "languageCode"],
])("%s is rejected as a misspelt %s", (name, meant) => {
  expect(() => findIgnored({ text: "a", [name]: "b" }, known)).toThrow(
    expect.objectContaining({
      code: "INVALID_REQUEST",
      details: { param: name, message: "api.fieldMisspelt", values: { param: name, meant } },
    }),
  );
});

test.each(["voice", "format", "speed", "emotion", "textual", "rate", "lang", "id", "", "user", "stream", "modelName"])(
  "%j is not like any known field, and is ignored",
  (name) => {
    expect(findIgnored({ text: "a", [name]: "b" }, known)).toEqual([name]);
  },
);

test("the fields of no object, of a list and of inherited names are none", () => {
  for (const sent of [null, undefined, 7, "text", [1, 2]]) expect(findIgnored(sent, known)).toEqual([]);
  expect(findIgnored({ text: "a" }, known)).toEqual([]);
  expect(findIgnored(JSON.parse('{"__proto__":1,"constructor":2,"toString":3}'), known)).toEqual([
    "__proto__",
    "constructor",
    "toString",
  ]);
});

test("names that a header cannot hold are percent-encoded, and no key is repeated", () => {
  expect(writeIgnored([])).toBeUndefined();
  expect(writeIgnored(["ngôn ngữ", "a, b", "a\r\nx: y", "\0", "\u202e", "\ud83d", "50%"])).toBe(
    "ng%C3%B4n%20ng%E1%BB%AF, a%2C%20b, a%0D%0Ax:%20y, %00, %E2%80%AE, %EF%BF%BD, 50%",
  );
  expect(writeIgnored([`vang_live_${"a".repeat(38)}`, ""])).toBe('-, ""');
});

test("the header stays short however many and however long the names are", () => {
  const many = Array.from({ length: 1000 }, (_, index) => `field${index}`);
  const written = writeIgnored(many) ?? "";
  expect(written.split(", ")).toEqual([...many.slice(0, 20), "+980"]);
  expect(writeIgnored(["x".repeat(60_000)])).toBe("x".repeat(60));
  expect(writeIgnored(["ữ".repeat(60_000)])).toBe("%E1%BB%AF".repeat(6));
  expect(writeIgnored(Array(1000).fill("ữ".repeat(100)))?.length).toBeLessThan(1400);
});

test("sixty thousand characters of names are compared at once", () => {
  const sent = Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`f${index}a`, ""]));
  sent["audioFormat".repeat(5000)] = "";
  const startedAt = performance.now();
  expect(findIgnored(sent, known)).toHaveLength(6001);
  expect(performance.now() - startedAt).toBeLessThan(500);
});
