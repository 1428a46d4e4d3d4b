import "server-only";
import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import type { Context, Hono } from "hono";
import { z } from "zod";
import { type ApiEnv, type ApiSession, authenticate, hasScope } from "@/lib/api/authenticate";
import { parseJson, readJsonBytes } from "@/lib/api/body";
import { serveTools, tools } from "@/lib/api/mcp/server";
import { type Ask, type Catalogue, type Tool, ToolError } from "@/lib/api/mcp/tool";
import { describeError, type Problem } from "@/lib/api/problem";
import { rejectRequest } from "@/lib/api/reject";
import { mcpPath } from "@/lib/api/vendors/vendors";
import { listModelsWithPrices, listVoices } from "@/lib/engines/catalogue";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { ownOrigins } from "@/lib/platform/regions";

/** Of the request for a tool, what the requests that the tool sends have too. */
const passedOn = ["x-metadata", "x-retention"];

/**
 * Tools for assistants (https://modelcontextprotocol.io), without sessions. A tool sends requests of the API to `app`, with
 * the key that has been admitted here: a request for a tool counts as the one request that does the same.
 */
export function declareMcp(app: Hono<ApiEnv>): void {
  app.post(mcpPath, async (c) => {
    c.set("operation", "mcp");
    const origin = c.req.header("origin");
    if (origin !== undefined && !ownOrigins().includes(origin)) throw new AppError("ORIGIN_NOT_ALLOWED");
    const parsedBody = parseJson(await readJsonBytes(c.req.raw));
    // Several calls in one request would be counted as one.
    if (typeof parsedBody !== "object" || parsedBody === null || Array.isArray(parsedBody))
      throw new AppError("INVALID_REQUEST", { message: "api.invalidBody" });

    const called = toolIn(parsedBody);
    const admitted = await admit(c, called);
    const serve = () =>
      "session" in admitted
        ? serveKey(app, c, admitted.session)
        : serveTools(sayingWhy(admitted.called, admitted.error));
    // Tools change with the engines of the installation only: no client waits for that.
    const response = await createMcpHandler(serve, { maxSubscriptions: 0 }).fetch(c.req.raw, { parsedBody });
    return "session" in admitted ? untilSent(response, () => admitted.session.place.release()) : response;
  });
}

/** The tool that a message calls, if it is one of ours. */
function toolIn(message: object): Tool | undefined {
  const { method, params } = message as { method?: unknown; params?: { name?: unknown } | null };
  return method === "tools/call" ? tools.find(({ name }) => name === params?.name) : undefined;
}

type Admitted = { session: ApiSession } | { called: Tool; error: ToolError };

/** Admits a request. What limits a key that works, the model reads as the result of its call; everything else is thrown. */
async function admit(c: Context<ApiEnv>, called: Tool | undefined): Promise<Admitted> {
  const { scope = "authenticated", runs = false, makesJob = false } = called ?? {};
  try {
    return { session: await authenticate(c, { scope, runs, makesJob }) };
  } catch (error) {
    const isForModel = error instanceof AppError && [429, 503].includes(error.status);
    if (!called || !isForModel || !c.get("allowed")) throw error;
    // Recorded for its business, as any rejected request.
    rejectRequest(c, error);
    const { code, message, requestId } = describeError(error, c.get("requestId"));
    return { called, error: new ToolError(code, message, requestId) };
  }
}

const sayingWhy = (called: Tool, error: ToolError) => {
  const run = () => Promise.reject(error);
  const silent: Tool = { ...called, describe: () => "", input: () => z.looseObject({}), run };
  return { tools: [silent], catalogue: { voices: [], models: [] }, askFor: () => run };
};

/** A server of what a key may use. */
async function serveKey(app: Hono<ApiEnv>, c: Context<ApiEnv>, session: ApiSession): Promise<McpServer> {
  const { caller } = session;
  const { mode, businessId } = caller;
  const catalogue: Catalogue = { voices: listVoices(mode), models: await listModelsWithPrices(businessId, mode) };
  const { signal: clientSignal } = c.req.raw;
  const within = { session, incoming: c.env?.incoming };
  const askFor =
    (callSignal: AbortSignal): Ask =>
    async (method, path, { query = {}, json, idempotencyKey } = {}) => {
      const url = new URL(path, env.url);
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) url.searchParams.set(name, String(value));
      const headers = new Headers();
      for (const name of passedOn) if (c.req.header(name)) headers.set(name, c.req.header(name) ?? "");
      if (json) headers.set("content-type", "application/json");
      if (idempotencyKey) headers.set("idempotency-key", idempotencyKey);
      const body = json && JSON.stringify(json);
      const signal = AbortSignal.any([clientSignal, callSignal]);
      const response = await app.fetch(new Request(url, { method, headers, body, signal }), { within });
      return readAnswer(response);
    };
  return serveTools({ tools: tools.filter(({ scope }) => hasScope(caller, scope)), catalogue, askFor });
}

async function readAnswer(response: Response) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { headers } = response;
  const json = headers.get("content-type")?.includes("json") ? JSON.parse(Buffer.from(bytes).toString()) : null;
  if (response.ok) return { json, headers, bytes };
  const { code, message, requestId } = json as Problem;
  throw new ToolError(code, message, requestId);
}

/** Runs `end` when a response has been sent, or its client has left. */
function untilSent(response: Response, end: () => Promise<void>): Response {
  const over = () => void end();
  if (!response.body) {
    over();
    return response;
  }
  const passing = new TransformStream<Uint8Array, Uint8Array>({ flush: over });
  const body = response.body.pipeThrough(passing);
  return new Response(body, response);
}
