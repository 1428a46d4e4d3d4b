import fc from "fast-check";
import { expect, test } from "vitest";
import { type Cue, type TimedText, toCues, toSrt, toVtt } from "./text";

const cues: Cue[] = [
  { start: 0, end: 1.5, lines: ["Xin chào Việt Nam"] },
  { start: 3599.9996, end: 3661.25, lines: ["Tom & <b>Jerry</b>\n\n2\n00:00 --> 00:01", "hai dòng"], channel: 2 },
];

test("SRT numbers its cues and writes times with a comma", () => {
  expect(toSrt(cues)).toBe(
    "1\n00:00:00,000 --> 00:00:01,500\nXin chào Việt Nam\n\n" +
      "2\n01:00:00,000 --> 01:01:01,250\nTom & <b>Jerry</b> 2 00:00 → 00:01\nhai dòng\n",
  );
});

test("VTT has its header and voices, and text that looks like markup is escaped", () => {
  expect(toVtt(cues)).toBe(
    "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nXin chào Việt Nam\n\n" +
      "01:00:00.000 --> 01:01:01.250\n<v 2>Tom &amp; &lt;b>Jerry&lt;/b> 2 00:00 → 00:01\nhai dòng\n",
  );
});

test("without speech there are no cues", () => {
  expect([toSrt([]), toVtt([])]).toEqual(["", "WEBVTT\n"]);
  expect(toCues([])).toEqual([]);
});

/** Words of 0.4 s, one behind the other; `|` is a silence of one second. */
function say(text: string): TimedText[] {
  let at = 0;
  return text.split(" ").flatMap((word) => {
    if (word === "|") at += 1;
    if (word === "|") return [];
    at += 0.4;
    return { text: word, start: at - 0.4, end: at };
  });
}

const linesOf = (text: string) => toCues(say(text)).map(({ lines }) => lines);

test.each([
  [
    "each sentence is a cue",
    "Tôi đã nhận được hàng rồi. Cảm ơn anh nhiều lắm.",
    [["Tôi đã nhận được hàng rồi."], ["Cảm ơn anh nhiều lắm."]],
  ],
  [
    "a sentence of more than a line has two of like length",
    "Đơn hàng của chị đã được giao cho bưu tá vào sáng nay.",
    [["Đơn hàng của chị đã được", "giao cho bưu tá vào sáng nay."]],
  ],
  [
    "a long sentence is divided at its comma",
    "Nếu chị không nhận được hàng trong ngày mai, chị vui lòng gọi lại cho chúng tôi theo số 1900 để được hỗ trợ.",
    [
      ["Nếu chị không nhận được", "hàng trong ngày mai,"],
      ["chị vui lòng gọi lại cho chúng", "tôi theo số 1900 để được hỗ trợ."],
    ],
  ],
  ["sentences that are too short to read share a cue", "Vâng. Dạ. Em cảm ơn chị.", [["Vâng. Dạ. Em cảm ơn chị."]]],
])("%s", (_, text, expected) => {
  expect(linesOf(text)).toEqual(expected);
});

const part = fc.record({
  text: fc.constantFrom("đơn", "hàng", "300.000 đồng,", "nghiêng.", "0912 345 678", "không?", "là", "thành phố"),
  pause: fc.constantFrom(0, 0, 0, 0.4, 3),
  length: fc.double({ min: 0.1, max: 1.5, noNaN: true }),
  channel: fc.constantFrom(1, 2),
});

test("for any words, cues keep every part whole and in order, within two lines of 42 characters and seven seconds", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 80 }), (parts) => {
      let at = 0;
      const said = parts.map(({ text, pause, length, channel }) => {
        const start = at + pause;
        at = start + length;
        return { text, start, end: at, channel };
      });
      const made = toCues(said);
      for (const channel of [1, 2]) {
        const own = made.filter((cue) => cue.channel === channel);
        const shown = own.flatMap(({ lines }) => lines).join(" ");
        expect(shown).toBe(
          said
            .filter((one) => one.channel === channel)
            .map(({ text }) => text)
            .join(" "),
        );
        for (const [index, { start, end, lines }] of own.entries()) {
          expect(lines.length).toBeLessThanOrEqual(2);
          expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(42);
          expect(end - start).toBeLessThanOrEqual(7.000001);
          const next = own[index + 1];
          if (end - start < 0.999999) expect((next?.start ?? Number.POSITIVE_INFINITY) - start).toBeLessThan(1);
          if (next) expect(next.start).toBeGreaterThanOrEqual(end - 0.000001);
        }
      }
      expect(made.map(({ start }) => start)).toEqual(made.map(({ start }) => start).sort((one, other) => one - other));
    }),
    { numRuns: 300 },
  );
});
