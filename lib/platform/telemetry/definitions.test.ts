import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Definition, definitions } from "./definitions";

const all: readonly Definition[] = definitions;
const page = readFileSync("docs/operate/observing.md", "utf8");

test("docs/operate/observing.md lists every metric with its type, labels and meaning, and no other", () => {
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

const read = (file: string) => readFileSync(`docs/operate/observing/${file}`, "utf8");

/** What a histogram adds to the names of its series. */
const seriesOf = ({ name, type }: Definition) =>
  type === "histogram" ? ["bucket", "sum", "count"].map((end) => `${name}_${end}`) : [name];

test.each(["alerts.yml", "board.json"])("docs/operate/observing/%s uses metrics that exist", (file) => {
  const used = read(file).match(/\bvang_[a-z_]+(?=[{[) ]|\\n)/g) ?? [];
  expect(used.length).toBeGreaterThan(10);
  const exist = all.flatMap(seriesOf);
  expect(used.filter((name) => !exist.includes(name))).toEqual([]);
});

test("there are thirteen alerts, each with a summary, a description and how urgent it is", () => {
  const rules = read("alerts.yml").split("- alert: ").slice(1);
  expect(rules).toHaveLength(13);
  for (const rule of rules) {
    expect(rule).toMatch(/severity: (page|ticket)\b/);
    expect(rule).toMatch(/summary: \S+[\s\S]*description: \S+/);
  }
});
