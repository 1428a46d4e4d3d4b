import "server-only";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { readInTurn } from "./read-in-turn";

const readBytes = 64 * 1024;

/** Read while it is written: slow readers take no memory. Closed once its writer and announced readers have left. */
export class GrowingFile {
  readonly path: string;
  readonly #file: FileHandle;
  readonly #wakes = new Set<() => void>();
  #size = 0;
  #last = Promise.resolve();
  #users = 1;
  #failure: { error: unknown } | undefined;
  #isWhole = false;

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  /** `isUnnamed`: it has no name any more, so that nothing is left of it once it is closed, or its process is killed. */
  static async create(path: string, { isUnnamed = false } = {}): Promise<GrowingFile> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, "wx+", 0o600);
    if (isUnnamed) await rm(path);
    return new GrowingFile(path, file);
  }

  get size(): number {
    return this.#size;
  }

  /** In the order of the calls, also when they do not wait for each other. */
  append(bytes: Uint8Array): Promise<void> {
    this.#last = this.#last.then(async () => {
      await this.#write(bytes, this.#size);
      this.#size += bytes.length;
      this.#wake();
    });
    return this.#last;
  }

  /** What was read before is not changed by it for its readers. */
  replaceStart = (bytes: Uint8Array): Promise<void> => this.#write(bytes, 0);

  /** Readers come to an end. The file stays where it is. */
  async finish(): Promise<void> {
    this.#isWhole = true;
    this.#wake();
    await this.#leave();
  }

  /** Readers fail, and the file is removed. */
  async fail(error: unknown): Promise<void> {
    this.#failure = { error };
    this.#wake();
    await this.#leave();
    await rm(this.path, { force: true });
  }

  /** Keeps the file open for a reader, which calls the result once when it leaves. */
  announceReader(): () => void {
    this.#users++;
    return () => void this.#leave().catch(() => undefined);
  }

  /** The bytes from the beginning, as they come. */
  async *read(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (let at = 0; ; ) {
      if (this.#failure) throw this.#failure.error;
      const length = Math.min(readBytes, this.#size - at);
      if (length > 0) {
        const from = at;
        const { bytesRead, buffer } = await readInTurn(() => this.#file.read(new Uint8Array(length), 0, length, from));
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      } else if (this.#isWhole) return;
      else await new Promise<void>((resolve) => this.#wakes.add(resolve));
    }
  }

  async #write(bytes: Uint8Array, at: number): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, at + written);
      written += bytesWritten;
    }
  }

  #wake(): void {
    for (const wake of this.#wakes) wake();
    this.#wakes.clear();
  }

  async #leave(): Promise<void> {
    this.#users--;
    if (this.#users === 0) await this.#file.close();
  }
}
