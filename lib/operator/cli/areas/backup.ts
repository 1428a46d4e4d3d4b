import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { About } from "@/lib/operator/backup/about";
import { createBackup } from "@/lib/operator/backup/create";
import { checkArchive, type Restored, restoreBackup } from "@/lib/operator/backup/restore";
import { verb } from "@/lib/operator/cli/verb";
import { OperatorError } from "@/lib/platform/errors";
import { placeElsewhere } from "@/scripts/database.mjs";

// Without settings and database: a directory to restore into has neither.
const data = () => process.env.VANG_DATA ?? ".data";

export const verbs = [
  verb({
    usage: "create <archive>",
    about: "writes database, objects, keys and secrets into one tar file, while Vang serves or stopped",
    options: { "--without-objects": "leave out audio and texts" },
    async run({ args: [archive], options: { withoutObjects } }) {
      requireEmbedded("back up");
      const objects = process.env.OBJECTS_URL ? "in a bucket" : withoutObjects ? "left out" : "included";
      const created = await createBackup(data(), archive, { objects });
      const outside = ["VANG_ENGINES", "VANG_OPERATOR_LOGO"].flatMap((name) => {
        const path = process.env[name];
        return path && relative(resolve(data()), resolve(path)).startsWith("..") ? [`${name} (${path})`] : [];
      });
      return { lines: describeCreated(created, outside), data: { ...created, outside } };
    },
  }),
  verb({
    usage: "check <archive>",
    about: "reads an archive to its end and says what is in it; the exit code is 1 if it is damaged",
    async run({ args: [archive] }) {
      const checked = await checkArchive(archive);
      return { lines: [`${archive} is whole: ${summarize(checked)}.`], data: checked };
    },
  }),
  verb({
    usage: "restore <archive>",
    about: "restores an archive into VANG_DATA; an installation there, which must be stopped, is moved aside",
    async run({ args: [archive] }) {
      requireEmbedded("restore");
      const restored = await restoreBackup(archive, data());
      return {
        lines: [
          `${restored.data} is restored: ${summarize(restored)}.`,
          ...describeRepeated(restored),
          ...describeBefore(restored),
          "Start Vang on it, then: npm run books -- --full and npm run audit. Never run the original beside it: both would deliver emails and webhooks.",
        ],
        data: restored,
      };
    },
  }),
];

function describeRepeated({ createdAt, endedSessions, repeated, notRepeated, unknownAccounts }: Restored): string[] {
  const sessions = `All console sessions are ended (${endedSessions}): everyone signs in again.`;
  if (!repeated)
    return [
      sessions,
      `Nothing done since the backup was repeated: ${notRepeated}. API keys revoked or rotated, results erased, members and staff removed, accounts deleted, passwords changed, and businesses suspended or archived after ${createdAt} are as they were then: repeat that before anyone uses this.`,
    ];
  const done = Object.entries(repeated)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}: ${count}`);
  const [count, listed] = [unknownAccounts.length, unknownAccounts.slice(0, 20).join(", ")];
  return [
    sessions,
    `Repeated of what was done since the backup: ${done.join(", ") || "nothing, since there was none"}. All else is as of ${createdAt}, also roles, second factors and webhook endpoints.`,
    ...(count > 0
      ? [
          `Accounts that were not there before, without a record of their deletion: ${count} (${listed}${count > 20 ? ", …" : ""}). If one was deleted, delete it again.`,
        ]
      : []),
  ];
}

function describeBefore({ data, before }: Restored): string[] {
  if (!before) return [];
  const [models, elsewhere] = [join(before, "models"), placeElsewhere(join(before, "postgres"))];
  const kept = existsSync(elsewhere) ? `${before}, and its database in ${elsewhere}` : before;
  return [
    `What was there before is now in ${kept}. Remove it once nothing of it is needed; to go back, start Vang with VANG_DATA=${before}.`,
    ...(existsSync(models) ? [`Models are in no archive: move ${models} to ${data}, or install them again.`] : []),
  ];
}

function requireEmbedded(what: string): void {
  if (process.env.DATABASE_URL)
    throw new OperatorError(
      `With DATABASE_URL, ${what} the database with PostgreSQL's own programs: docs/operate/postgresql.md says how.`,
    );
}

const summarize = ({ createdAt, entries, objects }: About & { entries: number }) =>
  `as of ${createdAt}, ${entries} files, audio and texts ${objects}`;

/** Settings whose values are nowhere in VANG_DATA. */
const elsewhere = ["NEXTAUTH_SECRET", "VANG_PEPPERS", "VANG_LINK_SECRET", "VANG_ENCRYPTION_KEYS"];

/** `outside`: the files named by settings that are not in VANG_DATA. */
function describeCreated(created: Awaited<ReturnType<typeof createBackup>>, outside: string[]): string[] {
  const { archive, bytes, objects, leftOut } = created;
  const given = elsewhere.filter((name) => process.env[name]);
  return [
    `${archive} is written: ${(bytes / 1e6).toFixed(1)} MB, ${summarize(created)}.`,
    "It holds the secrets and all accounts of this installation: anyone who can read it can act as Vang.",
    ...(objects === "in a bucket" ? ["Back up the bucket of OBJECTS_URL apart, after this."] : []),
    ...(given.length > 0 ? [`Not in it are the settings ${given.join(", ")}, without which it is of no use.`] : []),
    ...outside.map((file) => `Not in it is the file of ${file}, outside VANG_DATA: back it up apart.`),
    ...(process.env.STREAM_URL ? ["Not in it are finished jobs that wait in NATS."] : []),
    ...leftOut.map((name) => `Not in it is ${name}: install the models again.`),
  ];
}
