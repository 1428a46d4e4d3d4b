import { expect, test } from "vitest";
import { toVtt } from "@/lib/speech/transcripts/text";
import { readCues } from "./cues";

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
