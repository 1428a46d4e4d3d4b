import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { prepareDatabase } from "@/lib/server/prepare-database";
import { buildChild } from "@/scripts/bundle.mjs";
import { ensureDatabase, freePort } from "@/scripts/database.mjs";
import { isAlive } from "@/scripts/lock.mjs";
import { isDeep } from "./deep";
import { newDataDirectory } from "./own-server";

const program = ".build/stream-child.mjs";

/**
 * A PostgreSQL of its own that can be stopped and started again on the same port, and processes that use its stream.
 */
export async function openKillableStream() {
  await buildChild("stream-child");
  const directory = newDataDirectory();
  const settings = [`port=${await freePort()}`];
  let database = await ensureDatabase({ directory, settings });
  await prepareDatabase(database);
  const children = new Set<ChildProcess>();
  const begin = async () => {
    database = await ensureDatabase({ directory, settings });
  };

  return {
    begin,
    stop: () => database.stop(),
    /** Kills all of its processes at once and starts it again. */
    async kill() {
      const [pid] = readFileSync(join(directory, "data/postmaster.pid"), "utf8").split("\n");
      // Process group 0 would be our own.
      if (!(Number(pid) > 1)) throw new Error("The database has no process.");
      process.kill(-Number(pid), "SIGKILL");
      while (isAlive(Number(pid))) await sleep(20);
      // Its other processes, which are no children of ours.
      await sleep(200);
      await begin();
    },
    start(role: "publisher" | "recorder", ...options: number[]): ChildProcess {
      const env = { ...process.env, DATABASE_URL: database.url, LOG_LEVEL: "silent" };
      const stdio = ["ignore", "pipe", "inherit"] as const;
      const child = spawn(process.execPath, [program, role, ...options.map(String)], { env, stdio: [...stdio] });
      children.add(child.once("exit", () => children.delete(child)));
      return child;
    },
    async ask(statement: string, values: unknown[] = []): Promise<number> {
      const client = new pg.Client(database.url);
      await client.connect();
      const { rows } = await client.query(statement, values).finally(() => client.end());
      return Number(rows[0].count);
    },
    async close() {
      for (const child of children) child.kill("SIGKILL");
      await database.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

type KillableStream = Awaited<ReturnType<typeof openKillableStream>>;

type Options = { messages: number; perSecond: number; restarts: number };

/**
 * How many were published, how many of those and how many in all are recorded, and how many are left or dead letters.
 */
export type Tally = {
  published: number;
  recorded: number;
  rows: number;
  left: number;
  kills: number;
  restarts: number;
};

/**
 * Publishes while the recorder is killed every one to three seconds and the database is alternately restarted and
 * killed, evenly spread. Then one recorder gets up to a minute to finish.
 */
export async function recordAmidKills(stream: KillableStream, options: Options): Promise<Tally> {
  const { messages, perSecond } = options;
  let said = "";
  const published = () => said.split("\n").slice(0, -1);
  const publisher = stream.start("publisher", messages, perSecond);
  publisher.stdout?.on("data", (lines) => (said += lines));
  const ended = once(publisher, "exit");
  const isPublishing = () => publisher.exitCode === null && publisher.signalCode === null;
  let [kills, restarts] = [0, 0];

  const killRecorders = async () => {
    while (isPublishing()) {
      const recorder = stream.start("recorder");
      await Promise.race([ended, sleep(1000 + Math.random() * 2000)]);
      recorder.kill("SIGKILL");
      kills += 1;
    }
  };
  const restartDatabase = async () => {
    while (isPublishing() && restarts < options.restarts) {
      await sleep(100);
      if (published().length < (messages * (restarts + 1)) / (options.restarts + 1)) continue;
      if (restarts++ % 2 === 0) await stream.kill();
      else await stream.stop().then(stream.begin);
    }
  };
  await Promise.all([killRecorders(), restartDatabase(), ended]);
  // Replaces the 15 s of the killed recorders' leases.
  const free = "UPDATE stream_messages SET available_at = now() RETURNING 0 AS count";
  if (!isDeep) await stream.ask(`WITH freed AS (${free}) SELECT count(*) FROM freed`);
  stream.start("recorder");
  const left = () => stream.ask("SELECT count(*) FROM stream_messages");
  for (let waited = 0; waited < 600 && (await left()) > 0; waited++) await sleep(100);
  return {
    published: published().length,
    recorded: await stream.ask("SELECT count(*) FROM jobs WHERE tracking_id = ANY($1)", [published()]),
    rows: await stream.ask("SELECT count(*) FROM jobs"),
    left: await left(),
    kills,
    restarts,
  };
}
