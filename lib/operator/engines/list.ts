import "server-only";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { listProviders } from "@/lib/engines/catalogue";
import type { UpstreamState } from "@/lib/engines/provider";
import type { EngineState } from "@/lib/engines/settings";
import { clock, seconds } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";

/** One process writes its rows every five seconds. */
const reportedMs = seconds(20);

export type EngineProcess = {
  process: string;
  region: string;
  places: number;
  running: number;
  waiting: number;
  circuit: "closed" | "open";
  /** Null for an engine inside the process, which is not checked. */
  isWell: boolean | null;
  detail: string | null;
  /** Of the last five minutes. */
  calls: number;
  failures: number;
  p50Ms: number | null;
  p95Ms: number | null;
  upstreams: UpstreamState[];
  seenAt: Date;
};

export type Engine = {
  engine: string;
  state: EngineState;
  /** What it offers, as configured here. */
  models: string[];
  processes: EngineProcess[];
  places: number;
  running: number;
  waiting: number;
  calls: number;
  failures: number;
  /** Of the slowest process. */
  p95Ms: number | null;
  isWell: boolean;
  isOpen: boolean;
};

const processes = `SELECT engine, process, region, places, running, waiting, circuit, is_well AS "isWell", detail, calls,
    failures, p50_ms AS "p50Ms", p95_ms AS "p95Ms", upstreams, seen_at AS "seenAt"
  FROM engine_processes WHERE seen_at > $1 ORDER BY engine, region, process`;

/** Every engine with what each process that runs it says, those as configured first. */
export async function listEngines(operator: Operator): Promise<Engine[]> {
  requireOperatorRight(operator, "read");
  const [rows, settings] = await Promise.all([
    sql<EngineProcess & { engine: string }>("desk-engines", processes, [new Date(+clock.now() - reportedMs)]),
    sql<{ engine: string; state: EngineState }>("desk-engine-states", "SELECT engine, state FROM engine_settings", []),
  ]);
  const here = listProviders();
  const names = new Set([...here.map(({ name }) => name), ...rows.map(({ engine }) => engine)]);
  return [...names].map((engine) => {
    const own = rows.filter((row) => row.engine === engine);
    const sum = (of: "places" | "running" | "waiting" | "calls" | "failures") =>
      own.reduce((all, row) => all + row[of], 0);
    const slowest = Math.max(-1, ...own.map(({ p95Ms }) => p95Ms ?? -1));
    return {
      ...{ engine, processes: own, models: here.find(({ name }) => name === engine)?.models.map(idOf) ?? [] },
      ...{ state: settings.find((row) => row.engine === engine)?.state ?? "on", p95Ms: slowest < 0 ? null : slowest },
      ...{ places: sum("places"), running: sum("running"), waiting: sum("waiting") },
      ...{ calls: sum("calls"), failures: sum("failures") },
      isWell: own.every(({ isWell }) => isWell !== false),
      isOpen: own.some(({ circuit }) => circuit === "open"),
    };
  });
}

const idOf = ({ modelId }: { modelId: string }) => modelId;
