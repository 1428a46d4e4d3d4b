import { Readable } from "node:stream";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** A file of an archive, read when its turn comes. `isPacked`: its bytes are compressed already, as audio is. */
export type ZippedFile = { name: string; at: Date; isPacked: boolean; read: () => AsyncIterable<Uint8Array> };

/** An archive, made while it is sent: of its content no more than a part of one file is in memory. */
export async function* zipped(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, bytes) => {
    failure ??= error;
    if (bytes) made.push(bytes);
  });
  const taken = () => {
    if (failure) throw failure;
    return made.splice(0);
  };
  for await (const { name, at, isPacked, read } of files) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name);
    file.mtime = at;
    zip.add(file);
    for await (const bytes of read()) {
      file.push(bytes);
      yield* taken();
    }
    file.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

/** The archive as a download, at the reader's pace. */
export const zipAnswer = (name: string, files: AsyncIterable<ZippedFile>): Response =>
  new Response(Readable.toWeb(Readable.from(zipped(files))) as ReadableStream, {
    headers: {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
