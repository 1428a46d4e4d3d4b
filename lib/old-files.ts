import "server-only";
import { opendir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { nullIfMissing } from "./files";

/** Removes what a killed process left behind: files last written before `olderThan`, whose name ends so. Returns how many. */
export async function removeOldFiles(root: string, olderThan: Date, ending = ""): Promise<number> {
  let removed = 0;
  const directory = await opendir(root, { recursive: true }).catch(nullIfMissing);
  for await (const entry of directory ?? []) {
    if (!entry.isFile() || !entry.name.endsWith(ending)) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(nullIfMissing);
    if (!found || found.mtime >= olderThan) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}
