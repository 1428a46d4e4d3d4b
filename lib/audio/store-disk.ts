import "server-only";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { env } from "@/lib/env";
import { type AudioStore, isObjectName, newObjectName } from "./store";

/** The store of the region this process serves. */
export const audioStore = (): AudioStore => openDiskStore(join(env.VANG_DATA, "objects", env.VANG_REGION));

/** Keeps objects as files, in up to 1,296 directories. */
export function openDiskStore(root: string): AudioStore {
  const locate = (object: string) => join(root, object.slice(0, 2), object);
  return {
    async put(bytes, extension) {
      const object = newObjectName(extension);
      await writeDurably(locate(object), bytes);
      return object;
    },

    async open(object) {
      if (!isObjectName(object)) return null;
      const path = locate(object);
      const file = await stat(path).catch(ignoreMissing);
      return file?.isFile() ? { size: file.size, read: (range) => createReadStream(path, range) } : null;
    },

    async delete(object) {
      if (isObjectName(object)) await rm(locate(object), { force: true });
    },
  };
}

/** All or nothing: a file under its name is whole, and on the disk. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.part`;
  await mkdir(dirname(path), { recursive: true });
  try {
    const file = await open(draft, "w", 0o600);
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** Without it a power cut may forget the file's name. Windows has no such call, and needs none. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
