import { type Dispatcher, Pool } from "undici";
import { seconds } from "@/lib/clock";
import type { OpenAiEngine, OpenAiUpstream } from "@/lib/engines/config/schema";
import { ProviderError } from "@/lib/engines/provider";
import { Circuit } from "@/lib/engines/resilience/circuit";
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
  /** So much is asked that running out of time says nothing of the machine. */
  isLong?: boolean;
};

/** How long a machine that failed is passed over while another will do. */
const avoidedMs = seconds(5);

/** One machine of an engine, with connections of its own. Time is `performance.now()`. */
export class Upstream {
  readonly settings: OpenAiUpstream;
  readonly circuit = new Circuit();
  readonly #pool: Pool;
  readonly #root: string;
  inFlight = 0;
  avoidedUntil = 0;
  /** It asked to be left alone until then. */
  pausedUntil = 0;

  constructor(settings: OpenAiUpstream, timeouts: OpenAiEngine["timeouts"]) {
    this.settings = settings;
    const { origin, pathname } = new URL(settings.baseUrl);
    this.#root = pathname.replace(/\/*$/, "/");
    this.#pool = new Pool(origin, {
      // Twice its places, for a machine that is well again while old calls still hang.
      connections: settings.concurrency * 2,
      connect: { timeout: timeouts.connectMs },
      bodyTimeout: timeouts.betweenBytesMs,
      headersTimeout: 0,
    });
  }

  /** Its answer, through the circuit. Throws ProviderError for every answer but a good one. */
  async call(sending: Sending, signal: AbortSignal): Promise<Reply> {
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

  /** The same for an engine's only machine: the engine's circuit does. A second one would double its pauses. */
  async callAlone(sending: Sending, signal: AbortSignal): Promise<Reply> {
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

  /** Throws ProviderError `timeout` or `broken`; any status is an answer. Follows no redirect. */
  async send({ method, path, headers, body, maxBytes, firstByteMs }: Sending, signal: AbortSignal): Promise<Reply> {
    let hasBegun = false;
    try {
      const response = await this.#pool.request({
        method,
        path: this.#root + path,
        headers: { ...(this.settings.apiKey && { authorization: `Bearer ${this.settings.apiKey}` }), ...headers },
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

  /** What came does not make sense, which only shows after the call. */
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
