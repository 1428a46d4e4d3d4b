import "server-only";
import type { SpeechProvider } from "@/lib/speech/provider";
import type { BreakerState } from "./breaker";
import { Gate } from "./gate";
import { RetryBudget } from "./retry";

/** What an operator sees of an engine. */
export type EngineState = {
  name: string;
  breaker: BreakerState;
  concurrency: number;
  inFlight: number;
  waiting: number;
};

/** An engine's gate and its retries, kept for as long as the engine is. */
export class GuardedEngine {
  readonly gate: Gate;
  readonly retries = new RetryBudget();
  readonly #whenIdle: (() => void)[] = [];
  #calls = 0;

  constructor(concurrency: number) {
    this.gate = new Gate(concurrency);
  }

  begin(): void {
    this.#calls++;
    this.retries.deposit();
  }

  end(): void {
    this.#calls--;
    if (this.#calls === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  idle(): Promise<void> {
    return this.#calls === 0 ? Promise.resolve() : new Promise((resolve) => this.#whenIdle.push(resolve));
  }
}

const guarded = new WeakMap<SpeechProvider, GuardedEngine>();

// One process holds several copies of this module, and only one of them calls engines: the others may look.
const shared = globalThis as typeof globalThis & { vangEngineGates?: Map<string, Gate> };

export function guard(provider: SpeechProvider): GuardedEngine {
  const known = guarded.get(provider);
  if (known) return known;
  const engine = new GuardedEngine(provider.concurrency);
  guarded.set(provider, engine);
  shared.vangEngineGates ??= new Map();
  shared.vangEngineGates.set(provider.name, engine.gate);
  return engine;
}

/** Resolves once nobody calls this engine any more. */
export const whenIdle = (provider: SpeechProvider): Promise<void> => guarded.get(provider)?.idle() ?? Promise.resolve();

/** Every engine that was called since this process began, by name. */
export const engineStates = (): EngineState[] =>
  [...(shared.vangEngineGates ?? [])].map(([name, gate]) => ({ name, concurrency: gate.concurrency, ...gate.state }));
