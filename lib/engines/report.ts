import "server-only";
import { hostname } from "node:os";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { listProviders } from "./catalogue";
import type { Health, SpeechProvider } from "./provider";
import { occupancyOf } from "./resilience/call";
import { stateOfEngine } from "./settings";

const timeoutMs = seconds(5);

const ill = new Set<string>();
const seen = new Map<string, Health>();

/** What the last check of an engine found; undefined before the first, and for engines of this process. */
export const lastHealth = (engine: string): Health | undefined => seen.get(engine);

/** Checks the health of every remote engine that is not turned off and logs when it changes, so that operators know before callers do. */
export async function watchEngines(providers = listProviders()): Promise<void> {
  const watched = providers.filter(({ name, close }) => close && stateOfEngine(name) !== "off");
  await Promise.all(watched.map(ask));
}

async function ask(provider: SpeechProvider): Promise<void> {
  const { ok, detail } = await provider
    .health(AbortSignal.timeout(timeoutMs))
    .catch((error: Error): Health => ({ ok: false, detail: error.message }));
  const { name } = provider;
  seen.set(name, { ok, detail });
  if (!ok && !ill.has(name)) log.error({ engine: name, detail }, "a speech engine is not well");
  if (ok && ill.delete(name)) log.info({ engine: name }, "a speech engine is well again");
  if (!ok) ill.add(name);
}

/** By which the staff distinguishes processes. */
const processName = `${hostname()}:${process.pid}`;

const writeReport = `
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
  const values = [processName, now, new Date(+now - minutes(1)), names, env.VANG_REGION, JSON.stringify(rows)];
  await sql("report-engines", writeReport, values);
}
