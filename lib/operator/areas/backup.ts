import { OperatorError } from "@/lib/errors";
import type { About } from "../backup/about";
import { createBackup } from "../backup/create";
import { checkArchive, restoreBackup } from "../backup/restore";
import { verb } from "../verb";

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
      return { lines: describeCreated(created), data: created };
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
    about: "restores an archive into an empty VANG_DATA",
    async run({ args: [archive] }) {
      requireEmbedded("restore");
      const restored = await restoreBackup(archive, data());
      return {
        lines: [
          `${restored.data} is restored: ${summarize(restored)}.`,
          "Start Vang on it, then: npm run books -- --full and npm run audit. Never run the original beside it: both would deliver emails and webhooks.",
        ],
        data: restored,
      };
    },
  }),
];

function requireEmbedded(what: string): void {
  if (process.env.DATABASE_URL)
    throw new OperatorError(
      `With DATABASE_URL, ${what} the database with PostgreSQL's own programs: docs/deployment.md says how.`,
    );
}

const summarize = ({ createdAt, entries, objects }: About & { entries: number }) =>
  `as of ${createdAt}, ${entries} files, audio and texts ${objects}`;

/** Settings whose values are nowhere in VANG_DATA. */
const elsewhere = ["NEXTAUTH_SECRET", "VANG_PEPPERS", "VANG_LINK_SECRET", "VANG_ENCRYPTION_KEYS"];

function describeCreated(created: Awaited<ReturnType<typeof createBackup>>): string[] {
  const { archive, bytes, objects, leftOut } = created;
  const given = elsewhere.filter((name) => process.env[name]);
  return [
    `${archive} is written: ${(bytes / 1e6).toFixed(1)} MB, ${summarize(created)}.`,
    "It holds the secrets and all accounts of this installation: anyone who can read it can act as Vang.",
    ...(objects === "in a bucket" ? ["Back up the bucket of OBJECTS_URL apart, after this."] : []),
    ...(given.length > 0 ? [`Not in it are the settings ${given.join(", ")}, without which it is of no use.`] : []),
    ...(process.env.STREAM_URL ? ["Not in it are finished jobs that wait in NATS."] : []),
    ...leftOut.map((name) => `Not in it is ${name}: install the models again.`),
  ];
}
