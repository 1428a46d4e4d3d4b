import "server-only";
import { isUtf8 } from "node:buffer";
import type { WebSocket } from "ws";
import { minutes } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { type LiveOutput, sessionLimits } from "@/lib/speech/live/contract";
import { whenLeaving } from "@/lib/speech/live/open-sessions";
import type { LiveSession } from "@/lib/speech/live/session";

/** The longest message: two seconds of 16 kHz. */
export const maxMessageBytes = 64 * 1024;

/** What a client that reads slowly may leave unread: above the first it loses partials, above the second its session. */
const unreadBytes = { partials: 256 * 1024, most: 1024 * 1024 };

/** So many messages may wait for their turn before no more are read. */
const mostWaiting = 8;

export type Control = "keepAlive" | "finalize" | "close";

/** What a text message asks for, in this order; `reply` is sent once the rest is done. */
export type Command = { sound?: Uint8Array; control?: Control; reply?: () => object[] };

/** How a protocol says what a session says. */
export type Wire = {
  /** The messages for an output; none where the protocol has no word for it. */
  write(output: LiveOutput): object[];
  /** Throws INVALID_REQUEST, which ends the session. */
  read(text: string): Command;
  /** Sent first. */
  greet?(session: LiveSession | undefined): object;
  /** Whether sound comes in text messages alone. */
  isText?: boolean;
  /** The code of RFC 6455 by which a session closes whose error is this; null for one that ended well. */
  closeCode?(error: AppError): number | undefined;
};

/** A session's output on its way to a client, and the client's messages on their way to the session. */
export class LiveConnection {
  readonly #wire: Wire;
  #socket: WebSocket | undefined;
  #session: LiveSession | undefined;
  #open: () => Promise<LiveSession | undefined> = async () => undefined;
  #opening: Promise<LiveSession | undefined> | undefined;
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
    this.#follow(session);
    this.#listen(socket);
  }

  /**
   * The same where the settings of a session come in messages: `open` is called when its first sound comes. Resolves when
   * the connection is closed and its session, if there was one, has ended.
   */
  async beginLater(socket: WebSocket, open: () => Promise<LiveSession>): Promise<void> {
    this.#open = () =>
      open().then(
        (session) => this.#follow(session),
        (error) => this.#fail(error),
      );
    const ifUnopened = (end: () => unknown) => () => void (this.#opening ?? end());
    const values = { minutes: sessionLimits.longestMs / minutes(1) };
    const tooLong = new AppError("AUDIO_TOO_LONG", { message: "live.tooLong", values });
    const timer = setTimeout(
      ifUnopened(() => this.#fail(tooLong)),
      sessionLimits.longestMs,
    ).unref();
    const forget = whenLeaving(ifUnopened(() => socket.close(1001)));
    // Its clients have no message that says it, and some send no sound between two utterances.
    socket.on("pong", () => this.#session?.keepAlive());
    this.#listen(socket);
    await new Promise((closed) => socket.once("close", closed));
    clearTimeout(timer);
    forget();
    await (await this.#opening)?.end();
  }

  #listen(socket: WebSocket): void {
    this.#socket = socket;
    // The socket closes itself after it.
    socket.on("error", () => undefined);
    socket.on("close", () => void this.#session?.end());
    socket.on("message", (data, isBinary) => void this.#receive(data as Buffer, isBinary));
    if (this.#wire.greet) this.#send(this.#wire.greet(this.#session));
  }

  #follow(session: LiveSession): LiveSession {
    this.#session = session;
    void session.ended.then(() => this.#socket?.close(this.#closeCode(), this.#error?.code ?? ""));
    return session;
  }

  async #end(): Promise<void> {
    const session = this.#session ?? (await this.#opening);
    if (session) await session.end();
    else this.#socket?.close(1000);
  }

  async #fail(failure: unknown): Promise<undefined> {
    const error = failure instanceof AppError ? failure : new AppError("INTERNAL");
    if (this.#session) await this.#session.end(error);
    else {
      this.take({ type: "error", error });
      this.#socket?.close(this.#closeCode(), error.code);
    }
  }

  #send(message: object): void {
    if (this.#socket?.readyState === this.#socket?.OPEN) this.#socket?.send(JSON.stringify(message));
  }

  #closeCode(): number {
    const error = this.#error;
    // Also where the last words did not come in time.
    if (this.#isLeaving && (!error || error.details.message === "api.ending")) return 1001;
    if (!error) return 1000;
    return this.#wire.closeCode?.(error) ?? closeCodeOf(error);
  }

  async #receive(data: Buffer, isBinary: boolean): Promise<void> {
    try {
      if (data.length > maxMessageBytes) throw new AppError("BODY_TOO_LARGE", { message: "live.tooLarge" });
      const { sound, control, reply } = isBinary ? this.#readSound(data) : this.#readText(data);
      if (sound && sound.length > 0) await this.#inTurn((session) => session.receive(sound));
      if (control === "keepAlive") this.#session?.keepAlive();
      else if (control === "close") await this.#end();
      else if (control === "finalize") await this.#inTurn((session) => session.finalize());
      for (const message of reply?.() ?? []) this.#send(message);
    } catch (error) {
      await this.#fail(error);
    }
  }

  #readSound(sound: Buffer): Command {
    if (this.#wire.isText) throw new AppError("INVALID_REQUEST", { message: "live.textOnly" });
    return { sound };
  }

  #readText(data: Buffer): Command {
    if (!isUtf8(data)) throw new AppError("INVALID_REQUEST", { message: "live.notText" });
    return this.#wire.read(String(data));
  }

  /** Reads no more while too much waits, so that TCP slows the client down. */
  async #inTurn(work: (session: LiveSession) => Promise<void>): Promise<void> {
    this.#waiting++;
    if (this.#waiting >= mostWaiting) this.#socket?.pause();
    const session = this.#session ?? (await this.#opened());
    if (session) await work(session);
    this.#waiting--;
    if (this.#waiting < mostWaiting) this.#socket?.resume();
  }

  #opened(): Promise<LiveSession | undefined> {
    this.#opening ??= this.#open();
    return this.#opening;
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
