import { constants } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { ToolError } from "@/lib/api/mcp/tool";

export type OpenFile = { handle: FileHandle; path: string; size: number; fileName: string };

/** The one folder whose files an assistant can read, and into which it can write new ones. */
export class Folder {
  private constructor(readonly path: string) {}

  static async open(path: string): Promise<Folder> {
    return new Folder(await realpath(path));
  }

  /** Opens a file to read. Throws `ToolError` for one outside, also behind a link, and for what is no file. */
  async read(name: string): Promise<OpenFile> {
    const path = await realpath(resolve(this.path, name)).catch(() => missing(name));
    this.#require(path, name);
    // What became a link since then is not followed, and nothing waits for the other end of a pipe.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(path, flags).catch(() => missing(name));
    const about = await handle.stat();
    if (about.isFile()) return { handle, path, size: about.size, fileName: basename(path) };
    await handle.close();
    return missing(name);
  }

  /** Creates a file. Throws `ToolError` for one outside, and for one that exists: nothing is overwritten. */
  async create(name: string): Promise<{ handle: FileHandle; path: string }> {
    const wanted = resolve(this.path, name);
    const parent = await realpath(dirname(wanted)).catch(() => missing(dirname(name)));
    const path = join(parent, basename(wanted));
    this.#require(path, name);
    const handle = await open(path, "wx", 0o644).catch((error: NodeJS.ErrnoException) => {
      const why = error.code === "EEXIST" ? "exists already: choose another name" : "cannot be written";
      throw new ToolError("FILE_REJECTED", `${name} ${why}.`);
    });
    return { handle, path };
  }

  #require(path: string, name: string): void {
    const below = relative(this.path, path);
    if (below !== "" && below !== ".." && !below.startsWith(`..${sep}`) && resolve(this.path, below) === path) return;
    throw new ToolError("FILE_REJECTED", `${name} is outside ${this.path}, which is all that can be used.`);
  }
}

function missing(name: string): never {
  throw new ToolError("FILE_REJECTED", `${name} is no file that can be read.`);
}
