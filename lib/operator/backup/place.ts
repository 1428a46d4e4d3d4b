import "server-only";
import { existsSync, readFileSync } from "node:fs";
import { access, constants, mkdir, readdir, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { clock } from "@/lib/platform/clock";
import { OperatorError } from "@/lib/platform/errors";
import { moveDurably, nullIfMissing, writeDurably } from "@/lib/platform/objects/files/write";
import { ensureDatabase, keepStopped, placeElsewhere } from "@/scripts/database.mjs";
import { draftBeside, draftWithin, finishRestore, realPath } from "@/scripts/restoring.mjs";

/** Where an archive is restored: into `draft`, which then becomes `data`; what was there before becomes `before`. */
export type Place = { data: string; draft: string; journal: string; before: string | null };

const clusterOf = (data: string) => join(data, "postgres");

/** Throws where nothing can be restored without overwriting something. */
export async function findPlace(given: string): Promise<Place> {
  finishRestore(given);
  const data = realPath(given);
  const names = await readdir(data).catch(nullIfMissing);
  const found = (names ?? []).filter((name) => name !== "lost+found" && join(data, name) !== draftWithin(data).draft);
  const hasCluster = existsSync(join(placeElsewhere(clusterOf(data)), "data"));
  if (found.length === 0) {
    if (hasCluster)
      throw new OperatorError(`There is a database in ${placeElsewhere(clusterOf(data))} already: move it away.`);
    await mkdir(dirname(data), { recursive: true });
    const isBeside = !names || (names.length === 0 && (await isMovable(data)));
    return { data, before: null, ...(isBeside ? draftBeside : draftWithin)(data) };
  }
  const listed = `${data} is not empty (${found.slice(0, 3).join(", ")})`;
  const isInstallation = existsSync(join(data, "secrets.json")) && existsSync(clusterOf(data));
  if (!isInstallation)
    throw new OperatorError(
      `${listed}: nothing is overwritten. Set VANG_DATA to an empty directory, or move what is there away.`,
    );
  if (!(await isMovable(data)))
    throw new OperatorError(
      `${listed}, and cannot be moved aside: it is a mount point, or this user cannot write to ${dirname(data)}. Nothing is overwritten. Set VANG_DATA to an empty directory, or move what is there away.`,
    );
  (await stopUse(data))();
  const time = clock.now().toISOString().replace(/[-:.]/g, "");
  return { data, before: `${data}.before-restore-${time}`, ...draftBeside(data) };
}

async function isMovable(data: string): Promise<boolean> {
  const [own, parent] = await Promise.all([stat(data), stat(dirname(data))]);
  const isWritable = await access(dirname(data), constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable && own.dev === parent.dev && !mountPoints().has(data);
}

/** A directory of the same disk that is mounted elsewhere shows only here. */
function mountPoints(): Set<string | undefined> {
  const list = existsSync("/proc/self/mountinfo") ? readFileSync("/proc/self/mountinfo", "utf8") : "";
  const written = (path = "") =>
    path.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
  return new Set(list.split("\n").map((line) => written(line.split(" ")[4])));
}

async function stopUse(data: string): Promise<() => void> {
  const release = await keepStopped(clusterOf(data));
  if (!release)
    throw new OperatorError(`Vang, or a command of it, runs on ${data}: stop it, then restore. Nothing was changed.`);
  return release;
}

/** Makes the draft's directory, with the permissions of the one that it replaces. */
export async function makeDraft({ data, draft }: Place): Promise<void> {
  const mode = (await stat(data).catch(nullIfMissing))?.mode ?? 0o711;
  await mkdir(draft, { mode: mode & 0o777 });
}

/** Also what a killed restore left, whose database may still run. */
export async function removeDraft({ draft }: Place): Promise<void> {
  const cluster = clusterOf(draft);
  const elsewhere = placeElsewhere(cluster);
  const isComplete = [cluster, elsewhere].some((home) => existsSync(join(home, "data/PG_VERSION")));
  if (isComplete && [cluster, elsewhere].some((home) => existsSync(join(home, "data/postmaster.pid"))))
    await ensureDatabase({ directory: cluster }).then(
      (database) => database.stop(),
      () => undefined,
    );
  for (const path of [elsewhere, draft]) await rm(path, { recursive: true, force: true });
}

/** Killed at any moment, the directory is as it was, or the next program that opens it completes the move. */
export async function moveToPlace(place: Place): Promise<void> {
  const { data, draft, journal, before } = place;
  const elsewhere = (at: string) => placeElsewhere(clusterOf(at));
  if (before) await stopUse(data);
  else if (journal === draftBeside(data).journal) await rmdir(data).catch(nullIfMissing);
  const aside = before ? [[data, before] as const, [elsewhere(data), elsewhere(before)] as const] : [];
  const children = (await readdir(draft)).map((name) => [join(draft, name), join(data, name)] as const);
  const isWithin = dirname(draft) === data;
  const moves = [...aside, [elsewhere(draft), elsewhere(data)], ...(isWithin ? children : [[draft, data]])];
  // Begun within the draft, with which it is removed if this is killed.
  const begun = join(draft, "restoring.json");
  await writeDurably(begun, Buffer.from(JSON.stringify({ moves })));
  await moveDurably(begun, journal);
  try {
    finishRestore(data);
  } catch (error) {
    if (!before || existsSync(before)) throw error;
    await rm(journal);
    throw new OperatorError(`${data} could not be moved aside: ${(error as Error).message}. It is unchanged.`);
  }
  // It went along with what it locked.
  if (before) for (const home of [clusterOf(before), elsewhere(before)]) await rm(join(home, "lock"), { force: true });
}
