import "server-only";
import { spawnSync } from "node:child_process";
import { createWriteStream, existsSync } from "node:fs";
import { chown, mkdir, readdir, rename, rm, utimes } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { OperatorError } from "@/lib/errors";
import { isDiskTrouble, nullIfMissing } from "@/lib/files/write";
import { ensureDatabase, postgresVersion, writableByServer } from "@/scripts/database.mjs";
import { runUnprivileged } from "@/scripts/postgres-binaries.mjs";
import { type About, aboutPath, parseAbout, requireRestorable } from "./about";
import { type ArchiveEntry, readArchive } from "./archive";
import { clusterPath, filesPath } from "./contents";

export type Restored = About & { data: string; entries: number };

const draft = "restoring";

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

/**
 * Restores an archive into an empty or missing directory. Until all of it is there and proved whole, it is in
 * directories of other names, which are removed if it fails. Starts the restored database once, which completes it.
 */
export async function restoreBackup(archive: string, data: string): Promise<Restored> {
  await requireEmpty(data);
  await mkdir(data, { recursive: true, mode: 0o711 });
  const directory = join(resolve(data), "postgres");
  const home = writableByServer(directory);
  const places: Places = { files: join(data, draft), cluster: join(home, draft) };
  let extracted: Awaited<ReturnType<typeof extract>>;
  try {
    if (existsSync(join(home, "data"))) throw new OperatorError(`There is a database in ${home} already.`);
    extracted = await extract(archive, places);
    flush([places.files, places.cluster]);
  } catch (error) {
    for (const path of [places.cluster, places.files, directory]) await rm(path, { recursive: true, force: true });
    throw explain(error as NodeJS.ErrnoException, data);
  }
  await moveAll(places.cluster, home);
  await moveAll(places.files, data);
  const database = await ensureDatabase({ directory });
  await database.release();
  return { ...extracted.about, data, entries: extracted.entries };
}

type Places = { files: string; cluster: string };

async function requireEmpty(data: string): Promise<void> {
  const found = ((await readdir(data).catch(nullIfMissing)) ?? []).filter((name) => name !== "lost+found");
  if (found.length > 0)
    throw new OperatorError(
      `${data} is not empty (${found.slice(0, 3).join(", ")}): nothing is overwritten. Set VANG_DATA to an empty directory, or move what is there away.`,
    );
}

async function extract(archive: string, places: Places): Promise<{ about: About; entries: number }> {
  let about: About | undefined;
  let entries = 0;
  for await (const entry of readArchive(archive)) {
    entries += 1;
    if (about) {
      await write(entry, places);
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

async function write({ path, mode, modifiedAt, isDirectory, body }: ArchiveEntry, places: Places): Promise<void> {
  const isOfCluster = path.startsWith(clusterPath);
  const parts = path.slice((isOfCluster ? clusterPath : filesPath).length).split("/");
  if (!(isOfCluster || path.startsWith(filesPath)) || parts.includes(".."))
    throw new OperatorError(`The archive has a file that belongs nowhere: ${path}`);
  const target = join(isOfCluster ? places.cluster : places.files, ...parts);
  const directory = isDirectory ? target : dirname(target);
  const firstMade = await mkdir(directory, { recursive: true, mode: 0o700 });
  if (!isDirectory) {
    await pipeline(body, createWriteStream(target, { flags: "wx", mode }));
    await utimes(target, modifiedAt, modifiedAt);
  }
  if (isOfCluster) await giveToServer(target, firstMade);
}

/** Also the directories that were made for it, from `firstMade` on. */
async function giveToServer(path: string, firstMade = path): Promise<void> {
  const { uid, gid } = runUnprivileged as { uid?: number; gid?: number };
  if (uid === undefined || gid === undefined) return;
  for (let name = path; name.length >= firstMade.length; name = dirname(name)) await chown(name, uid, gid);
}

/** Flushes whole file systems at once: file by file a cluster of two thousand takes ten times longer. */
function flush(places: string[]): void {
  if (process.platform !== "win32") spawnSync("sync", process.platform === "linux" ? ["-f", ...places] : []);
}

/** Moves what is in a directory to another on the same disk, and removes the directory. */
async function moveAll(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) await rename(join(from, name), join(to, name));
  await rm(from, { recursive: true });
}

function explain(error: NodeJS.ErrnoException, data: string): Error {
  if (error.code === "ENOENT" && error.syscall === "open") return new OperatorError(`There is no file ${error.path}.`);
  if (!isDiskTrouble(error)) return error;
  return new OperatorError(`${data} could not be written: ${error.message}. Nothing of the archive is left there.`);
}
