import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import pLimit from "p-limit";
import { expect, test } from "vitest";

const scripts: Record<string, string> = JSON.parse(readFileSync("package.json", "utf8")).scripts;

/** Programs of Biome and Vitest, which have their own help. */
const notOurs = ["format", "sdk-types"];

type Ended = { code: number | null; said: string; complained: string };

/** A command as npm starts it, without an installation, so that one that goes on despite its arguments fails. */
function run(script: string, ...args: string[]): Promise<Ended> {
  const [, ...own] = (scripts[script] ?? "").split(" ");
  const env = { ...process.env, VANG_API_KEY: "vang_live_none", DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" };
  const child = spawn(process.execPath, [...own, ...args], { env, stdio: ["ignore", "pipe", "pipe"], timeout: 60_000 });
  const ended: Ended = { code: null, said: "", complained: "" };
  child.stdout.on("data", (text) => (ended.said += text));
  child.stderr.on("data", (text) => (ended.complained += text));
  return new Promise((done) => child.on("close", (code) => done({ ...ended, code })));
}

const limit = pLimit(3);
const ours = Object.keys(scripts).filter((name) => !notOurs.includes(name));
const isOperator = (name: string) => scripts[name]?.includes("scripts/operator.mjs") === true;

/** What each of them does with these arguments, by its name. */
async function runEach(names: string[], ...args: string[]) {
  const all = names.map((name) => limit(async () => [name, await run(name, ...args)] as const));
  return Object.fromEntries(await Promise.all(all));
}

/** Those that start in a moment; the commands for operators are built first. */
const quick = ours.filter((name) => !isOperator(name) && name !== "bank");
const built = ours.filter((name) => !quick.includes(name));

const stack = /^\s+at .+:\d+:\d+\)?$/m;

/** The command-line program names itself as its users do. */
const usage = /npm (run|start|test)|Usage: vang/;

async function expectHelp(names: string[]) {
  for (const [name, { code, said, complained }] of Object.entries(await runEach(names, "--help"))) {
    expect([name, code, complained]).toEqual([name, 0, ""]);
    expect([name, said]).toEqual([name, expect.stringMatching(usage)]);
  }
}

async function expectRejection(names: string[], ...args: string[]) {
  for (const [name, { code, complained }] of Object.entries(await runEach(names, ...args))) {
    expect([name, code, complained]).toEqual([name, 2, expect.not.stringMatching(stack)]);
    expect([name, complained]).toEqual([name, expect.stringMatching(usage)]);
  }
}

/** Behind their stage, options are those of Vitest and Playwright. */
const runners = ["test:watch", "test:deep", "look"];

test("every npm script prints its usage for --help and does nothing else", () => expectHelp(quick));

test("every npm script ends with 2, a sentence and its usage for an argument that it does not know", () =>
  expectRejection(
    quick.filter((name) => !runners.includes(name)),
    "--nonsense",
  ));

test("every command for operators and the bank prints its usage for --help, and rejects an unknown option with 2", {
  tags: "deep",
}, async () => {
  expect(built.length).toBeGreaterThan(10);
  await expectHelp(built);
  await expectRejection(built, "--nonsense");
});

const wrong: [string, string[], RegExp][] = [
  ["listen", ["--to", "localhost:4000"], /--to is not a URL/],
  ["listen", ["--to", "ftp://localhost"], /--to is not a URL/],
  ["listen", ["--to"], /--to needs a value/],
  ["listen", [], /--to is missing/],
  ["listen", ["--to", "http://localhost:1", "--timeout", "long"], /--timeout is a number from 1 to 300, not long/],
  ["listen", ["--to", "http://localhost:1", "extra"], /extra/],
  ["trigger", [], /EVENT_TYPE is missing/],
  ["trigger", ["tts.completed", "stt.completed"], /“stt.completed” is one argument too many/],
  ["trigger", ["tts.completed", "--webhook"], /--webhook/],
];

test("listen and trigger say which of their arguments is wrong", async () => {
  await Promise.all(
    wrong.map(([name, args, sentence]) =>
      limit(async () => {
        const { code, complained } = await run(name, ...args);
        expect([name, args, code, complained]).toEqual([name, args, 2, expect.stringMatching(sentence)]);
        expect(complained).toContain(`Usage: vang webhooks ${name}`);
        expect(complained).not.toMatch(stack);
      }),
    ),
  );
});
