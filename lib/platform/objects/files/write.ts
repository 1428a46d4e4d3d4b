import "server-only";
import { closeSync, constants, createWriteStream, fdatasync, fsync, open, openSync, writeFile } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { newToken } from "@/lib/platform/crypto";

// Each of these waits for another thread, which costs more than to close a flushed file here.
const openFile = promisify(open);
const writeBytes = promisify(writeFile);
const flushBytes = promisify(fdatasync);
const flush = promisify(fsync);

// What is written in this mode is on the disk when the write returns. Windows has no such mode.
const { O_WRONLY, O_CREAT, O_EXCL, O_DSYNC = 0 } = constants;

const ownersOnly = { recursive: true, mode: 0o700 } as const;

/** Writes a file atomically: under its name it is complete and flushed to disk. Creates missing directories, for the owner only. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const write = () => nameOnceWhole(path, (draft) => writeNew(draft, bytes));
  await syncNames(path, await makingDirectories(path, write));
}

type NewFile = { path: string; bytes: Uint8Array };

/**
 * Writes files of one directory under names that nothing knows yet, so that each may be incomplete until this resolves:
 * then all of them are flushed to disk, with their names. If one fails, none remains.
 */
export async function writeNewDurably(files: readonly NewFile[]): Promise<void> {
  try {
    await writeAndFlush(files);
  } catch (error) {
    await Promise.allSettled(files.map(({ path }) => rm(path, { force: true })));
    throw error;
  }
}

async function writeAndFlush(files: readonly NewFile[]): Promise<void> {
  const [{ path: first } = { path: "" }] = files;
  const opened: { file: number; bytes: Uint8Array }[] = [];
  const create = async ({ path, bytes }: NewFile) => {
    opened.push({ file: await createFile(path), bytes });
  };
  try {
    const firstMade = await makingDirectories(first, () => allOf(files.map(create)));
    // At once, since the disk takes little longer for all of it than for one file.
    await allOf([...opened.map(({ file, bytes }) => writeFlushed(file, bytes)), syncNames(first, firstMade)]);
  } finally {
    for (const { file } of opened) closeSync(file);
  }
}

/** Unlike with `Promise.all`, nothing runs any more when it rejects. */
async function allOf(work: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(work)) if (one.status === "rejected") throw one.reason;
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const file = await createFile(path);
  try {
    await writeFlushed(file, bytes);
  } finally {
    closeSync(file);
  }
}

const createFile = (path: string): Promise<number> => openFile(path, O_WRONLY | O_CREAT | O_EXCL | O_DSYNC, 0o600);

async function writeFlushed(file: number, bytes: Uint8Array): Promise<void> {
  await writeBytes(file, bytes);
  if (O_DSYNC === 0) await flushBytes(file);
}

/** The same for a stream of any length, after which nothing but its owner can read the file. */
export async function writeStreamDurably(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const firstMade = await mkdir(dirname(path), ownersOnly);
  await nameOnceWhole(path, (draft) =>
    pipeline(chunks, createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true })),
  );
  await syncNames(path, firstMade);
}

/** Moves a file durably, also to another disk. Creates missing directories. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await sync(from, "r+");
  await syncNames(to, await makingDirectories(to, () => move(from, to)));
}

/** The same, and writes a new file in the same directory before: see `writeNewDurably`. */
export async function moveBesideNew(from: string, to: string, { path, bytes }: NewFile): Promise<void> {
  let firstMade: string | undefined;
  const write = async () => {
    firstMade = await makingDirectories(path, () => writeNew(path, bytes));
  };
  try {
    await allOf([sync(from, "r+"), write()]);
    await move(from, to);
    await syncNames(to, firstMade);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

const move = (from: string, to: string): Promise<void> =>
  rename(from, to).catch(async (error) => {
    if (error.code !== "EXDEV") throw error;
    await nameOnceWhole(to, async (draft) => {
      await copyFile(from, draft);
      await sync(draft, "r+");
    });
    await rm(from, { force: true });
  });

/**
 * Makes the directories of a path if `write` finds that they are missing, since nearly always they are there. Returns the
 * first one that was made.
 */
async function makingDirectories(path: string, write: () => Promise<void>): Promise<string | undefined> {
  try {
    await write();
    return undefined;
  } catch (error) {
    nullIfMissing(error as NodeJS.ErrnoException);
  }
  const firstMade = await mkdir(dirname(path), ownersOnly);
  await write();
  return firstMade;
}

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

/** Flushes directory entries, of the file and of directories created for it, which a power cut could otherwise lose. */
async function syncNames(path: string, firstMade = path): Promise<void> {
  // Not available on Windows, and not needed there.
  if (process.platform === "win32") return;
  for (let name = path; name.length >= firstMade.length; name = dirname(name)) await sync(dirname(name));
}

async function sync(path: string, flags = "r"): Promise<void> {
  const file = openSync(path, flags);
  await flush(file).finally(() => closeSync(file));
}

/** The paths of all files below a directory; none when it does not exist. */
export async function* listFiles(root: string): AsyncGenerator<string> {
  // In Node 20 `opendir` with `recursive` lists only 32 entries of each directory.
  const entries = await readdir(root, { withFileTypes: true }).catch(nullIfMissing);
  for (const entry of entries ?? []) {
    const path = join(root, entry.name);
    if (entry.isDirectory()) yield* listFiles(path);
    else if (entry.isFile()) yield path;
  }
}

const troubles = ["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EIO", "EMFILE", "ENFILE", "ENOTDIR"];

/** Whether the disk cannot be written or read at present, for example because it is full. */
export const isDiskTrouble = (error: unknown): boolean =>
  troubles.includes((error as NodeJS.ErrnoException).code ?? "");

/** For `.catch`: returns null for a missing file and rethrows other errors. */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
