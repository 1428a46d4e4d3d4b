import "server-only";
import { readFileSync, statSync } from "node:fs";

/** A change this fresh may still be under way. */
const settledMs = 100;
const lookEveryMs = 250;

/** A file that is read again once it has changed. Looking costs one `stat`, at most four times a second. */
export class WatchedFile {
  readonly #path: string;
  #taken: string | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(path: string) {
    this.#path = path;
  }

  /** Its text when it is new since the last call, null when it is gone, undefined when nothing has changed. */
  takeChange(): string | null | undefined {
    const now = performance.now();
    if (now - this.#lookedAt < lookEveryMs) return undefined;
    this.#lookedAt = now;
    const found = statSync(this.#path, { throwIfNoEntry: false });
    const state = found ? `${found.mtimeMs} ${found.size} ${found.ino}` : "gone";
    // The file system's clock is not ours to move, hence not `clock`.
    const isFresh = found !== undefined && Math.abs(Date.now() - found.mtimeMs) < settledMs;
    if (state === this.#taken || (isFresh && this.#taken !== undefined)) return undefined;
    this.#taken = state;
    return found ? readFileSync(this.#path, "utf8") : null;
  }
}
