import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "./cli";
import { rowsOf } from "./data";
import { checkTerms, repairTerms } from "./keyterms";

const cases = join(__dirname, "../cases");
const rows = rowsOf(readFileSync(join(cases, "keyterms/terms.tsv"), "utf8")).map(
  ([terms = "", spoken = "", repaired = ""]) => ({ terms: terms.split(";"), spoken, repaired }),
);
const repairs = rows.map((row) => ({ row, repaired: repairTerms(row.spoken, row.terms) }));
const allTerms = [...new Set(rows.flatMap(({ terms }) => terms))];

test("every case of a key term is repaired, or left, as its row says", () => {
  const wrong = repairs.filter(({ row, repaired }) => repaired.text !== row.repaired);
  expect(wrong).toEqual([]);
  expect(rows.length).toBeGreaterThanOrEqual(200);
});

test("at most one word in a thousand of ordinary texts is taken for one of 70 terms", () => {
  const files = readdirSync(cases).filter((name) => /^(?:cardinals|dates|fractions|in-context|measures)/.test(name));
  const readings = files.flatMap((name) =>
    rowsOf(readFileSync(join(cases, name), "utf8")).map(([, spoken = ""]) => spoken),
  );
  const words =
    readings
      .join(" ")
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  expect(words.length).toBeGreaterThan(4000);
  const some = allTerms.filter((_, at) => at % 2 === 0).slice(0, 70);
  expect(some).toHaveLength(70);
  const changed = repairTerms(words.join(" "), some).words.filter(({ term, from, to }) => {
    const recognized = words.slice(from, to).join(" ");
    return term !== undefined && recognized !== term.toLowerCase();
  });
  expect(changed.length).toBeLessThanOrEqual(words.length / 1000);
});

test("each word names the spoken words that it stands for, with their times and speaker", () => {
  const spoken = ["gửi", "qua", "vi", "ta", "min", "bê", "mười", "hai", "nhé"].map((word, at) => ({
    word,
    start: at / 2,
    end: at / 2 + 0.4,
    speaker: "A",
  }));
  const { words } = repairTerms(spoken, ["Vitamin B12"]);
  expect(words).toEqual([
    { word: "gửi", start: 0, end: 0.4, speaker: "A", from: 0, to: 1 },
    { word: "qua", start: 0.5, end: 0.9, speaker: "A", from: 1, to: 2 },
    { word: "Vitamin", start: 1, end: 2.4, speaker: "A", from: 2, to: 5, term: "Vitamin B12" },
    { word: "B12", start: 2.5, end: 3.9, speaker: "A", from: 5, to: 8, term: "Vitamin B12" },
    { word: "nhé", start: 4, end: 4.4, speaker: "A", from: 8, to: 9 },
  ]);
});

test("the words that come out cover the words that went in, in order and each once", () => {
  for (const { row, repaired } of repairs) {
    const { words } = repaired;
    expect(words.map(({ from }) => from)).toEqual([0, ...words.slice(0, -1).map(({ to }) => to)]);
    expect(words.at(-1)?.to).toBe(row.spoken.split(" ").length);
  }
});

test("a term is found neither across two speakers nor across a long pause", () => {
  const said = (second: object) => [
    { word: "sê", start: 0, end: 0.3, speaker: "A" },
    Object.assign({ word: "bây", start: 0.4, end: 0.7, speaker: "A" }, second),
  ];
  expect(repairTerms(said({}), ["SePay"]).text).toBe("SePay");
  expect(repairTerms(said({ speaker: "B" }), ["SePay"]).text).toBe("sê bây");
  expect(repairTerms(said({ start: 2, end: 2.3 }), ["SePay"]).text).toBe("sê bây");
});

test("without terms or without words nothing changes", () => {
  expect(repairTerms("sê bây", []).text).toBe("sê bây");
  expect(repairTerms("", ["SePay"])).toEqual({ text: "", words: [] });
  expect(repairTerms("  ", ["SePay"]).words).toEqual([]);
});

test("terms that no rule can read are harmless, and found as they are written", () => {
  expect(repairTerms("mã 東京 đây", ["東京", "Ω", "+-*/", "ŋŋŋ"]).text).toBe("mã 東京 đây");
});

test.each([
  [["SePay", " sepay ", "MoMo"], { terms: ["SePay", "MoMo"] }],
  [["Hoà\u0300 B"], { terms: ["Hoà\u0300 B".normalize("NFC")] }],
  [["a".repeat(51)], { term: "a".repeat(51), problem: "tooLong" }],
  [["một hai ba bốn năm sáu"], { term: "một hai ba bốn năm sáu", problem: "tooManyWords" }],
  [["ổn", "Vang\u0007"], { term: "Vang\u0007", problem: "controlCharacter" }],
  [["ổn", "Va\u200bng"], { term: "Va\u200bng", problem: "controlCharacter" }],
  [["một\nhai"], { term: "một\nhai", problem: "controlCharacter" }],
  [["<break/>"], { term: "<break/>", problem: "tag" }],
  [["ổn", "  "], { term: "  ", problem: "empty" }],
  [["ổn", "!?"], { term: "!?", problem: "empty" }],
  [Array.from({ length: 101 }, (_, at) => `t${at}`), { term: "t100", problem: "tooManyTerms" }],
] as const)("a list is accepted, or its bad term named: %j", (list, expected) => {
  expect(checkTerms(list)).toEqual(expected);
});

test("a hundred equal terms count once, and a hundred different ones are accepted", () => {
  expect(checkTerms(Array.from({ length: 150 }, () => "SePay"))).toEqual({ terms: ["SePay"] });
  expect(checkTerms(Array.from({ length: 100 }, (_, at) => `t${at}`))).toHaveProperty("terms.length", 100);
});

test("ten times the words take about ten times as long, with 100 terms", () => {
  const some = allTerms.slice(0, 100);
  const text = rows
    .map(({ spoken }) => spoken)
    .join(" ")
    .split(" ");
  const words = (count: number) => Array.from({ length: count }, (_, at) => ({ word: text[at % text.length] ?? "" }));
  const milliseconds = (count: number) => {
    const given = words(count);
    const runs = [1, 2, 3].map(() => {
      const begun = process.cpuUsage();
      repairTerms(given, some);
      return process.cpuUsage(begun).user / 1000;
    });
    return Math.min(...runs);
  };
  milliseconds(500);
  const [few, many] = [milliseconds(500), milliseconds(5000)];
  expect(many).toBeLessThan(Math.max(few, 5) * 30);
});

test("the command repairs each line that it gets", () => {
  const lines = "SePay;VTB\tchuyển qua sê bây\nVTB\tvê tê bê ạ\nkhông có từ khóa\n";
  expect(run(["keyterms"], () => lines)).toEqual({
    output: "chuyển qua SePay\nVTB ạ\nkhông có từ khóa",
    code: 0,
  });
});
