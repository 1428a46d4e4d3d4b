import { serve } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";

/** A minimal lookup: Hono, a prepared statement, the row as JSON. No key, no schema, no headers. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = new Hono();

app.get("/tts/jobs", async (c) => {
  const { rows } = await pool.query({
    name: "peer",
    text: "SELECT * FROM jobs WHERE tracking_id = $1",
    values: [c.req.query("id")],
  });
  return rows[0] ? c.json(rows[0]) : c.notFound();
});

serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: "127.0.0.1" });
