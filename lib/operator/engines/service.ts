import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { listProviders } from "@/lib/engines/catalogue";
import type { SpeechProvider } from "@/lib/engines/provider";
import { readEngineSettings } from "@/lib/engines/read-settings";
import type { EngineState } from "@/lib/engines/settings";
import { clock, seconds } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";

/** Applies in all processes within seconds; running requests go on. Throws StaffError if unknown or in that state. */
export async function setEngineState(operator: Operator, engine: string, state: EngineState, reason: string) {
  requireOperatorRight(operator, "work");
  await change(operator, engine, async (tx, before) => {
    if ((before?.state ?? "on") === state) throw new StaffError("operator.errors.engineInState", { engine, state });
    await save(tx, engine, { state });
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
  await change(operator, engine, async (tx, before) => {
    const known = listProviders().find(({ name }) => name === engine);
    if (!known?.listUpstreams?.().some((upstream) => upstream.host === host))
      throw new StaffError("operator.errors.noUpstream", { engine, host });
    await save(tx, engine, { weights: { ...(before?.weights as Record<string, number>), [host]: weight } });
    return { action: "engine.weighted", reason, about: { engine, host, weight: String(weight) } } as const;
  });
}

type Setting = { state: string; weights: unknown };
type Recorded = { action: "engine.changed" | "engine.weighted"; reason: string; about: Record<string, string> };

async function change(
  operator: Operator,
  engine: string,
  work: (tx: Transaction, before: Setting | null) => Promise<Recorded>,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('engine settings')) IS NULL AS locked`;
    await requireKnown(tx, engine);
    const before = await tx.engineSetting.findUnique({ where: { engine }, select: { state: true, weights: true } });
    await recordPlatformAct(tx, operator, { businessId: null, ...(await work(tx, before)) });
  });
  await readEngineSettings();
}

async function requireKnown(tx: Transaction, engine: string): Promise<void> {
  if (listProviders().some(({ name }) => name === engine)) return;
  if (!(await tx.engineProcess.findFirst({ where: { engine }, select: { engine: true } })))
    throw new StaffError("operator.errors.noEngine", { engine });
}

function save(tx: Transaction, engine: string, set: { state?: EngineState; weights?: Record<string, number> }) {
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
  const [isWell, detail] = await ask(provider, AbortSignal.timeout(seconds(15))).then(
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

async function ask(provider: SpeechProvider, signal: AbortSignal): Promise<string> {
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
