import "server-only";
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import pg from "pg";
import { clock } from "@/lib/platform/clock";
import { OperatorError } from "@/lib/platform/errors";
import { isDiskTrouble } from "@/lib/platform/objects/files/write";
import { ensureDatabase } from "@/scripts/database.mjs";
import { finishRestore } from "@/scripts/restoring.mjs";
import { type About, aboutPath, describeInstallation } from "./about";
import { type ArchiveEntry, textEntry, writeArchive } from "./archive";
import { leftOut, listContents } from "./contents";

export type Created = About & { archive: string; bytes: number; entries: number; leftOut: string[] };

/** The database is as of one moment, with the object of each of its rows unless that was erased meanwhile. */
export async function createBackup(
  data: string,
  archive: string,
  { objects }: { objects: About["objects"] },
): Promise<Created> {
  const file = resolve(archive);
  finishRestore(data);
  if (!existsSync(join(data, "secrets.json"))) throw new OperatorError(`There is no installation in ${data}.`);
  if (isWithin(data, file)) throw new OperatorError("Write the archive outside VANG_DATA, at best to another disk.");
  const database = await ensureDatabase({ directory: join(data, "postgres") });
  // An ordinary connection: by its name another program that stops sees that the database is in use.
  const client = new pg.Client(database.ownerUrl);
  client.on("error", () => undefined);
  try {
    await client.connect();
    const about = describeInstallation({
      createdAt: clock.now().toISOString(),
      objects,
      ...(await readVersions(client)),
    });
    const contents = withAbout(about, listContents(data, database.ownerUrl, { withObjects: objects === "included" }));
    const { bytes, entries } = await writeArchive(file, contents);
    const omitted = [...leftOut].filter((name) => name === "models" && existsSync(join(data, name)));
    return { ...about, archive: file, bytes, entries, leftOut: omitted };
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, file);
  } finally {
    await client.end().catch(() => undefined);
    await database.release();
  }
}

/** Also through a link, or where its name begins with two dots. */
function isWithin(data: string, file: string): boolean {
  const directory = existsSync(dirname(file)) ? realpathSync(dirname(file)) : dirname(file);
  const [first] = relative(realpathSync(data), join(directory, basename(file))).split(sep);
  return first !== "..";
}

async function* withAbout(about: About, contents: AsyncIterable<ArchiveEntry>) {
  yield textEntry(aboutPath, about);
  yield* contents;
}

async function readVersions(client: pg.Client): Promise<Pick<About, "postgres" | "migrations">> {
  const { rows } = await client.query<{ postgres: string; name: string }>(
    `SELECT split_part(current_setting('server_version'), '.', 1) AS postgres, migration_name AS name
     FROM "_prisma_migrations" WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL ORDER BY migration_name`,
  );
  return { postgres: rows[0]?.postgres ?? "", migrations: rows.map(({ name }) => name) };
}

function explain(error: NodeJS.ErrnoException & { severity?: string }, file: string): Error {
  const before = `Nothing is left of it, and an earlier ${file} is unchanged.`;
  if (isDiskTrouble(error)) return new OperatorError(`The archive could not be written: ${error.message}. ${before}`);
  if (error.severity) return new OperatorError(`The database could not be copied: ${error.message}. ${before}`);
  return error;
}
