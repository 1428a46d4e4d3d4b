import "server-only";
import { closeSync, constants, open as openDescriptor, write as writeDescriptor } from "node:fs";
import { copyFile, type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { newToken } from "./crypto";

/** Writes a file that is whole, and on the disk, from the moment it has its name. Makes the directories it needs. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const firstMade = await mkdir(dirname(path), { recursive: true });
  await nameOnceWhole(path, (draft) => writeToDisk(draft, bytes));
  await syncNames(path, firstMade ?? path);
}

/** A file gets its name when all of it is written; until then, and if that fails, nothing has it. */
async function nameOnceWhole(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.${newToken().slice(0, 12)}.part`;
  try {
    await write(draft);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

const create = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
const createDurably = create | (constants.O_DSYNC ?? 0);
const openFile = promisify(openDescriptor);
const writeToFile = promisify(writeDescriptor);

/** Writes a file of a name that is free, for what may be lost with the power. */
export async function writeBriefly(path: string, bytes: Uint8Array): Promise<void> {
  await fill(await openFile(path, create, 0o600), bytes);
}

/**
 * All of a new file, by its descriptor: a file handle costs twice as much, and closing by another thread ten times as
 * much, where the bytes have been written already.
 */
async function fill(file: number, bytes: Uint8Array): Promise<void> {
  try {
    for (let done = 0; done < bytes.length; ) done += (await writeToFile(file, bytes, done)).bytesWritten;
  } finally {
    closeSync(file);
  }
}

/**
 * Writes a file that is on the disk once this resolves, under a name that nobody looks for before: it may be half
 * written, so it costs half of `writeDurably`. Fails when the name is taken. The file system flushes with the write
 * itself, because each call of it is a trip to another thread.
 */
export async function writeUnseen(path: string, bytes: Uint8Array): Promise<void> {
  const file = await openFile(path, createDurably, 0o600).catch(nullIfMissing);
  // The first file of a directory comes the long way; one that was kept open is another by now.
  if (file === null) {
    directories.delete(dirname(path));
    return writeDurably(path, bytes);
  }
  try {
    await Promise.all([fill(file, bytes), syncDirectory(dirname(path))]);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

const directories = new Map<string, Promise<FileHandle>>();

/** Of a directory that stays: it is kept open, which saves two trips to another thread each time. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const opening = directories.get(path) ?? open(path, "r");
  directories.set(path, opening);
  try {
    await (await opening).sync();
  } catch (error) {
    directories.delete(path);
    throw error;
  }
}

/** Gives a file another name, or another disk a copy of it instead. Makes the directories it needs. */
export async function move(from: string, to: string): Promise<void> {
  const isMoved = await renameOrCopy(from, to).then(() => true, nullIfMissing);
  if (isMoved) return;
  await mkdir(dirname(to), { recursive: true });
  await renameOrCopy(from, to);
}

async function renameOrCopy(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    await nameOnceWhole(to, async (draft) => {
      await copyFile(from, draft);
      await syncBytes(draft);
    });
    await rm(from, { force: true });
  }
}

/** Gives a file of the same disk another name, with its bytes and its name on the disk. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await syncBytes(from);
  const firstMade = await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
  await syncNames(to, firstMade ?? to);
}

async function syncBytes(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.datasync().finally(() => file.close());
}

async function writeToDisk(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Without it a power cut may forget a name, be it of the file or of a directory above it. */
async function syncNames(path: string, firstMade: string): Promise<void> {
  // Windows has no such call, and needs none.
  if (process.platform === "win32") return;
  for (let name = path; name.length >= firstMade.length; name = dirname(name)) {
    const directory = await open(dirname(name), "r");
    await directory.sync().finally(() => void directory.close());
  }
}

/** The paths of all files below a directory; none where there is no such directory. */
export async function* listFiles(root: string): AsyncGenerator<string> {
  // Not the recursion of `opendir`, which in Node 20 comes upon 32 entries of each directory and no more.
  const entries = await readdir(root, { withFileTypes: true }).catch(nullIfMissing);
  for (const entry of entries ?? []) {
    const path = join(root, entry.name);
    if (entry.isDirectory()) yield* listFiles(path);
    else if (entry.isFile()) yield path;
  }
}

const troubles = ["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EIO", "EMFILE", "ENFILE", "ENOTDIR"];

/** Whether an error says that the disk will not take or give anything at present. */
export const isDiskTrouble = (error: unknown): boolean =>
  troubles.includes((error as NodeJS.ErrnoException).code ?? "");

/** For `.catch`: what is not there is null; any other trouble with a file stays an error. */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
