import { setTimeout as sleep } from "node:timers/promises";
import { type ClientOptions, WebSocket } from "ws";
import { joinSamples, toInt16 } from "@/lib/engines/audio/bytes";
import { resample } from "@/lib/engines/audio/resample";
import { synthesizeInPool } from "@/lib/engines/pool";

type Message = { type: string } & Record<string, unknown>;

/** What the demo recognizer understands: the northern voice, at 16 kHz. */
export async function sayNorthern(text: string): Promise<Float32Array> {
  const voice = { engineVoice: "vi", wordsPerMinute: 175, pitch: 50, range: 50, volume: 100, gainDb: 0 };
  return resample(await synthesizeInPool({ text, ...voice }, new AbortController().signal), 16_000).samples;
}

export const silence = (seconds: number) => new Float32Array(Math.round(16_000 * seconds));

export const pcmOf = (...parts: Float32Array[]): Buffer => Buffer.from(toInt16(joinSamples(parts)).buffer);

/** A client of a live transcription, with everything that it was sent. */
export class LiveClient {
  readonly socket: WebSocket;
  readonly messages: Message[] = [];
  /** The status and body of a handshake that was rejected. */
  readonly rejected: Promise<{ status: number; body: Record<string, unknown> }>;
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly opened: Promise<void>;

  constructor(url: string, protocols: string[] = [], options: ClientOptions = {}) {
    this.socket = new WebSocket(url.replace(/^http/, "ws"), protocols, options);
    this.opened = new Promise((opened, failed) => {
      this.socket.once("open", opened);
      this.socket.once("error", failed);
    });
    this.opened.catch(() => undefined);
    this.socket.on("error", () => undefined);
    this.socket.on("message", (data) => this.messages.push(JSON.parse(String(data))));
    this.closed = new Promise((closed) =>
      this.socket.once("close", (code, reason) => closed({ code, reason: String(reason) })),
    );
    this.rejected = new Promise((rejected) =>
      this.socket.once("unexpected-response", async (_, response) => {
        const body = String(Buffer.concat(await response.toArray()));
        rejected({ status: response.statusCode ?? 0, body: body === "" ? {} : JSON.parse(body) });
      }),
    );
  }

  /** In messages of 100 ms, with a pause after each, so that by default it takes a fifth of its time. */
  async send(sound: Buffer, { pauseMs = 20, bytes = 3200 } = {}): Promise<void> {
    for (let at = 0; at < sound.length; at += bytes) {
      this.socket.send(sound.subarray(at, at + bytes));
      if (pauseMs > 0) await sleep(pauseMs);
    }
  }

  say(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  of = (type: string): Message[] => this.messages.filter((message) => message.type === type);
}
