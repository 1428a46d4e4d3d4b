import { once } from "node:events";
import { type ClientOptions, WebSocket } from "ws";

type Message = Record<string, unknown>;

/** A client that sends a text while it is written, with everything that it was sent. */
export class SpokenClient {
  readonly socket: WebSocket;
  readonly messages: Message[] = [];
  readonly audio: Buffer[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly opened: Promise<void>;
  /** The status, headers and body of a handshake that was rejected. */
  readonly rejected: Promise<{ status: number; body: Message }>;
  /** The headers of the handshake. */
  headers: Record<string, unknown> = {};

  constructor(url: string, options: ClientOptions = {}, protocols: string[] = []) {
    this.socket = new WebSocket(url.replace(/^http/, "ws"), protocols, options);
    this.opened = once(this.socket, "open").then(() => undefined);
    this.opened.catch(() => undefined);
    this.socket.on("error", () => undefined);
    this.socket.on("upgrade", ({ headers }) => {
      this.headers = headers;
    });
    this.socket.on("message", (data, isBinary) => {
      if (isBinary) this.audio.push(data as Buffer);
      else this.messages.push(JSON.parse(String(data)));
    });
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

  say(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  of = (type: string): Message[] => this.messages.filter((message) => message.type === type);

  /** The decoded audio of messages that have it in base64. */
  inside = (contextId?: string): Buffer =>
    Buffer.concat(
      this.messages
        .filter((message) => typeof message.audio === "string" && message.contextId === contextId)
        .map(({ audio }) => Buffer.from(String(audio), "base64")),
    );
}
