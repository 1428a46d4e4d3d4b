import "server-only";
import { existsSync } from "node:fs";
import { env } from "@/lib/env";
import { openedOnce } from "@/lib/process-wide";
import { objectsDirectory, openDiskStore } from "./disk";
import { whileMoving } from "./moving";
import { openS3Store } from "./s3";
import type { ObjectStore } from "./store";

const { get, forget } = openedOnce("objects", (): ObjectStore | null => {
  if (!env.OBJECTS_URL) return null;
  const bucket = openS3Store(env.OBJECTS_URL, env.VANG_REGION);
  const directory = objectsDirectory();
  return existsSync(directory) ? whileMoving(bucket, openDiskStore(directory)) : bucket;
});

/** The store of this process's region. */
export const objectStore = (): ObjectStore => get() ?? openDiskStore(objectsDirectory());

export const closeObjects = (): void => forget()?.close();
