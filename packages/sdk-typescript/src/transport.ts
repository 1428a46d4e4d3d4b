import { isRetryable, readError, VangAbortError, VangConnectionError, VangError, VangTimeoutError } from "./errors.js";
import { isIdempotent } from "./idempotent.js";
import { version } from "./version.js";

export type ClientOptions = {
  /** `VANG_API_KEY` of the environment if not given. */
  apiKey?: string;
  /** Of the installation, such as `https://vang.example`; `VANG_BASE_URL` of the environment if not given. */
  baseUrl?: string;
  /** How long to wait for a response, or for the next part of a stream: 60,000, and 300,000 for `/stt`. */
  timeoutMs?: number;
  /** How often a request is sent again after a failure that may pass: 2. */
  maxRetries?: number;
  fetch?: typeof fetch;
  /** The class of WebSockets where the runtime has none, as in Node 20: `WebSocket` of the package `ws`. */
  WebSocket?: unknown;
};

export type CallOptions = {
  signal?: AbortSignal;
  timeoutMs?: number;
  maxRetries?: number;
  headers?: Readonly<Record<string, string>>;
  /** Instead of the one that is made for each charged request, to repeat a request of another process. */
  idempotencyKey?: string;
  /** Your own keys and values, which come back in history and events. */
  metadata?: Readonly<Record<string, string>>;
  /** `none`: Vang keeps neither text nor audio of this request. */
  retention?: "none";
};

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type Request = {
  method: string;
  /** A path of the API, or a URL in one of its responses. */
  path: string;
  query?: Query;
  json?: unknown;
  /** Made again for each attempt. A stream that cannot be made again makes the request one that is sent once. */
  body?: { make: () => RequestInit["body"]; isRepeatable: boolean; type?: string };
  headers?: Readonly<Record<string, string>>;
};

/** Sends requests: with the key, a limit of time, and again where that is safe. */
export class Transport {
  readonly baseUrl: string;
  readonly #apiKey: string | undefined;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions = {}) {
    this.#options = options;
    this.#apiKey = options.apiKey ?? environment("VANG_API_KEY");
    this.baseUrl = (options.baseUrl ?? environment("VANG_BASE_URL") ?? "http://localhost:3000").replace(/\/+$/, "");
  }

  /** The key as a header, for the one connection that does not go through here. */
  get keyHeader(): Record<string, string> {
    return this.#apiKey ? { "x-api-key": this.#apiKey } : {};
  }

  /** Sends a request and returns what `read` makes of its response. Throws VangError. */
  async send<Result>(
    request: Request,
    options: CallOptions,
    read: (response: Response, watch: Watch) => Promise<Result> | Result,
  ): Promise<Result> {
    const headers = this.#writeHeaders(request, options);
    const isSafe = ["GET", "HEAD", "DELETE"].includes(request.method) || headers.has("idempotency-key");
    const canRepeat = isSafe && request.body?.isRepeatable !== false;
    const maxRetries = canRepeat ? (options.maxRetries ?? this.#options.maxRetries ?? 2) : 0;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(request, headers, options, read);
      } catch (error) {
        if (attempt >= maxRetries || !(error instanceof VangError) || !mayPass(error)) throw error;
        await wait(retryDelayMs(error, attempt), options.signal);
      }
    }
  }

  async #attempt<Result>(
    request: Request,
    headers: Headers,
    options: CallOptions,
    read: (response: Response, watch: Watch) => Promise<Result> | Result,
  ): Promise<Result> {
    const usual = request.path.startsWith("/stt") && request.method === "POST" ? 300_000 : 60_000;
    const watch = new Watch(options.timeoutMs ?? this.#options.timeoutMs ?? usual, options.signal);
    try {
      const body = request.json === undefined ? request.body?.make() : JSON.stringify(request.json);
      const init: RequestInit & { duplex?: "half" } = {
        method: request.method,
        headers,
        signal: watch.signal,
        // Vang never redirects, and a key must not reach another server.
        redirect: "manual",
        ...(body !== undefined && { body }),
        ...(body instanceof ReadableStream && { duplex: "half" }),
      };
      const response = await (this.#options.fetch ?? fetch)(this.#urlOf(request), init);
      if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
        const target = response.headers.get("location") ?? "another URL";
        throw new VangError(`The server redirects to ${target}. Check baseUrl.`, { status: response.status });
      }
      if (!response.ok) throw await readError(response);
      return await read(response, watch);
    } catch (error) {
      watch.stop();
      throw watch.explain(error);
    }
  }

  #urlOf({ path, query = {} }: Request): URL {
    const url = new URL(path.startsWith("/") ? this.baseUrl + path : path);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    return url;
  }

  #writeHeaders(request: Request, options: CallOptions): Headers {
    const { idempotencyKey, metadata, retention } = options;
    const headers = new Headers({ ...request.headers, ...options.headers });
    const isOwn = this.#urlOf(request).origin === new URL(this.baseUrl).origin;
    if (isOwn && this.#apiKey && !headers.has("x-api-key")) headers.set("x-api-key", this.#apiKey);
    // Browsers do not let pages choose it, and ask the server first whether it is allowed.
    if (!isBrowser()) headers.set("user-agent", `vang-typescript/${version}`);
    if (request.json !== undefined) headers.set("content-type", "application/json");
    if (request.body?.type) headers.set("content-type", request.body.type);
    if (metadata) headers.set("x-metadata", writeAscii(metadata));
    if (retention) headers.set("x-retention", retention);
    const key = idempotencyKey ?? (isIdempotent(request.method, request.path) ? crypto.randomUUID() : undefined);
    if (key && !headers.has("idempotency-key")) headers.set("idempotency-key", key);
    return headers;
  }
}

/** Ends an attempt that takes too long or that the caller gave up, and says which of the two it was. */
export class Watch {
  readonly #controller = new AbortController();
  readonly #timeoutMs: number;
  readonly #caller: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLate = false;

  constructor(timeoutMs: number, caller?: AbortSignal) {
    this.#timeoutMs = timeoutMs;
    this.#caller = caller;
    caller?.addEventListener("abort", this.#abort);
    if (caller?.aborted) this.#abort();
    this.start();
  }

  readonly #abort = () => this.#controller.abort(this.#caller?.reason);

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  start(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.#controller.abort();
    }, this.#timeoutMs);
  }

  /** While the caller works on what came. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  stop(): void {
    this.pause();
    this.#caller?.removeEventListener("abort", this.#abort);
  }

  explain(cause: unknown): unknown {
    if (cause instanceof VangError) return cause;
    if (this.#caller?.aborted) return new VangAbortError("The request was aborted.", { cause });
    if (this.#isLate) return new VangTimeoutError(`No response within ${this.#timeoutMs} ms.`, { cause });
    // What `fetch` throws for a lost connection, unlike a mistake in the code of the caller.
    if (!(cause instanceof TypeError)) return cause;
    return new VangConnectionError("The connection to Vang failed.", { cause, retryable: true });
  }
}

const mayPass = ({ status, code, retryable }: VangError): boolean =>
  retryable && (status === undefined || isRetryable(status) || code === "IDEMPOTENCY_RUNNING");

const mostRetryAfterSeconds = 60;

/** As the server says, or half a second, then twice as long each time, with 20 % more or less. */
function retryDelayMs({ retryAfterSeconds }: VangError, attempt: number): number {
  if (retryAfterSeconds !== undefined) return Math.min(retryAfterSeconds, mostRetryAfterSeconds) * 1000;
  return 500 * 2 ** attempt * (0.8 + 0.4 * Math.random());
}

/** Waits. Throws VangAbortError as soon as the signal is aborted. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(new VangAbortError("The request was aborted.", { cause: signal?.reason }));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}

/** JSON in ASCII, as headers need it. */
export const writeAscii = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

export const isBrowser = (): boolean => "document" in globalThis || "importScripts" in globalThis;

const environment = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name] || undefined;
