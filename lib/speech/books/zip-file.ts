import "server-only";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { AppError } from "@/lib/platform/errors";
import { bookTooLarge, damaged, noEpub, tooManyFiles } from "./faults";

const inflate = promisify(inflateRaw);

/** An archive can have no more files, and an end of no more bytes: its comment and its last record. */
const mostFiles = 10_000;
const mostEndBytes = 65_535 + 22;

/** The list of files of an archive is read whole. */
const mostListBytes = 4 * 1024 * 1024;

const signatures = { file: 0x04034b50, listed: 0x02014b50, end: 0x06054b50 };

type Listed = { method: number; isEncrypted: boolean; packed: number; size: number; at: number };

/** The ZIP archive of an e-book, of which single files are read. Sizes that it declares are not believed but checked. */
export class ZipFile {
  readonly #handle: FileHandle;
  readonly #files: ReadonlyMap<string, Listed>;

  private constructor(handle: FileHandle, files: ReadonlyMap<string, Listed>) {
    this.#handle = handle;
    this.#files = files;
  }

  /** Throws BOOK_INVALID for what is no archive, or has more files than any e-book. Must be closed. */
  static async open(path: string): Promise<ZipFile> {
    const handle = await open(path);
    try {
      return new ZipFile(handle, await listFiles(handle));
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  close = (): Promise<void> => this.#handle.close();

  has = (name: string): boolean => this.#files.has(name);

  /**
   * The bytes of a file. Null without such a file. Throws BOOK_INVALID for one that is damaged or longer than `mostBytes`,
   * of which no more is unpacked, and BOOK_ENCRYPTED.
   */
  async read(name: string, mostBytes: number): Promise<Buffer | null> {
    const listed = this.#files.get(name);
    if (!listed) return null;
    if (listed.isEncrypted) throw new AppError("BOOK_ENCRYPTED");
    if (listed.size > mostBytes || listed.packed > mostBytes) throw bookTooLarge(mostBytes);
    const head = await readAt(this.#handle, listed.at, 30);
    if (head.readUInt32LE(0) !== signatures.file) throw damaged();
    const start = listed.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
    const packed = await readAt(this.#handle, start, listed.packed);
    if (listed.method === 0) return packed;
    if (listed.method !== 8) throw damaged();
    return inflate(packed, { maxOutputLength: mostBytes }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === "ERR_BUFFER_TOO_LARGE" ? bookTooLarge(mostBytes) : damaged();
    });
  }
}

/** Throws BOOK_INVALID where the archive ends before. */
async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, position);
  if (bytesRead < length) throw damaged();
  return bytes;
}

async function listFiles(handle: FileHandle): Promise<Map<string, Listed>> {
  const { size } = await handle.stat();
  const tail = await readAt(handle, Math.max(0, size - mostEndBytes), Math.min(size, mostEndBytes));
  const end = tail.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0 || end + 22 > tail.length) throw noEpub();
  const [count, length, start] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ];
  if (count > mostFiles || length > mostListBytes) throw tooManyFiles(mostFiles);
  const list = await readAt(handle, start, length);
  const files = new Map<string, Listed>();
  for (let at = 0, number = 0; number < count; number++) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== signatures.listed) throw damaged();
    const nameEnd = at + 46 + list.readUInt16LE(at + 28);
    files.set(list.toString("utf8", at + 46, nameEnd), {
      isEncrypted: (list.readUInt16LE(at + 8) & 1) === 1,
      method: list.readUInt16LE(at + 10),
      packed: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      at: list.readUInt32LE(at + 42),
    });
    at = nameEnd + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
  }
  return files;
}
