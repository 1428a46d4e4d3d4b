import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "@/prisma/generated/client";
import { seconds } from "./clock";
import { env } from "./env";
import { log } from "./log";

type Lane = "reader" | "counter";

type Database = { pool: pg.Pool; prisma: PrismaClient } & Partial<Record<Lane, Promise<pg.Client>>>;

// bigint columns hold money and sizes: never a lossy number. Set per query, because Prisma parses the text itself.
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (type === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(type, format)),
};

/** Whatever every call waits for ends soon, also when the database hangs; what takes longer has its own connection. */
const timeouts = { query_timeout: seconds(10), connectionTimeoutMillis: seconds(10) };
/** By default two and five seconds, which a busy machine exceeds without anything being wrong. */
const transactionOptions = { maxWait: seconds(10), timeout: seconds(15) };
const laneTimeouts = { query_timeout: seconds(3), connectionTimeoutMillis: seconds(3) };

function open(): Database {
  const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: 10, keepAlive: true, ...timeouts });
  pool.on("error", (error) => log.error({ reason: error.message }, "an idle database connection broke"));
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions }) };
}

type Side = "console" | "api";

// One process holds several copies of this module (those of Next's bundle, the API's, a reload's). The console's share
// connections of their own: whatever queue there is for the API's, pages and money do not stand in it.
const shared = globalThis as typeof globalThis & { vangDatabases?: Partial<Record<Side, Database>> };
// Replaced by a word in Next's bundle, and by nothing anywhere else.
const side: Side = process.env.NEXT_RUNTIME ? "console" : "api";
const database = (): Database => {
  shared.vangDatabases ??= {};
  shared.vangDatabases[side] ??= open();
  return shared.vangDatabases[side];
};

/** Everything but the hot paths. */
export const db = new Proxy({} as PrismaClient, { get: (_, name) => Reflect.get(database().prisma, name) });

/** Inside `db.$transaction(async (tx) => …)`. */
export type Transaction = Parameters<Parameters<PrismaClient["$transaction"]>[0]>[0];

/**
 * Runs a prepared statement; bigint columns come as bigint. Without a name it is planned anew each time: for statements
 * over many rows, whose best plan is another once their tables have grown.
 */
export type Sql = <Row extends pg.QueryResultRow>(
  name: string | undefined,
  text: string,
  values: unknown[],
) => Promise<Row[]>;

/** A prepared statement for the paths every call takes; about a tenth of the client's cost. */
export const sql: Sql = (name, text, values) => runOn(database().pool, name, text, values);

/**
 * A prepared read of one row or few by index, for what every call does. All of them share one connection and are sent
 * without waiting for each other's answers, which halves the cost of a read under load. Nothing slow, nothing that
 * waits for a lock: it would hold up the others.
 */
export const read: Sql = async (name, text, values) => runOn(await lane("reader"), name, text, values);

/** The same for the one short write that every call makes. Apart from `read`, because it may wait for another process's. */
export const count: Sql = async (name, text, values) => runOn(await lane("counter"), name, text, values);

function lane(which: Lane): Promise<pg.Client> {
  const shared = database();
  shared[which] ??= openLane(() => {
    shared[which] = undefined;
  });
  return shared[which];
}

/** `onLost` is called when the connection cannot be opened or has ended; the next statement opens another. */
async function openLane(onLost: () => void): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL, pipeline: true, ...laneTimeouts });
  client.on("end", onLost).on("error", (error) => {
    log.error({ reason: error.message }, "a shared connection broke");
    onLost();
  });
  try {
    await client.connect();
    // These statements find their rows by index whatever is asked: planning them anew each time would double their cost.
    await client.query("SET plan_cache_mode = force_generic_plan");
  } catch (error) {
    onLost();
    throw error;
  }
  return client;
}

/** Several prepared statements on one connection, all or none. */
export async function transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const client = await database().pool.connect();
  let broken: Error | undefined;
  // Between two statements nobody else hears of a connection that breaks; the next statement fails with it.
  const lose = (error: Error) => {
    broken = error;
  };
  client.on("error", lose);
  try {
    await client.query("BEGIN");
    const result = await work((name, text, values) => runOn(client, name, text, values));
    await client.query("COMMIT");
    return result;
  } catch (error) {
    // A connection that cannot even roll back is not given to anyone else.
    await client.query("ROLLBACK").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off("error", lose);
    client.release(broken);
  }
}

async function runOn<Row extends pg.QueryResultRow>(
  connection: pg.Pool | pg.ClientBase,
  name: string | undefined,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await connection.query<Row>({ name, text, values, types });
  return rows;
}

/** A connection of one's own, for what may take minutes; it ends with `work`, and takes its locks and tables with it. */
export async function withOwnConnection<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL, keepAlive: true });
  client.on("error", (error) => log.error({ reason: error.message }, "a connection of its own broke"));
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function closeDatabase(): Promise<void> {
  const open = Object.values(shared.vangDatabases ?? {});
  shared.vangDatabases = undefined;
  for (const { prisma, pool, reader, counter } of open) {
    await prisma.$disconnect();
    await pool.end();
    for (const lane of [reader, counter]) await (await lane)?.end();
  }
}
