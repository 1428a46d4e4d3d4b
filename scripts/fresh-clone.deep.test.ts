import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { newDataDirectory } from "@/testing/harness/own-server";
import { listReadmeCommands, runPrinted } from "@/testing/harness/readme-commands";
import { ensureDatabase, freePort } from "./database.mjs";

const directory = newDataDirectory();
const clone = join(directory, "clone");
const data = join(directory, "data");
let key = "";

beforeAll(() => {
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", process.cwd(), clone]);
});

/** What a new user's shell has: nothing of this test run, and `bin` in front. */
function shellWith(bin: string): NodeJS.ProcessEnv {
  const known = /^(HOME|LANG|TMPDIR|npm_config_(registry|cache|userconfig))$/i;
  const kept = Object.entries(process.env).filter(([name]) => known.test(name));
  return { ...Object.fromEntries(kept), PATH: `${bin}:${process.env.PATH}` } as unknown as NodeJS.ProcessEnv;
}

/** `npm start` in the clone, under the Node in `bin`. Resolves when it serves. */
async function npmStart(bin: string) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { ...shellWith(bin), PORT: String(port), VANG_DATA: data };
  const npm = spawn("npm", ["start"], { cwd: clone, env });
  let output = "";
  for (const stream of [npm.stdout, npm.stderr]) stream.on("data", (chunk) => (output += chunk));
  // The server holds the same output: this is when both are gone.
  const ended = new Promise<void>((done) => npm.on("close", () => done()));
  while (npm.exitCode === null && !output.includes(`console  ${url}`)) await sleep(100);
  expect(output).toContain(`console  ${url}`);
  return { url, npm, ended };
}

/** A key of a member with credit, written as the console would write it. */
async function makeKeyThere(): Promise<string> {
  process.env.DATABASE_URL = (await ensureDatabase({ directory: join(data, "postgres") })).url;
  Object.assign(process.env, JSON.parse(readFileSync(join(data, "secrets.json"), "utf8")));
  const { makeKey, makeMember } = await import("@/prisma/factories");
  const { closeDatabase } = await import("@/lib/db");
  const made = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
  await closeDatabase();
  return made;
}

/** Starts, runs the README's commands and ends; the transcript is what the last of them gave. */
async function followReadme(bin: string): Promise<string> {
  const { url, npm, ended } = await npmStart(bin);
  key ||= await makeKeyThere();
  const place = { url, key, directory: clone, path: shellWith(bin).PATH };
  let output = "";
  for (const { command } of listReadmeCommands()) output = await runPrinted(command, place);
  npm.kill("SIGTERM");
  await ended;
  return JSON.parse(output).transcript;
}

test("in a fresh clone, the README's commands end in the transcript it shows, and 600 MB are installed at most", async () => {
  expect(await followReadme(dirname(process.execPath))).toBe("xin chào việt nam");
  const megabytes = Number.parseInt(execFileSync("du", ["-sm", join(clone, "node_modules")], { encoding: "utf8" }), 10);
  process.stdout.write(`node_modules: ${megabytes} MB\n`);
  expect(megabytes).toBeLessThanOrEqual(600);
});

test.for(["22", "24"])("the same commands end in the same transcript under Node %s", async (release, { skip }) => {
  const bin = installNode(release) ?? skip(`the registry has no Node ${release} for this machine`);
  expect(execFileSync(join(bin, "node"), ["--version"], { encoding: "utf8" })).toMatch(`v${release}.`);
  expect(await followReadme(bin)).toBe("xin chào việt nam");
});

/** The directory of a Node of that release from npm's registry, which has it as a package for each platform. */
function installNode(release: string): string | undefined {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const prefix = join(directory, `node-${release}`);
  mkdirSync(prefix);
  const install = ["install", "--prefix", prefix, "--no-audit", "--no-fund", "--ignore-scripts", `${name}@${release}`];
  if (spawnSync("npm", install, { stdio: "ignore" }).status !== 0) return undefined;
  const bin = join(prefix, "node_modules", name, "bin");
  chmodSync(join(bin, "node"), 0o755);
  return bin;
}
