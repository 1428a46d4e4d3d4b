import "server-only";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import pLimit from "p-limit";
import type { DiskStore } from "./disk";
import type { S3Store } from "./s3";
import type { ObjectStore, StoredObject } from "./store";

/** What is still on the disk is read there. Erases on the disk first: `moveObject` looks there after it has copied. */
export const whileMoving = (bucket: ObjectStore, disk: ObjectStore): ObjectStore => ({
  ...bucket,
  async open(object) {
    const stored = await disk.open(object);
    return stored ? orMoved(stored, () => bucket.open(object)) : bucket.open(object);
  },
  async delete(object) {
    await disk.delete(object);
    await bucket.delete(object);
  },
  async *list() {
    yield* disk.list();
    yield* bucket.list();
  },
});

/** An object that was on the disk when it was opened. It may be in the bucket when it is read. */
const orMoved = (stored: StoredObject, openMoved: () => Promise<StoredObject | null>): StoredObject => {
  const instead = async (error: NodeJS.ErrnoException) => {
    const moved = error.code === "ENOENT" ? await openMoved() : null;
    if (!moved) throw error;
    return moved;
  };
  return {
    ...stored,
    read: (range) =>
      Readable.from(
        (async function* () {
          try {
            yield* stored.read(range);
          } catch (error) {
            yield* (await instead(error as NodeJS.ErrnoException)).read(range);
          }
        })(),
      ),
    readAppended: () => stored.readAppended().catch(async (error) => (await instead(error)).readAppended()),
  };
};

export type Moved = { moved: number; gone: number; failed: { object: string; reason: string }[] };

/** Can run while the installation serves, and again. `report` follows each object. `gone`: erased meanwhile. */
export async function moveObjects(disk: DiskStore, bucket: S3Store, report: (moved: Moved) => void): Promise<Moved> {
  const result: Moved = { moved: 0, gone: 0, failed: [] };
  const limit = pLimit(8);
  const running = new Set<Promise<void>>();
  for await (const { object } of disk.list()) {
    const moving = limit(() => moveObject(disk, bucket, object))
      .then(
        (isMoved) => void result[isMoved ? "moved" : "gone"]++,
        (error: NodeJS.ErrnoException) => void result.failed.push({ object, reason: error.code ?? error.message }),
      )
      .finally(() => {
        running.delete(moving);
        report(result);
      });
    running.add(moving);
    if (running.size >= 100) await Promise.race(running);
  }
  await Promise.all(running);
  return result;
}

async function moveObject(disk: DiskStore, bucket: S3Store, object: string): Promise<boolean> {
  const before = await disk.open(object);
  if (!before) return false;
  await bucket.copyIn(disk.locate(object), object);
  const copy = await bucket.open(object);
  if (copy?.size !== before.size) throw new Error("the copy has another size");
  // What erases it from now on erases the copy too.
  if (!(await disk.open(object))) {
    await bucket.delete(object);
    return false;
  }
  await rm(disk.locate(object), { force: true });
  return true;
}
