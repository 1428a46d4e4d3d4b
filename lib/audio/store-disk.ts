import "server-only";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { env } from "@/lib/env";
import { listFiles, moveDurably, nullIfMissing, writeDurably } from "@/lib/files/write";
import { type AudioStore, appendedAt, isObjectName, newObjectName } from "./store";

/** The store of this process's region. */
export const audioStore = (): AudioStore => openDiskStore(join(env.VANG_DATA, "objects", env.VANG_REGION));

/** Stores objects as files in 36 directories. */
export function openDiskStore(root: string): AudioStore {
  const locate = (object: string) => join(root, object.slice(0, 1), object);
  return {
    async put(bytes, extension) {
      const object = newObjectName(extension);
      await writeDurably(locate(object), bytes);
      return object;
    },

    async moveIn(path, extension) {
      const object = newObjectName(extension);
      await moveDurably(path, locate(object));
      return object;
    },

    async open(object) {
      if (!isObjectName(object)) return null;
      const path = locate(object);
      const file = await stat(path).catch(nullIfMissing);
      if (!file?.isFile()) return null;
      const size = Math.min(appendedAt(object) ?? file.size, file.size);
      return {
        size,
        storedAt: file.mtime,
        read: ({ start, end } = { start: 0, end: size - 1 }) => createReadStream(path, { start, end }),
        readAppended: () => buffer(createReadStream(path, { start: size })),
      };
    },

    async delete(object) {
      if (isObjectName(object)) await rm(locate(object), { force: true });
    },

    list: () => listObjects(root),
  };
}

async function* listObjects(root: string) {
  for await (const path of listFiles(root)) {
    const object = basename(path);
    if (isObjectName(object)) yield object;
  }
}
