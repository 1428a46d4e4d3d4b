import "server-only";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/lib/env";
import { nullIfMissing, writeUnseen } from "@/lib/files";
import { type AudioStore, isObjectName, newObjectName } from "./store";

/** The store of the region this process serves. */
export const audioStore = (): AudioStore => openDiskStore(join(env.VANG_DATA, "objects", env.VANG_REGION));

/** Keeps objects as files, in 36 directories. */
export function openDiskStore(root: string): AudioStore {
  const locate = (object: string) => join(root, object.slice(0, 1), object);
  return {
    async put(bytes, extension) {
      const object = newObjectName(extension);
      await writeUnseen(locate(object), bytes);
      return object;
    },

    async open(object) {
      if (!isObjectName(object)) return null;
      const path = locate(object);
      const file = await stat(path).catch(nullIfMissing);
      return file?.isFile() ? { size: file.size, read: (range) => createReadStream(path, range) } : null;
    },

    async delete(object) {
      if (isObjectName(object)) await rm(locate(object), { force: true });
    },
  };
}
