import { VangAbortError, VangConnectionError, VangError, VangTimeoutError } from "./errors.js";
import { isBrowser, type Query, type Transport, writeAscii } from "./transport.js";
import type { Problem } from "./types.gen.js";

export type LiveWord = { word: string; punctuated_word?: string; start: number; end: number; confidence?: number };

type Said = { channel: number; start: number; end: number; text: string };

/** What Vang sends during a live transcription. */
export type LiveMessage =
  | { type: "ready"; trackingId: string; limits: { sessionSeconds: number; idleSeconds: number; pace: number } }
  | { type: "speechStarted" | "utteranceEnd"; channel: number; at: number }
  | ({ type: "partial" } & Said)
  | ({ type: "final"; words: LiveWord[]; speechFinal: boolean } & Said)
  | { type: "warning"; code: string; message: string; messageVi: string }
  | LiveResult;

export type LiveResult = {
  type: "done";
  trackingId: string;
  audioSeconds: number;
  chargeVnd: number;
  transcript: string;
};

export type LiveOptions = {
  /** From `liveToken`, for a browser. Without it the client's key is sent, which browsers cannot do. */
  token?: string;
  /** Such as `sampleRate`, `encoding`, `channels`, `silenceMs`, `formatting` and `keyterms`. */
  query?: Query;
  /** Called with each message, also partial ones. */
  onMessage?: (message: LiveMessage) => void;
  metadata?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** How long to wait for the first message: 60,000. */
  timeoutMs?: number;
  WebSocket?: unknown;
};

type Socket = Pick<
  WebSocket,
  "readyState" | "bufferedAmount" | "send" | "close" | "onopen" | "onmessage" | "onerror" | "onclose" | "binaryType"
>;
type SocketClass = new (url: string, protocols: string[], options?: { headers: Record<string, string> }) => Socket;

/**
 * A transcription of speech while it is spoken: `send` the sound, `finish`, and await `done`. Iterate over it for the
 * messages, or give `onMessage`.
 */
export class LiveSession implements AsyncIterable<LiveMessage> {
  /** The whole transcript and its price. Throws VangError if the session ended otherwise. */
  readonly done: Promise<LiveResult>;
  readonly #socket: Socket;
  readonly #unsent: (Uint8Array<ArrayBuffer> | string)[] = [];
  readonly #messages: LiveMessage[] = [];
  readonly #onMessage: LiveOptions["onMessage"];
  #wake: () => void = () => undefined;
  #hasEnded = false;
  #isIterated = false;
  #problem: VangError | undefined;

  constructor(transport: Transport, options: LiveOptions) {
    const { token, query = {}, metadata, signal, timeoutMs = 60_000 } = options;
    const url = new URL(`${transport.baseUrl.replace(/^http/, "ws")}/stt/live`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    const Class = (options.WebSocket ?? globalThis.WebSocket) as SocketClass | undefined;
    if (!Class) throw new VangError("This runtime has no WebSocket. Pass one, such as that of the package ws.");
    if (isBrowser() && !token) throw new VangError("A browser needs a token: make one on your server with liveToken.");
    const protocols = ["vang.live.v1", ...(token ? [`vang.token.${token}`] : [])];
    const headers = { ...(token ? {} : transport.keyHeader), ...(metadata && { "x-metadata": writeAscii(metadata) }) };
    // Browsers have no third parameter, and Node's own class takes the headers there.
    this.#socket =
      Object.keys(headers).length > 0 ? openWith(Class, url, protocols, headers) : new Class(url.href, protocols);
    this.#onMessage = options.onMessage;
    this.done = this.#run(timeoutMs, signal);
    // A caller that only iterates gets the error there.
    this.done.catch(() => undefined);
  }

  /** Sound as `encoding` says, by default 16-bit PCM. What is sent before the connection is there waits for it. */
  send(sound: Uint8Array<ArrayBuffer> | ArrayBuffer): void {
    this.#send(sound instanceof ArrayBuffer ? new Uint8Array(sound) : sound);
  }

  /** Ends the session after the sound that was sent: `done` follows. */
  finish(): void {
    this.#send('{"type":"close"}');
  }

  /** Asks for the text of what was sent so far, without waiting for a pause. */
  flush(): void {
    this.#send('{"type":"finalize"}');
  }

  /** Keeps the session while there is nothing to send. */
  keepAlive(): void {
    this.#send('{"type":"keepAlive"}');
  }

  /** Bytes that wait to be sent; a sender of files slows down by it. */
  get bufferedAmount(): number {
    return this.#socket.bufferedAmount;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<LiveMessage, void, undefined> {
    this.#isIterated = true;
    for (;;) {
      const message = this.#messages.shift();
      if (message) yield message;
      else if (this.#hasEnded) break;
      else
        await new Promise<void>((wake) => {
          this.#wake = wake;
        });
    }
    await this.done;
  }

  #send(part: Uint8Array<ArrayBuffer> | string): void {
    if (this.#hasEnded) throw this.#problem ?? new VangError("The session has ended.");
    if (this.#socket.readyState === 1) this.#socket.send(part);
    else this.#unsent.push(part);
  }

  #run(timeoutMs: number, signal: AbortSignal | undefined): Promise<LiveResult> {
    return new Promise((resolve, reject) => {
      const end = (problem?: VangError) => {
        if (this.#hasEnded) return;
        this.#problem = problem;
        this.#hasEnded = true;
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        if (problem) reject(problem);
        this.#socket.close();
        this.#wake();
      };
      const abort = () => end(new VangAbortError("The session was aborted.", { cause: signal?.reason }));
      const timer = setTimeout(() => end(new VangTimeoutError(`No session within ${timeoutMs} ms.`)), timeoutMs);
      if (signal?.aborted) queueMicrotask(abort);
      signal?.addEventListener("abort", abort);
      this.#socket.onopen = () => {
        for (const part of this.#unsent.splice(0)) this.#socket.send(part);
      };
      this.#socket.onmessage = ({ data }) => {
        clearTimeout(timer);
        const message = JSON.parse(String(data)) as LiveMessage | { type: "error"; problem: Problem };
        if (message.type === "error") {
          this.#problem = new VangError(message.problem.message, message.problem);
          return;
        }
        this.#onMessage?.(message);
        if (this.#isIterated || !this.#onMessage) this.#messages.push(message);
        if (message.type === "done") resolve(message);
        this.#wake();
      };
      // Why a connection failed, browsers do not say.
      this.#socket.onerror = () => undefined;
      this.#socket.onclose = ({ code, reason }) => {
        const isEnded = code === 1000 && !this.#problem;
        end(isEnded ? undefined : (this.#problem ?? lostConnection(code, reason)));
        // Does nothing after `done`.
        reject(lostConnection(code, reason));
      };
    });
  }
}

const lostConnection = (code: number, reason: string) =>
  new VangConnectionError(`The session ended without a result (${code}${reason && `: ${reason}`}).`, {
    retryable: true,
  });

/** Node's own WebSocket takes the protocols among its options; the package `ws` takes options after the protocols. */
function openWith(Class: SocketClass, url: URL, protocols: string[], headers: Record<string, string>): Socket {
  if (Class !== (globalThis.WebSocket as unknown)) return new Class(url.href, protocols, { headers });
  return new (Class as unknown as new (url: string, options: object) => Socket)(url.href, { protocols, headers });
}
