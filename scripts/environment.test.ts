import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { ownerUrl } from "@/testing/harness/as-owner";
import { newDataDirectory } from "@/testing/harness/own-server";
import { ensureDatabase } from "./database.mjs";

const script = `const { prepareEnvironment } = await import("./scripts/environment.mjs");
  const { ownerUrl, release } = await prepareEnvironment();
  console.log(JSON.stringify({ ownerUrl, env: process.env }));
  await release();`;

/** The environment after a start, and the returned URL. */
function prepare(settings: Record<string, string>): { ownerUrl: string; env: NodeJS.ProcessEnv } {
  const env = { ...process.env, ...settings };
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", script], { env, encoding: "utf8" }));
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
