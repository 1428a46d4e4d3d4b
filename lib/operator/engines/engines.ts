import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { listProviders } from "@/lib/engines/catalogue";
import type { SpeechProvider, UpstreamState } from "@/lib/engines/provider";
import { readEngineSettings } from "@/lib/engines/read-settings";
import type { EngineState } from "@/lib/engines/settings";
import { clock, seconds } from "@/lib/platform/clock";
import { db, sql, type Transaction } from "@/lib/platform/db";

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

const liveProcesses = `SELECT engine, process, region, places, running, waiting, circuit, is_well AS "isWell", detail, calls,
    failures, p50_ms AS "p50Ms", p95_ms AS "p95Ms", upstreams, seen_at AS "seenAt"
  FROM engine_processes WHERE seen_at > $1 ORDER BY engine, region, process`;

/** Every engine with what each process that runs it says, those as configured first. */
export async function listEngines(operator: Operator): Promise<Engine[]> {
  requireOperatorRight(operator, "read");
  const [rows, settings] = await Promise.all([
    sql<EngineProcess & { engine: string }>("desk-engines", liveProcesses, [new Date(+clock.now() - reportedMs)]),
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
      engine,
      processes: own,
      models: here.find(({ name }) => name === engine)?.models.map(({ modelId }) => modelId) ?? [],
      state: settings.find((row) => row.engine === engine)?.state ?? "on",
      p95Ms: slowest < 0 ? null : slowest,
      places: sum("places"),
      running: sum("running"),
      waiting: sum("waiting"),
      calls: sum("calls"),
      failures: sum("failures"),
      isWell: own.every(({ isWell }) => isWell !== false),
      isOpen: own.some(({ circuit }) => circuit === "open"),
    };
  });
}

/** Applies in all processes within seconds; running requests go on. Throws StaffError if unknown or in that state. */
export async function setEngineState(operator: Operator, engine: string, state: EngineState, reason: string) {
  requireOperatorRight(operator, "work");
  await changeSettings(operator, engine, async (tx, before) => {
    if ((before?.state ?? "on") === state) throw new StaffError("operator.errors.engineInState", { engine, state });
    await saveSettings(tx, engine, { state });
    return { action: "engine.changed", reason, about: { engine, state, stateBefore: before?.state ?? "on" } } as const;
  });
}

/** Sets the share of an upstream server of an engine: 0 for none while others can take requests. Throws StaffError. */
export async function setUpstreamWeight(
  operator: Operator,
  engine: string,
  { host, weight, reason }: { host: string; weight: number; reason: string },
): Promise<void> {
  requireOperatorRight(operator, "work");
  await changeSettings(operator, engine, async (tx, before) => {
    const known = listProviders().find(({ name }) => name === engine);
    if (!known?.listUpstreams?.().some((upstream) => upstream.host === host))
      throw new StaffError("operator.errors.noUpstream", { engine, host });
    await saveSettings(tx, engine, { weights: { ...(before?.weights as Record<string, number>), [host]: weight } });
    return { action: "engine.weighted", reason, about: { engine, host, weight: String(weight) } } as const;
  });
}

type Setting = { state: string; weights: unknown };
type Recorded = { action: "engine.changed" | "engine.weighted"; reason: string; about: Record<string, string> };

async function changeSettings(
  operator: Operator,
  engine: string,
  work: (tx: Transaction, before: Setting | null) => Promise<Recorded>,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('engine settings')) IS NULL AS locked`;
    const isHere = listProviders().some(({ name }) => name === engine);
    if (!isHere && !(await tx.engineProcess.findFirst({ where: { engine }, select: { engine: true } })))
      throw new StaffError("operator.errors.noEngine", { engine });
    const before = await tx.engineSetting.findUnique({ where: { engine }, select: { state: true, weights: true } });
    await recordPlatformAct(tx, operator, { businessId: null, ...(await work(tx, before)) });
  });
  await readEngineSettings();
}

function saveSettings(tx: Transaction, engine: string, set: { state?: EngineState; weights?: Record<string, number> }) {
  const data = { ...set, changedAt: clock.now() };
  return tx.engineSetting.upsert({
    where: { engine },
    create: { engine, ...data },
    update: data,
    select: { engine: true },
  });
}

export type EngineTest = { isWell: boolean; ms: number; detail: string };

/** A short request of our own to an engine, from this process, also while it is drained or off. Throws StaffError. */
export async function testEngine(operator: Operator, engine: string): Promise<EngineTest> {
  requireOperatorRight(operator, "work");
  const provider = listProviders().find(({ name }) => name === engine);
  if (!provider) throw new StaffError("operator.errors.noEngine", { engine });
  const startedAt = performance.now();
  const [isWell, detail] = await tryEngine(provider, AbortSignal.timeout(seconds(15))).then(
    (answer) => [true, answer] as const,
    (error: Error) => [false, error.message.slice(0, 300)] as const,
  );
  const ms = Math.round(performance.now() - startedAt);
  await db.$transaction((tx) => {
    const about = { engine, isWell: String(isWell), milliseconds: String(ms) };
    return recordPlatformAct(tx, operator, { action: "engine.tested", businessId: null, reason: "", about });
  });
  return { isWell, ms, detail };
}

async function tryEngine(provider: SpeechProvider, signal: AbortSignal): Promise<string> {
  const voice = provider.voices[0];
  const modelId = voice?.modelIds.find((id) => provider.models.some((model) => model.modelId === id));
  if (provider.synthesize && voice && modelId) {
    const request = { text: "Xin chào.", voiceId: voice.voiceId, modelId, config: {} };
    const { samples, sampleRate } = await provider.synthesize(request, signal);
    return `${voice.voiceId}: ${(samples.length / sampleRate).toFixed(1)} s`;
  }
  const model = provider.models.find(({ kind }) => kind === "stt");
  if (!provider.transcribe || !model) {
    const { ok, detail } = await provider.health(signal);
    if (!ok) throw new Error(detail ?? "The engine is not well.");
    return detail ?? "";
  }
  const audio = { samples: new Float32Array(16_000), sampleRate: 16_000 };
  await provider.transcribe({ audio, modelId: model.modelId, config: {} }, signal);
  return model.modelId;
}
