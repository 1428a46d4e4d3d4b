import "server-only";
import { spawnSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { chown, mkdir, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { OperatorError } from "@/lib/platform/errors";
import { isDiskTrouble } from "@/lib/platform/objects/files/write";
import { ensureDatabase, postgresVersion, writableByServer } from "@/scripts/database.mjs";
import { runUnprivileged } from "@/scripts/postgres-binaries.mjs";
import { type About, aboutPath, parseAbout, requireRestorable } from "./about";
import { type ArchiveEntry, readArchive } from "./archive";
import { clusterPath, filesPath } from "./contents";
import { findPlace, makeDraft, moveToPlace, removeDraft } from "./place";
import { type Repeated, repeatEnds } from "./repeat";

/** `before` is the directory that holds what was there before. */
export type Restored = About & Repeated & { data: string; entries: number; before: string | null };

/** Reads an archive to its end, and throws if it is damaged. */
export async function checkArchive(archive: string): Promise<About & { entries: number; bytes: number }> {
  let about: About | undefined;
  let [entries, bytes] = [0, 0];
  for await (const entry of readArchive(archive)) {
    about ??= await readAbout(entry, archive);
    entries += 1;
    bytes += entry.size;
  }
  return { ...(about as About), entries, bytes };
}

/** Works in a draft, removed on failure, until all of it is proved whole; then what was in `data` is moved aside. */
export async function restoreBackup(archive: string, data: string): Promise<Restored> {
  const place = await findPlace(data);
  await removeDraft(place);
  try {
    await makeDraft(place);
    const directory = join(place.draft, "postgres");
    const places = { files: place.draft, cluster: writableByServer(directory) };
    const { about, entries } = await extract(archive, places);
    const database = await ensureDatabase({ directory });
    const repeated = await repeatEnds(database.ownerUrl, place, about.createdAt);
    await database.stop();
    // Flushes whole file systems at once: file by file a cluster of two thousand takes ten times longer.
    const flushed = process.platform === "linux" ? ["-f", places.files, places.cluster] : [];
    if (process.platform !== "win32") spawnSync("sync", flushed);
    await moveToPlace(place);
    return { ...about, ...repeated, data, entries, before: place.before };
  } catch (error) {
    await removeDraft(place);
    throw explain(error as NodeJS.ErrnoException, data);
  }
}

type Places = { files: string; cluster: string };

async function extract(archive: string, places: Places): Promise<{ about: About; entries: number }> {
  let about: About | undefined;
  let entries = 0;
  for await (const entry of readArchive(archive)) {
    entries += 1;
    if (about) {
      await restoreEntry(entry, places);
      continue;
    }
    about = await readAbout(entry, archive);
    requireRestorable(about, { postgres: await postgresVersion() });
  }
  return { about: about as About, entries };
}

async function readAbout(entry: ArchiveEntry, archive: string): Promise<About> {
  return parseAbout(entry.path === aboutPath && entry.size < 2 ** 20 ? await text(entry.body) : "", archive);
}

async function restoreEntry(
  { path, mode, modifiedAt, isDirectory, body }: ArchiveEntry,
  places: Places,
): Promise<void> {
  const isOfCluster = path.startsWith(clusterPath);
  const parts = path.slice((isOfCluster ? clusterPath : filesPath).length).split("/");
  if (!(isOfCluster || path.startsWith(filesPath)) || parts.includes(".."))
    throw new OperatorError(`The archive has a file that belongs nowhere: ${path}`);
  const target = join(isOfCluster ? places.cluster : places.files, ...parts);
  const directory = isDirectory ? target : dirname(target);
  const firstMade = await mkdir(directory, { recursive: true, mode: 0o700 });
  if (!isDirectory) {
    // Of an archive that someone changed, neither setuid nor access for others.
    await pipeline(body, createWriteStream(target, { flags: "wx", mode: mode & 0o700 }));
    await utimes(target, modifiedAt, modifiedAt);
  }

  // The database's server gets its file, and the directories that were made for it.
  const { uid, gid } = runUnprivileged as { uid?: number; gid?: number };
  if (!isOfCluster || uid === undefined || gid === undefined) return;
  const last = firstMade ?? target;
  for (let name = target; name.length >= last.length; name = dirname(name)) await chown(name, uid, gid);
}

function explain(error: NodeJS.ErrnoException, data: string): Error {
  if (error.code === "ENOENT" && error.syscall === "open") return new OperatorError(`There is no file ${error.path}.`);
  if (!isDiskTrouble(error)) return error;
  return new OperatorError(
    `${data} could not be written: ${error.message}. Nothing of the archive is left there, and what was there is unchanged.`,
  );
}
