import "server-only";
import { readFileSync, statSync } from "node:fs";

/** A file changed more recently than this may still be incomplete. */
const settledMs = 100;
const lookEveryMs = 250;

/** Reads a file again when it has changed. Costs one `stat`, at most four times a second. */
export class WatchedFile {
  readonly #path: string;
  #taken: string | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(path: string) {
    this.#path = path;
  }

  /** Returns the new text, null when the file is gone, and undefined when nothing has changed since the last call. */
  takeChange(): string | null | undefined {
    const now = performance.now();
    if (now - this.#lookedAt < lookEveryMs) return undefined;
    this.#lookedAt = now;
    const found = statSync(this.#path, { throwIfNoEntry: false });
    const state = found ? `${found.mtimeMs} ${found.size} ${found.ino}` : "gone";
    // Compared with the file system's clock, which tests cannot move; hence not `clock`.
    const isFresh = found !== undefined && Math.abs(Date.now() - found.mtimeMs) < settledMs;
    if (state === this.#taken || (isFresh && this.#taken !== undefined)) return undefined;
    this.#taken = state;
    return found ? readFileSync(this.#path, "utf8") : null;
  }
}
