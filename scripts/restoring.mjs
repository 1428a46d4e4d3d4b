import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Without symbolic links, also where the last one leads to nothing. @param {string} data */
export function realPath(data) {
  try {
    return realpathSync(data);
  } catch {}
  try {
    return resolve(dirname(data), readlinkSync(data));
  } catch {
    return resolve(data);
  }
}

/**
 * Where a restore into `data` makes its directory, and writes what is to be moved once that is whole: beside it, or
 * within a directory that cannot be moved.
 * @param {string} data
 */
export const draftBeside = (data) => ({ draft: `${data}.restoring`, journal: `${data}.restoring.json` });
/** @param {string} data */
export const draftWithin = (data) => ({ draft: join(data, "restoring"), journal: join(data, "restoring.json") });

/**
 * Completes a restore whose directory is whole and was not yet moved to its place, also one that was killed. To be called
 * before anything in `data` is read.
 * @param {string} data
 */
export function finishRestore(data) {
  const real = realPath(data);
  for (const { draft, journal } of [draftBeside(real), draftWithin(real)]) {
    if (!existsSync(journal)) continue;
    // It is the last that is moved.
    if (existsSync(draft))
      for (const [from, to] of JSON.parse(readFileSync(journal, "utf8")).moves)
        if (existsSync(from) && !existsSync(to)) renameSync(from, to);
    // What was within it was moved out of it.
    if (existsSync(draft) && readdirSync(draft).length === 0) rmdirSync(draft);
    rmSync(journal);
  }
}
