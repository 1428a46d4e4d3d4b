import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import { seconds } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { processWide } from "@/lib/platform/process-wide";
import { SpokenContext } from "./context";
import { type SpokenArrival, type SpokenOutput, type SpokenRequest, spokenLimits } from "./contract";

export type SessionParts = {
  caller: Caller;
  request: SpokenRequest;
  arrival: SpokenArrival;
  /** Without a message, and with nothing to say. */
  idleMs: number;
  mostContexts: number;
  /** Whether a context is spoken after the one before it, and not beside it. */
  isSerial?: boolean;
  /** Counts a context as one more request, but the first, which the connection is counted for. Throws RATE_LIMITED_…. */
  count: () => Promise<void>;
  /** Resolves when the client has taken what it is given. */
  take: (output: SpokenOutput) => Promise<void>;
};

/** What a context that is opened has for itself. */
type Options = Pick<SpokenRequest, "config" | "dictionaries">;

const open = processWide("spoken sessions", () => new Set<SpokenSession>());

/** The process ends: what is being spoken is finished within eight seconds, and then the connections close. */
export async function leaveSpoken(): Promise<void> {
  await Promise.allSettled([...open].map((session) => session.leave()));
}

/** The texts that come over one connection and are spoken: it knows nothing of how. Each context is a job. */
export class SpokenSession {
  /** Resolves once all its jobs are recorded, and everything was said. */
  readonly ended: Promise<void>;
  isLeaving = false;
  readonly #parts: SessionParts;
  readonly #contexts = new Map<SpokenContext, number>();
  readonly #timer: NodeJS.Timeout;
  #turn: Promise<void> = Promise.resolve();
  #before: Promise<void> = Promise.resolve();
  #lastSignAt = performance.now();
  #isCounted = true;
  #ending: Promise<void> | undefined;
  #over: () => void = () => undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.ended = new Promise((resolve) => {
      this.#over = resolve;
    });
    open.add(this);
    this.#timer = setInterval(() => this.#watch(), seconds(1)).unref();
  }

  /** Whether no more text is taken. */
  get isEnding(): boolean {
    return this.#ending !== undefined;
  }

  /** A sign of life. */
  keepAlive(): void {
    this.#lastSignAt = performance.now();
  }

  /** The context of the id that takes text. */
  find(id: string): SpokenContext | undefined {
    return [...this.#contexts.keys()].find((context) => context.id === id && !context.text.isClosed);
  }

  /** The same, which begins if there is none. Throws CONCURRENCY_LIMITED_KEY. */
  context(id: string, options: Options = {}): SpokenContext {
    const found = this.find(id);
    if (found) return found;
    const { caller, request, arrival, mostContexts, isSerial = false } = this.#parts;
    if (this.#contexts.size >= mostContexts)
      throw new AppError("CONCURRENCY_LIMITED_KEY", { message: "spoken.manyContexts", values: { most: mostContexts } });
    const context: SpokenContext = new SpokenContext({
      id,
      caller,
      request: { ...request, ...options },
      arrival,
      count: () => this.#count(),
      take: (output) => this.#pass(context, output),
      inTurn: (work) => this.#inTurn(work),
      after: isSerial ? this.#before : Promise.resolve(),
    });
    this.#contexts.set(context, performance.now());
    this.#before = context.ended;
    return context;
  }

  /** Speaks what there is in all contexts, and ends. */
  finish(): Promise<void> {
    this.#ending ??= this.#end(() => this.#all((context) => context.finish()));
    return this.ended;
  }

  /** Nothing more is spoken of any context. */
  cancel = (): Promise<void> => this.#all((context) => context.cancel());

  /** Stops all contexts, and says why if there is an error; without one the client has left. */
  end(error: AppError | null = null): Promise<void> {
    if (this.#ending) void this.#all((context) => context.end(error));
    this.#ending ??= this.#end(async () => {
      await this.#all((context) => context.end(error));
      if (error) await this.#parts.take({ type: "failed", context: "", error });
    });
    return this.ended;
  }

  async leave(): Promise<void> {
    this.isLeaving = true;
    this.#ending ??= this.#end(() => this.#all((context) => context.leave()));
    await this.ended;
  }

  async #end(work: () => Promise<void>): Promise<void> {
    clearInterval(this.#timer);
    await work();
    open.delete(this);
    this.#over();
  }

  async #all(work: (context: SpokenContext) => Promise<void>): Promise<void> {
    await Promise.all([...this.#contexts.keys()].map(work));
  }

  async #count(): Promise<void> {
    if (!this.#isCounted) return this.#parts.count();
    this.#isCounted = false;
  }

  /** What a context says. One that failed ends the connection. */
  async #pass(context: SpokenContext, output: SpokenOutput): Promise<void> {
    if (output.type === "ended" || output.type === "failed") this.#contexts.delete(context);
    if (output.type !== "failed") return this.#parts.take(output);
    if (this.#ending) return;
    void this.end();
    await this.#parts.take(output);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #watch(): void {
    const now = performance.now();
    const contexts = [...this.#contexts];
    const { idleMs } = this.#parts;
    const values = { seconds: Math.round(idleMs / 1000) };
    if (contexts.some(([, openedAt]) => now - openedAt >= spokenLimits.longestMs))
      void this.end(new AppError("TEXT_TOO_LONG", { message: "spoken.tooLong" }));
    else if (contexts.some(([context]) => context.text.isBusy)) this.keepAlive();
    else if (now - this.#lastSignAt >= idleMs)
      void this.end(new AppError("CLIENT_CLOSED", { message: "spoken.idle", values }));
  }
}
