// @module-tag promise
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { cloneCheckout, makeKeyIn, npmStart, shellWith } from "@/testing/harness/clone";
import { newDataDirectory } from "@/testing/harness/own-server";
import { listReadmeCommands, runPrinted } from "@/testing/harness/readme-commands";

const directory = newDataDirectory();
const clone = join(directory, "clone");
const data = join(directory, "data");
let key = "";

beforeAll(() => {
  cloneCheckout(clone);
});

/** Starts the clone, runs the README's commands, stops it, and returns the transcript of the last command. */
async function followReadme(bin: string): Promise<string> {
  const { url, stop } = await npmStart({ clone, data, bin });
  key ||= await makeKeyIn(data);
  const place = { url, key, directory: clone, path: shellWith(bin).PATH };
  let output = "";
  for (const { command } of listReadmeCommands()) output = await runPrinted(command, place);
  await stop();
  return JSON.parse(output).transcript;
}

test("in a fresh clone, the operator's command explains itself before anything else is run", () => {
  const options = { cwd: clone, env: shellWith(dirname(process.execPath)), encoding: "utf8" } as const;
  expect(execFileSync("npm", ["run", "operator", "--", "--help"], options)).toMatch(/^ {2}credit +/m);
});

test("in a fresh clone, the README's commands end in the transcript it shows, and 600 MB are installed at most", async () => {
  expect(await followReadme(dirname(process.execPath))).toBe("Xin chào Việt Nam.");
  const megabytes = Number.parseInt(execFileSync("du", ["-sm", join(clone, "node_modules")], { encoding: "utf8" }), 10);
  process.stdout.write(`node_modules: ${megabytes} MB\n`);
  expect(megabytes).toBeLessThanOrEqual(600);
});

test.for(["22", "24"])("the same commands end in the same transcript under Node %s", async (release, { skip }) => {
  const bin = installNode(release) ?? skip(`the registry has no Node ${release} for this machine`);
  expect(execFileSync(join(bin, "node"), ["--version"], { encoding: "utf8" })).toMatch(`v${release}.`);
  expect(await followReadme(bin)).toBe("Xin chào Việt Nam.");
});

/** Installs a Node release from npm, where each platform's Node is a package. */
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
