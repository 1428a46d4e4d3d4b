import type { Readable } from "node:stream";
import { type Dispatcher, Pool } from "undici";
import { ProviderError, rejection } from "@/lib/engines/provider";
import { Circuit } from "@/lib/engines/resilience/circuit";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import { perProcess } from "@/lib/platform/per-process";
import { traceHeaders } from "@/lib/platform/telemetry/tracing";
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

const longestWords = 300;
const longestPauseMs = minutes(1);

/** The caller can fix the cause of these, so they get the engine's message. */
const rejecting = new Set([400, 404, 413, 415, 422]);
const busy = new Set([408, 429, 503]);

/** The error for a status that is not 2xx, else null. `apiKey` is removed from the message. */
function failureOf(reply: UpstreamResponse, apiKey = ""): ProviderError | null {
  const { status } = reply;
  if (status >= 200 && status < 300) return null;
  if (rejecting.has(status)) return rejected(reply, apiKey);
  if (busy.has(status)) {
    return new ProviderError("busy", `The engine answered ${status}.`, { retryAfterMs: retryAfterOf(reply) });
  }
  // A redirect, an invalid key, an unpaid bill: the operator has to act, and a retry does not help.
  return new ProviderError("broken", `The engine answered ${status}.`, { retryable: status >= 500 });
}

/** Milliseconds from now, at most a minute. */
function retryAfterOf({ headers }: UpstreamResponse): number | undefined {
  const value = String(headers["retry-after"] ?? "");
  const ms = /^\d+$/.test(value) ? seconds(Number(value)) : Date.parse(value) - clock.now().getTime();
  return Number.isNaN(ms) ? undefined : Math.min(longestPauseMs, Math.max(0, ms));
}

/** Uses the engine's message, in any of the shapes these servers use, shortened and without keys. */
function rejected({ bytes }: UpstreamResponse, apiKey: string): ProviderError {
  const words = findWords(parse(bytes));
  if (words === undefined) return rejection({ message: "speech.rejectedSilently" });
  const visible = apiKey ? words.replaceAll(apiKey, "[hidden]") : words;
  const clean = visible
    .replace(/\b(sk|key|Bearer)[-_ ][\w.*-]{6,}/gi, "[hidden]")
    .replace(/https?:\/\/\S+/g, "[link]")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const short = clean.length > longestWords ? `${clean.slice(0, longestWords - 1).toWellFormed()}…` : clean;
  return new ProviderError("rejected", short);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

// {"error":{"message"}}, {"error":""}, {"detail":""}, {"detail":{"message"}}, {"detail":[{"loc":["body","speed"],"msg"}]}
function findWords(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() || undefined;
  if (Array.isArray(value)) return findWords(value[0]);
  if (typeof value !== "object" || value === null) return undefined;
  const { error, detail, message, msg, loc } = value as Record<string, unknown>;
  if (typeof msg === "string" && Array.isArray(loc)) return `${loc.at(-1)}: ${msg}`;
  return findWords(message) ?? findWords(error) ?? findWords(detail) ?? findWords(msg);
}

/** Reads the whole body. Throws ProviderError `broken`, and drops the connection, beyond `maxBytes`. */
export async function readBytes(body: Readable, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw new ProviderError("broken", `The engine sent more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
