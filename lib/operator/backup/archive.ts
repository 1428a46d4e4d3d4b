import "server-only";
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { Header, Pax } from "tar";
import { OperatorError } from "@/lib/platform/errors";
import { writeStreamDurably } from "@/lib/platform/objects/files/write";

export type ArchiveEntry = {
  path: string;
  mode: number;
  modifiedAt: Date;
  isDirectory: boolean;
  /** In bytes, exactly those of `body`. */
  size: number;
  body: AsyncIterable<Uint8Array>;
};

/** The last entry, without which an archive is incomplete: how many others there are, and their digest. */
const sealPath = "seal.json";

type Seal = { entries: number; sha256: string };

const blockSize = 512;

export const textEntry = (path: string, value: unknown): ArchiveEntry => {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  const body = (async function* () {
    yield bytes;
  })();
  return { path, mode: 0o600, modifiedAt: new Date(), isDirectory: false, size: bytes.length, body };
};

/** Writes a tar file that only its owner can read and that appears under its name once it is complete. */
export async function writeArchive(
  file: string,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<Seal & { bytes: number }> {
  const seal = { entries: 0, sha256: "" };
  let bytes = 0;
  async function* counted() {
    for await (const chunk of toTar(entries, seal)) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  await writeStreamDurably(file, counted());
  return { ...seal, bytes };
}

async function* toTar(entries: AsyncIterable<ArchiveEntry>, seal: Seal): AsyncGenerator<Uint8Array> {
  const digest = createHash("sha256");
  for await (const entry of entries) {
    seal.entries += 1;
    addHeader(digest, entry);
    yield* blocksOf(entry, digest);
  }
  seal.sha256 = digest.digest("hex");
  yield* blocksOf(textEntry(sealPath, seal));
  yield Buffer.alloc(2 * blockSize);
}

async function* blocksOf(entry: ArchiveEntry, digest?: Hash): AsyncGenerator<Uint8Array> {
  const { path, size, mode, modifiedAt: mtime, isDirectory } = entry;
  const header = new Header({ path, size, mode, mtime, type: isDirectory ? "Directory" : "File" });
  header.encode();
  if (header.needPax) yield new Pax({ path, size, mtime }).encode();
  if (header.block) yield header.block;
  let left = size;
  for await (const chunk of entry.body) {
    left -= chunk.length;
    if (left < 0) break;
    digest?.update(chunk);
    yield chunk;
  }
  if (left !== 0) throw new OperatorError(`${path} changed while it was copied: run the command again.`);
  yield Buffer.alloc((blockSize - (size % blockSize)) % blockSize);
}

function addHeader(digest: Hash, { path, size, mode, isDirectory }: ArchiveEntry): void {
  digest.update(JSON.stringify([path, size, mode, isDirectory]));
}

/** The entries of an archive of ours, each to be read before the next. Throws at its end unless all are as written. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const digest = createHash("sha256");
  let [entries, isWhole] = [0, false];
  for await (const entry of readTar(createReadStream(file), file)) {
    if (entry.path === sealPath) {
      const seal = parseSeal(await buffer(entry.body));
      isWhole = seal?.entries === entries && seal.sha256 === digest.digest("hex");
      break;
    }
    entries += 1;
    addHeader(digest, entry);
    const body = digested(entry.body, digest);
    yield { ...entry, body };
    for await (const _ of body);
  }
  if (!isWhole) throw damaged(file);
}

const damaged = (file: string) => new OperatorError(`${file} is damaged, incomplete or no archive of Vang.`);

function parseSeal(bytes: Buffer): Seal | null {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

async function* digested(body: AsyncIterable<Uint8Array>, digest: Hash) {
  for await (const chunk of body) {
    digest.update(chunk);
    yield chunk;
  }
}

/** The files and directories of a tar stream, each to be read before the next. */
export async function* readTar(source: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<ArchiveEntry> {
  const bytes = pullBytes(source, () => damaged(name));
  try {
    for (let extended: Pax | undefined; ; ) {
      const block = await bytes.take(blockSize);
      if (block.every((byte) => byte === 0)) return;
      const header = new Header(block);
      if (!header.cksumValid) throw damaged(name);
      const size = extended?.size ?? header.size ?? 0;
      if (header.type === "ExtendedHeader") {
        extended = Pax.parse((await bytes.take(size)).toString());
      } else {
        const body = bytes.stream(size);
        // The header's own path lacks what does not fit into it.
        yield toEntry(header, { path: extended?.path ?? header.path ?? "", size, body });
        for await (const _ of body);
        extended = undefined;
      }
      await bytes.take((blockSize - (size % blockSize)) % blockSize);
    }
  } finally {
    await bytes.end();
  }
}

function toEntry(
  { mode = 0o600, mtime = new Date(0), type }: Header,
  rest: Pick<ArchiveEntry, "path" | "size" | "body">,
): ArchiveEntry {
  if (type !== "File" && type !== "Directory")
    throw new OperatorError(`${rest.path} is neither a file nor a directory.`);
  return { mode, modifiedAt: mtime, isDirectory: type === "Directory", ...rest };
}

/** Reads exactly as many bytes as are wanted; throws `tooShort` when there are fewer. */
function pullBytes(source: AsyncIterable<Uint8Array>, tooShort: () => Error) {
  const chunks = source[Symbol.asyncIterator]();
  let kept: Buffer = Buffer.alloc(0);
  async function* stream(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (kept.length === 0) {
        const { done, value } = await chunks.next();
        if (done) throw tooShort();
        kept = Buffer.from(value.buffer, value.byteOffset, value.length);
      }
      const part = kept.subarray(0, left);
      kept = kept.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
  const take = (size: number) => buffer(stream(size));
  return { stream, take, end: async () => void (await chunks.return?.()) };
}
