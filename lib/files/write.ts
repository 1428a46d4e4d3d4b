import "server-only";
import { copyFile, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { newToken } from "@/lib/crypto";

/** Writes a file, whole and on the disk once it has its name. Makes the directories it needs. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const firstMade = await mkdir(dirname(path), { recursive: true });
  await nameOnceWhole(path, async (draft) => {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
  });
  await syncNames(path, firstMade);
}

/** Gives a file another name, also on another disk; it is on the disk then. Makes the directories it needs. */
export async function moveDurably(from: string, to: string): Promise<void> {
  const firstMade = await mkdir(dirname(to), { recursive: true });
  await sync(from, "r+");
  await rename(from, to).catch(async (error) => {
    if (error.code !== "EXDEV") throw error;
    await nameOnceWhole(to, async (draft) => {
      await copyFile(from, draft);
      await sync(draft, "r+");
    });
    await rm(from, { force: true });
  });
  await syncNames(to, firstMade);
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

/** Without it a power cut may forget a name, of the file or of a directory that was made for it. */
async function syncNames(path: string, firstMade = path): Promise<void> {
  // Windows has no such call, and needs none.
  if (process.platform === "win32") return;
  for (let name = path; name.length >= firstMade.length; name = dirname(name)) await sync(dirname(name));
}

async function sync(path: string, flags = "r"): Promise<void> {
  const file = await open(path, flags);
  await file.sync().finally(() => file.close());
}

/** The paths of all files below a directory; none where there is no such directory. */
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

/** Whether an error says that the disk will not take or give anything at present. */
export const isDiskTrouble = (error: unknown): boolean =>
  troubles.includes((error as NodeJS.ErrnoException).code ?? "");

/** For `.catch`: what is not there is null; any other trouble with a file stays an error. */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
