import { afterEach, expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { newKey, restartWithKeys } from "@/testing/harness/encryption-keys";
import { requireKnownEncryptionKeys } from "./encryption-keys";

const [first, second] = [newKey(), newKey()];

afterEach(async () => {
  vi.restoreAllMocks();
  await db.encryptionKey.deleteMany();
});

const start = (keys: Record<number, Buffer>) => {
  restartWithKeys(keys);
  return requireKnownEncryptionKeys();
};

test("keys are known by their first use: a new version is added, an old one can be removed", async () => {
  await start({ 1: first });
  await start({ 1: first });
  await start({ 1: first, 2: second });
  await start({ 2: second });
  const known = await db.encryptionKey.findMany({ orderBy: { version: "asc" } });
  expect(known.map(({ version }) => version)).toEqual([1, 2]);
  for (const { fingerprint } of known)
    for (const key of [first, second]) expect(key.toString("base64url")).not.toContain(fingerprint);
});

test("a process with another key under a known number does not start, whether it encrypts or only decrypts", async () => {
  await start({ 1: first });
  const refused = "VANG_ENCRYPTION_KEYS: version 1 is not the key that this database was encrypted under";
  await expect(start({ 1: second })).rejects.toThrow(refused);
  await expect(start({ 1: second, 2: first })).rejects.toThrow(refused);
  await start({ 1: first });
});

test("without keys it starts and warns, and a NEXTAUTH_SECRET that changed since is an error in the log", async () => {
  const warned = vi.spyOn(log, "warn");
  const failed = vi.spyOn(log, "error");
  await start({});
  expect(warned).toHaveBeenCalledWith(expect.stringContaining("VANG_ENCRYPTION_KEYS is not set"));
  expect(failed).not.toHaveBeenCalled();

  await db.encryptionKey.updateMany({ where: { version: 0 }, data: { fingerprint: "of another secret" } });
  await start({});
  await start({ 1: first });
  expect(failed).toHaveBeenCalledTimes(2);
  expect(failed).toHaveBeenCalledWith(expect.stringContaining("add 0:<the former secret> to VANG_ENCRYPTION_KEYS"));
});
