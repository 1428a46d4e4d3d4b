import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const rows = readFileSync("docs/promises.md", "utf8")
  .split("\n")
  .filter((line) => /^\| [A-Z]\d/.test(line));

const idOf = (row: string) => row.split("|")[1]?.trim() ?? "";

test("every promise has an id of its own, two sentences at most and a test", () => {
  const ids = rows.map(idOf);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  const wrong = rows.filter((row) => {
    const [, , promise = "", proof = ""] = row.split("|");
    return (promise.match(/\. |\.$/g) ?? []).length > 2 || !/`[^`]+\.(test|deep\.test|spec)\.tsx?`/.test(proof);
  });
  expect(wrong.map(idOf)).toEqual([]);
});

test("every promise names tests that exist, by file and by title", () => {
  expect(rows.length).toBeGreaterThan(10);
  const missing = rows.flatMap((row) => {
    const proof = row.split("|")[3] ?? "";
    const files = [...proof.matchAll(/`([^`]+\.tsx?)`/g)].map(([, file]) => file ?? "");
    const source = files
      .filter(existsSync)
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");
    const titles = [...proof.matchAll(/"([^"]+?)…?"/g)].map(([, title]) => title ?? "");
    return [...files.filter((file) => !existsSync(file)), ...titles.filter((title) => !source.includes(title))];
  });
  expect(missing).toEqual([]);
});
