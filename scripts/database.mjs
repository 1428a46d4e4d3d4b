import { spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  fchmodSync,
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
import { findBinaries, runUnprivileged, sharedState } from "./postgres-binaries.mjs";

/** Created by initdb, so always a superuser: owns the tables and migrates them. */
const owner = "vang";
/** The program's role: owns nothing, and has only the privileges of `grantPrivileges`. */
const appRole = "vang_app";

/**
 * Makes sure that the embedded cluster in `directory` runs, has the program's role and contains `database`. Safe to
 * call repeatedly, from several processes at once, and after any of them was killed: a running cluster is reused.
 * Returns the program's and the owner's URL, the program's by a Unix socket (`nearUrl`, a third of the cost of TCP),
 * whether the database was just created, and functions to end: `drop` the database, `stop` the cluster, or `release` it,
 * which stops it unless another program still uses it.
 * @param {{ directory: string, database?: string, settings?: string[] }} options
 */
export async function ensureDatabase({ directory, database = "vang", settings = [] }) {
  const home = writableByServer(resolve(directory));
  const unlock = await lock(join(home, "lock"));
  try {
    const data = join(home, "data");
    const password = readOrCreatePassword(join(home, "password"));
    const appPassword = readOrCreatePassword(join(home, "app-password"));
    const binaries = await findBinaries();
    if (!existsSync(join(data, "PG_VERSION"))) initialize(binaries.initdb, data, password);
    const found = findRunning(data);
    const server = found ?? (await startServer(binaries.postgres, home, data, settings));
    const address = `127.0.0.1:${server.port}`;
    const ownerUrl = (name) => `postgresql://${owner}:${password}@${address}/${name}`;
    const url = `postgresql://${appRole}:${appPassword}@${address}/${database}`;
    const nearUrl = server.sockets ? `${url}?host=${encodeURIComponent(server.sockets)}` : url;
    const created = await createMissing(ownerUrl("postgres"), database);
    if (!(await canConnect(url))) await setAppRole(ownerUrl("postgres"), appPassword);
    const stop = () => stopServer(server.pid);
    // Another program that ended at the same moment may have stopped it.
    const unused = () => isUnused(ownerUrl("postgres")).catch(() => false);
    const release = async () => void ((await unused()) && (await stop()));
    const drop = () => asAdmin(ownerUrl("postgres"), `DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`);
    return { url, nearUrl, ownerUrl: ownerUrl(database), created, drop, stop, release };
  } finally {
    unlock();
  }
}

/**
 * The directory of a cluster: when started as root, the cluster belongs to `nobody`, which needs access to it.
 * @param {string} directory
 * @returns {string}
 */
export function writableByServer(directory) {
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  if (!runUnprivileged.uid) return directory;
  const works = (path) => {
    chownSync(path, runUnprivileged.uid, runUnprivileged.gid);
    return (
      spawnSync("/bin/sh", ["-c", 'cd "$1" && test -w .', "sh", path], { ...runUnprivileged, cwd: "/" }).status === 0
    );
  };
  if (works(directory)) return directory;
  const elsewhere = placeElsewhere(directory);
  mkdirSync(elsewhere, { recursive: true, mode: 0o755 });
  if (works(elsewhere)) return elsewhere;
  throw new Error(
    `The database can write neither to ${directory} nor to ${elsewhere}. Set DATABASE_URL, or run as an ordinary user.`,
  );
}

/** Where a cluster is that cannot be in its `directory`. @param {string} directory */
export const placeElsewhere = (directory) =>
  join(sharedState, createHash("sha256").update(directory).digest("hex").slice(0, 16));

/**
 * Keeps the cluster in `directory` stopped until the function that is returned is called; undefined if a program uses it.
 * @param {string} directory
 */
export async function keepStopped(directory) {
  const home = writableByServer(resolve(directory));
  const unlock = await lock(join(home, "lock"));
  const running = findRunning(join(home, "data"));
  if (!running) return unlock;
  const password = readOrCreatePassword(join(home, "password"));
  if (await isUnused(`postgresql://${owner}:${password}@127.0.0.1:${running.port}/postgres`).catch(() => false)) {
    await stopServer(running.pid);
    if (!isAlive(running.pid)) return unlock;
  }
  unlock();
}

/** The major version of the embedded PostgreSQL. */
export async function postgresVersion() {
  const { postgres } = await findBinaries();
  return /\d+/.exec(spawnSync(postgres, ["--version"], { encoding: "utf8" }).stdout)?.[0] ?? "";
}

const readIfThere = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

function readOrCreatePassword(file) {
  const known = readIfThere(file).trim();
  if (known) return known;
  const password = randomBytes(18).toString("base64url");
  writeFileSync(`${file}.new`, password, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return password;
}

// Initialized in a temporary directory and then renamed, so that a cluster is either complete or missing.
function initialize(initdb, data, password) {
  const [draft, passwordFile] = [`${data}.new`, `${data}.password`];
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (runUnprivileged.uid)
    for (const path of [draft, passwordFile]) chownSync(path, runUnprivileged.uid, runUnprivileged.gid);
  const locale = ["-E", "UTF8", "--no-locale", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = ["-U", owner, "-A", "scram-sha-256", "--pwfile", passwordFile];
  const run = spawnSync(initdb, ["-D", draft, ...access, ...locale], { ...runUnprivileged, encoding: "utf8" });
  rmSync(passwordFile, { force: true });
  if (run.status !== 0) throw new Error(`The database could not be created: ${run.error ?? run.stderr}`);
  renameSync(draft, data);
}

function findRunning(data) {
  const [pid, , , port, sockets, , , state] = readIfThere(join(data, "postmaster.pid")).split("\n");
  return pid && isAlive(Number(pid)) && state?.trim() === "ready"
    ? { pid: Number(pid), port: Number(port), sockets: sockets.trim() }
    : undefined;
}

async function startServer(postgres, home, data, settings) {
  const port = await freePort();
  const log = openSync(join(home, "postgres.log"), "a", 0o600);
  // Statements in it contain values; an earlier release let others read it.
  fchmodSync(log, 0o600);
  const fixed = [
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${canHoldSockets(home) ? home : ""}`,
    "max_connections=118",
    `shared_buffers=${buffersMb()}MB`,
  ];
  const flags = [...fixed, ...settings].flatMap((setting) => ["-c", setting]);
  const child = spawn(postgres, ["-D", data, "-p", String(port), ...flags], {
    ...runUnprivileged,
    // Its own process group, so that Ctrl-C reaches only us; we stop the database after our last writes.
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

/** A socket's path has at most 103 bytes on some systems, and PostgreSQL reads a list of directories. */
const canHoldSockets = (directory) => process.platform !== "win32" && /^[\w./-]{1,80}$/.test(directory);

/** The database's cache: an eighth of our memory limit, used only as far as needed. */
function buffersMb() {
  const bytes = Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY);
  return Math.round(Math.min(4096, Math.max(64, bytes / 8 / 2 ** 20)));
}

/** An unused TCP port on loopback. */
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

/** Whether the role exists and has the password in the URL. */
async function canConnect(url) {
  const client = new pg.Client(url);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (/^28/.test(error.code)) return false;
    throw error;
  } finally {
    await client.end();
  }
}

/** Also for a cluster of an older release without this role, or with a lost password file. */
async function setAppRole(adminUrl, password) {
  const { rowCount } = await asAdmin(adminUrl, "SELECT 1 FROM pg_roles WHERE rolname = $1", [appRole]);
  const may = "LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS";
  await asAdmin(adminUrl, `${rowCount === 0 ? "CREATE" : "ALTER"} ROLE ${appRole} ${may} PASSWORD '${password}'`);
}

/** Our application name in the database, from which other programs see whether this process still runs. */
export const programName = () => `vang-${process.pid}`;

// Connections of killed programs remain for a while on the server's side, and those of closed ones for a moment.
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
