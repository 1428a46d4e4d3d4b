import "server-only";
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { listFiles, nullIfMissing } from "@/lib/platform/objects/files/write";
import { type ArchiveEntry, readTar } from "./archive";
import { readBaseBackup } from "./base-backup";

/** Where the files of the database and of VANG_DATA are in an archive. */
export const [clusterPath, filesPath] = ["database/", "files/"];

/** Parts of VANG_DATA that are made again, or are of no use later. `postgres` is copied by its server. */
export const leftOut = new Set(["models", "uploads", "previews", "postgres", "lost+found"]);

/** What a program is just writing, or holds while it runs. */
const isPassing = (path: string) => /\.(part|new|lock|stale)$/.test(path);

/** The names in VANG_DATA that are in an archive. */
export async function listKept(data: string): Promise<string[]> {
  const names = (await readdir(data).catch(nullIfMissing)) ?? [];
  return names.filter((name) => !leftOut.has(name) && !isPassing(name)).sort();
}

/** In this order: heads of audit logs may be older than the logs, and objects newer than rows, never the reverse. */
export async function* listContents(
  data: string,
  ownerUrl: string,
  { withObjects }: { withObjects: boolean },
): AsyncGenerator<ArchiveEntry> {
  const names = await listKept(data);
  for (const name of names) if (name !== "objects") yield* copyTree(data, name);
  for (const name of ["password", "app-password"]) yield* copyTree(join(data, "postgres"), name, clusterPath);
  for await (const entry of readTar(readBaseBackup(ownerUrl), "The copy of the database"))
    yield { ...entry, path: `${clusterPath}data/${entry.path}` };
  if (withObjects && names.includes("objects")) yield* copyTree(data, "objects");
}

async function* copyTree(root: string, name: string, place = filesPath): AsyncGenerator<ArchiveEntry> {
  const path = join(root, name);
  // Follows a symbolic link to another disk.
  const found = await stat(path).catch(nullIfMissing);
  if (found?.isFile()) yield* copyFile(path, place + name);
  if (!found?.isDirectory()) return;
  for await (const file of listFiles(path))
    if (!isPassing(file)) yield* copyFile(file, place + name + file.slice(path.length).replaceAll("\\", "/"));
}

/** Nothing for a file that was deleted meanwhile. */
async function* copyFile(file: string, path: string): AsyncGenerator<ArchiveEntry> {
  const opened = await open(file).catch(nullIfMissing);
  if (!opened) return;
  try {
    const { size, mode, mtime: modifiedAt } = await opened.stat();
    const body = size === 0 ? none() : opened.createReadStream({ start: 0, end: size - 1, autoClose: false });
    yield { path, mode: mode & 0o777, modifiedAt, isDirectory: false, size, body };
  } finally {
    await opened.close();
  }
}

async function* none(): AsyncGenerator<Buffer> {}
