import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";

export type Received = {
  method: string;
  headers: Record<string, string>;
  body: string;
  bytes: Buffer;
  path: string;
  at: number;
};

/** Answers a request; `socket` for what no HTTP server does. */
export type Answer = (response: ServerResponse, received: Received, socket: Socket) => void;

const flat = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

export const answering =
  (status: number, headers: Record<string, string> = {}, body = ""): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);

/** A partner's server for webhooks on loopback. It answers 200 until `answer` is called. */
export async function startReceiver(answer: Answer = answering(200)) {
  let current = answer;
  let connections = 0;
  const received: Received[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const bytes = await buffer(request).catch(() => Buffer.alloc(0));
    const { method = "", url: path = "" } = request;
    const one = { method, headers: flat(request.headers), body: String(bytes), bytes, path, at: performance.now() };
    received.push(one);
    current(response, one, request.socket);
  });
  server.on("connection", () => connections++);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    get connections() {
      return connections;
    },
    answer: (next: Answer) => {
      current = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
