import { type Dispatcher, Pool } from "undici";
import { ProviderError } from "@/lib/engines/provider";
import { Circuit } from "@/lib/engines/resilience/circuit";
import { seconds } from "@/lib/platform/clock";
import { perProcess } from "@/lib/platform/per-process";
import { traceHeaders } from "@/lib/platform/telemetry/tracing";
import { failureOf } from "./failure";
import { readBytes } from "./read-bytes";
import type { OpenAiEngine, OpenAiUpstream } from "./schema";

export type UpstreamResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Uint8Array;
};

export type UpstreamRequest = Pick<Dispatcher.RequestOptions, "body"> & {
  method: "GET" | "POST";
  /** Relative to the base URL. */
  path: string;
  headers?: Record<string, string>;
  maxBytes: number;
  /** Until the response begins; undefined where only the whole call has a limit. */
  firstByteMs?: number;
  /** A timeout on so large a request does not count as a failure. */
  isLong?: boolean;
};

/** An upstream that failed is skipped for this long while another is available. */
const avoidedMs = seconds(5);

/** One upstream server of an engine, with its own connections. Times are `performance.now()`. */
export class Upstream {
  readonly settings: OpenAiUpstream;
  readonly circuit = new Circuit();
  readonly #pool: Pool;
  readonly #root: string;
  inFlight = 0;
  avoidedUntil = 0;
  /** The upstream asked for no calls until then. */
  pausedUntil = 0;

  constructor(settings: OpenAiUpstream, timeouts: OpenAiEngine["timeouts"]) {
    this.settings = { ...settings, concurrency: perProcess(settings.concurrency) };
    const { origin, pathname } = new URL(settings.baseUrl);
    this.#root = pathname.replace(/\/*$/, "/");
    this.#pool = new Pool(origin, {
      // Twice the concurrency, so that a recovered upstream can serve while old calls still hang.
      connections: this.settings.concurrency * 2,
      connect: { timeout: timeouts.connectMs },
      bodyTimeout: timeouts.betweenBytesMs,
      headersTimeout: 0,
    });
  }

  /** Sends a request through the circuit breaker. Throws ProviderError for every status but 2xx. */
  async call(sending: UpstreamRequest, signal: AbortSignal): Promise<UpstreamResponse> {
    this.inFlight++;
    try {
      return await this.circuit.run(() => this.callAlone(sending, signal), { signal, isLong: sending.isLong });
    } catch (error) {
      const isRejection = error instanceof ProviderError && error.kind === "rejected";
      if (!signal.aborted && !isRejection) this.avoid();
      throw error;
    } finally {
      this.inFlight--;
    }
  }

  /** For an engine's only upstream: the engine's circuit breaker covers it, and a second would double the pauses. */
  async callAlone(sending: UpstreamRequest, signal: AbortSignal): Promise<UpstreamResponse> {
    try {
      const reply = await this.send(sending, signal);
      const failure = failureOf(reply, this.settings.apiKey);
      if (failure) throw failure;
      return reply;
    } catch (error) {
      const isBusy = error instanceof ProviderError && error.kind === "busy";
      if (isBusy) this.pausedUntil = performance.now() + (error.retryAfterMs ?? 0);
      throw error;
    }
  }

  /** Throws ProviderError `timeout` or `broken`; returns responses of any status. Follows no redirect. */
  async send(
    { method, path, headers, body, maxBytes, firstByteMs }: UpstreamRequest,
    signal: AbortSignal,
  ): Promise<UpstreamResponse> {
    let hasBegun = false;
    try {
      const response = await this.#pool.request({
        method,
        path: this.#root + path,
        headers: {
          ...(this.settings.apiKey && { authorization: `Bearer ${this.settings.apiKey}` }),
          ...traceHeaders(),
          ...headers,
        },
        body,
        signal,
        headersTimeout: firstByteMs,
      });
      hasBegun = true;
      return {
        status: response.statusCode,
        headers: response.headers,
        bytes: await readBytes(response.body, maxBytes),
      };
    } catch (error) {
      throw asProviderError(error, signal, !hasBegun);
    }
  }

  /** For an invalid response, which shows only after the call. */
  avoid(): void {
    this.avoidedUntil = performance.now() + avoidedMs;
  }

  close = (): Promise<void> => this.#pool.close();
}

function asProviderError(error: unknown, signal: AbortSignal, retryable: boolean): ProviderError {
  if (error instanceof ProviderError) return error;
  if (signal.aborted) return new ProviderError("timeout", "The call ended before the engine answered.");
  const code = String((error as { code?: unknown }).code ?? "");
  if (/TIMEOUT|ETIMEDOUT/.test(code))
    return new ProviderError("timeout", `The engine took too long (${code}).`, { retryable });
  return new ProviderError("broken", `The connection to the engine failed (${code || "no code"}).`, { retryable });
}
