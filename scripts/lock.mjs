import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits until no other process holds the lock `file`, takes it, and returns what gives it back. Calls `onWait` once
 * when it has to wait. The lock of a process that died is taken over.
 * @param {string} file
 */
export async function lock(file, onWait = () => {}) {
  for (let attempt = 0; !create(file); attempt++) {
    if (isStale(file)) {
      removeStale(file);
      continue;
    }
    if (attempt === 0) onWait();
    await sleep(100);
  }
  return () => rmSync(file, { force: true });
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

function create(file) {
  try {
    writeFileSync(file, `${process.pid} ${startOf(process.pid)}`, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  }
}

/** When a process began, where the system says so: its id may be another's by now, in containers soon. */
function startOf(pid) {
  const [, fields] = read(`/proc/${pid}/stat`).split(/\) (?!.*\) )/s);
  return fields?.split(" ")[19] ?? "";
}

function isStale(file) {
  const [pid, start] = read(file).split(" ");
  // Created and not written yet, for longer than that takes.
  if (!pid) return ageMs(file) > 10_000;
  return !isAlive(Number(pid)) || (startOf(pid) !== "" && startOf(pid) !== start);
}

/** One process at a time: a second one that saw the same stale lock would remove its successor. */
function removeStale(file) {
  const guard = `${file}.stale`;
  if (create(guard)) {
    if (isStale(file)) rmSync(file, { force: true });
    rmSync(guard, { force: true });
  } else if (ageMs(guard) > 10_000) rmSync(guard, { force: true });
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

const ageMs = (file) => Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
