import "server-only";
import type { InstalledModel } from "@/lib/engines/models/installed";
import { type LiveEvent, type LiveOptions, type LiveRecognizer, ProviderError } from "@/lib/engines/provider";
import { requireOptions } from "@/lib/engines/providers/validate-config";
import { stopped, untilAborted } from "@/lib/engines/until-aborted";
import { minutes, seconds } from "@/lib/platform/clock";
import { withTimeout } from "@/lib/platform/with-timeout";
import { Engine } from "./engine";
import { loadTask, type StreamUtterance, type Task } from "./task";
import { inSmallLetters, makeSegments } from "./transcribe";

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

/** The processes of a streaming model that recognize sound while it is spoken, each of them many streams. */
export class LiveEngines {
  readonly #installed: InstalledModel;
  readonly #settings: typeof usual;
  /** Those that take new streams. */
  readonly #processes = new Set<Process>();
  #lastStream = 0;

  constructor(installed: InstalledModel, settings: Partial<typeof usual> = {}) {
    this.#installed = installed;
    this.#settings = { ...usual, ...settings };
  }

  /** Loads the model at once. Throws ProviderError `rejected` for options, which the model has none of. */
  open({ request, silenceMs, wantsPartials, signal }: LiveOptions, take: (event: LiveEvent) => void): LiveRecognizer {
    requireOptions(request.config, []);
    if (signal.aborted) throw stopped(signal);
    const stream = ++this.#lastStream;
    const process = this.#choose();
    process.streams++;
    signal.addEventListener("abort", () => this.#release(process, stream), { once: true });
    const opened = process.loaded.then(() =>
      this.#ask(process.engine, { do: "openStream", stream, silenceMs, wantsPartials }),
    );
    // The first sound waits for it and fails with it.
    opened.catch(() => undefined);
    let hasBegun = false;
    const recognize = async (task: Task): Promise<void> => {
      await untilAborted(opened, signal);
      for (const utterance of await this.#askInTime(process, task, signal)) {
        const event = this.#describe(utterance);
        if (!hasBegun) take({ type: "speechStarted", start: event.start });
        hasBegun = utterance.ended !== "pause";
        if (wantsPartials || event.type === "final") take(event);
      }
    };
    return {
      push: (samples) => recognize({ do: "push", stream, samples }),
      flush: () => recognize({ do: "flush", stream }),
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
    const process: Process = { engine, loaded: engine.ask(loadTask(this.#installed)), streams: 0 };
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

  #askInTime(process: Process, task: Task, signal: AbortSignal): Promise<StreamUtterance[]> {
    return withTimeout(this.#settings.answerMs, signal, (ended) =>
      untilAborted(this.#ask<StreamUtterance[]>(process.engine, task), ended, () => {
        if (!signal.aborted) this.#processes.delete(process);
      }),
    );
  }

  /** A process that ended before would not answer. */
  async #ask<Answer>(engine: Engine, task: Task): Promise<Answer> {
    if (!engine.isAlive()) throw new ProviderError("broken", "sherpa-onnx failed: the engine process ended");
    return engine.ask<Answer>(task);
  }

  #describe(utterance: StreamUtterance): Exclude<LiveEvent, { type: "speechStarted" }> {
    const { end, ended } = utterance;
    const segments = makeSegments(this.#installed.model.writesCapitals ? inSmallLetters(utterance) : utterance, 0, end);
    const transcription = { text: segments.map(({ text }) => text).join(" "), segments };
    const start = utterance.timestamps[0] ?? end;
    if (!ended) return { type: "partial", start, end, transcription };
    return { type: "final", start, end, transcription, isEnd: ended === "pause" };
  }
}
