import pg from "pg";
import type { Sql } from "@/lib/db";
import { limitsMatrix } from "./matrix";
import { openPostgresLimits } from "./postgres";

// As another process would, on one pipelined connection of its own.
limitsMatrix("limits in the database", () => {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL, pipeline: true });
  const opened = client.connect();
  const on: Sql = async (name, text, values) => {
    await opened;
    return (await client.query({ name, text, values })).rows;
  };
  return { ...openPostgresLimits(on), close: () => client.end() };
});
