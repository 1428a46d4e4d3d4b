import { capitalWords, foreignWords, units } from "./data";
import { spell } from "./letters";

/** How a sentence was read, from best to worst; `wrong` has a word that the writer did not mean. */
export type Verdict = "right" | "spelled" | "worded" | "wrong";

/** `expected` is of the accepted readings the nearest to what was spoken. */
export type Scored = { verdict: Verdict; expected: string; differences: { expected: string; spoken: string }[] };

/** A sentence, for each of its parts the accepted readings, and how a pasted one is to be read: `ssml`, `chat`, `emoji=name`. */
export type Expected = { field: string; sentence: string; parts: string[][]; options?: string };

/**
 * Reads a file of sentences with their readings: `field, sentence, readings` with `|` between readings, or `field, sentence`
 * with `[[written=>reading|other reading]]` around what is not read as written, where `@letters` accepts any names of the
 * letters.
 */
export const expectedOf = (tsv: string): Expected[] =>
  tsv
    .trimEnd()
    .split("\n")
    .filter((row) => !row.startsWith("#") && !row.startsWith("field\t"))
    .map((row) => {
      const [field = "", text = "", readings] = row.split("\t");
      if (readings !== undefined) return { field, sentence: text, parts: [readings.split("|")] };
      const parts = text.split(/\[\[(.*?)\]\]/).map((part, index) => (index % 2 === 0 ? [part] : readingsOf(part)));
      return { field, sentence: text.replace(/\[\[(.*?)=>.*?\]\]/g, "$1"), parts };
    });

function readingsOf(mark: string): string[] {
  const [written = "", readings = ""] = mark.split("=>");
  return readings
    .split("|")
    .flatMap((reading) =>
      reading.includes("@letters")
        ? [spell(written), written, englishLetters(written), capitalWords[written] ?? written].map((letters) =>
            reading.replace("@letters", letters),
          )
        : [reading],
    );
}

/**
 * Reads a file of pasted texts: kind, options (`-`, `ssml`, `chat`, `emoji=name`), the text as a JSON string, and its
 * reading, with `[[reading|other reading]]` where several are correct and `@A` for a letter by any of its names.
 */
export const pastedOf = (tsv: string): Expected[] =>
  tsv
    .trimEnd()
    .split("\n")
    .filter((row) => !row.startsWith("#"))
    .map((row) => {
      const [field = "", options = "-", json = '""', readings = ""] = row.split("\t");
      return { field, options, sentence: String(JSON.parse(json)), parts: partsOf(readings) };
    });

/** Reads a whole pasted text: the text, a line `=== decided words ===`, and its reading as in `pastedOf`. */
export function pastedTextOf(field: string, file: string): Expected {
  const [sentence = "", readings = ""] = file.split("\n\n=== decided words ===\n");
  return { field, sentence, parts: partsOf(readings.trimEnd()) };
}

const partsOf = (readings: string): string[][] =>
  readings
    .split(/\[\[(.*?)\]\]/)
    .map((part, index) => (index % 2 === 0 ? [part] : part.split("|")).flatMap(namedLetters));

/** A reading with each `@A` as the letter, whose Vietnamese name counts as the letter, and by its English name. */
function namedLetters(reading: string): string[] {
  if (!reading.includes("@")) return [reading];
  const named = (name: (letter: string) => string) =>
    reading.replace(/@(\p{L})/gu, (_, letter: string) => name(letter.toUpperCase()));
  return [named((letter) => spell(letter)), named(englishLetters)];
}

const english: Record<string, string> = Object.fromEntries(
  "A ây,B bi,C xi,D đi,E i,F ép,G gi,H ếch,I ai,J giây,K cây,L eo,M em,N en,O âu,P pi,Q kiu,R a,S ét,T ti,U diu,V vi,W đáp liu,X ích,Y oai,Z dét"
    .split(",")
    .map((pair) => pair.split(" ", 1).concat(pair.slice(2))),
);

const englishLetters = (text: string): string => Array.from(text.toUpperCase(), (one) => english[one] ?? "").join(" ");

/** A letter alone is spoken by its name. */
const nameOf = (word: string): string => (word.length === 1 && spell(word) ? spell(word) : word);

/** A foreign word and its Vietnamese syllables are one word: "inch" and "inh", "shop" and "sốp". */
const syllablesOf = (word: string): string =>
  foreignWords[word] ?? (word === "inch" ? units[word] : undefined) ?? nameOf(word);

/** Where two readings are both usual, one of them stands for both: also "đến ngày 3 tháng 2" and "đến 3 tháng 2". */
const asUsual = (text: string): string =>
  text
    .replace(/\s+/gu, " ")
    .replace(/(?<=quý )tư(?!\p{L})/gu, "bốn")
    .replace(/(?<!\p{L})gi ?ga(?!\p{L})/gu, "ghi ga")
    .replace(/(?<!\p{L})ampe(?!\p{L})/gu, "am pe")
    .replace(/(?<!\p{L})ngày (?=(?:mùng )?\p{L}+(?: \p{L}+){0,2} tháng)/gu, "");

const wordsOf = (text: string): string[] =>
  (asUsual(text.normalize("NFC").toLowerCase()).match(/[\p{L}\p{M}]+|\d+/gu) ?? []).flatMap((word) =>
    syllablesOf(word).toLowerCase().split(" "),
  );

const letterNames = new Set(
  "AĂÂBCDĐEÊFGHIJKLMNOÔƠPQRSTUƯVWXYZ".split("").flatMap((letter) => spell(letter).split(" ")),
);

/** Words around a number, without which it is still understood. */
const frame = new Set(
  "ngày mùng mồng tháng đến tới trên phút giờ một là và số không linh lẻ phần dấu chấm phẩy".split(" "),
);

/**
 * Compares a reading with the accepted ones by their words alone: `spelled` differs only where letters are spelled or left
 * as written, `worded` only in words that frame a number.
 */
export function score({ sentence, parts }: Expected, spoken: string): Scored {
  const chosen = parts.map(([first = ""]) => first);
  let best = compare(sentence, chosen.join(" "), spoken);
  for (const [index, readings] of parts.entries()) {
    for (const reading of readings.slice(1)) {
      const before = chosen[index] ?? "";
      chosen[index] = reading;
      const one = compare(sentence, chosen.join(" "), spoken);
      if (one.cost < best.cost) best = one;
      else chosen[index] = before;
    }
  }
  return { verdict: best.verdict, expected: chosen.join(""), differences: best.differences };
}

function compare(sentence: string, expected: string, spoken: string): Omit<Scored, "expected"> & { cost: number } {
  const written = new Set(wordsOf(sentence));
  const differences = differencesOf(wordsOf(expected), wordsOf(spoken));
  const isSpelled = ({ said, due }: Difference) =>
    said.length > 0 && due.length > 0 && said.every((word) => letterNames.has(word) || written.has(word));
  const isFrame = ({ said, due }: Difference) => [...said, ...due].every((word) => frame.has(word));
  const verdict: Verdict =
    differences.length === 0
      ? "right"
      : differences.every(isSpelled)
        ? "spelled"
        : differences.every((one) => isSpelled(one) || isFrame(one))
          ? "worded"
          : "wrong";
  const words = differences.reduce((sum, { due, said }) => sum + due.length + said.length, 0);
  const cost = ["right", "spelled", "worded", "wrong"].indexOf(verdict) * 1000 + words;
  return {
    verdict,
    cost,
    differences: differences.map(({ due, said }) => ({ expected: due.join(" "), spoken: said.join(" ") })),
  };
}

type Difference = { due: string[]; said: string[] };

/** The runs of words in which two readings differ, by their longest common subsequence. */
function differencesOf(due: string[], said: string[]): Difference[] {
  const length = Array.from({ length: due.length + 1 }, () => new Uint16Array(said.length + 1));
  for (let i = due.length - 1; i >= 0; i--)
    for (let j = said.length - 1; j >= 0; j--)
      (length[i] as Uint16Array)[j] =
        due[i] === said[j] ? at(length, i + 1, j + 1) + 1 : Math.max(at(length, i + 1, j), at(length, i, j + 1));
  const found: Difference[] = [];
  let open: Difference | null = null;
  for (let i = 0, j = 0; i < due.length || j < said.length; ) {
    if (i < due.length && j < said.length && due[i] === said[j]) {
      open = null;
      i++;
      j++;
      continue;
    }
    if (!open) {
      open = { due: [], said: [] };
      found.push(open);
    }
    if (j >= said.length || (i < due.length && at(length, i + 1, j) >= at(length, i, j + 1)))
      open.due.push(due[i++] ?? "");
    else open.said.push(said[j++] ?? "");
  }
  return found;
}

const at = (rows: Uint16Array[], i: number, j: number): number => rows[i]?.[j] ?? 0;

/** The 95 % interval of a share, after Wilson. */
export function intervalOf(count: number, all: number): [number, number] {
  const z = 1.96;
  const share = count / all;
  const center = share + (z * z) / (2 * all);
  const spread = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  return [(center - spread) / (1 + (z * z) / all), (center + spread) / (1 + (z * z) / all)];
}
