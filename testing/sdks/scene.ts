import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type Received = {
  method: string;
  /** Without the scene's own prefix. */
  path: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
  at: number;
};

/** What a server does with a request whose body has been read, unless it is `early`. */
export type Act = {
  early?: boolean;
  run: (request: Received, response: ServerResponse, raw: IncomingMessage) => void | Promise<void>;
};

/**
 * A server that misbehaves. Each scene is a base URL of its own under which the requests get the acts in turn, the last of
 * them for all that follow, and are recorded.
 */
export async function startScenes() {
  const scenes = new Map<string, { acts: Act[]; requests: Received[] }>();
  const server = createServer(async (raw, response) => {
    const [, name = "", ...rest] = (raw.url ?? "").split("/");
    const scene = scenes.get(name);
    if (!scene) return response.writeHead(404).end();
    const { acts, requests } = scene;
    const act = acts[Math.min(requests.length, acts.length - 1)];
    const received: Received = {
      method: raw.method ?? "",
      path: `/${rest.join("/")}`,
      headers: raw.headers,
      body: Buffer.alloc(0),
      at: performance.now(),
    };
    requests.push(received);
    if (!act?.early) received.body = Buffer.concat(await raw.toArray().catch(() => []));
    await act?.run(received, response, raw);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    open(...acts: Act[]) {
      const name = `scene${scenes.size + 1}`;
      const requests: Received[] = [];
      scenes.set(name, { acts, requests });
      return { baseUrl: `${origin}/${name}`, requests };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export const answer = (
  status: number,
  body: object | string = {},
  headers: Record<string, string> | (() => Record<string, string>) = {},
): Act => ({
  run: (_, response) => {
    const isJson = typeof body === "object";
    const type = isJson ? (status < 400 ? "application/json" : "application/problem+json") : "text/html";
    const more = typeof headers === "function" ? headers() : headers;
    response.writeHead(status, { "content-type": type, "x-request-id": "req_scene", ...more });
    response.end(isJson ? JSON.stringify(body) : body);
  },
});

/** A problem as Vang describes it. */
export const problem = (
  status: number,
  code: string,
  {
    retryable = false,
    headers = {} as Record<string, string>,
    ...more
  }: Record<string, unknown> & {
    retryable?: boolean;
    headers?: Record<string, string> | (() => Record<string, string>);
  } = {},
): Act =>
  answer(
    status,
    {
      type: `https://vang.example/docs/errors#${code}`,
      title: code,
      status,
      detail: `English ${code}`,
      instance: "urn:vang:request:req_problem",
      code,
      message: `English ${code}`,
      messageVi: `Tiếng Việt ${code}`,
      requestId: "req_problem",
      param: null,
      docUrl: `https://vang.example/docs/errors#${code}`,
      retryable,
      ...more,
    },
    headers,
  );

/** Ends the connection before any response. */
export const drop: Act = { run: (_, response) => void response.destroy() };

/** Never responds. */
export const hang: Act = { run: () => undefined };

/** Sends parts with a pause before each but the first; then the body ends, or the connection does. */
export const parts = (
  pieces: readonly Buffer[],
  { pauseMs = 0, isBroken = false, headers = {} as Record<string, string> } = {},
): Act => ({
  run: async (_, response) => {
    response.writeHead(200, { "content-type": "audio/mpeg", "x-request-id": "req_scene", ...headers });
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) await sleep(pauseMs);
      response.write(piece);
    }
    if (!isBroken) return void response.end();
    await sleep(50);
    response.destroy();
  },
});
