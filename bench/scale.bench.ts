import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import pg from "pg";
import { ownerUrl } from "@/bench/support/as-owner";
import { type Figure, median, percentile, timeMs } from "@/bench/support/measure";
import { openReads } from "@/bench/support/scale-reads";
import { clock, days } from "@/lib/platform/clock";
import { eraseDueContent } from "@/lib/speech/retention/sweep";
import { sweepWebhooks } from "@/lib/webhooks/deliver/sweep";
import { largeBusiness, load, sizeOf, usualBusiness } from "@/testing/scale-rows";

const rows = Number(process.env.VANG_SCALE_ROWS ?? 10_000_000);
/** How many days of jobs are erased. */
const erasedDays = Number(process.env.VANG_SCALE_DAYS ?? 30);
const deletedDays = 1;
const fewRows = 10_000;
const [rounds, calls] = [10, 10];
/** What takes long is called less often. */
const roundMs = 200;
const lookup = "lookup of a job";

/** A business of a database, as a thread of its own reads it. */
type Place = { url: string; business: number; rows: number };
/** Answered with the milliseconds of so many calls after a first one, or without any of that one. */
type Question = { name: string; calls: number };

/**
 * What reading a business's data takes beside 10 million jobs and deliveries of 1,000 businesses, compared with 10,000 of
 * two: of a business with 8,000 jobs in both, and of one with a fifth of all rows. All of it is in the cache. Then what
 * erasing and deleting takes, and lookups meanwhile.
 */
export default async function bench(): Promise<Figure[]> {
  const [few, many] = [await prepare("few", fewRows), await prepare("many", rows)];
  const readers: Reader[] = [];
  for (const place of [
    { url: few, business: usualBusiness, rows: fewRows },
    { url: many, business: usualBusiness, rows },
    { url: many, business: largeBusiness, rows },
  ])
    readers.push(await openReader(place));
  const names = readers[0]?.names ?? [];
  const times = names.map(() => readers.map((): number[] => []));
  // Alternating, so that a slow period of the machine affects all.
  for (let round = 0; round < rounds; round++)
    for (const [index, name] of names.entries())
      for (const [place, { ask }] of readers.entries()) times[index]?.[place]?.push(...(await ask({ name, calls })));
  const figures = names.flatMap((name, index) => compare(name, times[index] ?? []));
  return [...figures, ...(await measureSweeps(readers))];
}

function compare(name: string, [few = [], ...many]: number[][]): Figure[] {
  const of = (times: number[]) => `${ms(median(times))}, p95 ${ms(percentile(times, 0.95))}`;
  return many.map((times, index) => {
    const ratio = median(times) / median(few);
    return {
      what: `${name}, ${index === 0 ? "usual" : "large"} business: ${of(times)}; with 10,000 rows ${of(few)}`,
      value: `${ratio.toFixed(2)} ×`,
      target: "≤ 1.3 ×",
      met: ratio <= 1.3,
    };
  });
}

const ms = (value: number): string => `${value.toFixed(2)} ms`;

async function measureSweeps([, usual, large]: Reader[]): Promise<Figure[]> {
  if (!usual || !large) throw new Error("there is no reader");
  const owner = new pg.Client(withDatabase(await ownerUrl(), "scale_many"));
  await owner.connect();
  const vacuum = (tables: string) => timeMs(() => owner.query(`VACUUM ${tables}`));
  const run = async (name: string) => (await large.ask({ name, calls: 0 }))[0] ?? Number.NaN;
  const steps: [what: string, count: number, work: () => Promise<number>][] = [
    ["deleting deliveries and attempts", (2 * rows * deletedDays) / 30, () => run("delete")],
    ["vacuum of them", (2 * rows * deletedDays) / 30, () => vacuum("webhook_deliveries, webhook_attempts")],
    [`erasing ${erasedDays} days of jobs`, (rows * erasedDays) / 365, () => run("erase")],
    ["vacuum of them", (rows * erasedDays) / 365, () => vacuum("jobs")],
  ];
  const calm = median((await during(usual, sleep(10_000))).lookups);
  const figures: Figure[] = [];
  for (const [what, count, work] of steps) {
    const { result, lookups } = await during(usual, work());
    const [whole, each] = [result / 1000, (result / 1000 / count) * 100_000];
    figures.push(
      {
        what: `${what}: ${Math.round(count).toLocaleString("en")} rows in ${whole.toFixed(0)} s, 100,000`,
        value: `${each.toFixed(1)} s`,
      },
      {
        what: `${lookup} meanwhile (p95 ${ms(percentile(lookups, 0.95))}), of calm`,
        value: `${(median(lookups) / calm).toFixed(2)} ×`,
      },
    );
  }
  await owner.end();
  return figures;
}

/** The times of single lookups, one about every five milliseconds, until some work is done. */
async function during<Result>({ ask }: Reader, work: Promise<Result>): Promise<{ result: Result; lookups: number[] }> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const lookups: number[] = [];
  while (!isDone) {
    lookups.push(...(await ask({ name: lookup, calls: 0 })));
    await sleep(5);
  }
  return { result: await done, lookups };
}

/** A copy of the migrated database with so many rows. Returns its URL for the program. */
async function prepare(name: string, count: number): Promise<string> {
  const database = `scale_${name}`;
  const admin = new pg.Client(withDatabase(await ownerUrl(), "postgres"));
  await admin.connect();
  const { rowCount } = await admin.query("SELECT FROM pg_database WHERE datname = $1", [database]);
  if (rowCount === 0) await admin.query(`CREATE DATABASE ${database} TEMPLATE vang`);
  await admin.end();
  if (rowCount === 0) {
    const client = new pg.Client(withDatabase(await ownerUrl(), database));
    await client.connect();
    const took = await timeMs(() => load(client, sizeOf(count)));
    // Pending writes must not disturb the reads.
    await client.query("CHECKPOINT");
    await client.end();
    process.stdout.write(`  ${count.toLocaleString("en")} rows of each table took ${(took / 1000).toFixed(0)} s\n`);
  }
  return withDatabase(process.env.DATABASE_URL ?? "", database);
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

type Reader = { names: string[]; ask(question: Question): Promise<number[]> };

/** In a thread of its own, since a process has one database. */
async function openReader(place: Place): Promise<Reader> {
  const env = { ...process.env, DATABASE_URL: place.url };
  const thread = new Worker(new URL(import.meta.url), { workerData: place, env });
  const [names] = await once(thread, "message");
  return {
    names,
    async ask(question) {
      thread.postMessage(question);
      return (await once(thread, "message"))[0];
    },
  };
}

async function serve({ business, rows: count }: Place): Promise<void> {
  const reads = await openReads(business, count);
  const sweeps: typeof reads = {
    delete: () => later(deletedDays, sweepWebhooks),
    erase: () => later(erasedDays, eraseDueContent),
  };
  // What takes longer than a statement may is not tried again.
  const failed = new Set<string>();
  parentPort?.on("message", async ({ name, calls: count }: Question) => {
    const work = reads[name] ?? sweeps[name];
    if (!work) throw new Error(`nothing is named ${name}`);
    const first = failed.has(name)
      ? Number.POSITIVE_INFINITY
      : await timeMs(work).catch(() => Number.POSITIVE_INFINITY);
    if (first === Number.POSITIVE_INFINITY) {
      failed.add(name);
      return parentPort?.postMessage([first]);
    }
    const times = [first];
    const endsAt = performance.now() + roundMs;
    while (times.length <= count && (times.length < 2 || performance.now() < endsAt)) times.push(await timeMs(work));
    parentPort?.postMessage(count > 0 ? times.slice(1) : times);
  });
  parentPort?.postMessage(Object.keys(reads));
}

/** Some work as it would be done so many days from now. */
async function later(count: number, work: () => Promise<unknown>): Promise<void> {
  clock.advance(days(count));
  await work();
  clock.reset();
}

if (!isMainThread) await serve(workerData);
