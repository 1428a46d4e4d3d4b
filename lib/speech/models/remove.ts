import { rm } from "node:fs/promises";
import { homeOf } from "./directory";
import { unmarkReady } from "./installed";
import { withLock } from "./lock";

/** Deletes a model's files. A server that runs soon stops offering it; calls in hand end on what is loaded. */
export async function remove(directory: string, id: string, onWait: () => void): Promise<void> {
  await withLock(directory, id, onWait, async () => {
    const home = homeOf(directory, id);
    await unmarkReady(home);
    await rm(home, { recursive: true, force: true });
  });
}
