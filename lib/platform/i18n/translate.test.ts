import { expect, test } from "vitest";
import { errorCodes } from "@/lib/platform/errors";
import { catalogues } from "./catalogues";
import { translate } from "./translate";

type Words = { [key: string]: string | Words };

function flatten(words: Words, path = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[path + key, value]] : flatten(value, `${path}${key}.`),
  );
}

const vi = new Map(flatten(catalogues.vi));
const en = new Map(flatten(catalogues.en));
const holes = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();

test("both languages have the same messages", () => {
  expect([...en.keys()].sort()).toEqual([...vi.keys()].sort());
});

test("both languages use the same values", () => {
  const noticesOf = (words: Map<string, string>) =>
    Object.fromEntries([...words].map(([id, text]) => [id, new Set(holes(text))]));
  expect(noticesOf(en)).toEqual(noticesOf(vi));
});

test("every error has a message that needs no value: the documentation shows it bare", () => {
  expect(Object.keys(errorCodes).length).toBeGreaterThan(40);
  for (const code of Object.keys(errorCodes)) {
    expect(vi.get(`errors.${code}`), code).toBeTruthy();
    expect(holes(vi.get(`errors.${code}`) ?? ""), code).toEqual([]);
  }
});

test("messages outside a page use their values and the given language", () => {
  expect(translate("vi", "ui.waveform.at", { now: "0:03", total: "0:12" })).toBe("0:03 trên 0:12");
  expect(translate("en", "ui.waveform.at", { now: "0:03", total: "0:12" })).toBe("0:03 of 0:12");
});

test("the hint of the billing role says that it edits invoice details", () => {
  expect(translate("en", "members.roleHints.billing")).toContain("edits invoice details");
  expect(translate("vi", "members.roleHints.billing")).toContain("sửa thông tin hóa đơn");
});
