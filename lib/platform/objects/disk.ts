import "server-only";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { env } from "@/lib/platform/env";
import { readStreamInTurn } from "@/lib/platform/objects/files/read-in-turn";
import {
  listFiles,
  moveBesideNew,
  moveDurably,
  nullIfMissing,
  writeNewDurably,
} from "@/lib/platform/objects/files/write";
import { appendedAt, isObjectName, newObjectName, type ObjectStore } from "./store";

/** Where objects of this process's region are on this machine. */
export const objectsDirectory = (): string => join(env.VANG_DATA, "objects", env.VANG_REGION);

/** Of objects in the same directory, which is flushed once. */
function namePair(extension: string, other: string): [string, string] {
  const object = newObjectName(extension);
  return [object, object.slice(0, 1) + newObjectName(other).slice(1)];
}

export type DiskStore = ObjectStore & { locate(object: string): string };

/** Stores objects as files in 36 directories. */
export function openDiskStore(root: string): DiskStore {
  const locate = (object: string) => join(root, object.slice(0, 1), object);
  return {
    locate,

    async put(bytes, extension) {
      const object = newObjectName(extension);
      await writeNewDurably([{ path: locate(object), bytes }]);
      return object;
    },
    async putBoth(one, other) {
      const [object, beside] = namePair(one.extension, other.extension);
      await writeNewDurably([
        { path: locate(object), bytes: one.bytes },
        { path: locate(beside), bytes: other.bytes },
      ]);
      return [object, beside];
    },
    async moveIn(path, extension) {
      const object = newObjectName(extension);
      await moveDurably(path, locate(object));
      return object;
    },

    async moveInWith(path, extension, other) {
      const [object, beside] = namePair(extension, other.extension);
      await moveBesideNew(path, locate(object), { path: locate(beside), bytes: other.bytes });
      return [object, beside];
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
        read: ({ start, end } = { start: 0, end: size - 1 }) =>
          end < start ? Readable.from([]) : readStreamInTurn(path, { start, end }),
        readAppended: () => buffer(createReadStream(path, { start: size })),
      };
    },

    async delete(object) {
      if (isObjectName(object)) await rm(locate(object), { force: true });
    },

    async *list() {
      for await (const path of listFiles(root)) {
        const object = basename(path);
        if (isObjectName(object)) yield { object };
      }
    },

    close() {},
  };
}
