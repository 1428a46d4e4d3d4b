import "server-only";
import { existsSync } from "node:fs";
import { env } from "@/lib/platform/env";
import { openedOnce } from "@/lib/platform/process-wide";
import { timed } from "@/lib/platform/telemetry/metrics";
import { traced } from "@/lib/platform/telemetry/tracing";
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

const timedAs = <Result>(operation: string, work: () => Promise<Result>): Promise<Result> => {
  const labelsOf = (error: unknown) => ({ operation, result: error === undefined ? "ok" : "failed" });
  return timed("vang_objects_duration_seconds", labelsOf, () => traced(`store ${operation}`, {}, work));
};

/** Where this process's region keeps its objects; what is done with them is timed and traced. */
export function objectStore(): ObjectStore {
  const store = get() ?? openDiskStore(objectsDirectory());
  return {
    ...store,
    put: (bytes, extension) => timedAs("put", () => store.put(bytes, extension)),
    putBoth: (one, other) => timedAs("put", () => store.putBoth(one, other)),
    moveIn: (path, extension) => timedAs("put", () => store.moveIn(path, extension)),
    moveInWith: (path, extension, other) => timedAs("put", () => store.moveInWith(path, extension, other)),
    open: (object) => timedAs("open", () => store.open(object)),
    delete: (object) => timedAs("delete", () => store.delete(object)),
  };
}

export const closeObjects = (): void => forget()?.close();
