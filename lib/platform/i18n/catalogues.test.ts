import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogues } from "./catalogues";

type Words = { [key: string]: string | Words };

const listIds = (words: Words, path = ""): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === "string" ? [path + key] : listIds(value, `${path}${key}.`),
  );

const read = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => ending.test(path) && !path.includes(".test."))
    .map((path) => readFileSync(join(folder, path), "utf8"));

const find = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

const code = ["app", "components", "lib", "packages/cli/src"].flatMap((folder) => read(folder, /\.tsx?$/));
/** What a variable at the end of an id can be: a quoted text, or the name of a field. */
const named = new Set(code.flatMap((text) => [...find(text, /"([\w:.-]+)"/g), ...find(text, /(\w+)\??:/g)]));
/** The namespaces that lists get as a property. */
const passed = code.flatMap((text) => find(text, /\bwords="([\w.]+)"/g));

const variable = /\$\{[^}]*\}/g;
const files = code.map((text) => {
  const templates = find(text, /`((?:[\w.:-]|\$\{[^}]*\})+)`/g).filter((id) => /\w/.test(id.replace(variable, "")));
  const opened = templates.flatMap((id) => find(id, /^([\w.]+)\.\$\{\w+\}$/g));
  const spaces = find(text, /(?:Translations|pageTitle)\((?:"([\w.]+)")?[,)]/g);
  return {
    spaces: new Set([...spaces, ...opened, ...(text.includes("useTranslations(words)") ? passed : [])]),
    ids: new Set(find(text, /"([\w:.-]+)"/g)),
    patterns: templates.map((id) => new RegExp(`^${id.replaceAll(".", "\\.").replace(variable, "[\\w:-]+")}$`)),
    isOpen: opened.length > 0 || /\b(t|remedies)(\.\w+)?\(([\w.]+|[^"(]* : \w+)( as "\w+")?[,)]/.test(text),
  };
});

const others = new Set([
  ...read("messages/docs", /\.md$/).flatMap((text) => find(text, /\{\{say ([\w.]+)\}\}/g)),
  ...code.flatMap((text) => find(text, /\b(docs(?:\.\w+)+)/g)),
]);
/** Ids that several variables or a longer text make up. */
const composed =
  /^docs\.((rules|charges|webhooks\.(security|rules))\.\w+\.(title|words)|scopes\.\w+)$|^api\.\w+ElsewhereAt$|\.advice\.\d+$/;

function isReached(id: string): boolean {
  const parts = id.split(".");
  const isReachedIn = ({ spaces, ids, patterns, isOpen }: (typeof files)[number]) =>
    parts.some((_, at) => {
      const rest = parts.slice(at).join(".");
      if (at > 0 && !spaces.has(parts.slice(0, at).join("."))) return false;
      return ids.has(rest) || patterns.some((pattern) => pattern.test(rest)) || (at > 0 && isOpen && named.has(rest));
    });
  return others.has(id) || composed.test(id) || files.some(isReachedIn);
}

test("every message is reached from the code or a guide", () => {
  expect(listIds(catalogues.vi).filter((id) => !isReached(id))).toEqual([]);
});
