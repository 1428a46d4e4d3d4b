import "server-only";
import { hostname } from "node:os";
import { clock, minutes } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { listProviders } from "./catalogue";
import type { SpeechProvider } from "./provider";
import { occupancyOf } from "./resilience/call";
import { lastHealth } from "./watch-engines";

/** By which the staff distinguishes processes. */
const name = `${hostname()}:${process.pid}`;

const write = `
  WITH gone AS (DELETE FROM engine_processes WHERE seen_at < $3 OR (process = $1 AND engine <> ALL ($4::text[])))
  INSERT INTO engine_processes (process, engine, region, places, running, waiting, circuit, is_well, detail, calls,
    failures, p50_ms, p95_ms, upstreams, seen_at)
  SELECT $1, engine, $5, places, running, waiting, circuit, "isWell", left(detail, 300), calls, failures, "p50Ms", "p95Ms",
    upstreams, $2
  FROM jsonb_to_recordset($6::jsonb) AS r (engine text, places int, running int, waiting int, circuit text,
    "isWell" boolean, detail text, calls int, failures int, "p50Ms" int, "p95Ms" int, upstreams jsonb)
  ON CONFLICT (process, engine) DO UPDATE SET region = excluded.region, places = excluded.places,
    running = excluded.running, waiting = excluded.waiting, circuit = excluded.circuit, is_well = excluded.is_well,
    detail = excluded.detail, calls = excluded.calls, failures = excluded.failures, p50_ms = excluded.p50_ms,
    p95_ms = excluded.p95_ms, upstreams = excluded.upstreams, seen_at = excluded.seen_at`;

/** Writes what this process knows of its engines, and deletes what processes that ended a minute ago wrote. */
export async function reportEngines(providers: readonly SpeechProvider[] = listProviders()): Promise<void> {
  const now = clock.now();
  const rows = providers.map((provider) => {
    const health = lastHealth(provider.name);
    const upstreams = provider.listUpstreams?.() ?? [];
    return { ...occupancyOf(provider), engine: provider.name, isWell: health?.ok, detail: health?.detail, upstreams };
  });
  const names = rows.map(({ engine }) => engine);
  const values = [name, now, new Date(+now - minutes(1)), names, env.VANG_REGION, JSON.stringify(rows)];
  await sql("report-engines", write, values);
}
