import { serve } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";
import { fingerprint } from "@/lib/keys/secret";
import { findLiveKey } from "@/testing/harness/find-live-key";

/** Verifies one key over HTTP and nothing else, compared with reading its row by the unique index. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = new Hono();
const known = fingerprint(process.env.BENCH_KEY ?? "").fingerprint;

app.get("/verify", async (c) => {
  const { keyId, businessId, scopes } = await findLiveKey(c.req.header("x-api-key") ?? "");
  return c.json({ keyId, businessId, scopes });
});

app.get("/bare", async (c) => {
  const text = "SELECT * FROM api_keys WHERE fingerprint = $1";
  const { rows } = await pool.query({ name: "bare", text, values: [known] });
  return c.json({ keyId: rows[0].id, businessId: rows[0].business_id, scopes: rows[0].scopes });
});

serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: "127.0.0.1" });
