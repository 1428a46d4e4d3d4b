import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rowsOf } from "../data";
import { verbalize } from "../verbalize";
import { write } from "../write";

const directory = join(__dirname, "../../cases");

/** Tables whose rows are about marks and markup, which no speaker says. */
const withoutNumbers = new Set(["ssml.tsv", "html.tsv", "markdown.tsv", "pauses.tsv"]);

const tables = readdirSync(directory).filter((file) => file.endsWith(".tsv") && file !== "sources.tsv");

/** The words that a recognizer would give for a reading. */
const spokenAs = (reading: string) =>
  reading
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

const read = (text: string) => spokenAs(verbalize(text, { region: "north" }).spoken);

const written = (spoken: string) => write(spoken, { casing: false, punctuate: false }).text;

const isNumber = /\d|(?<![\p{L}\d])[IVX]{2,}(?![\p{L}\d])/u;

/** The rows of all tables; those with settings of their own or escapes are read otherwise than speakers do. */
const everyRow = tables.flatMap((file) =>
  rowsOf(readFileSync(join(directory, file), "utf8")).map(([input = "", , , settings]) => {
    const isDefault = !settings && !input.includes("\\u");
    const spoken = isDefault ? read(input) : "";
    return { file, input, isDefault, spoken, again: isDefault ? written(spoken) : "" };
  }),
);

/** Those with numbers. */
const rows = everyRow.filter(
  ({ file, input, isDefault }) => isDefault && !withoutNumbers.has(file) && isNumber.test(input),
);

/** Why some rows come back in another way: their readings do not say all that was written. */
const classes: [string, RegExp][] = [
  ["numbers side by side that only a mark separated", /\d[\d.]*[),:;]? ?[,:;(–-] ?\(?\d|\d\/\d+[A-ZĐ/,]|: \d|O2 3/],
  ["a day, a ratio or a goal that is read as another kind without its noun", /\d ?[/:÷] ?\d|\d-\d/],
  ["billions and halves, which are written with a comma", /\d ?(?:tỷ|ty|t)\d|\d{9,}|tỷ \d|\dt\d|rưỡi|(?:k[mg]|l)\d/i],
  ["units and currencies with several names", /cal$|₩|KRW|rpm|m\/min|V\/|1m3/],
  ["capitals that are read as words", /[A-ZĐ]{2,}|K\d|DO |#/],
  ["codes that are read in groups", /\d\.\d{3,}|P\. ?\d/],
];

/** A number in words; "năm" could be a year, and millions and billions may stay words. */
const inWords = /(?<!\p{L})(?:một|hai|ba|bốn|tư|sáu|bảy|tám|chín|mười|mươi|lăm|mốt|trăm|phẩy)(?!\p{L})/u;

test("what is written is read as the words that it came from, save for classes of ambiguous readings", () => {
  const others = rows.filter(({ spoken, again }) => read(again) !== spoken);
  expect(others.length / rows.length).toBeLessThan(0.05);
  expect(others.filter(({ input }) => !classes.some(([, pattern]) => pattern.test(input)))).toEqual([]);
  expect(classes.filter(([, pattern]) => !others.some(({ input }) => pattern.test(input)))).toEqual([]);
});

test("four of five rows with numbers come back in digits", () => {
  const back = rows.filter(({ spoken, again }) => !inWords.test(again) && read(again) === spoken);
  expect(back.length / rows.length).toBeGreaterThan(0.8);
});

test("three of five of all rows come back: letter by letter, or all their numbers in digits that are read alike", () => {
  const letters = (text: string) => spokenAs(text).replaceAll(" ", "");
  const back = everyRow.filter(
    ({ input, isDefault, spoken, again }) =>
      isDefault &&
      (letters(input) === letters(again) || (isNumber.test(input) && !inWords.test(again) && read(again) === spoken)),
  );
  expect(back.length / everyRow.length).toBeGreaterThan(0.6);
});
