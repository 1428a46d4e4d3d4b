import "server-only";
import { ProviderError } from "@/lib/engines/provider";
import { stopped, untilAborted } from "@/lib/engines/until-aborted";
import { minutes, seconds } from "@/lib/platform/clock";
import { withTimeout } from "@/lib/platform/with-timeout";
import { Engine } from "./engine";
import type { Task } from "./task";

const usual = {
  processes: 1,
  /** With more streams in each process, another one is started while there may be one. */
  streamsEach: 8,
  loadMs: minutes(2),
  /** A process that takes longer for a piece of sound gets no new streams. */
  answerMs: seconds(30),
  /** A process without streams keeps its model in memory for this long. */
  idleMs: minutes(5),
  /** Replaces the processes' program in tests. */
  program: undefined as string | undefined,
};

type Process = { engine: Engine; loaded: Promise<unknown>; streams: number; idle?: NodeJS.Timeout };

type StreamTask = Extract<Task, { stream: number }>;

/** A task without the number of its stream. */
type UnnumberedTask<One = StreamTask> = One extends StreamTask ? Omit<One, "stream"> : never;

/** A model's processes for sound that comes while it is spoken: each has it in memory and works on many streams. */
export class StreamEngines {
  readonly #load: Task;
  readonly #settings: typeof usual;
  /** Those that take new streams. */
  readonly #processes = new Set<Process>();
  #lastStream = 0;

  constructor(load: Task & { do: "load" }, settings: Partial<typeof usual> = {}) {
    this.#load = load;
    this.#settings = { ...usual, ...settings };
  }

  /**
   * A stream that ends with the signal; the model is loaded at once. What it returns asks for work on it, and throws
   * ProviderError.
   */
  open(first: UnnumberedTask, signal: AbortSignal): <Answer>(task: UnnumberedTask) => Promise<Answer> {
    if (signal.aborted) throw stopped(signal);
    const stream = ++this.#lastStream;
    const process = this.#choose();
    process.streams++;
    signal.addEventListener("abort", () => this.#release(process, stream), { once: true });
    const opened = process.loaded.then(() => this.#ask(process.engine, { ...first, stream }));
    // The first task waits for it and fails with it.
    opened.catch(() => undefined);
    return async <Answer>(task: UnnumberedTask) => {
      await untilAborted(opened, signal);
      return this.#askInTime<Answer>(process, { ...task, stream }, signal);
    };
  }

  /** Ends the processes, each when its last stream ends. */
  close(): void {
    for (const process of this.#processes) {
      this.#processes.delete(process);
      if (process.streams === 0) this.#end(process);
    }
  }

  /** The process with the fewest streams, or a new one. */
  #choose(): Process {
    for (const process of this.#processes) if (!process.engine.isAlive()) this.#end(process);
    const [least] = [...this.#processes].sort((one, other) => one.streams - other.streams);
    const { streamsEach, processes } = this.#settings;
    const isRoom = least && (least.streams < streamsEach || this.#processes.size >= processes);
    const chosen = isRoom ? least : this.#start();
    clearTimeout(chosen.idle);
    return chosen;
  }

  #start(): Process {
    const engine = new Engine(this.#settings.program);
    const overdue = setTimeout(() => engine.end(), this.#settings.loadMs);
    const process: Process = { engine, loaded: engine.ask(this.#load), streams: 0 };
    process.loaded = process.loaded.finally(() => clearTimeout(overdue));
    process.loaded.catch(() => this.#end(process));
    this.#processes.add(process);
    return process;
  }

  #release(process: Process, stream: number): void {
    process.streams--;
    void this.#ask(process.engine, { do: "closeStream", stream }).catch(() => undefined);
    if (process.streams > 0) return;
    if (!this.#processes.has(process)) process.engine.end();
    else process.idle = setTimeout(() => this.#end(process), this.#settings.idleMs).unref();
  }

  #end(process: Process): void {
    this.#processes.delete(process);
    clearTimeout(process.idle);
    process.engine.end();
  }

  #askInTime<Answer>(process: Process, task: Task, signal: AbortSignal): Promise<Answer> {
    return withTimeout(this.#settings.answerMs, signal, (ended) =>
      untilAborted(this.#ask<Answer>(process.engine, task), ended, () => {
        if (!signal.aborted) this.#processes.delete(process);
      }),
    );
  }

  /** A process that ended before would not answer. */
  async #ask<Answer>(engine: Engine, task: Task): Promise<Answer> {
    if (!engine.isAlive()) throw new ProviderError("broken", "sherpa-onnx failed: the engine process ended");
    return engine.ask<Answer>(task);
  }
}
