import { expect, test } from "vitest";
import { csvLine } from "./csv";

test.each([
  ["plain", "plain"],
  ["", ""],
  ["a,b", '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  ["Nguyễn Thị Minh", "Nguyễn Thị Minh"],
])("a cell is written as RFC 4180 has it: %j", (text, written) => {
  expect(csvLine([text, "x"])).toBe(`${written},x\r\n`);
});

test.each(["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", '=HYPERLINK("http://evil.example")'])(
  "no cell begins a formula: %j",
  (text) => {
    const [cell = ""] = csvLine([text]).replace(/^"/, "").split(/\r\n$/);
    expect(cell.startsWith("'")).toBe(true);
  },
);

test.each([
  ["Mozilla/5.0;=cmd|'/C calc'!A0", "Mozilla/5.0;'=cmd|'/C calc'!A0"],
  ['a; "+1', '"a; ""\'+1"'],
  ["a\n@SUM(A1)", '"a\n\'@SUM(A1)"'],
  ["a;b - c", "a;b - c"],
])("nor where cells are separated by semicolons: %j", (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});

test("a negative number is written as it is", () => {
  expect(csvLine(["-150.5", "-1"])).toBe("-150.5,-1\r\n");
});

test("controls, noncharacters and halves of surrogate pairs are replaced, since spreadsheets stop at them", () => {
  expect(csvLine(["a\u0000b\ufffe\ud800", "\u0001=1"])).toBe("a\ufffdb\ufffd\ufffd,\ufffd=1\r\n");
});
