import { type Terminal, UsageError, verb } from "@/lib/operator/cli/verb";
import { encryptedKinds } from "@/lib/operator/reencrypt/kinds";
import { type Report, reencrypt } from "@/lib/operator/reencrypt/reencrypt";
import { newestKeyVersion, rootKey } from "@/lib/platform/encryption";
import { requireKnownEncryptionKeys } from "@/lib/platform/encryption-keys";
import { OperatorError } from "@/lib/platform/errors";

const shownRows = 20;

export const verbs = [
  verb({
    usage: "reencrypt",
    about: "encrypts everything under the newest version of the key; the exit code is 1 where that is not possible",
    isDefault: true,
    options: { "--to <version>": "another version" },
    async run({ options: { to }, terminal }) {
      if (to !== undefined && !/^\d+$/.test(to)) throw new UsageError("A version is a whole number.");
      const version = to === undefined ? newestKeyVersion() : Number(to);
      try {
        rootKey(version);
        await requireKnownEncryptionKeys();
      } catch (error) {
        throw new OperatorError((error as Error).message);
      }
      const reports = await reencryptAll(version, terminal.show);
      const isOk = reports.every(({ failures, left }) => failures.length === 0 && left === 0);
      return { lines: [], data: { version, reports }, isOk };
    },
  }),
];

/** Shows the report of each kind when it is done. */
export async function reencryptAll(version: number, show: Terminal["show"]): Promise<(Report & { name: string })[]> {
  const reports = [];
  for (const kind of encryptedKinds) {
    const report = await reencrypt(kind, version);
    show(describeReport(kind.name, version, report));
    reports.push({ name: kind.name, ...report });
  }
  return reports;
}

const describeReport = (name: string, version: number, { rewritten, failures, keyedHashes, left }: Report) => [
  `${name}: ${rewritten} encrypted under version ${version}, ${failures.length} could not be`,
  ...failures.slice(0, shownRows).map(({ id, reason }) => `  ${id}: ${reason}`),
  ...(failures.length > shownRows ? [`  and ${failures.length - shownRows} more`] : []),
  ...(left > 0 ? [`  ${left} changed while they were read: run the command again`] : []),
  ...(keyedHashes > 0
    ? [`  ${keyedHashes} unused ones stay under version 0: keep its key until their owners make new codes`]
    : []),
];
