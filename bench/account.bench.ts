import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { cpuMs, memoryMb, ofEach, parentOf, processKinds } from "@/bench/support/cpu";
import { type Figure, median, percent, text200, throughput } from "@/bench/support/measure";
import { startOurs } from "@/bench/support/ours";
import { byPart, profileOf } from "@/bench/support/profile";
import { encode } from "@/lib/engines/audio/encode";
import { prepareDatabase } from "@/lib/server/prepare-database";
import { ensureDatabase, freePort } from "@/scripts/database.mjs";
import { makeTone } from "@/testing/fakes/sound";
import { type OwnServer, startOwnServer } from "@/testing/harness/own-server";
import { rolePids } from "@/testing/harness/role-processes";

const [rounds, concurrency] = [6, 16];

/** Each starts a decoder, which takes ten times as long as the rest. */
const batchOf = ({ name }: Job) => (name === "POST /stt, mp3" ? 40 : 150);
const profiledOf = (job: Job) => 4 * batchOf(job);

/**
 * Where the CPU time of a job goes: by process, by statement (the time of `pg_stat_statements`) and by part of the API
 * (a profile of its main thread). With VANG_BENCH_BEFORE, the directory of another checkout that is built, its server does
 * the same jobs in turns on the same database, so that both compare also on a busy machine. VANG_BENCH_JOB: a part of the
 * name of the only job to do, such as "stt, wav"; then nothing is measured while idle.
 */
export default async function bench(): Promise<Figure[]> {
  const database = await openDatabase();
  const inspectPort = await freePort();
  const ours = await startOurs({ NODE_OPTIONS: `--inspect-port=${inspectPort}` });
  const checkout = process.env.VANG_BENCH_BEFORE;
  const wanted = process.env.VANG_BENCH_JOB ?? "";
  const before = checkout ? await startOwnServer(ours.settings, startOf(checkout)) : null;
  try {
    const figures = before || wanted ? [] : await measureIdle(ours.server, database);
    for (const job of (await listJobs(ours)).filter(({ name }) => name.includes(wanted)))
      figures.push(
        ...(await (before
          ? compare(job, before, ours.server, database)
          : account(job, { server: ours.server, inspectPort }, database))),
      );
    if (!before) figures.push(...describeMemory("under load", ours.server, database));
    return figures;
  } finally {
    agent.destroy();
    before?.process.kill("SIGTERM");
    await before?.ended;
    await ours.close();
    await database.close();
  }
}

const startOf = (checkout: string): [string, string] => [process.execPath, join(checkout, "scripts/start.mjs")];

/** A cluster of its own that counts statements. */
async function openDatabase() {
  const directory = join(process.env.VANG_DATA ?? "", "account");
  const settings = [
    "shared_preload_libraries=pg_stat_statements",
    "pg_stat_statements.track=all",
    "max_connections=200",
  ];
  const database = await ensureDatabase({ directory, settings });
  process.env.DATABASE_URL = database.nearUrl;
  await prepareDatabase(database);
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  await owner.query("CREATE EXTENSION pg_stat_statements");
  return {
    owner,
    postmaster: parentOf((await owner.query("SELECT pg_backend_pid() AS pid")).rows[0].pid),
    async close() {
      await owner.end();
      await database.stop();
    },
  };
}

type Database = Awaited<ReturnType<typeof openDatabase>>;
type Job = { name: string; path: string; headers: Record<string, string>; body?: Buffer };

async function listJobs({ url, key }: { url: string; key: string }): Promise<Job[]> {
  const speak = (audioFormat: string): Job => ({
    name: `POST /tts, ${audioFormat}`,
    path: "/tts",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ text: text200, voiceId: "ngoc", modelId: "reader", audioFormat })),
  });
  const transcribe = async (format: "wav" | "mp3"): Promise<Job> => {
    const tone = { samples: makeTone(220, 16_000, 5), sampleRate: 16_000 };
    const form = new FormData();
    form.append("modelId", "listener");
    form.append("file", new Blob([(await encode(tone, { format }, () => false)).bytes]), `a.${format}`);
    const packed = new Response(form);
    const headers = { "x-api-key": key, "content-type": packed.headers.get("content-type") ?? "" };
    return { name: `POST /stt, ${format}`, path: "/stt", headers, body: Buffer.from(await packed.arrayBuffer()) };
  };
  const spoken = speak("wav");
  const { trackingId } = JSON.parse(await send(spoken, url)) as { trackingId: string };
  // The worker records it.
  await sleep(2000);
  const lookUp = { name: "GET /tts/jobs", path: `/tts/jobs?id=${trackingId}`, headers: { "x-api-key": key } };
  return [spoken, speak("mp3"), await transcribe("wav"), await transcribe("mp3"), lookUp];
}

const agent = new Agent({ keepAlive: true, maxSockets: concurrency });

/** Resolves with the response's body, of a repetition where a busy machine had no room. */
async function send(job: Job, url: string): Promise<string> {
  for (;;) {
    const { status, text } = await sendOnce(job, url);
    if (status === 200) return text;
    if (status !== 503) throw new Error(`${job.path}: ${text}`);
    await sleep(200);
  }
}

function sendOnce({ path, headers, body }: Job, url: string): Promise<{ status: number; text: string }> {
  return new Promise((done, failed) => {
    const length = body && { "content-length": body.length };
    const options = { agent, method: body ? "POST" : "GET", headers: { ...headers, ...length } };
    const call = request(`${url}${path}`, options, (response) => {
      let text = "";
      response.on("data", (part) => (text += part)).on("end", () => done({ status: response.statusCode ?? 0, text }));
    });
    call.on("error", failed).end(body);
  });
}

type Cpu = ReturnType<typeof ofEach>;

/** CPU time for one of `jobs` by process, with that of what a worker does afterwards. */
async function measureCpu(server: OwnServer, { postmaster, owner }: Database, job: Job): Promise<Cpu> {
  const batch = batchOf(job);
  const start = ofEach(server, postmaster, cpuMs);
  await throughput(batch, concurrency, () => send(job, server.url));
  const waiting = async () => (await owner.query("SELECT count(*)::int AS n FROM stream_messages")).rows[0].n;
  while ((await waiting()) > 0) await sleep(50);
  const end = ofEach(server, postmaster, cpuMs);
  return mapKinds((kind) => (end[kind] - start[kind]) / batch);
}

const mapKinds = (of: (kind: keyof Cpu) => number) =>
  Object.fromEntries(processKinds.map((kind) => [kind, of(kind)])) as Cpu;

const ms = (value: number) => `${value.toFixed(2)} ms`;
const serving = ({ API, PostgreSQL }: Cpu) => API + PostgreSQL;

type Inspected = { server: OwnServer; inspectPort: number };

/** One server alone. */
async function account(job: Job, { server, inspectPort }: Inspected, database: Database): Promise<Figure[]> {
  await throughput(3 * batchOf(job), concurrency, () => send(job, server.url));
  await database.owner.query("SELECT pg_stat_statements_reset()");
  const measured: Cpu[] = [];
  for (let round = 0; round < rounds; round++) measured.push(await measureCpu(server, database, job));
  const statements = await describeStatements(job, database);
  const [pid = 0] = rolePids(server, "api");
  const work = () => throughput(profiledOf(job), concurrency, () => send(job, server.url));
  const parts = byPart(await profileOf({ pid, inspectPort }, work));
  return [
    ...processKinds.map((kind) => ({
      what: `${job.name}: ${kind}`,
      value: ms(median(measured.map((each) => each[kind]))),
    })),
    { what: `${job.name}: API and PostgreSQL`, value: ms(median(measured.map(serving))) },
    ...statements,
    ...describeParts(job, parts),
  ];
}

/** Statements of more than 1 % of the time, and those within functions, per job. */
async function describeStatements(job: Job, { owner }: Database): Promise<Figure[]> {
  const { rows } = await owner.query<{ query: string; toplevel: boolean; calls: number; ms: number; wal: number }>(`
    SELECT query, toplevel, calls::float8, total_exec_time + total_plan_time AS ms, wal_bytes::float8 AS wal
    FROM pg_stat_statements WHERE query !~ 'pg_stat_statements|stream_messages"?$'
    ORDER BY toplevel DESC, total_exec_time DESC`);
  const jobs = rounds * batchOf(job);
  const whole = rows.reduce((sum, { ms: time, toplevel }) => sum + (toplevel ? time : 0), 0);
  return rows
    .filter(({ ms: time }) => time > whole / 100)
    .map(({ query, toplevel, calls, ms: time, wal }) => ({
      what: `${job.name}: ${toplevel ? "" : "within: "}${query.replace(/\s+/g, " ").slice(0, 90)}`,
      value: `${(time / jobs).toFixed(3)} ms × ${(calls / jobs).toFixed(2)}, WAL ${Math.round(wal / jobs)}`,
    }));
}

function describeParts(job: Job, parts: Map<string, number>): Figure[] {
  const busy = [...parts].filter(([part]) => part !== "(idle)");
  const whole = busy.reduce((sum, [, time]) => sum + time, 0);
  return busy
    .sort(([, one], [, other]) => other - one)
    .filter(([, time]) => time > whole / 100)
    .map(([part, time]) => ({
      what: `${job.name}: part ${part}`,
      value: `${ms(time / profiledOf(job))} = ${percent(time / whole)}`,
    }));
}

/** Two servers in turns. */
async function compare(job: Job, before: OwnServer, after: OwnServer, database: Database): Promise<Figure[]> {
  const servers = { before, after };
  for (const { url } of [before, after]) await throughput(3 * batchOf(job), concurrency, () => send(job, url));
  const measured: Record<keyof typeof servers, Cpu[]> = { before: [], after: [] };
  const signal = (server: OwnServer, name: "SIGSTOP" | "SIGCONT") => {
    for (const pid of rolePids(server, "worker")) process.kill(pid, name);
  };
  for (let round = 0; round < rounds; round++) {
    for (const [name, other] of [
      ["before", after],
      ["after", before],
    ] as const) {
      // Otherwise the workers of both would record the jobs.
      signal(other, "SIGSTOP");
      measured[name].push(await measureCpu(servers[name], database, job));
      signal(other, "SIGCONT");
    }
  }
  const line = (what: string, of: (cpu: Cpu) => number): Figure => {
    const [one, other] = [median(measured.before.map(of)), median(measured.after.map(of))];
    return { what: `${job.name}: ${what}`, value: `${ms(one)} → ${ms(other)} (${percent(other / one)})` };
  };
  return [
    line("API", ({ API }) => API),
    line("PostgreSQL", ({ PostgreSQL }) => PostgreSQL),
    line("worker", ({ worker }) => worker),
    line("API and PostgreSQL", serving),
  ];
}

const idleMs = 20_000;

/** Of a server that was just started and has nothing to do. */
async function measureIdle(server: OwnServer, database: Database): Promise<Figure[]> {
  await sleep(idleMs);
  const start = ofEach(server, database.postmaster, cpuMs);
  await sleep(idleMs);
  const end = ofEach(server, database.postmaster, cpuMs);
  const shares = mapKinds((kind) => (end[kind] - start[kind]) / idleMs);
  const all = processKinds.reduce((sum, kind) => sum + shares[kind], 0);
  const share = (value: number) => `${(value * 100).toFixed(2)} %`;
  return [
    ...describeMemory("idle", server, database),
    ...processKinds.map((kind) => ({ what: `idle: ${kind}, of a core`, value: share(shares[kind]) })),
    { what: "idle: all, of a core", value: share(all), target: "≤ 1 %", met: all <= 0.01 },
  ];
}

function describeMemory(when: string, server: OwnServer, { postmaster }: Database): Figure[] {
  const memory = ofEach(server, postmaster, memoryMb);
  return processKinds.map((kind) => ({ what: `memory ${when}: ${kind}`, value: `${memory[kind].toFixed(0)} MB` }));
}
