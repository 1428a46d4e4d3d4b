// @module-tag slow
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { startApi } from "@/testing/harness/api";
import { startCli } from "@/testing/harness/cli";
import { needs } from "@/testing/harness/needs";
import { makePartner } from "@/testing/harness/partner";

let api: Awaited<ReturnType<typeof startApi>>;
let cli: Awaited<ReturnType<typeof startCli>>;
beforeAll(async () => {
  api = await startApi();
  cli = await startCli(api.url);
});
afterAll(async () => {
  await api.close();
  cli.close();
});

const nowhere = "http://127.0.0.1:9";
const file = () => join(cli.folder, "config/vang/config.json");

test("a key is checked, kept for its owner only, used by later runs, and removed", async () => {
  const { key } = await makePartner();
  const { key: second, businessId } = await makePartner();
  const wrong = await cli.run(["login", "--with-key"], { stdin: `vang_live_${"0".repeat(40)}\n` });
  expect([wrong.code, wrong.stdout, existsSync(file())]).toEqual([3, "", false]);
  expect(wrong.stderr).toContain("KEY_INVALID");

  const args = ["login", "--with-key", "--base-url", `${api.url}/`];
  const first = await cli.run(args, { stdin: `${key}\n`, env: { VANG_BASE_URL: nowhere } });
  expect([first.code, first.stderr]).toEqual([0, ""]);
  expect(first.stdout).not.toContain(key);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(cli.folder, "config/vang"))).toEqual(["config.json"]);
  const { code } = await cli.run([...args, "--profile", "work", "--json"], { stdin: second });
  expect(code).toBe(0);

  const env = { VANG_BASE_URL: undefined };
  const used = async (argv: string[], options: Parameters<typeof cli.run>[1] = { env }) =>
    JSON.parse((await cli.run(["whoami", "--json", ...argv], options)).stdout);
  expect(await used([])).toMatchObject({ profile: "work", baseUrl: api.url, key: `vang_live_…${second.slice(-4)}` });
  expect(await used(["--profile", "default"])).toMatchObject({ key: `vang_live_…${key.slice(-4)}` });
  expect(await used([], { env: { ...env, VANG_PROFILE: "default" } })).toMatchObject({ profile: "default" });
  expect(await used([], { key, env })).toMatchObject({ profile: null, key: `vang_live_…${key.slice(-4)}` });
  const unreachable = await cli.run(["voices", "--json"], { env: { VANG_BASE_URL: nowhere } });
  expect(unreachable.code).toBe(5);

  await db.apiKey.updateMany({ where: { businessId }, data: { revokedAt: new Date() } });
  expect((await cli.run(["whoami"], { env })).code).toBe(3);
  expect((await cli.run(["logout"], { env })).code).toBe(0);
  expect(readFileSync(file(), "utf8")).not.toContain(second);
  expect(await used([])).toMatchObject({ profile: "default" });
  expect((await cli.run(["logout", "--profile", "work"], { env })).code).toBe(3);
}, 120_000);

test("it works without a home, and says what to do where a key could not be kept or the file is damaged", async () => {
  const { key } = await makePartner();
  const env = { XDG_CONFIG_HOME: undefined, HOME: undefined };
  expect((await cli.run(["voices"], { key, env })).code).toBe(0);
  const unwritable = { XDG_CONFIG_HOME: "/dev/null" };
  expect((await cli.run(["voices"], { key, env: unwritable })).code).toBe(0);
  const kept = await cli.run(["login", "--with-key"], { stdin: key, env: unwritable });
  expect([kept.code, kept.stdout]).toEqual([1, ""]);
  writeFileSync(file(), "{");
  const damaged = await cli.run(["voices"]);
  expect([damaged.code, damaged.stderr]).toEqual([1, expect.stringContaining("config.json is not valid JSON")]);
}, 120_000);

const hasTerminal = spawnSync("script", ["--version"]).status === 0;

test.runIf(hasTerminal)(
  "a key that is typed is not shown, and Ctrl-C ends the question",
  { ...needs("script"), timeout: 120_000 },
  async () => {
    const { key } = await makePartner();
    const ask = async (typed: string) => {
      const config = join(cli.folder, `typed-${typed.length}`);
      const command = `${process.execPath} ${cli.program} login`;
      const child = spawn("script", ["-qec", command, "/dev/null"], {
        env: { ...process.env, XDG_CONFIG_HOME: config, VANG_BASE_URL: api.url, VANG_API_KEY: "" },
      });
      let shown = "";
      child.stdout.on("data", (chunk) => (shown += chunk));
      await expect.poll(() => shown, { timeout: 30_000 }).toContain("API key for");
      child.stdin.write(typed);
      const [code] = await once(child, "close");
      return { code, shown };
    };
    const { code, shown } = await ask(`x\x7f${key}\r`);
    expect([code, shown.includes(key.slice(-8))]).toEqual([0, false]);
    expect((await ask("abc\x03")).code).toBe(130);
  },
);
