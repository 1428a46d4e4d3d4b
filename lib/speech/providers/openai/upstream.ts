import { type Dispatcher, Pool } from "undici";
import { seconds } from "@/lib/clock";
import { Breaker, type Outcome } from "@/lib/speech/calls/breaker";
import type { OpenAiEngine, OpenAiUpstream } from "@/lib/speech/engines/schema";
import { ProviderError } from "@/lib/speech/provider";
import { readBytes } from "./read-bytes";
import { failureOf } from "./refused";

export type Reply = { status: number; headers: Record<string, string | string[] | undefined>; bytes: Uint8Array };

export type Sending = Pick<Dispatcher.RequestOptions, "body"> & {
  method: "GET" | "POST";
  /** Below the base URL. */
  path: string;
  headers?: Record<string, string>;
  maxBytes: number;
  /** Until the answer begins; left out where only the call's own time counts. */
  firstByteMs?: number;
};

/** How long a machine that failed is passed over while another will do. */
const avoidedMs = seconds(5);

/** One machine of an engine, with connections of its own. Time is `performance.now()`. */
export class Upstream {
  readonly settings: OpenAiUpstream;
  readonly breaker: Breaker;
  readonly #pool: Pool;
  readonly #root: string;
  avoidedUntil = 0;
  /** It asked to be left alone until then. */
  pausedUntil = 0;

  constructor(settings: OpenAiUpstream, timeouts: OpenAiEngine["timeouts"]) {
    this.settings = settings;
    this.breaker = new Breaker(settings.concurrency);
    const { origin, pathname } = new URL(settings.baseUrl);
    this.#root = pathname.replace(/\/*$/, "/");
    this.#pool = new Pool(origin, {
      // One more than its places, for the probe of a machine whose every place hangs.
      connections: settings.concurrency + 1,
      connect: { timeout: timeouts.connectMs },
      bodyTimeout: timeouts.betweenBytesMs,
      headersTimeout: 0,
    });
  }

  /** Its answer to a call that began with a ticket of the breaker, whatever its status below 300. */
  async call(sending: Sending, signal: AbortSignal): Promise<Reply> {
    const ticket = this.breaker.enter();
    if (!ticket) throw new ProviderError("broken", "This machine of the engine is left alone for a moment.");
    try {
      const reply = await this.send(sending, signal);
      const failure = failureOf(reply, this.settings.apiKey);
      if (failure) throw failure;
      this.breaker.leave(ticket, "good");
      return reply;
    } catch (error) {
      this.breaker.leave(ticket, this.#judge(error, signal));
      throw error;
    }
  }

  /** Throws ProviderError `timeout` or `broken`; any status is an answer. Follows no redirect. */
  async send({ method, path, headers, body, maxBytes, firstByteMs }: Sending, signal: AbortSignal): Promise<Reply> {
    try {
      const response = await this.#pool.request({
        method,
        path: this.#root + path,
        headers: { ...(this.settings.apiKey && { authorization: `Bearer ${this.settings.apiKey}` }), ...headers },
        body,
        signal,
        headersTimeout: firstByteMs,
      });
      return {
        status: response.statusCode,
        headers: response.headers,
        bytes: await readBytes(response.body, maxBytes),
      };
    } catch (error) {
      throw asProviderError(error, signal);
    }
  }

  /** What came does not make sense, which only shows after the call. */
  avoid(): void {
    this.avoidedUntil = performance.now() + avoidedMs;
  }

  close = (): Promise<void> => this.#pool.close();

  #judge(error: unknown, signal: AbortSignal): Outcome {
    if (signal.aborted) return "neither";
    if (!(error instanceof ProviderError)) return "bad";
    if (error.kind === "rejected") return "good";
    this.avoid();
    if (error.kind !== "busy") return "bad";
    this.pausedUntil = performance.now() + (error.retryAfterMs ?? 0);
    return "neither";
  }
}

function asProviderError(error: unknown, signal: AbortSignal): ProviderError {
  if (error instanceof ProviderError) return error;
  if (signal.aborted) return new ProviderError("timeout", "The call ended before the engine answered.");
  const code = String((error as { code?: unknown }).code ?? "");
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return new ProviderError("timeout", `The engine took too long (${code}).`);
  return new ProviderError("broken", `The connection to the engine failed (${code || "no code"}).`, {
    retryable: true,
  });
}
