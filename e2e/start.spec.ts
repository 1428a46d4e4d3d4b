import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { newDataDirectory, startOwnServer } from "@/testing/harness/own-server";
import { killAll } from "@/testing/harness/role-processes";

const postmaster = (data: string) => join(data, "postgres/data/postmaster.pid");

// One after the other: they need a worker of their own, without another server's secrets in its environment.
test.describe.configure({ mode: "default" });

/** Processes whose command line contains this directory. */
function listProcesses(directory: string): string {
  try {
    return execFileSync("pgrep", ["-fa", directory], { encoding: "utf8" });
  } catch {
    return "";
  }
}

test("a first start prints the demo sign-in, stores secrets for its user alone, and Ctrl-C leaves nothing running", {
  tag: "@deep",
}, async () => {
  test.slow();
  const data = newDataDirectory();
  const first = await startOwnServer({ VANG_DATA: data });
  expect(first.output()).toContain("demo@vang.local");
  expect((await fetch(`${first.url}/sign-in`)).status).toBe(200);
  expect((await fetch(`${first.url}/tts/voices`)).status).toBe(401);
  expect(statSync(join(data, "secrets.json")).mode & 0o777).toBe(0o600);

  first.process.kill("SIGINT");
  expect(await first.ended).toBe(0);
  expect(existsSync(postmaster(data))).toBe(false);
  expect(listProcesses(data)).toBe("");
});

test("a start after kill -9 takes the database over and prints no sign-in again, and its Ctrl-C stops it", {
  tag: "@deep",
}, async () => {
  const data = newDataDirectory();
  const killed = await startOwnServer({ VANG_DATA: data });
  killAll(killed);
  await killed.ended;
  expect(existsSync(postmaster(data))).toBe(true);

  const next = await startOwnServer({ VANG_DATA: data });
  expect(next.output()).not.toContain("password");
  next.process.kill("SIGINT");
  expect(await next.ended).toBe(0);
  expect(listProcesses(data)).toBe("");
});

test("a port in use is reported in one sentence with the solution", async ({ baseURL }) => {
  const port = new URL(baseURL ?? "").port;
  const refused = await startOwnServer({ VANG_DATA: newDataDirectory(), PORT: port });
  expect(await refused.ended).toBe(1);
  expect(refused.output().trim().split("\n")).toEqual([expect.stringMatching(`^Port ${port} is taken .*PORT=`)]);
});

test("a data directory that cannot be written is reported in one sentence with the solution", async () => {
  const file = join(newDataDirectory(), "a-file");
  writeFileSync(file, "");
  const refused = await startOwnServer({ VANG_DATA: file });
  expect(await refused.ended).toBe(1);
  expect(refused.output().trim().split("\n")).toEqual([expect.stringMatching(/cannot write .*VANG_DATA/)]);
  expect(readFileSync(file, "utf8")).toBe("");
});
