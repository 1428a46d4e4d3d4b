import { expect, test } from "vitest";
import { type Recognized, writeTranscript } from "./format";

const phone = "không chín tám bảy sáu năm bốn ba hai một";

const timed = (text: string, from = 0) =>
  text.split(" ").map((word, at) => ({ word, start: from + at, end: from + at + 0.9 }));

const segment = (text: string, words?: ReturnType<typeof timed>, start = 0) => ({
  start,
  end: start + text.split(" ").length,
  text,
  ...(words && { words }),
});

const redactPhones = (raw: Recognized, formatting: "numerals"[] = []) =>
  writeTranscript(raw, { formatting, keyterms: [], redact: ["phone"] });

test.each([[], ["numerals"]] as "numerals"[][])(
  "a number that continues in the next segment is in neither, %j",
  (...formatting) => {
    const [first, second] = ["số em là không chín tám bảy", "sáu năm bốn ba hai một nhé"];
    const written = redactPhones(
      {
        transcript: `${first} ${second}`,
        segments: [segment(first, timed(first)), segment(second, timed(second, 7), 7)],
      },
      formatting,
    );
    expect(written?.transcript).toBe("số em là {PHONE_1} nhé");
    expect(written?.segments.map(({ text }) => text)).toEqual(["số em là {PHONE_1}", "nhé"]);
    expect(written?.segments.flatMap(({ words = [] }) => words.map(({ word }) => word))).toEqual(
      "số em là {PHONE_1} nhé".split(" "),
    );
    expect(written?.hidden).toEqual([{ start: 3, end: 12.9 }]);
  },
);

test("words of an engine that differ from its text are left out, and when the number was said is then not known", () => {
  const words = timed(`số em là ${phone}`);
  const written = redactPhones({ transcript: "", segments: [segment("Số em là 0987 654 321.", words)] });
  expect(written).toEqual({
    transcript: "Số em là {PHONE_1}.",
    segments: [{ start: 0, end: 6, text: "Số em là {PHONE_1}." }],
    hidden: [null],
  });
});

test("a transcript that is one number is one label, also of an engine whose segments have no text, and an empty one stays empty", () => {
  expect(redactPhones({ transcript: phone, segments: [segment(phone, timed(phone))] })?.transcript).toBe("{PHONE_1}");
  const withoutText = { start: 0, end: 10, text: "", words: timed(phone) };
  expect(redactPhones({ transcript: phone, segments: [withoutText] })).toEqual({
    transcript: "{PHONE_1}",
    segments: [{ start: 0, end: 10, text: "{PHONE_1}" }],
    hidden: [null],
  });
  expect(redactPhones({ transcript: "", segments: [] })).toEqual({ transcript: "", segments: [], hidden: [] });
});
