// @module-tag promise
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { promised } from "@/testing/promises";
import { rowsOf } from "./data";
import { type ReadingOptions, type Region, regionalReading } from "./reading-options";
import { verbalize } from "./verbalize";

const directory = join(__dirname, "../cases");

const casesOf = (file: string) => rowsOf(readFileSync(join(directory, file), "utf8"));

const sources = new Set(casesOf("sources.tsv").map(([id]) => id));
const groups = readdirSync(directory).filter((file) => file.endsWith(".tsv") && file !== "sources.tsv");

function readWith(input: string, settings = ""): string {
  const {
    region = "north",
    textType,
    ...reading
  } = Object.fromEntries(settings.split(" ").flatMap((pair) => (pair ? [pair.split("=")] : [])));
  return verbalize(withCharacters(input), {
    region: region as Region,
    textType: textType === "ssml" ? "ssml" : "text",
    reading: reading as Partial<ReadingOptions>,
  }).spoken.replaceAll("\n", "\\n");
}

/** Rows name invisible characters, such as \u00ad, and write two backslashes for one. */
const withCharacters = (input: string): string =>
  input
    .replaceAll("\\n", "\n")
    .replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll("\\\\", "\\");

test.each(groups)("every case of %s is normalized as its source says", (file) => {
  const rows = casesOf(file);
  const wrong = rows
    .map(([input = "", expected, , settings]) => ({ input, expected, spoken: readWith(input, settings) }))
    .filter(({ expected, spoken }) => spoken !== expected);
  expect(wrong).toEqual([]);
});

test("each case names a listed source", () => {
  const named = groups.flatMap((file) => casesOf(file).map(([, , source]) => source ?? ""));
  expect(named.filter((source) => !sources.has(source))).toEqual([]);
  expect(named.length).toBeGreaterThanOrEqual(promised("T1"));
});

test("each abbreviation has one meaning, and a listed source or two uses", () => {
  const tables = join(__dirname, "../data/abbreviations");
  const rows = readdirSync(tables).flatMap((file) => rowsOf(readFileSync(join(tables, file), "utf8")));
  const unproven = rows.filter(([, , source = ""]) => !sources.has(source) && !/^u: .+; .+$/.test(source));
  expect(unproven).toEqual([]);
  const shorts = rows.map(([short]) => short);
  expect(shorts.filter((short, at) => shorts.indexOf(short) !== at)).toEqual([]);
  expect(shorts.length).toBeGreaterThanOrEqual(400);
});

test("a region's wording is only a default", () => {
  const reading: Partial<ReadingOptions> = { emptyTen: "linh" };
  expect(verbalize("105.024", { region: "south", reading }).spoken).toBe(
    "một trăm linh năm ngàn không trăm hai mươi bốn",
  );
  expect(Object.keys(regionalReading)).toEqual(["north", "central", "south"]);
});
