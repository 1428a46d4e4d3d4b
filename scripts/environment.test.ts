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
