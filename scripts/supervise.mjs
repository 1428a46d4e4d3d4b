import { lookup } from "node:dns/promises";
import { lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { KeptProcess } from "./kept-process.mjs";
import { isAlive } from "./lock.mjs";

/**
 * Starts the API's processes, the console and the worker, and restarts them until `close`. Resolves when all of them
 * serve. Throws if one of them ends before that. `openMetrics` serves what all of them measure.
 */
export async function supervise({ host, port, apiProcesses, drainMs, seed, log, openMetrics }) {
  const handle = await bind(host, port);
  const sockets = openSocketDirectory();
  const changed = () => {
    for (const api of apis) api.send({ console: describeConsole() });
  };
  const metrics = await openMetrics(() =>
    Object.fromEntries(
      Object.entries(roles).map(([role, kept]) => [
        role,
        {
          serving: kept.filter(({ serving }) => serving).length,
          restarts: kept.reduce((sum, { restarts }) => sum + restarts, 0),
        },
      ]),
    ),
  );
  const common = { log, changed, watch: metrics.watch };
  const console = new KeptProcess({ ...common, role: "console", describe: sockets.next });
  const worker = new KeptProcess({ ...common, role: "worker", describe: () => ({ message: { start: {} } }) });
  const describeApi = (isFirst) => () => ({
    message: { start: { seed: seed && isFirst }, console: describeConsole() },
    handle,
  });
  const apis = Array.from(
    { length: apiProcesses },
    (_, at) => new KeptProcess({ ...common, role: "api", describe: describeApi(at === 0) }),
  );
  const all = [...apis, console, worker];
  const roles = { api: apis, console: [console], worker: [worker] };

  function describeConsole() {
    return { path: console.serving?.at.path };
  }

  /** Kills all processes without letting them finish. */
  function kill() {
    for (const kept of all) kept.kill();
    sockets.remove();
  }

  /** The public port first, so that no new requests arrive, and the worker last, since it records finished calls. */
  async function close() {
    for (const api of apis) api.send({ isEnding: true });
    if (drainMs > 0) await sleep(drainMs);
    handle.close();
    await Promise.all(apis.map((api) => api.stop()));
    await console.stop();
    await worker.stop();
    await metrics.close();
    sockets.remove();
  }

  /** One process after the other, so that at most one extra process runs. */
  async function restart() {
    for (const kept of all) await kept.replace();
  }

  try {
    const [{ banner }] = await Promise.all(all.map((kept) => kept.start()));
    return { banner, close, kill, restart };
  } catch (error) {
    kill();
    throw error;
  }
}

/**
 * Binds the public port in this process, while the API's processes accept its connections: without any of them,
 * connections wait. `node:cluster` would close the port with its last process. Node exports this function without
 * documenting it.
 */
async function bind(host, port) {
  const { address, family } = await lookup(host);
  const handle = net._createServerHandle(address, port, family);
  if (typeof handle === "number") throw new Error(`Vang cannot listen on ${host}:${port} (error ${handle}).`);
  return handle;
}

/** A directory that only this user can enter, with a new socket for each console. */
function openSocketDirectory() {
  if (process.platform === "win32") {
    let count = 0;
    const next = () => ({ message: { start: { at: { path: `\\\\.\\pipe\\vang-${process.pid}-${++count}` } } } });
    return { next, remove() {} };
  }
  // Not in the data directory, whose path may exceed the limit of 107 bytes for a socket's path.
  const parent = tmpdir();
  removeStale(parent);
  const directory = mkdtempSync(join(parent, `vang-console-${process.pid}-`));
  let count = 0;
  return {
    next() {
      const path = join(directory, `${++count}.sock`);
      return { message: { start: { at: { path } } }, cleanUp: () => rmSync(path, { force: true }) };
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Removes what killed supervisors have left. */
function removeStale(parent) {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^vang-console-(\d+)-/.exec(name) ?? [];
    if (!pid || isAlive(Number(pid))) continue;
    try {
      // Another user could put a link in its place while it is being removed.
      if (lstatSync(join(parent, name)).uid !== process.getuid?.()) continue;
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // Belongs to another user.
    }
  }
}
