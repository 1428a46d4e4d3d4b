import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits until no other process holds the lock `file`, takes it, and returns a function that releases it. Calls `onWait`
 * once when it has to wait. Takes over the lock of a process that died.
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

/** When a process started, where the system reports it: process ids are reused, in containers soon. */
function startOf(pid) {
  const [, fields] = read(`/proc/${pid}/stat`).split(/\) (?!.*\) )/s);
  return fields?.split(" ")[19] ?? "";
}

function isStale(file) {
  const [pid, start] = read(file).split(" ");
  // Created but still not written after this time.
  if (!pid) return ageMs(file) > 10_000;
  return !isAlive(Number(pid)) || (startOf(pid) !== "" && startOf(pid) !== start);
}

/** Only one process at a time: two that saw the same stale lock could otherwise remove a new one. */
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
