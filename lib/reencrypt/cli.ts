import { closeDatabase } from "@/lib/db";
import { newestKeyVersion, rootKey } from "@/lib/encryption";
import { requireKnownEncryptionKeys } from "@/lib/server/encryption-keys";
import { encryptedKinds } from "./kinds";
import { type Report, reencrypt } from "./reencrypt";

const shownRows = 20;

/**
 * `npm run reencrypt`: encrypts everything under the newest version of the key, or under the one of `--to`. Its exit
 * code is 1 when something could not be decrypted or kept changing, and 2 for wrong arguments.
 */
export async function reencryptFromTerminal(args: string[]): Promise<number> {
  const version = versionOf(args);
  if (version === undefined) {
    print("usage: npm run reencrypt [-- --to <version>]");
    return 2;
  }
  const wrong = await requireKeys(version).catch((error: Error) => error);
  const results: boolean[] = [];
  if (wrong) print(wrong.message);
  else
    for (const kind of encryptedKinds) results.push(describeResult(kind.name, version, await reencrypt(kind, version)));
  await closeDatabase();
  return wrong || results.includes(false) ? 1 : 0;
}

async function requireKeys(version: number): Promise<void> {
  rootKey(version);
  await requireKnownEncryptionKeys();
}

function versionOf([option, value, ...rest]: string[]): number | undefined {
  if (option === undefined) return newestKeyVersion();
  return option === "--to" && /^\d+$/.test(value ?? "") && rest.length === 0 ? Number(value) : undefined;
}

/** Prints a report; whether everything is under the version now. */
function describeResult(name: string, version: number, { rewritten, failures, keyedHashes, left }: Report): boolean {
  print(`${name}: ${rewritten} encrypted under version ${version}, ${failures.length} could not be`);
  for (const { id, reason } of failures.slice(0, shownRows)) print(`  ${id}: ${reason}`);
  if (failures.length > shownRows) print(`  and ${failures.length - shownRows} more`);
  if (left > 0) print(`  ${left} changed while they were read: run the command again`);
  if (keyedHashes > 0)
    print(`  ${keyedHashes} unused ones stay under version 0: keep its key until their owners make new codes`);
  return failures.length === 0 && left === 0;
}

const print = (line: string) => process.stdout.write(`${line}\n`);
