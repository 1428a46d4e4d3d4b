// @module-tag promise
// @module-tag slow
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { ownerUrl } from "@/testing/harness/as-owner";
import { newDataDirectory } from "@/testing/harness/own-server";
import { ensureDatabase } from "./database.mjs";

const script = `const { prepareEnvironment } = await import("./scripts/environment.mjs");
  const { ownerUrl, release } = await prepareEnvironment();
  console.log(JSON.stringify({ ownerUrl, env: process.env }));
  await release();`;

/** The environment after a start in the checkout `cwd`, and the returned URL. */
function prepare(
  settings: Record<string, string | undefined>,
  cwd = process.cwd(),
): { ownerUrl: string; env: NodeJS.ProcessEnv } {
  const env = { ...process.env, ...settings };
  const options = { cwd, env, encoding: "utf8" } as const;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", script], options));
}

test("with the embedded database the owner's password is not in the environment of the program", async () => {
  const VANG_DATA = newDataDirectory();
  const prepared = prepare({ VANG_DATA, DATABASE_URL: "" });
  const password = readFileSync(join(VANG_DATA, "postgres/password"), "utf8");
  expect(new URL(prepared.ownerUrl)).toMatchObject({ username: "vang", password });
  expect(new URL(prepared.env.DATABASE_URL ?? "")).toMatchObject({ username: "vang_app" });
  expect(JSON.stringify(prepared.env)).not.toContain(password);
  await (await ensureDatabase({ directory: join(VANG_DATA, "postgres") })).stop();
});

test("DATABASE_OWNER_URL is taken out of the environment", () => {
  const settings = { VANG_DATA: newDataDirectory(), DATABASE_OWNER_URL: ownerUrl() };
  const prepared = prepare(settings);
  expect(prepared.ownerUrl).toBe(ownerUrl());
  expect(JSON.stringify(prepared.env)).not.toContain(new URL(inject("adminUrl")).password);
});

test("DATABASE_OWNER_URL without DATABASE_URL is rejected", () => {
  const env = { ...process.env, VANG_DATA: newDataDirectory(), DATABASE_URL: "", DATABASE_OWNER_URL: ownerUrl() };
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", script], { env, encoding: "utf8" });
  expect(run.status).not.toBe(0);
  expect(run.stderr).toContain("DATABASE_OWNER_URL is set without DATABASE_URL: set both, or neither.");
  expect(run.stderr).not.toContain(new URL(ownerUrl()).password);
});

test("on a loopback address the simulated bank works without settings, and on a public one nothing of it is set", () => {
  const settings = { VANG_DATA: newDataDirectory(), DATABASE_URL: process.env.DATABASE_URL ?? "", PORT: "3000" };
  const { env } = prepare(settings);
  expect(env).toMatchObject({ SEPAY_API_URL: "http://127.0.0.1:13000/v2" });
  const names = [
    "SEPAY_API_KEYS",
    "SEPAY_WEBHOOK_SECRETS",
    "CASSO_CHECKSUM_KEYS",
    "PAYOS_CHECKSUM_KEYS",
    "SEPAY_API_TOKEN",
  ];
  const secrets = names.map((name) => env[name]);
  expect(new Set(secrets.filter((secret) => (secret?.length ?? 0) >= 32)).size).toBe(5);
  expect(names.map((name) => prepare(settings).env[name])).toEqual(secrets);
  expect(prepare({ ...settings, SEPAY_API_KEYS: "own" }).env).toMatchObject({ SEPAY_API_KEYS: "own" });
  expect(prepare({ ...settings, SEPAY_API_TOKEN: "own" }).env).not.toHaveProperty("SEPAY_API_URL");

  const open = prepare({ ...settings, VANG_URL: "https://vang.example.com" }).env;
  for (const name of [...names, "SEPAY_API_URL"]) expect(open).not.toHaveProperty(name);
});

describe("data of an earlier release that other users of the machine could read", () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);
  const create = (path: string, mode: number) => {
    mkdirSync(path, { recursive: true });
    chmodSync(path, mode);
  };

  test("is closed to them at the start, and the database below it works", async () => {
    const checkout = newDataDirectory();
    const data = join(checkout, ".data");
    cpSync("scripts", join(checkout, "scripts"), { recursive: true });
    symlinkSync(join(process.cwd(), "node_modules"), join(checkout, "node_modules"));
    create(data, 0o755);
    const closed = ["objects", "audit-heads", "uploads", "mail"];
    for (const name of closed) create(join(data, name), 0o775);
    create(join(data, "objects/VN"), 0o755);
    prepare({ VANG_DATA: undefined, DATABASE_URL: "" }, checkout);
    expect(modeOf(data)).toBe("711");
    for (const name of closed) expect(modeOf(join(data, name)), name).toBe("700");
    expect(modeOf(join(data, "postgres/postgres.log"))).toBe("600");
    expect(existsSync(join(data, "postgres/data/PG_VERSION"))).toBe(true);
    await (await ensureDatabase({ directory: join(data, "postgres") })).stop();
  });

  test("is closed to them in a directory of the operator's choice too, whose own permissions stay", () => {
    const VANG_DATA = newDataDirectory();
    create(join(VANG_DATA, "objects"), 0o755);
    create(join(VANG_DATA, "backup"), 0o755);
    const linked = newDataDirectory();
    symlinkSync(linked, join(VANG_DATA, "audit-heads"));
    prepare({ VANG_DATA });
    expect([VANG_DATA, join(VANG_DATA, "backup"), linked].map(modeOf)).toEqual(["755", "755", "755"]);
    expect(modeOf(join(VANG_DATA, "objects"))).toBe("700");
  });
});
