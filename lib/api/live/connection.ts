import "server-only";
import { isUtf8 } from "node:buffer";
import type { WebSocket } from "ws";
import { AppError } from "@/lib/platform/errors";
import type { LiveOutput } from "@/lib/speech/live/contract";
import type { LiveSession } from "@/lib/speech/live/session";

/** The longest message: two seconds of 16 kHz. */
export const maxMessageBytes = 64 * 1024;

/** What a client that reads slowly may leave unread: above the first it loses partials, above the second its session. */
const unreadBytes = { partials: 256 * 1024, most: 1024 * 1024 };

/** So many messages may wait for their turn before no more are read. */
const mostWaiting = 8;

export type Control = "keepAlive" | "finalize" | "close";

/** How a protocol says what a session says. */
export type Wire = {
  /** The messages for an output; none where the protocol has no word for it. */
  write(output: LiveOutput): object[];
  /** What a text message asks for; null if the protocol ignores it. Throws INVALID_REQUEST. */
  read(text: string): Control | null;
  /** Sent first. */
  greet?(session: LiveSession): object;
  /** The code of RFC 6455 by which a session closes whose error is this; null for one that ended well. */
  closeCode?(error: AppError): number | undefined;
};

/** A session's output on its way to a client, and the client's messages on their way to the session. */
export class LiveConnection {
  readonly #wire: Wire;
  #socket: WebSocket | undefined;
  #session: LiveSession | undefined;
  #error: AppError | null = null;
  #isLeaving = false;
  #waiting = 0;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  /** For `openLiveSession`. */
  take = (output: LiveOutput): void => {
    if (output.type === "error") this.#error = output.error;
    if (output.type === "warning" && output.code === "RESTART") this.#isLeaving = true;
    const unread = this.#socket?.bufferedAmount ?? 0;
    if (output.type === "partial" && unread > unreadBytes.partials) return;
    for (const message of this.#wire.write(output)) this.#send(message);
    if (unread > unreadBytes.most)
      void this.#session?.end(new AppError("CLIENT_CLOSED", { message: "live.slowReader" }));
  };

  begin(socket: WebSocket, session: LiveSession): void {
    this.#socket = socket;
    this.#session = session;
    // The socket closes itself after it.
    socket.on("error", () => undefined);
    socket.on("close", () => void session.end());
    socket.on("message", (data, isBinary) => void this.#receive(data as Buffer, isBinary));
    if (this.#wire.greet) this.#send(this.#wire.greet(session));
    void session.ended.then(() => socket.close(this.#closeCode(), this.#error?.code ?? ""));
  }

  #send(message: object): void {
    if (this.#socket?.readyState === this.#socket?.OPEN) this.#socket?.send(JSON.stringify(message));
  }

  #closeCode(): number {
    const error = this.#error;
    if (!error) return this.#isLeaving ? 1001 : 1000;
    return this.#wire.closeCode?.(error) ?? closeCodeOf(error);
  }

  async #receive(data: Buffer, isBinary: boolean): Promise<void> {
    const session = this.#session;
    if (!session) return;
    if (data.length > maxMessageBytes) return session.end(new AppError("BODY_TOO_LARGE", { message: "live.tooLarge" }));
    if (isBinary) {
      if (data.length > 0) await this.#inTurn(() => session.receive(data));
      return;
    }
    try {
      if (!isUtf8(data)) throw new AppError("INVALID_REQUEST", { message: "live.notText" });
      const control = this.#wire.read(String(data));
      if (control === "keepAlive") session.keepAlive();
      else if (control === "close") await session.end();
      else if (control === "finalize") await this.#inTurn(() => session.finalize());
    } catch (error) {
      await session.end(error instanceof AppError ? error : new AppError("INTERNAL"));
    }
  }

  /** Reads no more while too much waits, so that TCP slows the client down. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    this.#waiting++;
    if (this.#waiting >= mostWaiting) this.#socket?.pause();
    await work();
    this.#waiting--;
    if (this.#waiting < mostWaiting) this.#socket?.resume();
  }
}

/** Close codes from 4000 on are ours (RFC 6455 section 7.4.2). */
export function closeCodeOf({ code, status, details }: AppError): number {
  if (code === "BODY_TOO_LARGE") return 1009;
  if (details.message === "live.notText") return 1007;
  if (code === "INVALID_REQUEST") return 1003;
  if (status === 401 || code === "BUSINESS_SUSPENDED") return 4001;
  if (status === 402) return 4002;
  if (code === "AUDIO_TOO_LONG") return 4008;
  if (status === 429) return 4029;
  if (details.message === "live.idle" || details.message === "spoken.idle") return 4408;
  return status >= 500 ? 1011 : 1008;
}

/** A WebSocket's text as JSON. Throws INVALID_REQUEST. */
export function readMessage(text: string): { type?: unknown } {
  const message = parseObject(text);
  if (message) return message;
  throw new AppError("INVALID_REQUEST", { message: "live.badMessage" });
}

/** A JSON object; null for everything else. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === "object" && message !== null && !Array.isArray(message)
      ? (message as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
