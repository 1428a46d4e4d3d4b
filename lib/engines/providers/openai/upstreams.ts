import { type Health, ProviderError, type UpstreamState } from "@/lib/engines/provider";
import { weightOf } from "@/lib/engines/settings";
import type { OpenAiEngine } from "./schema";
import { Upstream, type UpstreamRequest, type UpstreamResponse } from "./upstream";

const probe = { method: "GET", path: "models", maxBytes: 5_000_000, firstByteMs: 5000 } as const;

/** An engine's upstreams. Each call goes to a healthy one with a free place, chosen at random by weight. */
export class Upstreams {
  readonly all: readonly Upstream[];
  readonly #engine: string;

  constructor({ id, upstreams, timeouts }: Pick<OpenAiEngine, "id" | "upstreams" | "timeouts">) {
    this.#engine = id;
    this.all = upstreams.map((settings) => new Upstream(settings, timeouts));
  }

  get concurrency(): number {
    return this.all.reduce((sum, { settings }) => sum + settings.concurrency, 0);
  }

  /** Throws ProviderError, `busy` when all are full or paused. When `understand` throws, the upstream is avoided. */
  async call<Result>(
    sending: UpstreamRequest,
    understand: (reply: UpstreamResponse) => Result | Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const upstream = this.#choose();
    const answer = this.#isAlone ? upstream.callAlone(sending, signal) : upstream.call(sending, signal);
    const reply = await answer.catch((error: unknown) => {
      throw this.#othersMayBeFree(error);
    });
    try {
      return await understand(reply);
    } catch (error) {
      upstream.avoid();
      throw error;
    }
  }

  /** Healthy when any upstream is. */
  async health(signal: AbortSignal): Promise<Health> {
    const details = await Promise.all(this.all.map((upstream) => ask(upstream, signal)));
    const ill = details.filter((detail) => detail !== null);
    return { ok: ill.length < this.all.length, ...(ill.length > 0 && { detail: ill.join("; ") }) };
  }

  get #isAlone(): boolean {
    return this.all.length === 1;
  }

  close = async (): Promise<void> => {
    await Promise.all(this.all.map((upstream) => upstream.close()));
  };

  #choose(): Upstream {
    const now = performance.now();
    const awake = this.all.filter(({ pausedUntil }) => pausedUntil <= now);
    if (awake.length === 0) {
      const retryAfterMs = Math.min(...this.all.map(({ pausedUntil }) => pausedUntil)) - now;
      throw new ProviderError("busy", "The engine asked to be left alone for a moment.", { retryAfterMs });
    }
    if (this.#isAlone) return awake[0] as Upstream;
    const well = awake.filter(({ circuit }) => circuit.admits);
    if (well.length === 0)
      throw new ProviderError("broken", "Every machine of this engine is left alone for a moment.");
    // A probe is sent even when hanging calls occupy all of an upstream's places.
    const free = well.filter(
      (upstream) => !upstream.circuit.isClosed || upstream.inFlight < upstream.settings.concurrency,
    );
    if (free.length === 0) throw new ProviderError("busy", "Every machine of this engine is full.");
    const preferred = free.filter(({ avoidedUntil }) => avoidedUntil <= now);
    return draw(preferred.length > 0 ? preferred : free, this.#weightOf);
  }

  /** The weight that the staff set, or else the configured one. An upstream of weight 0 gets a request only where no other can. */
  #weightOf = (upstream: Upstream): number => weightOf(this.#engine, hostOf(upstream)) ?? upstream.settings.weight;

  list(): UpstreamState[] {
    return this.all.map((upstream) => ({
      host: hostOf(upstream),
      weight: this.#weightOf(upstream),
      running: upstream.inFlight,
      places: upstream.settings.concurrency,
      circuit: upstream.circuit.isClosed ? "closed" : "open",
    }));
  }

  #othersMayBeFree(error: unknown): unknown {
    const isBusy = error instanceof ProviderError && error.kind === "busy";
    if (!isBusy || this.#isAlone) return error;
    return new ProviderError("busy", error.message, { retryAfterMs: 0, cause: error });
  }
}

const hostOf = ({ settings }: Upstream): string => new URL(settings.baseUrl).host;

function draw(upstreams: readonly Upstream[], weigh: (upstream: Upstream) => number): Upstream {
  const total = upstreams.reduce((sum, upstream) => sum + weigh(upstream), 0);
  let left = Math.random() * total;
  const drawn = upstreams.find((upstream) => {
    left -= weigh(upstream);
    return left < 0;
  });
  return drawn ?? (upstreams.at(-1) as Upstream);
}

/** What is wrong with an upstream, or null. A missing list of models is no failure. */
async function ask(upstream: Upstream, signal: AbortSignal): Promise<string | null> {
  const { host } = new URL(upstream.settings.baseUrl);
  try {
    const { status } = await upstream.send(probe, signal);
    return status < 300 || status === 404 || status === 405 ? null : `${host} answered ${status}`;
  } catch (error) {
    return `${host}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
