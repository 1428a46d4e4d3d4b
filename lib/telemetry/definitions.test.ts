import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Definition, definitions } from "./definitions";

const all: readonly Definition[] = definitions;
const page = readFileSync("docs/observing.md", "utf8");

test("docs/observing.md lists every metric with its type, labels and meaning, and no other", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `vang_"));
  const written = all.map(({ name, type, labels = [], help }) => {
    const named = labels.map((label) => `\`${label}\``).join(", ");
    return `| \`${name}\` | ${type} |${named ? ` ${named} |` : " |"} ${help} |`;
  });
  expect(rows).toEqual(written);
});

test("names follow Prometheus's conventions, and no label is an id of a business, a key or a job", () => {
  for (const { name, type, labels = [] } of all) {
    expect(name).toMatch(/^vang_[a-z_]+$/);
    expect(name.endsWith("_total")).toBe(type === "counter");
    if (type === "histogram") expect(name).toMatch(/_seconds$/);
    for (const label of labels) expect(label).not.toMatch(/business|key|tracking|request|path|url|id$/);
  }
});
