import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "./cli";
import { rowsOf } from "./data";
import { textOf, write } from "./write";

const casesOf = (name: string) => rowsOf(readFileSync(join(__dirname, "../cases/write", `${name}.tsv`), "utf8"));

/** Only what numbers become; capitals and marks have their own tests. */
const numbersOf = (spoken: string) => write(spoken, { casing: false, punctuate: false, paragraphs: false }).text;

const kinds = [
  "addresses",
  "cardinals",
  "codes",
  "dates",
  "decimals",
  "electronic",
  "everyday",
  "formulas",
  "fractions",
  "identifiers",
  "measures",
  "money",
  "ordinals",
  "percentages",
  "phones",
  "plates",
  "ranges",
  "regional",
  "scores",
  "sentences",
  "times",
  "versions",
  "years",
] as const;

test.each(kinds)("every case of %s is written in digits as listed", (kind) => {
  const wrong = casesOf(kind)
    .map(([spoken = "", expected]) => ({ spoken, expected, written: numbersOf(spoken) }))
    .filter(({ expected, written }) => written !== expected);
  expect(wrong).toEqual([]);
});

test("names, idioms and small counts stay words", () => {
  const changed = casesOf("words").filter(([spoken = "", expected]) => numbersOf(spoken) !== expected);
  expect(changed).toEqual([]);
  expect(casesOf("words").filter(([, expected = ""]) => !/\d/.test(expected)).length).toBeGreaterThan(120);
});

test("the examples of the specification are written in one of the ways that it accepts, but for capitals and marks", () => {
  const bare = (text: string) => text.toLowerCase().replace(/[.?]$|,(?= )/g, "");
  const wrong = casesOf("examples").filter(
    ([spoken = "", written = ""]) =>
      !written
        .split("|")
        .map(bare)
        .includes(bare(numbersOf(spoken))),
  );
  expect(wrong).toEqual([]);
});

test("the pieces stand for all spoken words, each word once and in order", () => {
  for (const [spoken = ""] of kinds.flatMap(casesOf)) {
    const words = spoken.split(" ");
    const { text, pieces } = write(spoken, { casing: false, punctuate: false });
    expect(pieces.map(({ from }) => from)).toEqual([0, ...pieces.slice(0, -1).map(({ to }) => to)]);
    expect(pieces.at(-1)?.to).toBe(words.length);
    expect(textOf(pieces)).toBe(text);
    for (const { text, from, to, kind } of pieces) if (!kind) expect(text).toBe(words.slice(from, to).join(" "));
  }
});

test("a piece says what it is", () => {
  const kindsOf = (spoken: string) =>
    write(spoken, { casing: false, punctuate: false }).pieces.flatMap(({ kind, text }) => (kind ? [[kind, text]] : []));
  expect(kindsOf("gọi không chín tám bảy sáu năm bốn ba hai một")).toEqual([["phone", "0987 654 321"]]);
  expect(kindsOf("căn cước không bảy chín không chín một không không một hai ba bốn")).toEqual([
    ["cccd", "079091001234"],
  ]);
  expect(kindsOf("chứng minh nhân dân hai bảy một tám ba bốn năm sáu bảy")).toEqual([["cmnd", "271834567"]]);
  expect(kindsOf("mã số thuế không ba một bốn năm sáu bảy tám chín không")).toEqual([["taxCode", "0314567890"]]);
  expect(kindsOf("số tài khoản một chín không ba bốn năm sáu bảy tám chín")).toEqual([["account", "1903456789"]]);
  expect(kindsOf("số thẻ bốn một một một hai hai hai hai ba ba ba ba bốn bốn bốn bốn").map(([kind]) => kind)).toEqual([
    "card",
  ]);
  expect(kindsOf("xe ba mươi a một hai ba bốn năm")).toEqual([["plate", "30A-123.45"]]);
  expect(kindsOf("mã otp là tám ba hai bốn một không")).toEqual([["otp", "832410"]]);
  expect(kindsOf("lan a còng gờ meo chấm com")).toEqual([["email", "lan@gmail.com"]]);
  expect(kindsOf("trả hai triệu rưỡi đồng")).toEqual([["money", "2,5 triệu đồng"]]);
});

test("digits, capitals and marks of an engine that writes them are kept", () => {
  expect(numbersOf("Giá 300.000 đồng, hai mươi, ba mươi.")).toBe("Giá 300.000 đồng, 20, 30.");
  expect(numbersOf("Ngày 20/11, (mười hai) người; hai. Trăm năm!")).toBe("Ngày 20/11, (12) người; hai. Trăm năm!");
});

test("words without numbers, one word and nothing are written as they came", () => {
  for (const words of ["", "một", "năm", "chấm", "a còng", "| |", "không không"]) expect(numbersOf(words)).toBe(words);
  expect(write([]).pieces).toEqual([]);
  expect(write("hai mươi người", { numerals: false, casing: false, punctuate: false }).text).toBe("hai mươi người");
});

test("the command writes each line that it gets", () => {
  expect(run(["write"], () => "quận hai\n\nba mươi người\n")).toEqual({ output: "Quận 2.\n\n30 người.", code: 0 });
});

test("time grows with the words and not faster, whatever is repeated", { tags: "clock" }, () => {
  const texts = [
    "hai trăm năm mươi sáu nghìn bảy trăm tám mươi chín",
    "không chín tám bảy sáu năm bốn ba hai một",
    "năm",
    "ba chấm",
    "lan chấm a còng",
    "hai mươi đến",
    "vê tê a",
  ];
  const timeOf = (text: string, count: number) => {
    const words = text.split(" ");
    const repeated = Array.from({ length: count }, (_, at) => words[at % words.length]).join(" ");
    const runs = [0, 1].map(() => {
      const start = process.cpuUsage();
      numbersOf(repeated);
      return process.cpuUsage(start).user / 1000;
    });
    return Math.min(...runs);
  };
  const slow = texts
    .map((text) => ({ text, few: timeOf(text, 2_000), many: timeOf(text, 8_000) }))
    .filter(({ few, many }) => many > 8 * few + 250);
  expect(slow).toEqual([]);
});

test("words in any order are written without loss", () => {
  const words =
    "không một hai năm mười mươi trăm nghìn triệu tỷ linh rưỡi mốt tư lăm phẩy chấm phần trên đến kém giờ ngày tháng quận số a bê còng com vê en xuyệt mét kí đồng cộng mũ âm k | hai. (ba) 12,5".split(
      " ",
    );
  let seed = 1;
  const next = (below: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  for (let round = 0; round < 3_000; round++) {
    const spoken = Array.from({ length: 1 + next(12) }, () => ({ word: words[next(words.length)] ?? "" }));
    const { pieces } = write(spoken, { casing: false, punctuate: false });
    const ends = pieces.map(({ to }) => to);
    expect(pieces.map(({ from }) => from)).toEqual([0, ...ends.slice(0, -1)]);
    expect(ends.at(-1)).toBe(spoken.length);
    expect(pieces.filter(({ text, kind }) => kind && /NaN|undefined|null|e\+/.test(text))).toEqual([]);
  }
});
