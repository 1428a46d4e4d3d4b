import "server-only";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { newToken } from "./crypto";

/** Writes a file that is whole, and on the disk, from the moment it has its name. Makes the directories it needs. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${newToken().slice(0, 12)}.part`;
  const firstMade = await mkdir(dirname(path), { recursive: true });
  try {
    await writeToDisk(draft, bytes);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncNames(path, firstMade ?? path);
}

async function writeToDisk(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "w", 0o600);
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
    await directory.sync().finally(() => directory.close());
  }
}

/** For `.catch`: what is not there is null; any other trouble with a file stays an error. */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
