import "server-only";
import { rm, stat } from "node:fs/promises";
import { listFiles, nullIfMissing } from "./write";

/** Removes what a killed process left: files last written before `olderThan`, with this ending. Returns how many. */
export async function removeStaleFiles(root: string, olderThan: Date, ending = ""): Promise<number> {
  let removed = 0;
  for await (const path of listFiles(root)) {
    if (!path.endsWith(ending)) continue;
    const found = await stat(path).catch(nullIfMissing);
    if (!found || found.mtime >= olderThan) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}
