import "server-only";
import { openSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import type { FileSystem } from "@echogarden/espeak-ng-emscripten";

const require = createRequire(import.meta.url);

const root = "/usr/share/espeak-ng-data";

/** In place of 24 MB of data for all languages. Its pages use no memory until `readOnDemand` fills in a file. */
export const emptyPackage = (_: string, size: number): ArrayBuffer => new ArrayBuffer(size);

/** Makes the engine read each of its data files from disk when it first opens the file. */
export function readOnDemand(fs: FileSystem): void {
  const archive = openSync(require.resolve("@echogarden/espeak-ng-emscripten/espeak-ng.data"), "r");
  for (const path of listFiles(fs, root)) {
    const { node } = fs.lookupPath(path);
    let isRead = false;
    const open = () => {
      if (!isRead) readSync(archive, node.contents, 0, node.contents.length, node.contents.byteOffset);
      isRead = true;
    };
    node.stream_ops = { ...node.stream_ops, open };
  }
}

function listFiles(fs: FileSystem, directory: string): string[] {
  const names = fs.readdir(directory).filter((name) => !name.startsWith("."));
  return names.flatMap((name) => {
    const path = `${directory}/${name}`;
    return fs.isDir(fs.lookupPath(path).node.mode) ? listFiles(fs, path) : [path];
  });
}
