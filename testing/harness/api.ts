import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createApi } from "@/lib/api/app";
import { flushRejectedRequests } from "@/lib/keys/request-log/record";
import { closeLimits } from "@/lib/platform/rate-limit/open";
import { openStream } from "@/lib/platform/stream/open";
import { startWorker } from "@/lib/server/worker/start";
import { type Answer, loadDescription } from "./conforms";

export type { Answer } from "./conforms";

/**
 * The public API over real HTTP on a free port, with its worker. Every response is validated against `/openapi.json`.
 */
export async function startApi() {
  const server = createServer(getRequestListener(createApi().fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const worker = startWorker(openStream());
  const conforms = await loadDescription(url);

  async function call(
    method: string,
    path: string,
    init: RequestInit & { key?: string; json?: unknown } = {},
  ): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (init.key) headers.set("x-api-key", init.key);
    if (init.json !== undefined) headers.set("content-type", headers.get("content-type") ?? "application/json");
    const body = init.json === undefined ? init.body : JSON.stringify(init.json);
    const response = await fetch(new URL(path, url), { ...init, method, headers, body });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = /json/.test(response.headers.get("content-type") ?? "") && bytes.length > 0;
    const answer = {
      status: response.status,
      headers: response.headers,
      json: isJson ? JSON.parse(String(bytes)) : {},
      bytes,
    };
    conforms(method, new URL(path, url).pathname, answer);
    return answer;
  }

  return {
    url,
    call,
    get: (path: string, key?: string, headers?: HeadersInit) => call("GET", path, { key, headers }),
    post: (path: string, key: string | undefined, json: unknown) => call("POST", path, { key, json }),
    async close() {
      await new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      });
      await worker.stop();
      await flushRejectedRequests();
      await closeLimits();
      await openStream().close();
    },
  };
}
