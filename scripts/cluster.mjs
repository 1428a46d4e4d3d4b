import { spawn, spawnSync } from "node:child_process";
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readArguments } from "./arguments.mjs";
import { ensureDatabase, freePort } from "./database.mjs";
import { ensureInstalled, root } from "./install.mjs";
import { watchParent } from "./parent.mjs";
import { ensureProgram } from "./program.mjs";
import { ensureSecrets } from "./secrets.mjs";

// The whole on one machine, as on several: two of the API, two workers and one console behind HAProxy, with PostgreSQL,
// Redis, three NATS servers and Swift's S3. What DATABASE_URL, REDIS_URL, STREAM_URL or OBJECTS_URL names is used instead.

/** The first parts of the paths that the API serves; the console serves all others. */
const apiRoots =
  "tts stt jobs uploads ai v1 openapi.json asyncapi.json postman.json llms.txt health pronunciations balance usage history webhooks deliveries events keys service-accounts members budgets audit-events secret-scanning bank sample hmi mcp sdk";
const swiftPackages = "swift-proxy swift-account swift-container swift-object memcached";
const port = Number(process.env.PORT ?? 3000);
const running = new Map();
let isEnding = false;

const userName = () => (process.getuid() === 0 ? "root" : spawnSync("id", ["-un"], { encoding: "utf8" }).stdout.trim());

/** One replica of four partitions each, in one Python process: three calls of `swift-ring-builder` take a second. */
const makePlaces = `
import json, sys
from swift.common.ring import RingBuilder
for name, port in json.loads(sys.argv[2]).items():
    builder = RingBuilder(4, 1, 0)
    builder.add_dev(dict(id=0, region=1, zone=1, ip="127.0.0.1", port=port, device="d1", weight=1.0, meta="",
        replication_ip="127.0.0.1", replication_port=port))
    builder.rebalance(seed=1)
    builder.get_ring().save(f"{sys.argv[1]}/{name}.ring.gz")
`;

const lastLines = (file) => readFileSync(file, "utf8").split("\n").slice(-12).join("\n");

const isHealthy = async (url) =>
  (await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null))?.ok === true;

const isOpen = (at) =>
  new Promise((open) => {
    const socket = connect(at, "127.0.0.1", () => open(true)).on("error", () => open(false));
    socket.on("connect", () => socket.destroy());
  });

/** The lines of the first machine's output that name the demo member, unless it was made before. */
const demoMember = () =>
  readFileSync(join(home, "api-1.log"), "utf8")
    .split("\n")
    .filter((line) => /^ {9}(demo|password) /.test(line))
    .map((line) => `${line}\n`)
    .join("");

const usage = "npm run cluster [-- --check]; --check runs its test instead";
const { values } = readArguments(usage, { options: { check: { type: "boolean" } } });
process.chdir(root);
// The SDK warns of Node 20 at every start.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";
await ensureInstalled({ dev: values.check === true });
if (values.check) check();
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt({ dev: false });

const home = mkdtempSync(join(tmpdir(), "vang-cluster-"));
let database;
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => end());
process.on("exit", () => {
  for (const { child } of running.values()) signalGroup(child, "SIGKILL");
});
if (process.env.npm_lifecycle_event) watchParent(() => end());

try {
  await startAll();
} catch (error) {
  process.stderr.write(`\n${error.message}\n`);
  await end(1);
}

async function startAll() {
  const [redis, stream, objects] = await Promise.all([startRedis(), startNats(), startSwift()]);
  const machines = [];
  for (const role of ["api", "api", "worker", "worker", "console"])
    machines.push({
      role,
      name: `${role}-${machines.filter((other) => other.role === role).length + 1}`,
      port: await freePort(),
    });
  const secrets = await ensureSecrets(join(home, "secrets.json"), {});
  const own = {
    DATABASE_URL: process.env.DATABASE_URL ?? (await startPostgres(machines[0])),
    VANG_URL: `http://localhost:${port}`,
    VANG_TRUSTED_PROXIES: "127.0.0.1",
    NODE_ENV: "production",
    // All of them are on one machine.
    VANG_METRICS: "off",
  };
  const environment = { ...secrets, ...redis, ...stream, ...objects, ...process.env, ...own };
  // The first one prepares the database for the others.
  await startMachine(machines[0], environment);
  await Promise.all(machines.slice(1).map((machine) => startMachine(machine, environment)));
  await startBalancer(machines);
  const roles = [...running].map(([name, { child }]) => `${name} ${child.pid}`).join(", ");
  process.stdout.write(`\n  Vang   console  ${own.VANG_URL}\n         API      ${own.VANG_URL}/tts\n`);
  process.stdout.write(
    `         mail     ${own.VANG_URL}/dev/mail\n${demoMember()}\n  ${roles}\n  Logs: ${home}. Ctrl-C ends everything and removes it.\n\n`,
  );
}

/** In the data directory of the first machine, which makes the demo member as `npm start` does. */
async function startPostgres({ name }) {
  const settings = ["max_connections=300"];
  database = await ensureDatabase({ directory: join(home, name, "postgres"), settings });
  return database.url;
}

async function startRedis() {
  if (process.env.REDIS_URL) return {};
  ensureProgram({ command: "redis-server", versionFlag: "--version", name: "Redis", aptPackage: "redis-server" });
  const at = await freePort();
  await start("redis", "redis-server", ["--port", at, "--bind", "127.0.0.1", "--save", "", "--dir", home], {
    listens: at,
  });
  return { REDIS_URL: `redis://127.0.0.1:${at}` };
}

/** Three servers, of which one can be away. */
async function startNats() {
  if (process.env.STREAM_URL) return {};
  const command = process.env.NATS_SERVER ?? "nats-server";
  ensureProgram({ command, versionFlag: "--version", name: "NATS", aptPackage: "nats-server" });
  const version = /2\.(\d+)\.\d+/.exec(spawnSync(command, ["--version"], { encoding: "utf8" }).stdout);
  const canSync = Number(version?.[1]) >= 10;
  const ports = [];
  for (const name of ["nats-1", "nats-2", "nats-3"])
    ports.push({ name, client: await freePort(), monitor: await freePort(), route: await freePort() });
  const routes = ports.map(({ route }) => `nats://127.0.0.1:${route}`).join(", ");
  await Promise.all(
    ports.map(({ name, client, monitor, route }) => {
      const file = join(home, `${name}.conf`);
      const sync = canSync ? ", sync_interval: always" : "";
      writeFileSync(
        file,
        `server_name: ${name}
listen: 127.0.0.1:${client}
http: 127.0.0.1:${monitor}
cluster { name: vang, listen: 127.0.0.1:${route}, routes: [${routes}] }
jetstream { store_dir: "${join(home, name)}", max_file_store: 4GB, max_memory_store: 64MB${sync} }
`,
      );
      return start(name, command, ["-c", file], { healthy: `http://127.0.0.1:${monitor}/healthz` });
    }),
  );
  const listOf = (write) => ports.map(write).join(",");
  const monitors = listOf(({ monitor }) => `http://127.0.0.1:${monitor}`);
  const STREAM_URL = `nats://${listOf(({ client }) => `127.0.0.1:${client}`)}?replicas=3&monitor=${monitors}`;
  return { STREAM_URL, ...(!canSync && { STREAM_UNSAFE: "1" }) };
}

/** Swift's S3 with one device, and a bucket in it. */
async function startSwift() {
  if (process.env.OBJECTS_URL) return {};
  ensureProgram({ command: "swift-proxy-server", versionFlag: "--help", name: "Swift", aptPackage: swiftPackages });
  const swift = join(home, "swift");
  for (const folder of ["etc", "srv/d1", "cache"]) mkdirSync(join(swift, folder), { recursive: true });
  const write = (name, text) => writeFileSync(join(swift, "etc", name), text);
  const ports = { account: await freePort(), container: await freePort(), object: await freePort() };
  const [proxyPort, cachePort] = [await freePort(), await freePort()];
  const common = (at) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${at}
user = ${userName()}
swift_dir = ${swift}/etc
workers = 0
log_level = WARNING
log_address = ${swift}/none
`;
  write(
    "swift.conf",
    "[swift-hash]\nswift_hash_path_suffix = vang\nswift_hash_path_prefix = vang\n[storage-policy:0]\nname = Policy-0\ndefault = yes\n",
  );
  for (const [name, at] of Object.entries(ports))
    write(
      `${name}-server.conf`,
      `${common(at)}devices = ${swift}/srv
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
recon_cache_path = ${swift}/cache
`,
    );
  const plain = ["catch_errors", "listing_formats", "copy", "slo", "dlo", "symlink"];
  write(
    "proxy-server.conf",
    `${common(proxyPort)}[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth copy slo dlo versioned_writes symlink proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}
[filter:tempauth]
use = egg:swift#tempauth
user_vang_test = testing123 .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_object_versioning = true
${plain.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join("")}`,
  );
  const made = spawnSync("/usr/bin/python3", ["-c", makePlaces, join(swift, "etc"), JSON.stringify(ports)], {
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`Swift has no places for objects: ${made.stderr}`);
  const memcachedUser = process.getuid() === 0 ? ["-u", "nobody"] : [];
  await start("memcached", "memcached", ["-l", "127.0.0.1", "-p", cachePort, "-m", 16, ...memcachedUser], {
    listens: cachePort,
  });
  await Promise.all(
    Object.entries({ ...ports, proxy: proxyPort }).map(([name, listens]) =>
      start(`swift-${name}`, `swift-${name}-server`, [join(swift, "etc", `${name}-server.conf`)], { listens }),
    ),
  );
  const keys = { AWS_ACCESS_KEY_ID: "vang:test", AWS_SECRET_ACCESS_KEY: "testing123" };
  const endpoint = `http://127.0.0.1:${proxyPort}`;
  const { makeBucket } = await import("./make-bucket.mjs");
  await makeBucket({ endpoint, keys, bucket: "vang" });
  return { ...keys, OBJECTS_URL: `s3://vang?region=us-east-1&endpoint=${endpoint}` };
}

function startMachine({ name, role, port: own }, environment) {
  const data = join(home, name);
  mkdirSync(data, { recursive: true, mode: 0o711 });
  const { DATABASE_URL, ...others } = environment;
  // The embedded database is in its directory, so it finds it there.
  const place = database && name === "api-1" ? {} : { DATABASE_URL };
  const env = { ...others, ...place, VANG_ROLE: role, VANG_DATA: data, PORT: String(own), PGAPPNAME: name };
  return start(name, process.execPath, ["scripts/start.mjs"], { env, healthy: `http://127.0.0.1:${own}/health` });
}

async function startBalancer(machines) {
  ensureProgram({ command: "haproxy", versionFlag: "-v", name: "HAProxy", aptPackage: "haproxy" });
  const serversOf = (role) =>
    machines
      .filter((machine) => machine.role === role)
      .map(({ name, port: at }) => `  server ${name} 127.0.0.1:${at} check inter 500ms fall 2 rise 1\n`)
      .join("");
  const file = join(home, "haproxy.cfg");
  writeFileSync(
    file,
    `defaults
  mode http
  option forwardfor
  option redispatch
  retries 2
  timeout connect 3s
  timeout client 1h
  timeout server 1h
frontend public
  bind 127.0.0.1:${port}
  acl api path_reg ^/(api/v1|${apiRoots.replaceAll(" ", "|").replaceAll(".", "\\.")})(/|$)
  use_backend api if api
  default_backend console
backend api
  option httpchk GET /health
${serversOf("api")}backend console
  option httpchk GET /health
${serversOf("console")}`,
  );
  await start("haproxy", "haproxy", ["-db", "-f", file], { listens: port });
}

/**
 * Starts a program in a process group of its own, so that Ctrl-C reaches only this process, and again after a second
 * whenever it ends by itself. Resolves when it serves.
 */
async function start(name, command, args, { env = process.env, listens, healthy }) {
  const log = createWriteStream(join(home, `${name}.log`), { flags: "a" });
  await new Promise((opened) => log.once("open", opened));
  const child = spawn(command, args.map(String), { env, stdio: ["ignore", log, log], detached: true });
  const entry = { child, ended: new Promise((done) => child.once("exit", done).once("error", done)) };
  const isAgain = running.has(name);
  running.set(name, entry);
  entry.ended.then(async () => {
    log.end();
    if (isEnding || !entry.serves) return;
    process.stdout.write(`  ${name} ended and starts again\n`);
    await sleep(1000);
    if (!isEnding) await start(name, command, args, { env, listens, healthy });
  });
  for (let waitedMs = 0; !(await (healthy ? isHealthy(healthy) : isOpen(listens))); waitedMs += 100) {
    if (child.exitCode !== null || child.signalCode || child.pid === undefined || waitedMs > 120_000) {
      if (!isAgain) throw new Error(`${name} did not start:\n${lastLines(join(home, `${name}.log`))}`);
      break;
    }
    await sleep(100);
  }
  entry.serves = true;
  if (isAgain) process.stdout.write(`  ${name} ${child.pid}\n`);
}

function signalGroup({ pid }, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

/** First who takes requests, then the workers, which record what has finished, then what both need. */
async function end(exitCode = 0) {
  if (isEnding) return;
  isEnding = true;
  const stop = (names, signal) =>
    Promise.all(
      [...running]
        .filter(([name]) => names.test(name))
        .map(([, { child, ended }]) => {
          signalGroup(child, signal);
          return Promise.race([ended, sleep(40_000)]);
        }),
    );
  await stop(/^haproxy/, "SIGKILL");
  await stop(/^(api|console)/, "SIGTERM");
  await stop(/^worker/, "SIGTERM");
  await stop(/^(redis|nats|swift|memcached)/, "SIGKILL");
  await database?.stop();
  rmSync(home, { recursive: true, force: true });
  process.exit(exitCode);
}

/** The faults of `cluster.deep.test.ts`, which starts a cluster of its own. */
function check() {
  const { status } = spawnSync(process.execPath, ["scripts/test.mjs", "deep", "scripts/cluster.deep.test.ts"], {
    stdio: "inherit",
  });
  process.exit(status ?? 1);
}
