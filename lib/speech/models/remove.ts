import { rm } from "node:fs/promises";
import { homeOf } from "./directory";
import { unmarkReady } from "./installed";
import { withLock } from "./lock";

/** Deletes a model's files. A server that runs keeps what it has loaded until it ends. */
export async function remove(directory: string, id: string, onWait: () => void): Promise<void> {
  await withLock(directory, id, onWait, async () => {
    const home = homeOf(directory, id);
    await unmarkReady(home);
    await rm(home, { recursive: true, force: true });
  });
}
