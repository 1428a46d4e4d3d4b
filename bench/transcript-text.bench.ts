import { readFileSync } from "node:fs";
import { redact, redactionsOf, repairTerms, write } from "vietnamese-text";
import { type Figure, ms } from "@/bench/support/measure";

/** Measures functions alone, without the database and the pages. */
export const needsProduct = false;

type Row = { kind: string; columns: string[] };

/** The rows of a held-out file, each with the kind that the last comment before it names. */
function rowsOf(file: string): Row[] {
  let kind = "";
  return readFileSync(`packages/vietnamese-text/held-out/${file}`, "utf8")
    .split("\n")
    .flatMap((line) => {
      kind = /^# kind: (.*)/.exec(line)?.[1] ?? kind;
      return line === "" || line.startsWith("#") ? [] : [{ kind, columns: line.split("\t") }];
    });
}

const percent = (count: number, of: number): string => `${count} of ${of}, ${((100 * count) / of).toFixed(1)} %`;

const countOf = (items: readonly string[], item: string): number => items.filter((one) => one === item).length;

/** The numbers of a text without the marks between their digits. */
const numbersOf = (text: string): string[] => text.replace(/(?<=\d)[. ](?=\d)/g, "").match(/\d+/g) ?? [];

function measureWriting(file: string, set: string): Figure[] {
  const rows = rowsOf(file).map(({ kind, columns: [spoken = "", accepted = ""] }) => {
    const written = write(spoken).text;
    const readings = accepted.split("|");
    const isRight = readings.includes(written);
    const isWrong = readings.every((reading) => numbersOf(written).some((one) => !numbersOf(reading).includes(one)));
    return { kind, isRight, hasWrongDigits: !isRight && isWrong, words: spoken.split(" ").length };
  });
  const right = rows.filter(({ isRight }) => isRight).length;
  const wrong = rows.filter(({ hasWrongDigits }) => hasWrongDigits).length;
  const words = rows.reduce((sum, row) => sum + row.words, 0);
  const kinds = [...new Set(rows.map(({ kind }) => kind))].map((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    return { what: `written${set}, ${kind}`, value: percent(own.filter(({ isRight }) => isRight).length, own.length) };
  });
  return [
    {
      what: `written${set}: right`,
      value: percent(right, rows.length),
      target: "≥ 92 %",
      met: right / rows.length >= 0.92,
    },
    {
      what: `written${set}: lines with a wrong number`,
      value: `${wrong}, of ${words} words`,
      target: "≤ 0.5 % of the words",
      met: wrong / words <= 0.005,
    },
    ...kinds,
  ];
}

function measureRedaction(file: string, set: string): Figure[] {
  let planted = 0;
  let hidden = 0;
  let wrong = 0;
  for (const { kind, columns } of rowsOf(file)) {
    const wanted = redactionsOf(kind === "pii-only" ? ["pii"] : ["pii", "pci", "amount"]);
    if ("unknown" in wanted) throw new Error(`unknown redaction: ${wanted.unknown}`);
    const { text } = redact(columns[0] ?? "", wanted.kinds);
    const labels = [...text.matchAll(/\{([A-Z_]+)_\d+\}/g)].map(([, label = ""]) => label.toLowerCase());
    const expected = (columns[1] ?? "")
      .split(";")
      .filter(Boolean)
      .map((one) => one.split("=")[0] ?? "");
    for (const label of new Set([...labels, ...expected])) {
      const [own, due] = [countOf(labels, label), countOf(expected, label)];
      planted += due;
      hidden += Math.min(own, due);
      wrong += Math.max(0, own - due);
    }
  }
  return [
    {
      what: `redacted by its kind${set}`,
      value: percent(hidden, planted),
      target: "≥ 98 %",
      met: hidden / planted >= 0.98,
    },
    {
      what: `labels of another kind or of nothing${set}`,
      value: String(wrong),
      target: "≤ 1 %",
      met: wrong / planted <= 0.01,
    },
  ];
}

function measureTerms(): Figure[] {
  let planted = 0;
  let without = 0;
  let repaired = 0;
  let wrong = 0;
  let words = 0;
  for (const {
    columns: [terms = "", spoken = "", expected = ""],
  } of rowsOf("terms-author.tsv")) {
    const { text } = repairTerms(spoken, terms.split(";"));
    words += spoken.split(" ").length;
    for (const term of terms.split(";").map((one) => one.trim())) {
      const [due, own] = [expected.split(term).length - 1, text.split(term).length - 1];
      planted += due;
      without += Math.min(due, spoken.split(term).length - 1);
      repaired += Math.min(due, own);
      wrong += Math.max(0, own - due);
    }
  }
  return [
    { what: "key terms without repair", value: percent(without, planted) },
    { what: "key terms with repair", value: percent(repaired, planted) },
    { what: "false repairs, in text made of near misses", value: `${wrong} in ${words} words` },
  ];
}

/**
 * The figures of sets by an author who had read neither rules nor tables, and of second sets by the author of later rules:
 * see their README.
 */
/** Casing and marks of 10,000 words that have times, by the processor time of the fastest of twelve runs. */
function measureMarks(): Figure {
  const words = rowsOf("spoken-author.tsv").flatMap(({ columns: [spoken = ""] }) => spoken.split(" "));
  const timed = Array.from({ length: 10_000 }, (_, at) => {
    const start = at * 0.25 + Math.floor(at / 7) * 0.6;
    return { word: words[at % words.length] ?? "", start, end: start + 0.2 };
  });
  const costs = Array.from({ length: 12 }, () => {
    const used = process.cpuUsage();
    write(timed, { numerals: false });
    return process.cpuUsage(used).user / 1000;
  });
  const least = Math.min(...costs);
  return { what: "casing and marks of 10,000 words", value: ms(least), target: "≤ 50 ms", met: least <= 50 };
}

export default async function bench(): Promise<Figure[]> {
  return [
    measureMarks(),
    ...measureWriting("spoken-author.tsv", ""),
    ...measureRedaction("redaction-author.tsv", ""),
    ...measureTerms(),
    ...measureWriting("spoken-again.tsv", ", second set"),
    ...measureRedaction("redaction-again.tsv", ", second set"),
    ...measureRedaction("redaction-third.tsv", ", third set"),
  ];
}
