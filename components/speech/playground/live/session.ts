import { makeKeyring } from "@/components/speech/playground/keyring";
import { type LiveMessage, openLive } from "@/lib/api/client/live";
import type { Problem } from "@/lib/api/problem";
import { type Capture, loudness, openMicrophone } from "./microphone";

export type LiveOrder = {
  business: string;
  /** Another region's URL, or empty. */
  base: string;
  modelId: string;
  fields: Readonly<Record<string, string>>;
};

/** Why a session is over, unless its user stopped it. `denied`: the browser's permission; `noKey`: the console's. */
export type End =
  | { reason: "denied" | "unavailable" | "lost" | "restarted" }
  | { reason: "noKey"; message: string }
  | { reason: "rejected"; problem: Problem };

export type LiveEvent =
  /** 50 ms of sound: how loud it is, from 0 to 1, and how many seconds have been sent. */
  | { type: "sound"; level: number; seconds: number }
  /** `latencyMs`: from the end of the words of a final to now. */
  | { type: "message"; message: LiveMessage; latencyMs: number }
  | { type: "ended"; end: End | null };

/** A session ends with the page's key, which works for 15 minutes. */
export const longestMinutes = 14;

/** Sound waits for the connection: at most so many pieces of 50 ms. */
const mostWaiting = 60;

/** One live transcription of the microphone; `ended` is the last that `take` gets. */
export class LiveSession {
  readonly #take: (event: LiveEvent) => void;
  #sound: Capture | undefined;
  #socket: WebSocket | undefined;
  readonly #waiting: Int16Array<ArrayBuffer>[] = [];
  /** How much was sent, and when the end of that was spoken. */
  #seconds = 0;
  #spokenAt = 0;
  #isRestarting = false;
  #isOver = false;

  constructor(take: (event: LiveEvent) => void) {
    this.#take = take;
  }

  async open(order: LiveOrder): Promise<void> {
    const sound = await openMicrophone({ onSound: this.#send, onEnd: () => this.stop() });
    if (typeof sound === "string") return this.#end({ reason: sound });
    this.#sound = sound;
    if (this.#isOver) return sound.stop();
    const wanted = { ...order, sampleRate: sound.sampleRate, longestSeconds: longestMinutes * 60 };
    const opened = await makeKeyring(order.business)
      .send((secret) => openLive(secret, wanted))
      .catch(() => null);
    if (opened?.status === "denied") return this.#end({ reason: "noKey", message: opened.message });
    if (opened?.status === "refused") return this.#end({ reason: "rejected", problem: opened.problem });
    if (!opened) return this.#end({ reason: "lost" });
    this.#follow(opened.socket);
    if (this.#isOver) opened.socket.close();
  }

  /** The last words of what was said still come. */
  stop(): void {
    this.#sound?.stop();
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ type: "close" }));
    else this.#end(null);
  }

  /** The page is left: neither microphone nor session stays open. */
  leave(): void {
    this.#isOver = true;
    this.#sound?.stop();
    this.#socket?.close();
  }

  #follow(socket: WebSocket): void {
    this.#socket = socket;
    let end: End | null = { reason: "lost" };
    socket.onmessage = ({ data }) => {
      const message: LiveMessage = JSON.parse(data);
      if (message.type === "warning" && message.code === "RESTART") this.#isRestarting = true;
      if (message.type === "error") end = { reason: "rejected", problem: message.problem };
      // After an error `done` says what was charged.
      if (message.type === "done" && end?.reason === "lost") end = this.#isRestarting ? { reason: "restarted" } : null;
      this.#pass({ type: "message", message, latencyMs: this.#latencyOf(message) });
    };
    socket.onclose = () => this.#end(end);
  }

  #send = (samples: Int16Array<ArrayBuffer>): void => {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      for (const piece of [...this.#waiting.splice(0), samples]) {
        this.#socket.send(piece);
        this.#seconds += piece.length / (this.#sound?.sampleRate ?? 1);
      }
      this.#spokenAt = performance.now();
    } else if (this.#waiting.length < mostWaiting) this.#waiting.push(samples);
    this.#pass({ type: "sound", level: loudness(samples), seconds: this.#seconds });
  };

  #latencyOf(message: LiveMessage): number {
    if (message.type !== "final") return 0;
    const end = message.words.at(-1)?.end ?? message.end;
    return Math.max(0, performance.now() - this.#spokenAt + 1000 * (this.#seconds - end));
  }

  #pass(event: LiveEvent): void {
    if (!this.#isOver) this.#take(event);
  }

  #end(end: End | null): void {
    this.#sound?.stop();
    this.#pass({ type: "ended", end });
    this.#isOver = true;
  }
}
