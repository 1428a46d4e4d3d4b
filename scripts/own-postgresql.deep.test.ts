// @module-tag promise
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { needs } from "@/testing/harness/needs";
import { newDataDirectory, type OwnServer, startOwnServer } from "@/testing/harness/own-server";
import { readSteps } from "@/testing/harness/printed-steps";
import { hasProxy, startProxyAs } from "@/testing/harness/proxies";
import { freePort } from "./database.mjs";
import { runUnprivileged } from "./postgres-binaries.mjs";

// The steps of docs/operate/postgresql.md as printed, on Debian's PostgreSQL, with other directories, addresses and ports.
const programs = "/usr/lib/postgresql/15/bin";
const canRun = existsSync(`${programs}/pg_verifybackup`) && hasProxy("haproxy") && process.getuid?.() === 0;
const lacks = needs("postgresql-15, haproxy and root, as on Debian");
const steps = (heading: string) => readSteps("docs/operate/postgresql.md", heading);

const home = newDataDirectory();
const running = new Set<string>();
let vang: OwnServer | undefined;

afterAll(async () => {
  vang?.process.kill("SIGKILL");
  for (const data of running) spawnSync(`${programs}/pg_ctl`, ["-D", data, "-m", "immediate", "stop"], runUnprivileged);
  rmSync(home, { recursive: true, force: true });
});

/** Runs commands as the user of the servers, for whom `port` is the server of this machine. */
function asServer(commands: string, port: number): string {
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    PGHOST: "127.0.0.1",
    PGPORT: String(port),
    PGUSER: "postgres",
  } as unknown as NodeJS.ProcessEnv;
  // Not a pipe, which the server would keep open.
  const log = join(home, "commands.log");
  execFileSync("sh", ["-ec", `(${commands}\n) > ${log}.out 2>> ${log}`], { ...runUnprivileged, env, cwd: home });
  return readFileSync(`${log}.out`, "utf8");
}

async function inDatabase<Row extends pg.QueryResultRow>(
  port: number,
  text: string,
  database = "vang",
): Promise<Row[]> {
  const client = new pg.Client(`postgresql://postgres@127.0.0.1:${port}/${database}`);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const settingsOf = (port: number) => ({
  DATABASE_URL: `postgresql://vang_app@127.0.0.1:${port}/vang`,
  DATABASE_OWNER_URL: `postgresql://vang@127.0.0.1:${port}/vang`,
  VANG_DATA: join(home, "vang"),
  LOG_LEVEL: "error",
});

async function startVang(port: number) {
  vang = await startOwnServer(settingsOf(port));
  if (vang.process.exitCode !== null) throw new Error(vang.output());
}

async function stopVang() {
  vang?.process.kill("SIGTERM");
  await vang?.ended;
}

/** The checks that are printed for after a recovery. */
function check(port: number) {
  const env = { ...process.env, ...settingsOf(port) };
  for (const printed of ["books -- --full", "books -- --jobs", "audit"])
    execFileSync("npm", ["run", "--silent", ...printed.split(" ")], { env, stdio: "pipe" });
}

let key = "";

async function makeKeyHere(port: number) {
  Object.assign(process.env, settingsOf(port));
  const { makeKey, makeMember } = await import("@/prisma/factories");
  key = await makeKey(await makeMember({ creditMilli: 1_000_000_000n }));
  await (await import("@/lib/platform/db")).closeDatabase();
}

async function speak() {
  const body = JSON.stringify({ text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak" });
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const answer = await fetch(`${vang?.url}/tts`, { method: "POST", headers, body });
  const { trackingId = "", code = "" } = (await answer.json()) as { trackingId?: string; code?: string };
  return { status: answer.status, trackingId, code, retryAfter: answer.headers.get("retry-after") };
}

async function speakTimes(count: number) {
  for (let done = 0; done < count; done += 1) expect(await speak()).toMatchObject({ status: 200 });
}

const jobsIn = async (port: number) => {
  const rows = await inDatabase<{ id: string }>(port, "SELECT tracking_id AS id FROM jobs WHERE status = 'completed'");
  return rows.map(({ id }) => id);
};

/** The servers' ports: the first, and the one that was restored from its backup. */
const ports = { first: 0, restored: 0 };

test.runIf(canRun)("a base backup and the log lead back to a moment, as printed", lacks, async () => {
  const [first, backups] = [join(home, "first"), join(home, "backups")];
  for (const path of [home, first, backups, join(backups, "wal")]) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (runUnprivileged.uid && path !== home) chownSync(path, runUnprivileged.uid, runUnprivileged.gid);
  }
  chmodSync(home, 0o777);
  const [archiving = "", role = "", backup = ""] = steps("Base backup and log").map((step) =>
    step.replaceAll("/backups", backups),
  );
  ports.first = await freePort();
  asServer(`initdb -D ${first} -U postgres -A trust -E UTF8 --locale=C.UTF-8`, ports.first);
  const conf = "unix_socket_directories = ''\nmax_connections = 200\n";
  writeFileSync(join(first, "postgresql.conf"), conf + archiving, { flag: "a" });
  running.add(first);
  asServer(`pg_ctl -D ${first} -w start`, ports.first);
  await inDatabase(ports.first, role, "postgres");
  for (const statement of ["CREATE ROLE vang LOGIN", "CREATE ROLE vang_app LOGIN", "CREATE DATABASE vang OWNER vang"])
    await inDatabase(ports.first, statement, "postgres");

  await startVang(ports.first);
  await makeKeyHere(ports.first);
  asServer(backup, ports.first);
  await speakTimes(20);
  await expect.poll(async () => (await jobsIn(ports.first)).length, { timeout: 30_000 }).toBe(20);
  const [{ now } = { now: "" }] = await inDatabase<{ now: string }>(ports.first, "SELECT now()::text AS now");
  await sleep(1500);
  await speakTimes(10);
  await inDatabase(ports.first, "DROP TABLE jobs CASCADE");
  await stopVang();
  asServer(`psql -c 'SELECT pg_switch_wal()' && pg_ctl -D ${first} stop`, ports.first);

  const restored = join(home, "restored");
  const [back = ""] = steps("Back to a moment");
  const moment = /(?<=recovery_target_time = ')[^']+/;
  expect(back).toMatch(moment);
  ports.restored = await freePort();
  running.add(restored);
  asServer(
    back.replace(moment, now).replaceAll("/backups", backups).replaceAll("/srv/postgres", restored),
    ports.restored,
  );
  const isRecovering = async () => (await inDatabase(ports.restored, "SELECT pg_is_in_recovery() AS yes"))[0]?.yes;
  await expect.poll(isRecovering, { timeout: 60_000 }).toBe(false);
  expect(await jobsIn(ports.restored)).toHaveLength(20);
  const file = join(restored, "postgresql.conf");
  const kept = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, kept.filter((line) => !/^(restore_command|recovery_target)/.test(line)).join("\n"));
  await startVang(ports.restored);
  await speakTimes(5);
  await expect.poll(async () => (await jobsIn(ports.restored)).length, { timeout: 30_000 }).toBe(25);
  check(ports.restored);
  await stopVang();
});

test.runIf(canRun)(
  "a standby takes over behind HAProxy under load, as printed, and no job that was answered is lost",
  lacks,
  async () => {
    const standby = join(home, "standby");
    const [follow = "", promote = ""] = steps("A standby that takes over").map((step) =>
      step.replaceAll("/srv/postgres", standby),
    );
    const port = await freePort();
    running.add(standby);
    asServer(
      follow
        .replace("host=10.0.0.1", `host=127.0.0.1 port=${ports.restored}`)
        .replace("-h 10.0.0.1", `-p ${ports.restored}`),
      port,
    );
    const states = () => inDatabase(ports.restored, "SELECT sync_state AS state FROM pg_stat_replication");
    await expect.poll(states, { timeout: 30_000 }).toEqual([{ state: "sync" }]);

    const isPrimary = join(home, "is-primary");
    writeFileSync(isPrimary, readFileSync("docs/start/deployment/is-primary"), { mode: 0o755 });
    const proxy = await startProxyAs("haproxy", (bound) =>
      readFileSync("docs/start/deployment/haproxy.cfg", "utf8")
        .replace("127.0.0.1:5500", `127.0.0.1:${bound}`)
        .replace("/etc/haproxy/is-primary", isPrimary)
        .replace("10.0.0.1:5432", `127.0.0.1:${ports.restored}`)
        .replace("10.0.0.2:5432", `127.0.0.1:${port}`),
    );
    // Until its first check, HAProxy takes each server for a primary.
    const isStandby = async () => {
      const [row] = await inDatabase<{ is: boolean }>(proxy.port, 'SELECT pg_is_in_recovery() AS "is"');
      return row?.is;
    };
    const areStandbys = async () => [await isStandby(), await isStandby(), await isStandby(), await isStandby()];
    await expect.poll(areStandbys, { timeout: 60_000 }).toEqual([false, false, false, false]);
    await startVang(proxy.port);
    await speakTimes(5);
    const answers: (Awaited<ReturnType<typeof speak>> & { at: number })[] = [];
    let isOver = false;
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!isOver) {
          answers.push({ ...(await speak()), at: performance.now() });
          await sleep(50);
        }
      }),
    );
    load.catch(() => undefined);
    await expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThan(50);
    asServer(`pg_ctl -D ${join(home, "restored")} -m immediate stop`, ports.restored);
    await sleep(5000);
    asServer(promote, port);
    const promotedAt = performance.now();
    const isBack = () => answers.some(({ at, status }) => at > promotedAt && status === 200);
    await expect.poll(isBack, { timeout: 300_000 }).toBe(true);
    isOver = true;
    await load;

    const rejected = answers.filter(({ status }) => status !== 200);
    expect(rejected.length).toBeGreaterThan(0);
    expect(
      rejected.filter(({ status, code, retryAfter }) => status !== 503 || code !== "OVERLOADED" || !retryAfter),
    ).toEqual([]);
    const made = answers.filter(({ status }) => status === 200).map(({ trackingId }) => trackingId);
    await expect.poll(() => jobsIn(port), { timeout: 180_000 }).toEqual(expect.arrayContaining(made));
    check(port);
    await stopVang();
    await proxy.close();
  },
);
