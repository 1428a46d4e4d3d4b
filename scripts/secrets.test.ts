import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { needs } from "@/testing/harness/needs";
import { ensureSecrets } from "./secrets.mjs";

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "vang-secrets-"));
  file = join(directory, "secrets.json");
});
afterEach(() => rmSync(directory, { recursive: true }));

const stored = () => JSON.parse(readFileSync(file, "utf8"));
const newKeys = /^1:[\w-]{43}$/;
const old = { NEXTAUTH_SECRET: "n".repeat(43), VANG_PEPPERS: `1:${"p".repeat(43)}`, VANG_LINK_SECRET: "l".repeat(43) };
const writeOld = () => writeFileSync(file, JSON.stringify(old), { mode: 0o600 });

test("a new installation gets every secret, readable by its user alone, and keeps them", async () => {
  const secrets = await ensureSecrets(file, {});
  expect(secrets.VANG_ENCRYPTION_KEYS).toMatch(newKeys);
  expect(stored()).toEqual(secrets);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await ensureSecrets(file, {})).toEqual(secrets);
});

test("an installation of an earlier release gets an encryption key, and keeps its NEXTAUTH_SECRET as version 0", async () => {
  writeOld();
  const secrets = await ensureSecrets(file, { NEXTAUTH_SECRET: old.NEXTAUTH_SECRET });
  expect(secrets).toEqual({ ...old, VANG_ENCRYPTION_KEYS: expect.stringMatching(/^0:n{43},1:[\w-]{43}$/) });
  expect(stored()).toEqual(secrets);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("twenty concurrent starts get the same secrets", async () => {
  writeOld();
  const all = await Promise.all(Array.from({ length: 20 }, () => ensureSecrets(file, {})));
  expect(all).toHaveLength(20);
  for (const secrets of all) expect(secrets).toEqual(all[0]);
});

test("with NEXTAUTH_SECRET as a setting, no machine creates an encryption key that the others lack", async () => {
  const settings = { NEXTAUTH_SECRET: "s".repeat(43) };
  expect(await ensureSecrets(file, settings)).not.toHaveProperty("VANG_ENCRYPTION_KEYS");
  writeOld();
  expect(await ensureSecrets(file, settings)).toEqual(old);
});

test.skipIf(process.getuid?.() === 0)(
  "a read-only file is used as it is",
  needs("an ordinary user instead of root"),
  async () => {
    writeOld();
    chmodSync(directory, 0o500);
    expect(await ensureSecrets(file, {})).toEqual(old);
    chmodSync(directory, 0o700);
    expect(existsSync(`${file}.lock`)).toBe(false);
  },
);
