import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sizeOf } from "./directory";
import { hashFile } from "./hash";
import { type InstalledModel, unmarkReady } from "./installed";
import { withLock } from "./lock";

/**
 * Holds every file of a model against the hash it was installed with. Damaged files are deleted and the model is no
 * longer ready: installing it again fetches those alone. Answers the paths of the damaged files.
 */
export async function verify({ model, home }: InstalledModel, onWait: () => void): Promise<string[]> {
  return withLock(dirname(home), model.id, onWait, async () => {
    const damaged: string[] = [];
    for (const { path, sha256 } of model.files) {
      const file = join(home, path);
      const isWhole = (await sizeOf(file)) !== null && (await hashFile(file)) === sha256;
      if (!isWhole) damaged.push(path);
    }
    if (damaged.length > 0) await unmarkReady(home);
    await Promise.all(damaged.map((path) => rm(join(home, path), { force: true })));
    return damaged;
  });
}
