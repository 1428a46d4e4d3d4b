import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "@/prisma/generated/client";
import { env } from "./env";
import { log } from "./log";

type Database = { pool: pg.Pool; prisma: PrismaClient };

// bigint columns hold money and sizes: never a lossy number.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);

function open(): Database {
  const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: 10 });
  pool.on("error", (error) => log.error({ reason: error.message }, "an idle database connection broke"));
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }) };
}

// One process holds several copies of this module (Next's bundle, the API's, a reload's): they share one pool.
const shared = globalThis as typeof globalThis & { vangDatabase?: Database };
const database = () => {
  shared.vangDatabase ??= open();
  return shared.vangDatabase;
};

/** Everything but the hot paths. */
export const db = new Proxy({} as PrismaClient, { get: (_, name) => Reflect.get(database().prisma, name) });

/** Inside `db.$transaction(async (tx) => …)`. */
export type Transaction = Parameters<Parameters<PrismaClient["$transaction"]>[0]>[0];

/** A prepared statement for the paths every call takes; about a tenth of the client's cost. */
export async function sql<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await database().pool.query<Row>({ name, text, values });
  return rows;
}

/** The pool itself, for what needs one connection: LISTEN, explicit transactions. */
export const pool = (): pg.Pool => database().pool;

export async function closeDatabase(): Promise<void> {
  const open = shared.vangDatabase;
  shared.vangDatabase = undefined;
  await open?.prisma.$disconnect();
  await open?.pool.end();
}
