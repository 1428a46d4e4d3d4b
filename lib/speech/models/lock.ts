import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { seconds } from "@/lib/clock";
import { nullIfMissing } from "@/lib/files";

/** A holder that has not touched its lock for this long is dead, in whatever container it ran. */
const staleMs = seconds(30);

/**
 * Runs `work` while no other process works on this model; waits for one that does. `onWait` is called once if so.
 * A lock left by a process that died is taken over.
 */
export async function withLock<Result>(
  directory: string,
  id: string,
  onWait: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const file = join(directory, ".locks", id);
  const owner = randomUUID();
  await mkdir(dirname(file), { recursive: true });
  for (let waited = false; !(await take(file, owner)); waited = true) {
    if (!waited) onWait();
    await dropStale(file);
    await sleep(200);
  }
  const touch = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), seconds(5));
  try {
    return await work();
  } finally {
    clearInterval(touch);
    await rm(file, { force: true });
  }
}

async function take(file: string, owner: string): Promise<boolean> {
  try {
    const lock = await open(file, "wx");
    await lock.writeFile(JSON.stringify({ owner, host: hostname(), pid: process.pid })).finally(() => lock.close());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function dropStale(file: string): Promise<void> {
  const [found, held] = [await stat(file).catch(nullIfMissing), await readFile(file, "utf8").catch(nullIfMissing)];
  if (!found || held === null || (Date.now() - found.mtimeMs < staleMs && !isOfDeadProcess(held))) return;
  // Moved first: of several who saw the same dead lock, one takes it away, and nobody a lock made since.
  const aside = `${file}.${randomUUID()}`;
  await rename(file, aside).catch(nullIfMissing);
  const taken = await readFile(aside, "utf8").catch(nullIfMissing);
  if (taken !== null && taken !== held) await rename(aside, file);
  await rm(aside, { force: true });
}

function isOfDeadProcess(held: string): boolean {
  // Half written: its holder is at it this moment.
  if (!held.endsWith("}")) return false;
  const { host, pid } = JSON.parse(held) as { host: string; pid: number };
  if (host !== hostname()) return false;
  try {
    return !process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
