import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const rows = readFileSync("docs/promises.md", "utf8")
  .split("\n")
  .filter((line) => /^\| [A-Z]\d/.test(line));

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
