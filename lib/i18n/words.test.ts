import { expect, test } from "vitest";
import { refusals } from "@/lib/errors";
import { catalogues } from "./catalogues";
import { say } from "./words";

type Words = { [key: string]: string | Words };

function flatten(words: Words, path = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[path + key, value]] : flatten(value, `${path}${key}.`),
  );
}

const vi = new Map(flatten(catalogues.vi));
const en = new Map(flatten(catalogues.en));
const holes = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();

test("both languages say the same things", () => {
  expect([...en.keys()].sort()).toEqual([...vi.keys()].sort());
});

test("both languages tell the same values", () => {
  const told = (words: Map<string, string>) =>
    Object.fromEntries([...words].map(([id, text]) => [id, new Set(holes(text))]));
  expect(told(en)).toEqual(told(vi));
});

test("every refusal has its words, which need no value: the documentation shows them bare", () => {
  for (const code of Object.keys(refusals)) {
    expect(vi.get(`errors.${code}`), code).toBeTruthy();
    expect(holes(vi.get(`errors.${code}`) ?? ""), code).toEqual([]);
  }
});

test("words are said outside a page, with their values, in the language asked for", () => {
  expect(say("vi", "ui.waveform.at", { now: "0:03", total: "0:12" })).toBe("0:03 trên 0:12");
  expect(say("en", "ui.waveform.at", { now: "0:03", total: "0:12" })).toBe("0:03 of 0:12");
});

test("the hint of the billing role says that it edits the invoice details", () => {
  expect(say("en", "members.roleHints.billing")).toContain("edits the invoice details");
  expect(say("vi", "members.roleHints.billing")).toContain("sửa thông tin hóa đơn");
});
