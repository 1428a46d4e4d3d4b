import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import words from "../testing/corpora/plain-words.json";
import { findTerms, type Passage } from "../testing/harness/find-terms";

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const roots = ["app", "components", "lib", "packages", "prisma", "e2e", "scripts", "testing", "bench", "docs"];
const files = [
  ...roots.flatMap((root) => readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) => join(root, path))),
  ...readdirSync("."),
]
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.(tsx?|mjs|md|prisma)$/.test(file) && !/generated|fixtures|\.(d|gen)\.ts$/.test(file))
  .map((file) => ({ file, source: readFileSync(file, "utf8") }));

const lineAt = (source: string, offset: number) => source.slice(0, offset).split("\n").length;
const isCode = ({ file }: { file: string }) => /\.(tsx?|mjs)$/.test(file);

function listNodes(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(listNodes);
  if (!value || typeof value !== "object") return [];
  const below = Object.values(value).flatMap(listNodes);
  return "type" in value ? [value as Node, ...below] : below;
}

/** `test` in `test.each(rows)("title", …)`, `log` in `log.error(…)`, `Error` in `new Error(…)`. */
function nameOf(node: Node | undefined): unknown {
  const inner = node?.object ?? node?.callee ?? node?.tag;
  return inner ? nameOf(inner as Node) : node?.name;
}

/** The literal that a person reads: a test's title, an error's message, what is logged. */
function findText(node: Node): Node | undefined {
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return undefined;
  const name = String(nameOf(node.callee as Node));
  const arguments_ = node.arguments as Node[];
  const text = /^(describe|test|it|Error)$/.test(name) ? arguments_[0] : name === "log" ? arguments_.at(-1) : undefined;
  return text && /^(Literal|TemplateLiteral)$/.test(text.type) ? text : undefined;
}

function readTree(file: string, source: string) {
  const { program, comments } = parseSync(file, source);
  return { program, comments };
}

/** Markdown without its code blocks, with the same line numbers. */
const withoutCode = (source: string) =>
  source.replace(/^```.*?^```$/gms, (block) => "\n".repeat(lineAt(block, block.length) - 1));

const parsed = files.filter(isCode).map(({ file, source }) => ({ file, source, ...readTree(file, source) }));
const passages: Passage[] = [
  ...parsed.flatMap(({ file, source, program, comments }) =>
    [...comments, ...listNodes(program).flatMap((node) => findText(node) ?? [])].map(({ start, end }) => ({
      in: file,
      at: `${file}:${lineAt(source, start)}`,
      text: source.slice(start, end),
    })),
  ),
  ...files
    .filter((one) => !isCode(one))
    .flatMap(({ file, source }) =>
      withoutCode(source)
        .split("\n")
        .map((text, index) => ({ in: file, at: `${file}:${index + 1}`, text }))
        .filter(({ text }) => file.endsWith(".md") || text.includes("//")),
    ),
];

/** Code quoted in prose, and links, are not prose; a sentence may run over the lines of a comment. */
const proseOf = (text: string) =>
  text.replace(/`[^`]*`|\]\([^)]*\)|https?:\S+/g, "`").replace(/\s*\n\s*(\/\/|\*(?!\/))?\s*/g, " ");

test("comments, test titles, errors, log lines and docs use plain words", () => {
  const prose = passages.map((passage) => ({ ...passage, text: proseOf(passage.text) }));
  expect(findTerms(prose, words)).toEqual({ found: [], unneeded: [] });

  const lines = (text: string) => text.split("\n").length;
  const comments = parsed.flatMap((one) => one.comments).reduce((sum, { value }) => sum + lines(value), 0);
  const all = parsed.reduce((sum, { source }) => sum + lines(source), 0);
  console.info(`${((100 * comments) / all).toFixed(1)} % of ${all} lines are comments (goal: 3 to 6 %)`);
});

/** `isRetried` is "is" and "retried". */
const wordsOf = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[\s_$-]+/)
    .map((word) => word.toLowerCase());

const isIdentifier = ({ type }: Node) => /^(JSX|Private)?Identifier$/.test(type);

test("names in the code use plain words and American spelling", () => {
  const banned = new RegExp(`^(${words.identifiers.join("|")})$`);
  const named = parsed.flatMap(({ file, program }) =>
    listNodes(program)
      .filter(isIdentifier)
      .map(({ name }) => ({ file, name: String(name) })),
  );
  expect(named.length).toBeGreaterThan(100_000);
  const isAllowed = (name: string) => Object.hasOwn(words.identifierExceptions, name);
  const found = named.filter(({ name }) => wordsOf(name).some((word) => banned.test(word)) && !isAllowed(name));
  expect(new Set(found.map(({ file, name }) => `${file}: ${name}`))).toEqual(new Set());
  const all = new Set(named.map(({ name }) => name));
  expect(Object.keys(words.identifierExceptions).filter((name) => !all.has(name))).toEqual([]);
});

test("the name of a function says what it describes", () => {
  const functions = parsed.flatMap(({ file, program }) =>
    (program.body as unknown as Node[])
      .map((node) => (node.declaration ?? node) as Node)
      .flatMap((node) => [node, ...((node.declarations as Node[] | undefined) ?? [])])
      .map(({ id }) => ({ file, name: (id as Node | undefined)?.name })),
  );
  expect(functions.length).toBeGreaterThan(5000);
  expect(functions.filter(({ name }) => name === "describe")).toEqual([]);
});
