import "server-only";
import { readdirSync } from "node:fs";
import { z } from "zod";
import { earlierChecksums, findMissingEarlier } from "@/lib/platform/baseline";
import { OperatorError } from "@/lib/platform/errors";

/** The first entry of an archive. */
export const aboutPath = "vang-backup.json";

/** Whose files the copy of a database cluster can be read by. */
const thisPlatform = `${process.platform}-${process.arch}`;

const aboutSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** The operating system and processor, which the database's files depend on. */
  platform: z.string(),
  /** The major version of PostgreSQL. */
  postgres: z.string(),
  migrations: z.array(z.string()),
  objects: z.enum(["included", "left out", "in a bucket"]),
});

export type About = z.infer<typeof aboutSchema>;

export const describeInstallation = (rest: Omit<About, "format" | "platform">): About => ({
  format: 1,
  platform: thisPlatform,
  ...rest,
});

export function parseAbout(text: string, archive: string): About {
  try {
    return aboutSchema.parse(JSON.parse(text));
  } catch {
    throw new OperatorError(`${archive} is damaged, of a later release, or no archive of Vang.`);
  }
}

/** Throws if this release cannot run what the archive holds. */
export function requireRestorable({ platform, postgres, migrations }: About, ours: { postgres: string }): void {
  const missing = findMissingEarlier(migrations);
  if (missing)
    throw new OperatorError(
      `The archive is of a version older than 0d340e8e: it lacks the migration ${missing}. Restore it with the version that wrote it, start version 0d340e8e on that, and write a new archive (docs/operate/upgrading.md).`,
    );
  const known = new Set([...readdirSync("prisma/migrations"), ...earlierChecksums.keys()]);
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new OperatorError(
      `The archive is of a later release, with ${unknown.length} migrations that this one does not know (from ${unknown[0]}). Restore it with that release or a later one.`,
    );
  if (platform !== thisPlatform || postgres !== ours.postgres)
    throw new OperatorError(
      `The archive holds the files of PostgreSQL ${postgres} on ${platform}; here they would be read by PostgreSQL ${ours.postgres} on ${thisPlatform}. Restore it on such a machine with a release that has that version.`,
    );
}
