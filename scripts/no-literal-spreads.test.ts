import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

/** Which of these lines the linter rejects by the rule, from 1. */
async function listRejected(lines: readonly string[]): Promise<number[]> {
  const directory = await mkdtemp(join(tmpdir(), "vang-lint-"));
  try {
    const plugins = [resolve("scripts/no-literal-spreads.grit")];
    const settings = { root: true, plugins, linter: { rules: { preset: "none" } } };
    await writeFile(join(directory, "biome.json"), JSON.stringify(settings));
    await writeFile(join(directory, "lines.tsx"), lines.join("\n"));
    const biome = resolve("node_modules/@biomejs/biome/bin/biome");
    const output = await new Promise<string>((done) => {
      const parameters = [biome, "lint", "--reporter=github", "."];
      execFile(process.execPath, parameters, { cwd: directory }, (_error, stdout) => done(stdout));
    });
    return [...output.matchAll(/^::error title=plugin,.*?\bline=(\d+),/gm)].map(([, line]) => Number(line));
  } finally {
    await rm(directory, { recursive: true });
  }
}

test("the linter rejects the spread of a literal, also in parentheses, with a type, or in JSX", async () => {
  const lines = [
    "export const a = { ...{ x }, y };",
    "export const b = { ...({ x } as const), y };",
    "export const c = { ...({ x }), y };",
    "export const d = { ...({ x } satisfies object), y };",
    "export const e = <p {...{ x }} />;",
    "export const f = Object.assign(y, { x });",
    "export const g = Object.assign({}, { x }, y);",
  ];
  expect(await listRejected(lines)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("the linter accepts the spread of a value, of a condition and of a list", async () => {
  const lines = [
    "export const a = { ...x, y };",
    "export const b = { ...(x && { y }) };",
    "export const c = { ...(x ? { y } : {}) };",
    "export const d = [...[x, y]];",
    "export const e = <p {...x} />;",
    "export const f = Object.assign(x, y);",
    "export const g = { x: { y } };",
  ];
  expect(await listRejected(lines)).toEqual([]);
});
