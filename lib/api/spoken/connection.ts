import "server-only";
import { isUtf8 } from "node:buffer";
import type { WebSocket } from "ws";
import { closeCodeOf, maxMessageBytes, readMessage } from "@/lib/api/live/connection";
import { AppError } from "@/lib/platform/errors";
import { type SpokenOutput, spokenLimits } from "@/lib/speech/spoken/contract";
import type { SpokenSession } from "@/lib/speech/spoken/session";

/** A message: JSON, or the bytes of audio. */
type Frame = object | Uint8Array;

/** How a vendor's protocol brings texts and takes their audio. */
export type SpokenWire = {
  /** Sent first. */
  greet?: () => Frame[];
  /** Does what a message asks for; resolves with what is said about it. Throws AppError. */
  receive(message: Record<string, unknown>, session: SpokenSession): Promise<Frame[]> | undefined;
  write(output: SpokenOutput): Frame[];
  /** The code of RFC 6455 by which a session closes whose error is this. */
  closeCode?: (error: AppError) => number | undefined;
};

/** A client's messages on their way to a session, and its output on their way back. */
export class SpokenConnection {
  readonly #wire: SpokenWire;
  readonly #socket: WebSocket;
  #error: AppError | null = null;

  constructor(socket: WebSocket, wire: SpokenWire) {
    this.#wire = wire;
    this.#socket = socket;
    // The socket closes itself after it.
    socket.on("error", () => undefined);
    for (const frame of wire.greet?.() ?? []) void this.#send(frame);
  }

  /** Resolves when the operating system has taken what is said. */
  take = async (output: SpokenOutput): Promise<void> => {
    if (output.type === "failed") this.#error = output.error;
    await Promise.all(this.#wire.write(output).map((frame) => this.#send(frame)));
  };

  serve(session: SpokenSession): void {
    const socket = this.#socket;
    socket.on("close", () => void session.end());
    if (socket.readyState !== socket.OPEN) void session.end();
    socket.on("message", (data, isBinary) => this.#receive(session, data as Buffer, isBinary));
    void session.ended.then(() => {
      const error = this.#error;
      const code = error ? (this.#wire.closeCode?.(error) ?? closeCodeOf(error)) : session.isLeaving ? 1001 : 1000;
      socket.close(code, error?.code ?? "");
    });
  }

  #receive(session: SpokenSession, data: Buffer, isBinary: boolean): void {
    if (session.isEnding) return;
    session.keepAlive();
    try {
      if (this.#socket.bufferedAmount > spokenLimits.unreadBytes)
        throw new AppError("CLIENT_CLOSED", { message: "live.slowReader" });
      if (data.length > maxMessageBytes) throw new AppError("BODY_TOO_LARGE", { message: "live.tooLarge" });
      if (isBinary) throw new AppError("INVALID_REQUEST", { message: "spoken.binary" });
      if (!isUtf8(data)) throw new AppError("INVALID_REQUEST", { message: "live.notText" });
      const done = this.#wire.receive(readMessage(String(data)) as Record<string, unknown>, session);
      void done?.then((frames) => Promise.all(frames.map((frame) => this.#send(frame))));
    } catch (error) {
      void session.end(error instanceof AppError ? error : new AppError("INTERNAL"));
    }
  }

  #send(frame: Frame): Promise<void> {
    const isOpen = this.#socket.readyState === this.#socket.OPEN;
    if (!isOpen) return Promise.resolve();
    const data = frame instanceof Uint8Array ? frame : JSON.stringify(frame);
    return new Promise((sent) => this.#socket.send(data, () => sent()));
  }
}
