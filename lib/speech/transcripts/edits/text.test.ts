import { expect, test } from "vitest";
import { linesOf, noEdits, paragraphsOf, partsOf, type StoredSegment, textOf, textOfParagraphs, wordsOf } from "./text";

/** Words of half a second each, one after the other. */
function segmentOf(written: string, start = 0, options: Partial<StoredSegment> = {}): StoredSegment {
  const tokens = written.split(" ");
  const words = tokens.map((text, index) => ({
    word: text.toLowerCase().replace(/[.,]/g, ""),
    written: text,
    start: start + index / 2,
    end: start + (index + 1) / 2,
  }));
  return { start, end: start + tokens.length / 2, text: written, words, ...options };
}

const linesWith = (segments: StoredSegment[], texts: { from: number; to: number; text: string }[] = []) =>
  linesOf(wordsOf(segments), { names: {}, texts }, "edited");

test("each sentence is a line, and a word that another stands for belongs to it", () => {
  const segments: StoredSegment[] = [
    {
      start: 0,
      end: 3,
      text: "Đơn 2026. Xin chào.",
      words: [
        { word: "đơn", written: "Đơn", start: 0, end: 0.5 },
        { word: "hai", written: "2026.", start: 0.5, end: 1 },
        { word: "nghìn", written: "", start: 1, end: 1.5, confidence: 0.4 },
        { word: "xin", written: "Xin", start: 2, end: 2.5, confidence: 0.6 },
        { word: "chào", written: "chào.", start: 2.5, end: 3 },
      ],
    },
  ];
  const words = wordsOf(segments);
  const lines = linesOf(words, noEdits, "edited");
  expect(lines.map(({ from, to, pieces }) => [from, to, textOf(pieces)])).toEqual([
    [0, 3, "Đơn 2026."],
    [3, 5, "Xin chào."],
  ]);
  expect(lines[0]?.pieces[1]).toEqual({ text: "2026.", start: 0.5, end: 1.5, isUncertain: true });
  expect(lines[1]?.pieces.map(({ isUncertain }) => isUncertain)).toEqual([false, false]);
  expect(linesOf(words, noEdits, "spoken").map(({ pieces }) => textOf(pieces))).toEqual(["đơn hai nghìn", "xin chào"]);
});

test("words of an edited line that stayed keep their times, and others get those of the words they replace", () => {
  const [line] = linesWith(
    [segmentOf("Xin chào anh Nam nhé.")],
    [{ from: 0, to: 5, text: "Xin chào chị Nam Phương nhé." }],
  );
  expect(line).toMatchObject({ original: "Xin chào anh Nam nhé.", isEdited: true });
  const times = line?.pieces.map(({ text, start, end }) => [text, start, end]);
  expect(times).toEqual([
    ["Xin", 0, 0.5],
    ["chào", 0.5, 1],
    ["chị", 1, 1.5],
    ["Nam", 1.5, 2],
    ["Phương", 2, 2],
    ["nhé.", 2, 2.5],
  ]);
});

test("a line that is edited to nothing has no words and no subtitles, and keeps the recognizer's text", () => {
  const lines = linesWith([segmentOf("Một hai. Ba bốn.")], [{ from: 0, to: 2, text: "" }]);
  expect(lines.map(({ pieces, original }) => [textOf(pieces), original])).toEqual([
    ["", "Một hai."],
    ["Ba bốn.", "Ba bốn."],
  ]);
  expect(partsOf(lines, String).map(({ text }) => text)).toEqual(["Ba", "bốn."]);
});

test("an edit of several sentences stays one line, and is shown nowhere in the original", () => {
  const segments = [segmentOf("Một hai. Ba bốn. Năm sáu.")];
  const edits = { names: {}, texts: [{ from: 0, to: 4, text: "Một đến bốn." }] };
  const words = wordsOf(segments);
  expect(linesOf(words, edits, "edited").map(({ pieces }) => textOf(pieces))).toEqual(["Một đến bốn.", "Năm sáu."]);
  const original = linesOf(words, edits, "written");
  expect(original.map(({ pieces }) => textOf(pieces)).join(" ")).toBe("Một hai. Ba bốn. Năm sáu.");
});

test("without word times or punctuation the text is divided by the parts of the engine, and long ones by words", () => {
  const segments = [
    { start: 0, end: 1, text: "xin chào" },
    { start: 1, end: 101, text: Array.from({ length: 100 }, () => "từ").join(" ") },
  ];
  const lines = linesWith(segments);
  expect(lines.map(({ from, to }) => to - from)).toEqual([2, 40, 40, 20]);
  expect(lines[1]?.pieces[0]).toMatchObject({ start: 1, end: 2 });
  expect(linesWith([])).toEqual([]);
});

test("paragraphs follow the transcript's blank lines, its voices and long pauses", () => {
  const segments = [
    segmentOf("Một hai. Ba bốn.", 0, { speaker: "A" }),
    segmentOf("Năm.", 2, { speaker: "B" }),
    segmentOf("Sáu.", 10, { speaker: "B" }),
  ];
  const paragraphsWith = (transcript: string) => {
    const words = wordsOf(segments, transcript);
    return paragraphsOf(linesOf(words, noEdits, "edited"), words);
  };
  const read = (transcript: string) => textOfParagraphs(paragraphsWith(transcript), (voice) => `Người ${voice}`);
  expect(read("Một hai. Ba bốn. Năm. Sáu.")).toBe("Người A: Một hai. Ba bốn.\n\nNgười B: Năm.\n\nSáu.\n");
  expect(read("Một hai.\n\nBa bốn. Năm. Sáu.")).toMatch(/^Người A: Một hai\.\n\nBa bốn\./);
  // Other words than those of the segments say nothing of them.
  expect(read("Một.\n\nHai.")).toBe(read("Một hai. Ba bốn. Năm. Sáu."));
});
