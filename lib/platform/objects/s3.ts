import "server-only";
import { open, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { seconds } from "@/lib/platform/clock";
import type { Bucket } from "@/lib/platform/env/storage";
import { connect, isMissing, reach, storeAway } from "./s3-client";
import { appendedAt, type ByteRange, isObjectName, type NewObject, newObjectName, type ObjectStore } from "./store";

/** `copyIn` stores a file under a given name. */
export type S3Store = ObjectStore & { copyIn(path: string, object: string): Promise<void> };

/** How long a store may take to answer, besides the transfer of a body at 4 MB a second; shorter in the tests of it. */
export const storeTimeout = { ms: seconds(10) };

const bytesPerMs = 4000;

/** Stores objects in a bucket of any S3, those of `region` under its name. */
export function openS3Store(place: Bucket, region: string): S3Store {
  let connected: ReturnType<typeof connect> | undefined;
  const connection = () => {
    connected ??= connect(place);
    return connected;
  };
  const at = (object: string) => ({ Bucket: place.bucket, Key: `${region}/${object}` });

  async function send(object: string, body: Uint8Array | Readable, size: number): Promise<void> {
    const { sdk, client } = await connection();
    // With its length, since only some stores take a body of unknown length.
    const command = new sdk.PutObjectCommand({ ...at(object), Body: body, ContentLength: size });
    await reach(storeTimeout.ms + size / bytesPerMs, (abortSignal) => client.send(command, { abortSignal }));
  }

  async function* get(object: string, range: string | undefined): AsyncGenerator<Uint8Array> {
    const { sdk, client } = await connection();
    const command = new sdk.GetObjectCommand({ ...at(object), Range: range });
    const { Body } = await reach(storeTimeout.ms, (abortSignal) => client.send(command, { abortSignal }));
    yield* chunksOf(Body as Readable);
  }

  const store: S3Store = {
    async put(bytes, extension) {
      const object = newObjectName(extension);
      await send(object, bytes, bytes.length);
      return object;
    },

    async putBoth(one, other) {
      const put = ({ bytes, extension }: NewObject) => store.put(bytes, extension);
      const [first, second] = await Promise.allSettled([put(one), put(other)]);
      if (first.status === "fulfilled" && second.status === "fulfilled") return [first.value, second.value];
      for (const each of [first, second]) if (each.status === "fulfilled") await store.delete(each.value);
      throw first.status === "rejected" ? first.reason : (second as PromiseRejectedResult).reason;
    },

    async copyIn(path, object) {
      // A stream that opens the file itself can fail before the client listens, which would end the process.
      const file = await open(path);
      const stream = file.createReadStream({ autoClose: false }).on("error", () => undefined);
      try {
        await send(object, stream, (await file.stat()).size);
      } finally {
        stream.destroy();
        await file.close();
      }
    },

    async moveIn(path, extension) {
      const object = newObjectName(extension);
      await store.copyIn(path, object);
      await rm(path, { force: true });
      return object;
    },

    async moveInWith(path, extension, other) {
      const beside = await store.put(other.bytes, other.extension);
      try {
        return [await store.moveIn(path, extension), beside];
      } catch (error) {
        await store.delete(beside);
        throw error;
      }
    },

    async open(object) {
      if (!isObjectName(object)) return null;
      const { sdk, client } = await connection();
      const look = new sdk.HeadObjectCommand(at(object));
      const found = await reach(storeTimeout.ms, (abortSignal) => client.send(look, { abortSignal })).catch(
        nullIfMissing,
      );
      if (!found) return null;
      const { ContentLength: whole = 0, LastModified: storedAt = new Date() } = found;
      const size = Math.min(appendedAt(object) ?? whole, whole);
      const read = ({ start, end }: ByteRange) => {
        const range = start === 0 && end === whole - 1 ? undefined : `bytes=${start}-${end}`;
        return end < start ? Readable.from([]) : Readable.from(get(object, range));
      };
      return {
        size,
        storedAt,
        read: (range = { start: 0, end: size - 1 }) => read(range),
        readAppended: () => buffer(read({ start: size, end: whole - 1 })),
      };
    },

    async delete(object) {
      if (!isObjectName(object)) return;
      const { sdk, client } = await connection();
      const command = new sdk.DeleteObjectCommand(at(object));
      await reach(storeTimeout.ms, (abortSignal) => client.send(command, { abortSignal })).catch(nullIfMissing);
    },

    async *list() {
      const { sdk, client } = await connection();
      const prefix = `${region}/`;
      let after: string | undefined;
      do {
        const page = { Bucket: place.bucket, Prefix: prefix, ContinuationToken: after };
        const command = new sdk.ListObjectsV2Command(page);
        const listed = await reach(3 * storeTimeout.ms, (abortSignal) => client.send(command, { abortSignal }));
        for (const { Key = "", LastModified } of listed.Contents ?? []) {
          const object = Key.slice(prefix.length);
          if (isObjectName(object)) yield { object, storedAt: LastModified };
        }
        after = listed.IsTruncated ? listed.NextContinuationToken : undefined;
      } while (after);
    },

    close() {
      void connected?.then(({ client }) => client.destroy());
      connected = undefined;
    },
  };
  return store;
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/** The body piece by piece. The reader may take its time; the store may not. */
async function* chunksOf(body: Readable): AsyncGenerator<Uint8Array> {
  const pieces = body.iterator({ destroyOnReturn: true });
  try {
    for (;;) {
      const timer = setTimeout(() => body.destroy(storeAway()), storeTimeout.ms);
      const { done, value } = await pieces.next().finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    body.destroy();
  }
}
