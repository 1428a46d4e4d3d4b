import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "@/prisma/generated/client";
import { seconds } from "./clock";
import { env } from "./env";
import { log } from "./log";
import { Pipeline, readOnly, type Undo } from "./pipeline";
import { openedOnce } from "./process-wide";

export const poolSize = 13;

const reservedSize = 2;

/**
 * The pools, the pipeline, the connections that listen to the stream and that deliver webhooks, and one of
 * `withOwnConnection`.
 */
export const connectionsPerProcess = poolSize + reservedSize + 4;

/** For getting a connection and for a statement; shorter in the tests of it. Long jobs use `withOwnConnection`. */
export const queryTimeout = { ms: seconds(10) };
/** Prisma's own defaults, two and five seconds, are too short for a busy machine. */
const transactionOptions = { maxWait: seconds(10), timeout: seconds(15) };

// bigint columns hold money and sizes, so they are never parsed to a lossy number. Set per query, because Prisma parses
// the text itself.
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (type === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(type, format)),
};

/** Without a name it is planned each time: for many rows, whose best plan changes. bigint columns come as bigint. */
export type Sql = <Row extends pg.QueryResultRow>(
  name: string | undefined,
  text: string,
  values: unknown[],
) => Promise<Row[]>;

const runOn =
  (connection: pg.Pool | pg.ClientBase): Sql =>
  async <Row extends pg.QueryResultRow>(name: string | undefined, text: string, values: unknown[]) =>
    (await connection.query<Row>({ name, text, values, types })).rows;

/**
 * Closes itself after a statement that got no response: Prisma would return it to the pool inside its transaction; and
 * where it cannot write, because another server may be the one that does by now. Runs one promised statement at a time:
 * Prisma reads the relations of a row at once, in a transaction on one connection.
 */
export class Client extends pg.Client {
  readonly sql: Sql = runOn(this);
  #last: Promise<void> | undefined;

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of `query` cannot be repeated
  override query(...values: any[]): any {
    const run = (): unknown => super.query(...(values as [string]));
    const isPromised = typeof values.at(-1) !== "function";
    const result = this.#last && isPromised ? this.#last.then(run) : run();
    if (!(result instanceof Promise)) return result;
    const done = () => {
      if (this.#last === settled) this.#last = undefined;
    };
    const settled = result.then(done, (error: Error & { code?: string }) => {
      done();
      if (error.message === "Query read timeout" || error.code === readOnly) this.end().catch(() => undefined);
    });
    this.#last = settled;
    return result;
  }
}

export type Connection = pg.Client & { readonly sql: Sql };

// The server cancels a statement when its client gives up on it, which frees its locks. Set by a statement, because
// poolers reject it as a startup parameter.
const setTimeouts = async (client: pg.ClientBase): Promise<void> => {
  await client.query(`SET statement_timeout = ${0.95 * queryTimeout.ms};
    SET idle_in_transaction_session_timeout = ${seconds(30)}`);
};

function openPool(timeoutMs: number, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: env.DATABASE_URL,
    keepAlive: true,
    Client,
    ...options,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    onConnect: setTimeouts,
  });
  // Without this listener, a connection that breaks between two statements of a transaction ends the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", (error) => log.error({ reason: error.message }, "an idle database connection broke"));
  return pool;
}

async function connectPipeline(): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: env.DATABASE_URL,
    keepAlive: true,
    pipeline: true,
    connectionTimeoutMillis: queryTimeout.ms,
  });
  client.on("error", (error) => log.error({ reason: error.message }, "the connection of short statements broke"));
  await client.connect();
  await setTimeouts(client);
  return client;
}

const { get: database, forget: forgetDatabase } = openedOnce("database", () => {
  // Two connections stay open when idle, with their prepared statements.
  const shared = openPool(queryTimeout.ms, { max: poolSize, min: 2 });
  // Banks wait two seconds.
  const reserved = openPool(seconds(1.8), { max: reservedSize });
  return {
    shared,
    reserved,
    pipeline: new Pipeline(connectPipeline),
    prisma: new PrismaClient({ adapter: new PrismaPg(shared), transactionOptions }),
  };
});

/** For everything but the hot paths. */
export const db = new Proxy({} as PrismaClient, { get: (_, name) => Reflect.get(database().prisma, name) });

/** Inside `db.$transaction(async (tx) => …)`. */
export type Transaction = Parameters<Parameters<PrismaClient["$transaction"]>[0]>[0];

type Terms<Row> = {
  /** Whether it is one of the short statements that every request needs, which share a connection: see `Pipeline`. */
  isHot?: boolean;
  /** Gets what a hot statement returned after its time. */
  undo?: Undo<Row>;
  /** On connections that nothing else uses: for what must be stored while other work holds all of the others. */
  isReserved?: boolean;
};

export const hot = { isHot: true } satisfies Terms<unknown>;

/** For the paths every request takes; about a tenth of Prisma's cost. */
export async function sql<Row extends pg.QueryResultRow>(
  name: string | undefined,
  text: string,
  values: unknown[],
  { isHot = false, undo, isReserved = false }: Terms<Row> = {},
): Promise<Row[]> {
  const { shared, reserved, pipeline } = database();
  if (isHot) return pipeline.run<Row>({ name, text, values, types }, undo);
  return runOn(isReserved ? reserved : shared)<Row>(name, text, values);
}

/** Several prepared statements on one connection, all or none. */
export async function transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const client = await database().shared.connect();
  let isBroken = false;
  try {
    await client.query("BEGIN");
    const result = await work(runOn(client));
    await client.query("COMMIT");
    return result;
  } catch (error) {
    // A connection that cannot even roll back is not used again.
    await client.query("ROLLBACK").catch(() => {
      isBroken = true;
    });
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** Outside the pools, for work of minutes. It closes when `work` ends, which frees its locks and temporary tables. */
export async function withOwnConnection<Result>(
  work: (client: Connection) => Promise<Result>,
  options: pg.ClientConfig = {},
): Promise<Result> {
  const client = new Client({ connectionString: env.DATABASE_URL, keepAlive: true, ...options });
  client.on("error", (error) => log.error({ reason: error.message }, "a connection of its own broke"));
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The connections of this process's pools, and the requests that wait for one. */
export function poolState(): { busy: number; idle: number; waiting: number } {
  const pools = [database().shared, database().reserved];
  const sumOf = (name: "totalCount" | "idleCount" | "waitingCount") => pools.reduce((sum, pool) => sum + pool[name], 0);
  return { busy: sumOf("totalCount") - sumOf("idleCount"), idle: sumOf("idleCount"), waiting: sumOf("waitingCount") };
}

export async function closeDatabase(): Promise<void> {
  const opened = forgetDatabase();
  await opened?.prisma.$disconnect();
  await Promise.all([opened?.shared.end(), opened?.reserved.end(), opened?.pipeline.close()]);
}
