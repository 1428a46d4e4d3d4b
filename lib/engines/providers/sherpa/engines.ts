import "server-only";
import pLimit, { type LimitFunction } from "p-limit";
import { ProviderError } from "@/lib/engines/provider";
import { stopped, untilAborted } from "@/lib/engines/until-aborted";
import { minutes, seconds } from "@/lib/platform/clock";
import { Engine } from "./engine";
import type { Task } from "./task";

const usual = {
  longestQueue: 64,
  loadMs: minutes(2),
  /** After an abort, a task may run for this long before its process is ended. */
  graceMs: seconds(5),
  /** An idle process keeps its model in memory for this long. */
  idleMs: minutes(5),
  /** Replaces the processes' program in tests. */
  program: undefined as string | undefined,
};

/** A model's processes: each has it in memory and runs one task at a time. The first task starts the first process. */
export class Engines {
  readonly #load: Task;
  readonly #settings: typeof usual;
  readonly #limit: LimitFunction;
  readonly #idle = new Map<Engine, NodeJS.Timeout>();
  readonly #working = new Set<Engine>();

  constructor(load: Task & { do: "load" }, processes: number, settings: Partial<typeof usual> = {}) {
    this.#load = load;
    this.#settings = { ...usual, ...settings };
    this.#limit = pLimit(processes);
  }

  /** Throws ProviderError: `busy` when too many wait, `timeout` at once when the signal aborts, `broken` otherwise. */
  async run<Answer>(task: Task, signal: AbortSignal): Promise<Answer> {
    if (this.#limit.pendingCount >= this.#settings.longestQueue)
      throw new ProviderError("busy", "Too many calls wait for this model.");
    const answer = this.#limit(() => this.#work<Answer>(task, signal));
    return untilAborted(answer, signal);
  }

  /** Ends every process. Pending tasks fail as `broken`. */
  close(): void {
    for (const timer of this.#idle.values()) clearTimeout(timer);
    for (const engine of [...this.#idle.keys(), ...this.#working]) engine.end();
    this.#idle.clear();
  }

  async #work<Answer>(task: Task, signal: AbortSignal): Promise<Answer> {
    if (signal.aborted) throw stopped(signal);
    const engine = this.#takeIdle() ?? (await this.#start());
    this.#working.add(engine);
    let overdue: NodeJS.Timeout | undefined;
    const endSoon = () => {
      overdue = setTimeout(() => engine.end(), this.#settings.graceMs);
    };
    signal.addEventListener("abort", endSoon, { once: true });
    try {
      if (signal.aborted) throw stopped(signal);
      return await engine.ask<Answer>(task);
    } finally {
      signal.removeEventListener("abort", endSoon);
      clearTimeout(overdue);
      this.#putBack(engine);
    }
  }

  #takeIdle(): Engine | undefined {
    for (const [engine, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(engine);
      if (engine.isAlive()) return engine;
    }
    return undefined;
  }

  async #start(): Promise<Engine> {
    const engine = new Engine(this.#settings.program);
    const overdue = setTimeout(() => engine.end(), this.#settings.loadMs);
    this.#working.add(engine);
    try {
      await engine.ask(this.#load);
      return engine;
    } catch (error) {
      this.#working.delete(engine);
      engine.end();
      throw error;
    } finally {
      clearTimeout(overdue);
    }
  }

  #putBack(engine: Engine): void {
    this.#working.delete(engine);
    if (!engine.isAlive()) return;
    const retire = () => {
      this.#idle.delete(engine);
      engine.end();
    };
    this.#idle.set(engine, setTimeout(retire, this.#settings.idleMs).unref());
  }
}
