import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

type Names = { everywhere: string[]; verbs: string[]; notFeatures: string[]; nouns: Record<string, string[]> };

const { everywhere, verbs, notFeatures, nouns }: Names = JSON.parse(
  readFileSync("testing/corpora/file-names.json", "utf8"),
);

const features = readdirSync("lib", { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !notFeatures.includes(entry.name))
  .map(({ name }) => name);

const filesOf = (feature: string) =>
  readdirSync(join("lib", feature), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.ts$/.test(file) && !/\.(test|d)\.ts$/.test(file))
    .map((file) => basename(file, ".ts"));

const isAction = (name: string) => verbs.includes(name.split("-", 1)[0] ?? "");

/**
 * A feature's files are called `schema`, `service`, `queries`, `actions`, `mail`, `tasks` or `cli`, begin with a verb, or
 * are a noun listed for the feature in `testing/corpora/file-names.json`. A new noun is added there on purpose.
 */
test.each(features)("lib/%s names its files by the vocabulary", (feature) => {
  const known = [...everywhere, ...(nouns[feature] ?? [])];
  expect(filesOf(feature).filter((name) => !known.includes(name) && !isAction(name))).toEqual([]);
});

test("every noun of the list is a file's name, and every feature of the list exists", () => {
  const unused = Object.entries(nouns).flatMap(([feature, names]) => {
    const files = features.includes(feature) ? filesOf(feature) : [];
    return names.filter((name) => !files.includes(name)).map((name) => `${feature}/${name}`);
  });
  expect(unused).toEqual([]);
});
