import { spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isAlive, lock } from "./lock.mjs";
import { dropToNobody, findBinaries, sharedState } from "./postgres-binaries.mjs";

const owner = "vang";

/**
 * Makes sure the embedded cluster in `directory` runs and holds `database`. Safe to call again, from several
 * processes at once, and after any of them was killed: a cluster left running is taken over.
 * Answers its URL, whether the database was just created, and ways to end: `drop` the database, `stop` the cluster,
 * or `release` it, which stops it unless another program still uses it.
 * @param {{ directory: string, database?: string, settings?: string[] }} options
 */
export async function ensureDatabase({ directory, database = "vang", settings = [] }) {
  const home = writableByServer(resolve(directory));
  const unlock = await lock(join(home, "lock"));
  try {
    const data = join(home, "data");
    const password = readOrCreatePassword(join(home, "password"));
    const binaries = await findBinaries();
    if (!existsSync(join(data, "PG_VERSION"))) initialise(binaries.initdb, data, password);
    const found = findRunning(data);
    const server = found ?? (await startServer(binaries.postgres, home, data, settings));
    const url = (name) => `postgresql://${owner}:${password}@127.0.0.1:${server.port}/${name}`;
    const created = await createMissing(url("postgres"), database);
    const stop = () => stopServer(server.pid);
    // Another program that ended at the same moment may have stopped it.
    const unused = () => isUnused(url("postgres")).catch(() => false);
    const release = async () => void ((await unused()) && (await stop()));
    const drop = () => asAdmin(url("postgres"), `DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`);
    return { url: url(database), created, drop, stop, release };
  } finally {
    unlock();
  }
}

/** As root the cluster belongs to `nobody`, which must be able to walk to its directory. */
function writableByServer(directory) {
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  if (!dropToNobody.uid) return directory;
  const works = (path) => {
    chownSync(path, dropToNobody.uid, dropToNobody.gid);
    return spawnSync("/bin/sh", ["-c", 'cd "$1" && test -w .', "sh", path], { ...dropToNobody, cwd: "/" }).status === 0;
  };
  if (works(directory)) return directory;
  const elsewhere = join(sharedState, createHash("sha256").update(directory).digest("hex").slice(0, 16));
  mkdirSync(elsewhere, { recursive: true, mode: 0o755 });
  if (works(elsewhere)) return elsewhere;
  throw new Error(
    `The database can write neither to ${directory} nor to ${elsewhere}. Set DATABASE_URL, or run as an ordinary user.`,
  );
}

const readIfThere = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

function readOrCreatePassword(file) {
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString("base64url"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

// Initialised beside its place and renamed into it, so a cluster is there whole or not at all.
function initialise(initdb, data, password) {
  const [draft, passwordFile] = [`${data}.new`, `${data}.password`];
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (dropToNobody.uid) for (const path of [draft, passwordFile]) chownSync(path, dropToNobody.uid, dropToNobody.gid);
  const locale = ["-E", "UTF8", "--no-locale", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = ["-U", owner, "-A", "scram-sha-256", "--pwfile", passwordFile];
  const run = spawnSync(initdb, ["-D", draft, ...access, ...locale], { ...dropToNobody, encoding: "utf8" });
  rmSync(passwordFile, { force: true });
  if (run.status !== 0) throw new Error(`The database could not be created: ${run.error ?? run.stderr}`);
  renameSync(draft, data);
}

function findRunning(data) {
  const [pid, , , port, , , , state] = readIfThere(join(data, "postmaster.pid")).split("\n");
  return pid && isAlive(Number(pid)) && state?.trim() === "ready"
    ? { pid: Number(pid), port: Number(port) }
    : undefined;
}

async function startServer(postgres, home, data, settings) {
  const port = await freePort();
  const log = openSync(join(home, "postgres.log"), "a");
  const fixed = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=100",
    `shared_buffers=${buffersMb()}MB`,
  ];
  const flags = [...fixed, ...settings].flatMap((setting) => ["-c", setting]);
  const child = spawn(postgres, ["-D", data, "-p", String(port), ...flags], {
    ...dropToNobody,
    // Its own process group: Ctrl-C in the terminal is for us, and we stop it once our work is written.
    detached: true,
    stdio: ["ignore", log, log],
    cwd: tmpdir(),
  });
  closeSync(log);
  child.unref();
  for (let waited = 0; waited < 1500; waited++) {
    const running = findRunning(data);
    if (running) return running;
    if (child.exitCode !== null) break;
    await sleep(20);
  }
  throw new Error(`The database did not start; ${join(home, "postgres.log")} says why.`);
}

/** What the database keeps at hand: an eighth of the memory we may use, which it takes only as it reads so much. */
function buffersMb() {
  const bytes = Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY);
  return Math.round(Math.min(4096, Math.max(64, bytes / 8 / 2 ** 20)));
}

/** A TCP port on loopback that nobody listens on right now. */
export function freePort() {
  return new Promise((found, failed) => {
    const probe = createServer().on("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => found(port));
    });
  });
}

async function createMissing(adminUrl, database) {
  const { rowCount } = await asAdmin(adminUrl, "SELECT 1 FROM pg_database WHERE datname = $1", [database]);
  if (rowCount === 0) await asAdmin(adminUrl, `CREATE DATABASE "${database}"`);
  return rowCount === 0;
}

/** What a program of ours calls itself to its database, so that another one knows whether it still lives. */
export const programName = () => `vang-${process.pid}`;

// The server's side of a connection outlives the program that was killed, and for a moment the one that closed it.
async function isUnused(adminUrl) {
  const others = `SELECT application_name AS name FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;
  const isSomeoneElses = ({ name }) => {
    const [, pid] = /^vang-(\d+)$/.exec(name) ?? [];
    return pid === undefined || (Number(pid) !== process.pid && isAlive(Number(pid)));
  };
  for (let attempt = 0; attempt < 10; attempt++) {
    const { rows } = await asAdmin(adminUrl, others);
    if (!rows.some(isSomeoneElses)) return true;
    await sleep(100);
  }
  return false;
}

async function asAdmin(adminUrl, statement, values) {
  const client = new pg.Client(adminUrl);
  await client.connect();
  try {
    return await client.query(statement, values);
  } finally {
    await client.end();
  }
}

async function stopServer(pid) {
  if (!isAlive(pid)) return;
  process.kill(pid, "SIGINT"); // PostgreSQL's fast shutdown
  for (let waited = 0; waited < 400 && isAlive(pid); waited++) await sleep(25);
}
