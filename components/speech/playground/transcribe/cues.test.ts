import { expect, test } from "vitest";
import { toSrt, toVtt } from "@/lib/speech/transcripts/text";
import { readCues, withTexts } from "./cues";

const lines = [
  { start: 0, end: 2.5, lines: ["Xin chào <Việt Nam> & bạn"] },
  { start: 3661.25, end: 3663, lines: ["hẹn", "gặp lại"] },
];

test("cues have the beginning and the words of each line", () => {
  expect(readCues(toVtt(lines))).toEqual([
    { start: 0, text: "Xin chào <Việt Nam> & bạn" },
    { start: 3661.25, text: "hẹn gặp lại" },
  ]);
  expect(readCues(toVtt([]))).toEqual([]);
});

test("corrected words take the place of the recognized ones, at the same times", () => {
  const words = ["Xin chào A <b> & --> c", "Hẹn gặp\n\nlại!"];
  const said = words.map((text) => text.replace("-->", "→").replace(/\s+/g, " "));
  expect(readCues(withTexts(toVtt(lines), words, "vtt")).map(({ text }) => text)).toEqual(said);
  const expected = toSrt(lines.map((line, index) => ({ ...line, lines: [words[index] ?? ""] })));
  expect(withTexts(toSrt(lines), words, "srt")).toBe(expected);
});
