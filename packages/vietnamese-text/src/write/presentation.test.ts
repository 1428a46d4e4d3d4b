// @module-tag promise
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rowsOf } from "../data";
import { type SpokenWord, textOf, write } from "../write";
import { keyOf } from "./tokens";

const casesOf = (file: string) => rowsOf(readFileSync(join(__dirname, "../../cases/write", file), "utf8"));

/** Words of 0.2 s, 0.05 s apart; "[0.8]" is a longer pause and "B:" the speaker from there on. */
function timed(words: string): SpokenWord[] {
  let at = 0;
  let speaker: string | undefined;
  const spoken: SpokenWord[] = [];
  for (const part of words.split(" ")) {
    const pause = /^\[([\d.]+)\]$/.exec(part)?.[1];
    if (pause) {
      at += Number(pause) - 0.05;
    } else if (/^[A-Z]:$/.test(part)) {
      speaker = part.charAt(0);
    } else {
      spoken.push({ word: part, start: at, end: at + 0.2, ...(speaker && { speaker }) });
      at += 0.25;
    }
  }
  return spoken;
}

/** Numbers become digits only in rows with digits in their result, since when they do is tested elsewhere. */
const wrongIn = (file: string, written: (spoken: string, options: { numerals: boolean }) => string) =>
  casesOf(file)
    .map(([spoken = "", expected = ""]) => ({
      spoken,
      expected,
      written: written(spoken, { numerals: /\d/.test(expected) }),
    }))
    .filter((row) => row.written !== row.expected);

const withoutMark = (text: string) => text.replace(/[.?]$/, "");

test("names get capitals, and words that only look like names do not", () => {
  expect(wrongIn("casing.tsv", (spoken, options) => withoutMark(write(spoken, options).text))).toEqual([]);
});

test("a sentence ends in a question mark only where its words ask", () => {
  expect(wrongIn("questions.tsv", (spoken) => write(spoken).text.slice(-1))).toEqual([]);
});

test.each(["pauses.tsv", "paragraphs.tsv"])("the pauses and speakers of %s part sentences", (file) => {
  expect(wrongIn(file, (spoken, options) => write(timed(spoken), options).text.replaceAll("\n", "\\n"))).toEqual([]);
});

test("an engine that writes capitals and marks keeps its own, and only spaces before marks go", () => {
  expect(write("Xin chào , tôi ở hà nội .").text).toBe("Xin chào, tôi ở hà nội.");
  expect(write("xin chào, tôi ở hà nội. anh có khỏe").text).toBe("Xin chào, tôi ở Hà Nội. Anh có khỏe");
  expect(write("Anh Nam ở Hà Nội").text).toBe("Anh Nam ở Hà Nội.");
});

test("a key term is written as it was given, and a repaired one is no casing of the engine", () => {
  const keyterms = ["SePay", "trà đá", "Vang API"];
  expect(write("chuyển qua sepay rồi uống trà đá ở hà nội", { keyterms }).text).toBe(
    "Chuyển qua SePay rồi uống trà đá ở Hà Nội.",
  );
  expect(write("SePay báo có vang api", { keyterms }).text).toBe("SePay báo có Vang API.");
  expect(write("iPhone bị nứt", { keyterms: ["iPhone"] }).text).toBe("iPhone bị nứt.");
});

test("what is switched off is left as it was spoken", () => {
  const words = "anh nam ở hà nội";
  expect(write(words, { casing: false }).text).toBe("anh nam ở hà nội.");
  expect(write(words, { punctuate: false }).text).toBe("Anh Nam ở Hà Nội");
  expect(write(words, { casing: false, punctuate: false }).text).toBe(words);
  expect(write(timed("em chào anh [3] em nghe"), { paragraphs: false }).text).toBe("Em chào anh. Em nghe.");
});

test("empty words, one word, and times that are missing or run backwards are written, too", () => {
  expect(write("").text).toBe("");
  expect(write("không").text).toBe("Không.");
  const words = [{ word: "xin", start: 2, end: 1 }, { word: "chào", start: Number.NaN }, { word: "anh" }];
  expect(write(words).text).toBe("Xin chào anh.");
});

test("each spoken word is in exactly one piece", () => {
  const words = casesOf("pauses.tsv").flatMap(([spoken = ""]) => timed(spoken));
  const { text, pieces } = write(words);
  expect(pieces.map(({ from }) => from)).toEqual([0, ...pieces.slice(0, -1).map(({ to }) => to)]);
  expect(pieces.at(-1)?.to).toBe(words.length);
  expect(textOf(pieces)).toBe(text);
});

test("a name or compound stands once in the tables of names", () => {
  const tables = ["places", "organizations", "people", "brands", "days-and-works", "kept-small"];
  const names = tables.flatMap((table) =>
    rowsOf(readFileSync(join(__dirname, `../../data/names/${table}.tsv`), "utf8")).map(([name = ""]) => keyOf(name)),
  );
  expect(names.toSorted().filter((name, at, sorted) => name === sorted[at - 1])).toEqual([]);
});

test("casing and marks cost time that grows with the words, and no faster", () => {
  const words = casesOf("casing.tsv").flatMap(([spoken = ""]) => timed(`${spoken} [0.6]`));
  const repeated = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const { word } = words[at % words.length] as SpokenWord;
      const start = at * 0.25 + Math.floor(at / 7) * 0.6;
      return { word, start, end: start + 0.2 };
    });
  const few = repeated(2_500);
  const many = repeated(10_000);
  const cost = (spoken: readonly SpokenWord[]) => {
    const used = process.cpuUsage();
    write(spoken, { numerals: false });
    return process.cpuUsage(used).user / 1000;
  };
  /** The least of some runs, since other processes share the machine. */
  const least = (spoken: readonly SpokenWord[], goal: number) => {
    let ms = cost(spoken);
    for (let run = 0; run < 12 && ms > goal; run++) ms = Math.min(ms, cost(spoken));
    return ms;
  };
  const fewMs = Math.max(1, least(few, 5));
  expect(least(many, 12 * fewMs)).toBeLessThanOrEqual(12 * fewMs);
});
