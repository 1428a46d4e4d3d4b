import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

test("the files of the model are those that were trained", () => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, "../model", name));
  const sums = read("SHA256SUMS").toString("utf8").trim().split("\n");
  expect(sums.length).toBeGreaterThan(5);
  for (const line of sums) {
    const [sum, name = ""] = line.split(/\s+/);
    expect([name, createHash("sha256").update(read(name)).digest("hex")]).toEqual([name, sum]);
  }
});
